"""A piece of source text with a mark under it, for people.

Enters: a span. Leaves: lines of text with their numbers, each followed by a line of marks that stand under
the right cells whatever the width of the characters. Lines are cut around the mark, so a line of any length
is shown in bounded space. Says nothing about what is wrong there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from phzdsl.text.cells import glyph, width
from phzdsl.text.diagnostics import Edit
from phzdsl.text.pen import Ink, Pen
from phzdsl.text.source import Source, Span

__all__ = ["Mark", "excerpt", "last_line", "mended"]

_WIDEST = 100
_LEFT_OF_MARK = 40
_MOST_LINES = 4
_LINES_BEFORE_GAP = 2
# Dots rather than the one-character ellipsis, whose width differs between terminals.
_DOTS = "..."


class Mark(Enum):
    """The sign that is repeated under a span."""

    FAULT = "^"
    RELATED = "-"
    MEND = "+"


def excerpt(span: Span, mark: Mark, ink: Ink, pen: Pen, *, above: int = 0) -> list[str]:
    """Show the lines of a span with marks under what it covers; an empty span gets a single mark.

    Args:
        span: the place.
        mark: the sign to repeat.
        ink: colour of the marks.
        pen: how to write numbers and colours.
        above: how many lines stand before the first of the source, when it is a piece of a larger text.
    """
    shown: list[str] = []
    before = 0
    for number, start, end in _marked_lines(span):
        if before and number > before + 1:
            shown.append(f"{pen.bar()} {_DOTS}")
        before = number
        # A mend that only removes has nothing to point at, nor has a blank line inside a span of several.
        least = 1 if number == span.start_place.line and mark is not Mark.MEND else 0
        text, indent, length = _laid(span.source.line(number), start, end)
        shown.append(f"{pen.bar(number + above)} {text}".rstrip())
        if marks := mark.value * max(least, length):
            shown.append(f"{pen.bar()} {' ' * indent}{pen.write(marks, ink)}")
    return shown


def last_line(span: Span) -> int:
    """Return the number of the last line that an excerpt of the span shows."""
    first, end = span.start_place.line, span.end_place
    # A span that ends with a line end marks nothing of the next line.
    return max(first, end.line - (end.column == 1))


def mended(edit: Edit) -> tuple[Span, int]:
    """Apply one edit to the lines it touches.

    Returns:
        The span of the new text in a small source of only these lines, and how many lines stand above it.
    """
    text = edit.span.source.text
    start, end = edit.span.start_place, edit.span.end_place
    head = text[edit.span.start - start.column + 1 : edit.span.start]
    tail = edit.span.source.line(end.line)[end.column - 1 :]
    piece = Source(edit.span.source.name, head + edit.text + tail)
    return Span(piece, len(head), len(head) + len(edit.text)), start.line - 1


def _marked_lines(span: Span) -> Iterator[tuple[int, int, int]]:
    """Yield each line to show: its number, and the offsets in it where the mark begins and ends."""
    start, end, last = span.start_place, span.end_place, last_line(span)
    numbers: Sequence[int] = range(start.line, last + 1)
    if len(numbers) > _MOST_LINES:
        numbers = (*numbers[:_LINES_BEFORE_GAP], last)
    for number in numbers:
        length = len(span.source.line(number))
        first = start.column - 1 if number == start.line else 0
        stop = end.column - 1 if number == end.line else length
        yield number, min(first, length), min(stop, length)


def _laid(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Lay a line on cells, cut around the mark: what is shown, the cell the mark begins at, its cells."""
    low, high = _window(line, start)
    before = _glyphs(line[low:start], width(_DOTS) if low else 0)
    indent = width(before) + (width(_DOTS) if low else 0)
    inside = _glyphs(line[start : min(end, high)], indent)
    after = _glyphs(line[max(start, min(end, high)) : high], indent + width(inside))
    text = f"{_DOTS if low else ''}{before}{inside}{after}{_DOTS if high < len(line) else ''}"
    return text, indent, width(inside)


def _glyphs(text: str, cell: int) -> str:
    shown: list[str] = []
    for character in text:
        shown.append(glyph(character, cell))
        cell += width(shown[-1])
    return "".join(shown)


def _window(line: str, start: int) -> tuple[int, int]:
    """Choose the part of a line to show: all of it if it fits, else some before the mark and more after."""
    low, spent = _walk_left(line, start, _LEFT_OF_MARK)
    high = start
    while high < len(line) and spent + (cost := _cost(line[high])) <= _WIDEST:
        spent += cost
        high += 1
    low, _ = _walk_left(line, low, _WIDEST - spent)
    return low, high


def _walk_left(line: str, start: int, budget: int) -> tuple[int, int]:
    spent = 0
    while start and spent + (cost := _cost(line[start - 1])) <= budget:
        spent += cost
        start -= 1
    return start, spent


def _cost(character: str) -> int:
    """Return the most cells a character may take; a combining one costs one, so that piles of them end."""
    return max(1, width(glyph(character, 0)))
