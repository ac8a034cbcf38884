"""How text is laid on a terminal: the cells a character takes, and harmless forms of those that steer it.

Enters: characters of a rule file, which may be hostile. Leaves: text that cannot move the cursor, change
colours, or turn the order of what is read. Knows nothing of diagnostics.
"""

from __future__ import annotations

import unicodedata

__all__ = ["glyph", "visible", "width"]

_TAB = 4
# Control characters, invisible formatting (zero-width, turned reading order), halves of UTF-16 pairs,
# and the line and paragraph separators, which some terminals break lines at.
_STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_COMBINING = frozenset({"Mn", "Me"})
_LAST_ASCII = "~"


def width(text: str) -> int:
    """Return how many cells a text takes, once it is visible.

    >>> width("红胡 x"), width("e\u0301")
    (6, 1)
    """
    return sum(map(_width_of, text))


def _width_of(character: str) -> int:
    if character <= _LAST_ASCII:
        return 1
    if unicodedata.category(character) in _COMBINING:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def visible(text: str) -> str:
    r"""Return the text with every steering character, line ends included, written as an escape.

    >>> visible("红\x1b[2J\n")
    '红\\x1b[2J\\x0a'
    """
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if unicodedata.category(character) not in _STEERING:
        return character
    number = ord(character)
    if number < 1 << 8:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 1 << 16 else f"\\U{number:08x}"


def glyph(character: str, cell: int) -> str:
    """Return how one character is shown at a cell of a line: a tab as blanks, a steering one as an escape."""
    return " " * (_TAB - cell % _TAB) if character == "\t" else _visible(character)
