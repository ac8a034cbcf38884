"""What a report for people is written with: colours, if wanted, and the gutter of line numbers.

The only place where an escape sequence is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

import attrs

__all__ = ["Ink", "Pen"]


class Ink(Enum):
    """What a stretch of a report is, for its colour."""

    GUTTER = "gutter"
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    MEND = "mend"


_ANSI: Mapping[Ink, str] = MappingProxyType(
    {Ink.GUTTER: "34", Ink.ERROR: "1;31", Ink.WARNING: "1;33", Ink.NOTE: "1;36", Ink.MEND: "1;32"}
)


@attrs.frozen
class Pen:
    """Writes the parts of a report.

    Attributes:
        colour: whether to write ANSI colours.
        gutter: cells that line numbers take.
    """

    colour: bool = False
    gutter: int = 1

    def write(self, text: str, ink: Ink) -> str:
        """Return the text, in colour if wanted."""
        return f"\x1b[{_ANSI[ink]}m{text}\x1b[0m" if self.colour and text else text

    def bar(self, number: int | None = None) -> str:
        """Return the left edge of a line: its number, or blanks, and a bar."""
        return self.write(f"  {'' if number is None else number:>{self.gutter}} |", Ink.GUTTER)
