"""``phz play``: a person at the table, from a pipe and at a terminal, to the end of the hand and to any other end."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs
import pytest

from phzdsl import shipped
from phzdsl.text.cells import width
from tests.cli.running import Phz

PHZ = [sys.executable, "-m", "phzdsl", "play"]
PROMPT = "? 问为什么："
STAKES = """\
版本 1
变体 zhu "下注" 继承 common {
  局 {
    增 赌注 选 1, 5
  }
}
"""


def environment(**changes: str) -> dict[str, str]:
    """Return an environment in which the command speaks Chinese, without colours unless asked for."""
    return os.environ | {"PHZDSL_LANG": "zh", "COLUMNS": "", "TERM": "xterm-256color"} | changes


def played(*words: str, answers: str = "", columns: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command with answers from a pipe."""
    wanted = environment(COLUMNS=columns)
    ran = subprocess.run(
        [*PHZ, *words], input=answers, capture_output=True, text=True, check=False, env=wanted, timeout=120
    )
    assert "Traceback" not in ran.stderr
    assert "\x1b" not in ran.stdout
    return ran


# ---------------------------------------------------------------- from a pipe


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_hand_to_its_end(lang: str) -> None:
    """Moves from a pipe play a hand; it ends with what everybody has, and with status 0."""
    ran = played("common", "--seed", "5", "--hands", "1", "--lang", lang, answers="1\n" * 60)
    assert ran.returncode == 0
    assert {"zh": "这一局", "en": "this hand"}[lang] in ran.stdout
    assert not re.search("[你手打]", ran.stdout) or lang == "zh"


@pytest.mark.parametrize("variant", shipped())
def test_every_variant_can_be_watched(variant: str) -> None:
    """Every variant that ships is played to the end of a hand without an answer from anybody."""
    ran = played(variant, "--seed", "1", "--hands", "1", "--watch")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "这一局" in ran.stdout


def test_a_win_is_traced() -> None:
    """The score of a win is told step by step, then the payments in the account."""
    ran = played("peng", "--seed", "2", "--hands", "1", "--watch")
    assert "胡了" in ran.stdout
    assert "谁付谁" in ran.stdout
    account = ran.stdout[ran.stdout.rindex("这一局") :]
    assert sum(map(int, re.findall(r"│ +([+-]?\d+) │", account))) == 0


def test_the_same_seed_is_the_same_game() -> None:
    """A seed repeats a game; without one each game has its own, which is told."""
    one, other = (played("common", "--seed", "8", "--hands", "2", "--watch").stdout for _ in range(2))
    assert one == other
    seeds = {played("common", "--hands", "1", "--watch").stdout.splitlines()[0] for _ in range(2)}
    assert len(seeds) == 2
    assert all(re.fullmatch(r"第 1 局，种子 \d+", line) for line in seeds)


def test_a_bad_answer_is_asked_again() -> None:
    """What is no choice is named, and the question stands; so does it after ? and t."""
    ran = played("common", "--seed", "5", "--hands", "1", answers="99\n\nfoo\x1b[2J\n０\n?\nt\n1\n")
    assert ran.stdout.count("没有这一项") == 4
    assert "\\x1b[2J" in ran.stdout
    assert "要有 一对；手里有 0 张" in ran.stdout
    assert ran.stdout.count("╭") == 3


def test_the_page_shows_what_is_drawn() -> None:
    """Every line of the table in docs/play.md is drawn for the hand that it was taken from."""
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text("utf-8")
    shown = page.partition("```text\n")[2].partition("```")[0].splitlines()
    drawn = {line.rstrip() for line in played("common", "--seed", "5", answers="?\n").stdout.splitlines()}
    assert len(shown) > 20
    assert set(shown) <= drawn


def test_why_a_card_may_not_be_discarded() -> None:
    """At a discard ? names the cards that stay, with the row that keeps them; a card may be named instead of a number."""
    ran = played("common", "--seed", "5", "--hands", "1", answers="1\n?\n四\n")
    assert re.search(r"打 肆 +坎牌 @s4\.kan", ran.stdout)
    assert "你打 四" in ran.stdout


@pytest.mark.parametrize("answers", ["", "1\n", "1\n1"])
def test_answers_that_end_before_the_hand(answers: str) -> None:
    """Where answers end in the middle of a hand, that is said and the status is 1."""
    ran = played("common", "--seed", "5", "--hands", "1", answers=answers)
    assert ran.returncode == 1
    assert ran.stdout.endswith("没打完就没有输入了。\n")


def test_answers_that_are_none_for_ever() -> None:
    """Input that never ends and never answers is given up."""
    ran = played("common", "--seed", "5", answers="y" * 100_000)
    assert ran.returncode == 1
    assert len(ran.stdout) < 100_000


