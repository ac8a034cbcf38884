"""Answers of a player: a line at a time from a terminal, a pipe or a file, until there are no more."""

from __future__ import annotations

import sys

from phzdsl.cli.console import Console
from phzdsl.text.cells import visible

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import TextIO

__all__ = ["Answers", "NoMoreError"]

# An answer is a number or a few cards; what is longer is none.
_LONGEST = 200
# So many answers in a row that are none, from what is no terminal, come from no player.
_MOST_BAD = 50
# A line of so many parts, each of the longest answer, is taken for one that never ends.
_MOST_PARTS = 10_000


class NoMoreError(Exception):
    """There are no more answers: the input has ended, or holds nothing that is one."""


class Answers:
    """Asks for answers on standard input."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._input = sys.stdin
        self._bad = 0
        reconfigure = getattr(self._input, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")

    @property
    def interactive(self) -> bool:
        """Tell whether a person sits at a terminal."""
        return self._input is not None and self._input.isatty()

    def ask(self, prompt: str) -> str:
        """Write a prompt and return the line that answers it, without blanks around.

        Raises:
            NoMoreError: there is none.
        """
        self._console.out.write(prompt)
        self._console.out.flush()
        try:
            line = "" if self._input is None else self._line(self._input)
        except (OSError, ValueError):  # closed, or a terminal that is gone
            line = ""
        if not line:
            self._console.out.write("\n")
            raise NoMoreError
        if not self.interactive:
            # Nobody typed it, so it stands nowhere yet.
            self._console.write(visible(line.rstrip("\n")))
        return line.strip()

    @staticmethod
    def _line(stream: TextIO) -> str:
        """Read a line; of one that is too long the rest is read and let go, and is no further answer."""
        line = part = stream.readline(_LONGEST)
        for _ in range(_MOST_PARTS):
            if not part or part.endswith("\n"):
                return line
            part = stream.readline(_LONGEST)
        return ""

    def good(self) -> None:
        """Say that the last answer was one."""
        self._bad = 0

    def bad(self) -> None:
        """Say that the last answer was none.

        Raises:
            NoMoreError: they have been none for too long.
        """
        self._bad += 1
        if self._bad >= _MOST_BAD and not self.interactive:
            raise NoMoreError
