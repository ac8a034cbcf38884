"""Rooms where only the winner's account grows, and those who sit a hand out: what is shown of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import Phz

BOOKED = """版本 1
变体 booked "记账" 继承 peng {
  局 { 增 局数 6; 增 结算 只记 }
  付 { 删 胡牌; 增 差额 于 终局 出 各家 入 本人 计 分差 当 本方分 > 对方分 }
}
"""


@pytest.fixture
def booked(tmp_path: Path) -> str:
    """Write a variant whose hands are booked and settled at the end, without a row at the win."""
    (tmp_path / "booked.phz").write_text(BOOKED, "utf-8")
    return "booked.phz"


def test_nothing_is_missing_where_nobody_pays_for_a_win(phz: Phz, booked: str) -> None:
    """A variant that only books wins needs no row at 胡; one that pays at once does."""
    assert phz("check", booked).status == 0
    bare = '版本 1\n变体 bare "一" 继承 common {\n  付 { 删 胡牌 }\n  局 { 增 结算 只记 }\n}\n'
    Path("bare.phz").write_text(bare, "utf-8")
    assert phz("check", "bare.phz").status == 0
    Path("bare.phz").write_text(bare.replace("只记", "逐局"), "utf-8")
    assert "A520" in phz("check", "bare.phz").out


def test_a_session_shows_accounts_and_where_they_end(phz: Phz, booked: str) -> None:
    """What a hand adds is what the total grows by, nobody pays before the end, and the standings are told there."""
    out = phz("play", booked, "--seed", "3", "--watch", "--hands", "6").out
    played, _, closed = out.partition("一场打完了。")
    tables = re.findall(r"│ (你|下家|对家|上家) +│ +([+\d-]+) │ +([+\d-]+) │", played)
    assert len(tables) == 6 * 4
    totals = dict.fromkeys(("你", "下家", "对家", "上家"), 0)
    for name, grown, total in tables:
        totals[name] += int(grown)
        assert int(grown) >= 0
        assert int(total) == totals[name]
    assert any(totals.values())
    assert "付" not in played.replace("不当场付", "")
    ends = re.findall(r"│ (你|下家|对家|上家) +│ +([+\d-]+) │ +([+\d-]+) │", closed)
    assert {name: int(account) for name, account, _ in ends} == totals
    assert sum(int(paid) for *_, paid in ends) == 0


def test_simulate_counts_accounts(phz: Phz, booked: str) -> None:
    """Points a hand are what the accounts grow by: together what the wins count."""
    value = phz("simulate", booked, "--hands", "32", "--workers", "1", "--json").json
    gained = sum(seat["mean_points"] * seat["hands"] for seat in value["by_seat"])
    assert gained == pytest.approx(value["mean_points"] * value["wins"])
    assert gained > 0


def test_who_sits_out_is_told(phz: Phz) -> None:
    """A person whose seat sits the hand out is told so, and sees the table at its start and its end, no hand in it."""
    out = phz("play", "lz-deng", "--seed", "7", "--hands", "1", "--watch").out
    assert "这一局你坐醒" in out
    assert out.count("你 坐醒") == 2
    assert "你的手牌" not in out
    assert "you sit" not in phz("play", "peng", "--seed", "7", "--hands", "1", "--watch", "--lang", "en").out.casefold()
