"""Values as lines that know whether they are whole: JSON, with a checksum of itself as the last key.

A file of such lines that was cut off in the middle of one is told from a file that somebody damaged: the cut is at
its end. Nothing here reads or writes files, or knows what the values mean.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from zlib import crc32

import attrs

from phzdsl.errors import RecordError
from phzdsl.ruleset.meaning import Plain
from phzdsl.text.diagnostics import Bilingual

__all__ = ["Line", "opened", "sealed", "whole_lines"]

_MARK = ',"check":"'
_TAIL = len(_MARK) + len('01234567"}')


def sealed(value: dict[str, Plain]) -> str:
    """Write an object, which is not empty, as one line with its checksum; without a line end."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f'{body[:-1]}{_MARK}{_check(body[:-1])}"}}'


def opened(line: str) -> dict[str, Plain]:
    """Read a line that is whole.

    Raises:
        RecordError: it is no such line (``D960``), or its checksum is another (``D961``).
    """
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or "check" not in value:
        raise RecordError(Bilingual("不是一行带校验的 JSON", "it is no line of JSON with a checksum"))
    text = line.strip()
    if text[-_TAIL:] != f'{_MARK}{_check(text[:-_TAIL])}"}}':
        raise RecordError(Bilingual("内容和校验对不上", "it does not match its checksum"), code="D961")
    del value["check"]
    return value


def _check(text: str) -> str:
    return f"{crc32(text.encode('utf-8', 'surrogatepass')):08x}"


@attrs.frozen
class Line:
    """A line of a file.

    Attributes:
        number: which line, from 1.
        text: the line; None for what is left of one that was cut off.
        end: bytes up to its end; for a line without a line end, up to its start.
        ended: it has a line end.
    """

    number: int
    text: str | None
    end: int
    ended: bool = True


def whole_lines(lines: Iterable[bytes]) -> Iterator[Line]:
    """Yield the lines of a file, blank ones left out; a last one that was cut off has no text.

    Only a line without a line end can be cut off: a line and its end are written together.
    """
    end = 0
    for number, line in enumerate(lines, start=1):
        text = line.decode("utf-8", "backslashreplace")
        ended = line.endswith(b"\n")
        if not ended:
            yield Line(number, text if _whole(text) else None, end, ended=False)
            return
        end += len(line)
        if text.strip():
            yield Line(number, text, end)


def _whole(text: str) -> bool:
    try:
        opened(text)
    except RecordError:
        return False
    return True