def test_leaving() -> None:
    """Answering q leaves in the middle of a hand and after one, with status 0; so does the end of input after one."""
    assert played("common", "--seed", "5", answers="q\n").returncode == 0
    for last in ("q\n", ""):
        ran = played("common", "--seed", "5", "--watch", answers=f"\n{last}")
        assert ran.returncode == 0
        assert ran.stdout.count("这一局") == 2


def test_closed_input() -> None:
    """With standard input closed there are no answers."""
    line = f"{' '.join(PHZ)} common --seed 5 --hands 1 <&-"
    ran = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, env=environment(), timeout=60)
    assert (ran.returncode, ran.stderr) == (1, "")


def test_a_session_that_ends_by_its_rules(tmp_path: Path) -> None:
    """局数 ends the session by itself, and what is settled at the end is told."""
    rules = '版本 1\n变体 liang "两局" 继承 peng {\n  局 {\n    增 局数 2\n    增 结算 差额\n  }\n}\n'
    (tmp_path / "liang.phz").write_text(rules, "utf-8")
    ran = played(str(tmp_path / "liang.phz"), "--seed", "2", "--watch", answers="\n" * 9)
    assert ran.returncode == 0
    assert ran.stdout.count("这一局") == 2
    assert "一场打完了。" in ran.stdout


def test_stakes_are_asked_for(tmp_path: Path) -> None:
    """Where players stake before a hand, the person is asked, until the answer is one of the stakes."""
    (tmp_path / "zhu.phz").write_text(STAKES, "utf-8")
    ran = played(str(tmp_path / "zhu.phz"), "--seed", "5", "--hands", "1", answers="3\n5\nq\n")
    assert ran.returncode == 0
    assert ran.stdout.count("赌注 (1 5): ") == 2


def test_the_rest_of_a_long_answer_is_no_answer() -> None:
    """Of an answer that is too long nothing is taken for the next one: it is refused once, whatever stands behind its start."""
    ran = played("common", "--seed", "5", "--hands", "1", answers=f"{'x' * 199}1\n{'y' * 200}1\n{'z' * 950}1\n1\n")
    assert ran.stdout.count("没有这一项") == 3
    assert ran.stdout.count("你吃 二三四") == 1
    assert ran.stdout.endswith("没打完就没有输入了。\n")


# ---------------------------------------------------------------- widths


