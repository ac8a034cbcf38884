"""Rows written as people say them: one fault each, and its first mend gives the row that was meant."""

from __future__ import annotations

import pytest

from phzdsl.syntax.parse import parse
from phzdsl.text.source import Source
from tests.syntax.slips import mended

_ROWS = [
    ("增 三十 当 自摸 计 2", "S138", "增 满三十 当 自摸 计 2"),
    ("增 一五十 当 自摸 计 2", "S138", "增 一五十句 当 自摸 计 2"),
    ("增 10 当 自摸 计 2", "S138", "增 满10 当 自摸 计 2"),
    ("增 甲 当 红牌 大于 10 计 2", "S131", "增 甲 当 红牌 > 10 计 2"),
    ("增 甲 当 红牌 大于 等于 10 计 2", "S131", "增 甲 当 红牌 >= 10 计 2"),
    ("增 甲 当 红牌 大于或等于 10 计 2", "S131", "增 甲 当 红牌 >= 10 计 2"),
    ("增 甲 当 红牌 大于10 计 2", "S131", "增 甲 当 红牌 > 10 计 2"),
    ("增 甲 当 红牌 不超过 10 计 2", "S131", "增 甲 当 红牌 <= 10 计 2"),
    ("增 甲 当 红牌 小于 10 计 2", "S131", "增 甲 当 红牌 < 10 计 2"),
    ("增 甲 当 红牌 等于 10 计 2", "S131", "增 甲 当 红牌 = 10 计 2"),
    ("增 甲 当 红牌 不等于 10 计 2", "S131", "增 甲 当 红牌 != 10 计 2"),
    ("增 甲 当 红牌 不是 10 计 2", "S131", "增 甲 当 红牌 != 10 计 2"),
    ("增 甲 当 红牌 至少 10 计 2", "S131", "增 甲 当 红牌 >= 10 计 2"),
    ("增 甲 当 红牌 十三以上 计 2", "S131", "增 甲 当 红牌 >= 十三 计 2"),
    ("增 甲 当 红牌 13以上 计 2", "S131", "增 甲 当 红牌 >= 13 计 2"),
    ("增 甲 当 红牌 13 以下 计 2", "S131", "增 甲 当 红牌 <= 13 计 2"),
    ("增 甲 当 红牌 >= 13 以上 计 2", "S131", "增 甲 当 红牌 >= 13 计 2"),
    ("增 甲 当 红牌 10到12 计 2", "S131", "增 甲 当 红牌 在 10..12 计 2"),
    ("增 甲 当 红牌 10 至 12 计 2", "S131", "增 甲 当 红牌 在 10..12 计 2"),
    ("增 甲 当 不是 自摸 计 2", "S131", "增 甲 当 非 自摸 计 2"),
    ("增 甲 当 没有 自摸 计 2", "S131", "增 甲 当 非 自摸 计 2"),
    ("增 甲 当 没有 红牌 计 2", "S131", "增 甲 当 红牌 = 0 计 2"),
    ("增 甲 当 没有 张(贰) 计 2", "S131", "增 甲 当 张(贰) = 0 计 2"),
    ("增 甲 当 红牌 没有 且 自摸 计 2", "S131", "增 甲 当 红牌 = 0 且 自摸 计 2"),
    ("增 甲 当 10 <= 红牌 <= 12 计 2", "S136", "增 甲 当 红牌 在 10..12 计 2"),
    ("增 甲 当 10 < 红牌 <= 12 计 2", "S136", "增 甲 当 红牌 在 11..12 计 2"),
    ("增 甲 当 12 ≥ 红牌 > 十 计 2", "S136", "增 甲 当 红牌 在 11..12 计 2"),
    ("增 甲 当 红牌 = 0 2", "S132", "增 甲 当 红牌 = 0 计 2"),
    ("增 甲 当 自摸 2", "S132", "增 甲 当 自摸 计 2"),
    ("增 甲 红牌 >= 11 3", "S132", "增 甲 红牌 >= 11 计 3"),
    ("增 甲 当 红牌 10 计 2", "S119", "增 甲 当 红牌 >= 10 计 2"),
    ("增 点胡: 当 红牌 = 1 计 3", "S133", "增 点胡 当 红牌 = 1 计 3"),
    ("增 点胡 当：红牌 = 1 计 3", "S133", "增 点胡 当 红牌 = 1 计 3"),
    ("增 甲 当 自摸 计 4 番", "S134", "增 甲 当 自摸 计 4"),
    ("增 甲 当 自摸 计 5倍", "S134", "增 甲 当 自摸 计 5"),
    ("增 甲 当 自摸 计 10 分", "S134", "增 甲 当 自摸 计 10"),
    ("增 甲 当 红牌 >= 10 张 计 2", "S134", "增 甲 当 红牌 >= 10 计 2"),
    ("增 甲 当 自摸 计 ×2", "S135", "增 甲 当 自摸 计 2"),
    ("增 甲 当 自摸 计 +2", "S135", "增 甲 当 自摸 计 2"),
    ("改 起手 庄 15, 闲 14", "S137", "改 起手 庄 15 闲 14"),
    ("改 起手 庄 15，闲 14", "S137", "改 起手 庄 15 闲 14"),
]


def source_of(row: str) -> Source:
    """Return a file with one row."""
    return Source("row", f'版本 1\n变体 x "试" 继承 common {{\n  番 {{\n    {row}\n  }}\n}}\n')


@pytest.mark.parametrize(("row", "code", "meant"), _ROWS)
def test_it_is_told_once_and_mended(row: str, code: str, meant: str) -> None:
    """Each is one fault, and taking its first mend gives what was meant."""
    source = source_of(row)
    found = parse(source).diagnostics
    assert [one.code for one in found] == [code]
    assert mended(source, found[0]) == source_of(meant).text


@pytest.mark.parametrize(("row", "code", "meant"), _ROWS)
def test_the_row_is_kept(row: str, code: str, meant: str) -> None:
    """The row stands in the tree all the same, so that others may speak of it."""
    parsed = parse(source_of(row))
    assert parsed.tree.variant is not None, (code, meant)
    assert len(parsed.tree.variant.blocks[0].entries) == 1


@pytest.mark.parametrize("row", ["增 甲 当 10 <= 红牌 <= 提数 计 2", "增 甲 当 10 <= 红牌 >= 2 计 2"])
def test_a_chain_without_a_range_has_no_mend(row: str) -> None:
    """What cannot be a range of fixed numbers is told, and no mend is made up."""
    found = parse(source_of(row)).diagnostics
    assert [(one.code, one.fixes) for one in found] == [("S136", ())]


def test_a_condition_gets_no_comma() -> None:
    """Of two names side by side in a condition nobody can mend one with a comma."""
    (found,) = parse(source_of("增 甲 当 自摸 庄家 计 2")).diagnostics
    assert (found.code, found.fixes) == ("S119", ())
