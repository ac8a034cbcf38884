"""A text with a name, and spans into it, counted in code points.

Lines end with LF, CRLF or a lone CR. Lines and columns count from 1. How wide a character is on a
terminal, or how many UTF-16 units it has in an editor, is settled where it is shown.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

import attrs

from phzdsl.fields import ByFields

__all__ = ["Place", "Source", "Span"]

_LINE_END = re.compile(r"\r\n|\r|\n")


@attrs.frozen(repr=False, eq=False)
class Place(ByFields):
    """A line and a column, both from 1, in code points."""

    line: int
    column: int


@attrs.frozen(eq=False, slots=False)
class Source:
    """One text: the name that people see it by, and its characters.

    Two sources are the same only if they are one object.
    """

    name: str
    text: str = attrs.field(repr=False)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    @property
    def line_count(self) -> int:
        """Number of lines, at least one."""
        return len(self._starts)

    def place(self, offset: int) -> Place:
        """Return the line and column of an offset; past the end counts as the end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """Return the text of a line (from 1) without its line end."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@attrs.frozen(repr=False, eq=False)
class Span(ByFields):
    """The part of a source from ``start`` up to, not including, ``end``."""

    source: Source = attrs.field(repr=lambda source: source.name)
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters that the span covers."""
        return self.source.text[self.start : self.end]

    @property
    def start_place(self) -> Place:
        """Line and column of the first character."""
        return self.source.place(self.start)

    @property
    def end_place(self) -> Place:
        """Line and column just past the last character."""
        return self.source.place(self.end)

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of another in the same source."""
        return Span(self.source, self.start, max(self.end, other.end))