@pytest.mark.parametrize("columns", ["12", "20", "33", "50", "56", "70", "80"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_nothing_is_lost_on_a_narrow_terminal(lang: str, columns: str) -> None:
    """At any width no line is longer, no word is cut off, and the whole hand and every count can be read."""
    ran = played("common", "--seed", "5", "--lang", lang, answers="?\n1\nq\n", columns=columns)
    assert ran.returncode == 0
    assert "…" not in ran.stdout
    prompt, title = {"zh": (PROMPT, "你的手牌"), "en": ("? for why: ", "your hand")}[lang]
    drawn = [line.rpartition(prompt)[2] for line in ran.stdout.splitlines()]
    assert max(width(line.rstrip()) for line in drawn) <= max(int(columns), width("第 1 局，种子 5"))
    hand = ran.stdout.partition(title)[2].partition("▶")[0]
    cards = re.findall("[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾]", hand)
    assert sorted(cards) == sorted("肆肆肆贰柒拾九玖玖壹壹叁叁四四五五二八九")
    shown = ran.stdout.partition(title)[0]
    assert re.findall(r"\b20\b", shown) == ["20"] * 3


@pytest.mark.parametrize("columns", ["12", "20"])
def test_the_account_on_a_narrow_terminal(columns: str) -> None:
    """The account of a hand has the same points at any width."""
    narrow, wide = (
        played("common", "--seed", "5", "--hands", "1", "--watch", "--lang", "en", columns=at).stdout
        for at in (columns, "80")
    )
    numbers = [re.findall(r"[+-]\d+", text[text.rindex("hand 1") :]) for text in (narrow, wide)]
    assert numbers[0] == numbers[1]
    assert len(numbers[1]) == 6


def test_no_width_is_the_usual_one() -> None:
    """COLUMNS=0 draws what no COLUMNS draws."""
    zero, none = (played("common", "--seed", "5", answers="q\n", columns=columns).stdout for columns in ("0", ""))
    assert "╭" in zero
    assert zero == none


# ---------------------------------------------------------------- words, records


def test_a_record_without_a_name(phz: Phz) -> None:
    """An empty name of a file is wrong usage, and the usage that is shown begins with the program."""
    ran = phz("play", "common", "--record", "")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("用法：phz play ")
    assert "--record 不能是 ''" in ran.err


@pytest.mark.parametrize("words", [("--seat", "3"), ("--seat", "-1"), ("--hands", "0"), ("--bots", "clever")])
def test_wrong_words(phz: Phz, words: tuple[str, str]) -> None:
    """A seat that the table does not have, no hands, players that there are not: wrong usage."""
    assert phz("play", "common", *words).status == 2


def test_a_variant_that_cannot_be_played(phz: Phz, tmp_path: Path) -> None:
    """What states no stock, or has wild cards, is refused with a code."""
    (tmp_path / "king.phz").write_text(
        '版本 1\n变体 king "王" 继承 common {\n  牌 {\n    增 王 4\n  }\n  座 {\n    改 余墩 23\n  }\n}\n'
    )
    ran = phz("play", "king.phz")
    assert ran.status == 1
    assert "D968" in ran.err
    assert "有王，程序还不会打" in ran.err
    assert not re.search("[a-z]{4,}", ran.err.replace("king", "").replace("error", ""))
    assert "it has wild cards" in phz("play", "king.phz", "--lang", "en").err


def test_records_replay(phz: Phz, tmp_path: Path) -> None:
    """Each hand is added to the file of records, after what was cut off too, and replays to its end."""
    path = tmp_path / "games.jsonl"
    for _ in range(2):
        played("peng", "--seed", "2", "--hands", "1", "--watch", "--record", str(path))
    assert len(path.read_text("utf-8").splitlines()) == 2
    assert phz("replay", str(path), "--json").json["hands"] == 2
    path.write_bytes(path.read_bytes()[:-10])
    played("peng", "--seed", "2", "--hands", "1", "--watch", "--record", str(path))
    assert len(path.read_text("utf-8").splitlines()) == 3


def test_a_record_that_cannot_be_written(phz: Phz, tmp_path: Path) -> None:
    """A file that cannot be written is told before the first card."""
    ran = phz("play", "common", "--record", str(tmp_path / "none" / "games.jsonl"))
    assert (ran.status, ran.out) == (1, "")
    assert "D916" in ran.err


# ---------------------------------------------------------------- at a terminal


@attrs.frozen
class Terminal:
    """A command at a terminal of its own."""

    process: subprocess.Popen[bytes]
    controller: int

    def until(self, text: str) -> str:
        """Read until a text has been written, and return all that was read."""
        read, end = b"", time.monotonic() + 60
        while text.encode() not in read and time.monotonic() < end:
            if select.select([self.controller], [], [], 1)[0]:
                try:
                    read += os.read(self.controller, 65536)
                except OSError:
                    break
        assert text.encode() in read, read[-2000:]
        return read.decode()

    def type(self, text: str) -> None:
        """Type on its keyboard."""
        os.write(self.controller, text.encode())

    def resize(self, columns: int) -> None:
        """Give the terminal another width."""
        fcntl.ioctl(self.controller, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))

    def ends(self) -> int:
        """Return the exit status."""
        return self.process.wait(timeout=60)


@contextmanager
def terminal(*words: str, columns: int = 100, **changes: str) -> Iterator[Terminal]:
    """Run the command at a terminal."""
    controller, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    wanted = {name: value for name, value in environment(**changes).items() if name not in {"COLUMNS", "LINES"}}
    process = subprocess.Popen(
        [*PHZ, *words], stdin=end, stdout=end, stderr=end, env=wanted, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - the test runs no threads
    )  # fmt: skip
    os.close(end)
    try:
        yield Terminal(process, controller)
    finally:
        process.kill()
        process.wait()
        os.close(controller)


def test_red_cards_are_red() -> None:
    """At a terminal cards are coloured; with NO_COLOR they are not."""
    with terminal("common", "--seed", "5") as desk:
        assert "\x1b[1;31m贰\x1b[0m" in desk.until(PROMPT)
    with terminal("common", "--seed", "5", NO_COLOR="1") as desk:
        assert "\x1b[1;31m" not in desk.until(PROMPT)


def test_a_terminal_that_changes_its_width() -> None:
    """The table is drawn at the width that the terminal has at that moment; the question stands through a change."""
    with terminal("common", "--seed", "5", columns=100) as desk:
        assert "╭" in (first := desk.until(PROMPT))
        desk.resize(60)
        time.sleep(0.2)
        desk.type("t\n")
        second = desk.until(PROMPT)
        assert [max(map(len, re.findall("╭.*╮", text))) for text in (first, second)] == [100, 60]
        desk.type("q\n")
        assert desk.ends() == 0


def test_ctrl_d() -> None:
    """Ctrl-D in the middle of a hand ends the game in words."""
    with terminal("common", "--seed", "5") as desk:
        desk.until(PROMPT)
        desk.type("\x04")
        assert "Traceback" not in desk.until("没打完就没有输入了。")
        assert desk.ends() == 1


def test_ctrl_c() -> None:
    """Ctrl-C ends the game without a traceback, with the status of an interrupt."""
    with terminal("common", "--seed", "5") as desk:
        desk.until(PROMPT)
        desk.type("\x03")
        assert desk.ends() == 128 + signal.SIGINT
        rest = b""
        while select.select([desk.controller], [], [], 0.5)[0]:
            try:
                rest += os.read(desk.controller, 65536)
            except OSError:
                break
        assert b"Traceback" not in rest
