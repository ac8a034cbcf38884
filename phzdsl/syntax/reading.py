"""Bytes of a file to a source.

Rule files are UTF-8. Anything else is refused in words that say what the file seems to be, since a text read in the
wrong encoding would give a hundred faults that are none. Where the text can be guessed it is shown as it was meant.
"""

from __future__ import annotations

import codecs

from phzdsl.text.diagnostics import Diagnostic, Value
from phzdsl.text.source import Source, Span

__all__ = ["read_source"]

_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
# How much of a file tells what it is.
_SAMPLE = 4096


def read_source(name: str, data: bytes) -> Source | Diagnostic:
    """Return the source that bytes hold, or what keeps them from being one.

    >>> read_source("a.phz", "变体".encode()).text
    '变体'
    >>> read_source("a.phz", "变体".encode("utf-16")).code
    'S002'
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    encoding = _utf16(data)
    if encoding is not None:
        text = data.decode(encoding, "replace").removeprefix("\ufeff")
        return Diagnostic("S002", _span(Source(name, text), 0))
    place = data.find(b"\0")
    if place >= 0:
        return Diagnostic("S005", Span(Source(name, ""), 0, 0), {"offset": place})
    try:
        return Source(name, data.decode())
    except UnicodeDecodeError as error:
        return _undecodable(name, data, error.start)


def _utf16(data: bytes) -> str | None:
    """Return which UTF-16 a file is, by its first bytes or because every other byte of ASCII in it is zero."""
    for mark, encoding in _UTF16.items():
        if data.startswith(mark):
            return encoding
    sample = data[: _SAMPLE & ~1]
    zeros = (sample[::2].count(0), sample[1::2].count(0))
    for encoding, ours, others in (("utf-16-le", zeros[1], zeros[0]), ("utf-16-be", zeros[0], zeros[1])):
        # A blank, a line end and a brace among every eight characters is the least that a rule file has.
        if ours > len(sample) // 16 and others == 0 and _decodes(sample, encoding):
            return encoding
    return None


def _undecodable(name: str, data: bytes, start: int) -> Diagnostic:
    before = data[:start].decode()
    shown = before + data[start:].decode("utf-8", "replace")
    if _spoilt(shown) and _decodes(data, "gb18030"):
        text = data.decode("gb18030")
        first = next((place for place, character in enumerate(text) if not character.isascii()), 0)
        return Diagnostic("S003", _span(Source(name, text), first))
    found: dict[str, Value] = {"byte": f"0x{data[start]:02X}", "offset": start}
    return Diagnostic("S004", _span(Source(name, shown), len(before)), found)


def _spoilt(text: str) -> bool:
    """Tell whether most of what is not ASCII could not be read: another encoding, not one bad byte."""
    return text.count("\ufffd") * 2 > sum(not character.isascii() for character in text)


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _span(source: Source, place: int) -> Span:
    return Span(source, place, min(place + 1, len(source.text)))
