"""Bounded work: whatever a text is made of, reading it ends soon, with a fault that says why."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from phzdsl.syntax.format import format_file
from phzdsl.syntax.limits import Limits
from phzdsl.syntax.parse import parse
from phzdsl.text.source import Source

MILLION = 1_000_000


def in_row(text: str) -> str:
    """Return a file with one row."""
    return f'版本 1\n变体 x "试" {{\n番 {{\n增 甲 {text}\n}}\n}}\n'


TEXTS: dict[str, tuple[str, Callable[[], str]]] = {
    "opening braces": ("L002", lambda: "{" * MILLION),
    "closing braces": ("L004", lambda: "}" * MILLION),
    "pairs of braces": ("L003", lambda: "{}" * (MILLION // 2)),
    "brackets": ("L002", lambda: in_row("计 " + "(" * (MILLION - 100))),
    "square brackets": ("L002", lambda: "[" * MILLION),
    "nesting": ("L002", lambda: in_row("计 " + "(" * 10_000 + "1" + ")" * 10_000)),
    "rows": ("L003", lambda: in_row("\n".join("删 甲" for _ in range(100_000)))),
    "a long row": ("L006", lambda: in_row("计 " + "1 + " * 240_000 + "1")),
    "a long row of names": ("L004", lambda: in_row("甲 " * 480_000)),
    "a great number": ("L005", lambda: in_row("计 " + "9" * (MILLION - 100))),
    "not not not": ("L006", lambda: in_row("当 " + "非 " * 100_000 + "自摸")),
    "if else if": ("L004", lambda: in_row("计 " + "若 自摸 则 1 否则 " * 20_000 + "1")),
    "a sum": ("L006", lambda: in_row("计 " + "+".join("a" * 100_000))),
    "strange characters": ("L004", lambda: "$ " * (MILLION // 2)),
    "one strange run": ("L004", lambda: "$" * MILLION),
    "quotes": ("L004", lambda: '"\n' * (MILLION // 2)),
    "comments": ("L003", lambda: "#\n" * (MILLION // 2)),
    "line ends": ("S001", lambda: "\n" * MILLION),
    "one word": ("S102", lambda: "红" * MILLION),
    "one glued word": ("S101", lambda: in_row("当 " + "红且" * 450_000)),
    "citations": ("L004", lambda: "@ " * (MILLION // 2)),
    "variants": ("L004", lambda: "变体\n" * 300_000),
    "whole variants": ("L003", lambda: "变体 x {\n}\n" * 90_000),
    "block words": ("L003", lambda: in_row("番\n" * 300_000)),
    "empty blocks": ("L003", lambda: "变体 x {" + "番 {} " * 190_000),
    "question marks": ("L004", lambda: "?" * MILLION),
    "ternaries": ("L006", lambda: in_row("计 " + "a?1:" * 200_000 + "1")),
    "ranks": ("L002", lambda: in_row("级 {" * 300_000)),
    "words behind": ("L004", lambda: in_row("") + "a " * 400_000),
    "slip in every row": ("S117", lambda: in_row("\n".join("增 甲 當红牌 >= 3 計 2" for _ in range(4_900)))),
    "two slips in every row": ("S107", lambda: in_row("\n".join("增 甲 当红牌 >= 3 计 2 3" for _ in range(4_900)))),
    "open quotation in every row": ("S106", lambda: in_row("\n".join('增 甲 注 "abc' for _ in range(4_900)))),
    "too long": ("L001", lambda: "a" * (MILLION + 1)),
}


@pytest.mark.parametrize("name", TEXTS)
def test_reading_ends(name: str) -> None:
    """A hostile text of a megabyte is refused, without running out of stack."""
    code, make = TEXTS[name]
    source = Source(name, make())
    assert code in {one.code for one in parse(source).diagnostics}


def test_a_million_semicolons_are_one() -> None:
    """Semicolons in a row mean what one means, and cost as little."""
    assert parse(Source("x", in_row("计 2" + ";" * (MILLION - 100)))).diagnostics == ()


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("计 {}", "1 + "),
        ("当 {}", "非 "),
        ("计 {}", "若 自摸 则 1 否则 "),
        ("计 {}", "- ("),
        ("计 {}", "1 ÷ "),
    ],
)
def test_the_deepest_rows_can_be_walked(text: str, most: str) -> None:
    """A row as deep as the limits let it be is parsed, compared, shown and printed without running out of stack."""
    limits = Limits()
    count = min(limits.row_operators, limits.row_tokens // 6, limits.nesting - 2 if "(" in most else limits.row_tokens)
    row = text.format(most * count + "1" + ")" * (count * most.count("(")))
    parsed = parse(Source("x", in_row(row)))
    assert parsed.diagnostics == ()
    again = parse(Source("y", format_file(parsed)))
    assert again.tree == parsed.tree
    assert repr(again.tree) == repr(parsed.tree)
    assert hash(again.tree.variant) == hash(parsed.tree.variant)


@pytest.mark.parametrize(
    ("limits", "text", "codes"),
    [
        (Limits(nesting=3), in_row("计 (1)"), []),
        (Limits(nesting=3), in_row("计 ((1))"), ["L002"]),
        (Limits(rows=3), in_row("计 1"), []),
        (Limits(rows=3), in_row("计 1\n增 乙 计 1\n增 丙 计 1"), ["L003"]),
        (Limits(row_tokens=8), in_row("计 1 + 1"), []),
        (Limits(row_tokens=8), in_row("计 1 + 1 + 1"), ["L004"]),
        (Limits(magnitude=100), in_row("计 100"), []),
        (Limits(magnitude=100), in_row("计 101 + 1000"), ["L005", "L005"]),
        (Limits(row_operators=1), in_row("计 1 + 1\n增 乙 计 1 - 1"), []),
        (Limits(row_operators=1), in_row("计 1 + 1 + 1"), ["L006"]),
        (Limits(characters=8), "变体 x {}\n", []),
        (Limits(characters=7), "变体 x {}\n", ["L001"]),
    ],
)
def test_limits_are_exact(limits: Limits, text: str, codes: list[str]) -> None:
    """What just fits is read; one more is refused with the code of its limit."""
    assert [found.code for found in parse(Source("x", text), limits).diagnostics] == codes


def test_what_stands_before_a_limit_is_read() -> None:
    """Reading stops at a broken limit, and the rows and faults before it are kept."""
    parsed = parse(Source("x", in_row("計 1\n增 乙 计 ((((1))))\n增 丙 計 1")), Limits(nesting=4))
    assert [found.code for found in parsed.diagnostics] == ["S117", "L002"]
    assert parsed.tree.variant is not None
    assert [row.name.text for row in parsed.tree.variant.blocks[0].rows()] == ["甲"]
