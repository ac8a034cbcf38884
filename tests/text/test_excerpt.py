"""Excerpts: marks stand under what they mean, and any line is shown in bounded space."""

from __future__ import annotations

import pytest

from phzdsl.text.cells import width
from phzdsl.text.diagnostics import Edit
from phzdsl.text.excerpt import Mark, excerpt, mended
from phzdsl.text.pen import Ink, Pen
from phzdsl.text.source import Source, Span


def show(text: str, start: int, end: int, mark: Mark = Mark.FAULT) -> list[str]:
    """Return the excerpt of a span of a text."""
    return excerpt(Span(Source("a.phz", text), start, end), mark, Ink.ERROR, Pen())


def marked_cells(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the first cell of the marks, and how many there are, in a text of one line."""
    _, marks = show(text, start, end)
    return width(marks.partition("^")[0]) - width("  1 | "), marks.count("^")


@pytest.mark.parametrize(
    ("text", "part", "cell", "cells"),
    [
        ("abc def", "def", 4, 3),
        ("增 红胡 当 红牌", "红胡", 3, 4),
        ("｛红：｝x", "x", 8, 1),
        ("\t红\tx", "x", 8, 1),
        ("a\tb", "\t", 1, 3),
        ("𠀀🀄z", "z", 4, 1),
        ("𠀀🀄z", "🀄", 2, 2),
        ("e\u0301e\u0301z", "z", 2, 1),
        ("\x1b[31mz", "z", 8, 1),
        ("a\u202ez", "\u202e", 1, 6),
    ],
)
def test_marks_stand_under_their_span(text: str, part: str, cell: int, cells: int) -> None:
    """Marks begin at the cell of the span and take its cells: Chinese, full-width signs, tabs, astral, escapes."""
    start = text.index(part)
    assert marked_cells(text, start, start + len(part)) == (cell, cells)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_line_end_counts_alike(line_end: str) -> None:
    """LF, CRLF and a lone CR end a line, are never shown, and give the same excerpt."""
    text = line_end.join(["变体 甲 {", "  番 乙", "}"])
    start = text.index("乙")
    assert show(text, start, start + 1) == ["  2 |   番 乙", "    |      ^^"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_line_end_is_marked_after_the_line(line_end: str) -> None:
    """A span that is only the line end gets one mark just past the last character, on that line alone."""
    text = f"番 乙{line_end}丙"
    assert show(text, 3, 3 + len(line_end)) == ["  1 | 番 乙", "    |      ^"]


def test_an_empty_span_has_one_mark() -> None:
    """A place between characters, or at the end of the text, is still pointed at."""
    assert show("番乙", 1, 1) == ["  1 | 番乙", "    |   ^"]
    assert show("番乙", 2, 2) == ["  1 | 番乙", "    |     ^"]


def test_a_span_of_several_lines_marks_each() -> None:
    """Each line of a short span is shown and marked for its part; a blank line among them has no mark."""
    text = "甲 {\n\n  乙\n}"
    assert show(text, 2, len(text)) == [
        "  1 | 甲 {",
        "    |    ^",
        "  2 |",
        "  3 |   乙",
        "    | ^^^^",
        "  4 | }",
        "    | ^",
    ]


def test_a_span_of_many_lines_has_a_gap() -> None:
    """A block of a thousand lines is shown by its beginning and its end."""
    text = "\n".join("x" for _ in range(1000))
    assert show(text, 0, len(text)) == [
        "  1 | x",
        "    | ^",
        "  2 | x",
        "    | ^",
        "    | ...",
        "  1000 | x",
        "    | ^",
    ]


@pytest.mark.parametrize("character", ["x", "红", "\t", "\u0301", "\x1b"])
@pytest.mark.parametrize("start", [0, 500_000, 1_000_000])
def test_a_line_of_a_megabyte_is_cut_around_the_mark(character: str, start: int) -> None:
    """The longest line is shown in bounded space, with dots where it is cut and the mark under its span."""
    text = character * start + "番" + character * (1_000_000 - start)
    line, marks = show(text, start, start + 1)
    assert len(line) < 250
    assert width(line) < 120
    assert line.removeprefix("  1 | ").startswith("...") == (start > 0)
    assert line.endswith("...") == (start < 1_000_000)
    assert width(line.partition("番")[0]) == width(marks.partition("^")[0])


def test_a_long_span_is_marked_as_far_as_it_is_shown() -> None:
    """Marks of a span that is cut end where the shown text ends."""
    line, marks = show("x" * 1000, 10, 900)
    assert line.count("x") == marks.count("^") + 10


def test_a_line_that_fits_is_whole() -> None:
    """A line of a hundred cells is not cut, wherever the mark stands."""
    assert [show("红" * 50, start, start + 1)[0] for start in (0, 25, 49)] == ["  1 | " + "红" * 50] * 3


@pytest.mark.parametrize(
    ("text", "part", "put", "shown"),
    [
        ("番\n  红乎 x\n", "红乎", "红胡", ["  2 |   红胡 x", "    |   ++++"]),
        ("番\r\n甲\r\n乙", "\r\n甲", "", ["  1 | 番"]),
        ("番 甲", "甲", "乙\n丙", ["  1 | 番 乙", "    |    ++", "  2 | 丙", "    | ++"]),
    ],
)
def test_a_mend_is_shown_in_its_line(text: str, part: str, put: str, shown: list[str]) -> None:
    """The mended line has its own number and marks what is new; what is only removed has no mark."""
    start = text.index(part)
    piece, above = mended(Edit(Span(Source("a.phz", text), start, start + len(part)), put))
    assert excerpt(piece, Mark.MEND, Ink.MEND, Pen(), above=above) == shown
