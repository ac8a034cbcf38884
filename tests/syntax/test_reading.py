"""Bytes to text: UTF-8 is read, and anything else is refused in words that say what it seems to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phzdsl.syntax.parse import parse
from phzdsl.syntax.reading import read_source
from phzdsl.text.diagnostics import Diagnostic
from phzdsl.text.source import Source

TEXT = '版本 1\n变体 x "试" 继承 common {\n  番 {\n    增 红胡 当 红牌 >= 10 计 2\n  }\n}\n'


def text_of(data: bytes) -> str:
    """Return the text of bytes that can be read."""
    read = read_source("x.phz", data)
    assert isinstance(read, Source)
    return read.text


def refused(data: bytes) -> Diagnostic:
    """Return what keeps bytes from being read."""
    read = read_source("x.phz", data)
    assert isinstance(read, Diagnostic)
    return read


def test_utf8_is_read() -> None:
    """UTF-8 is the text it is."""
    assert text_of(TEXT.encode()) == TEXT


def test_a_mark_in_front_is_dropped() -> None:
    """The byte order mark that Windows editors put in front is no part of the text."""
    assert text_of(TEXT.encode("utf-8-sig")) == TEXT


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system(end: str) -> None:
    """A file reads the same with the line ends of any system."""
    source = Source("x", text_of(TEXT.replace("\n", end).encode()))
    parsed = parse(source)
    assert parsed.diagnostics == ()
    assert parsed.tree == parse(Source("y", TEXT)).tree
    assert source.place(source.text.index("增")).line == 4


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_named(encoding: str) -> None:
    """UTF-16 is known with its mark and without, and the place shows the text as it was meant."""
    found = refused(TEXT.encode(encoding))
    assert found.code == "S002"
    assert found.span.source.text == TEXT


def test_gb18030_is_named() -> None:
    """A file of an old Chinese editor is known, and the mark stands at the first Chinese character."""
    found = refused(TEXT.encode("gb18030"))
    assert found.code == "S003"
    assert found.span.text == "版"


def test_one_bad_byte_is_shown() -> None:
    """One damaged byte in a UTF-8 file is told with its value and offset, not as another encoding."""
    data = TEXT.encode()
    place = data.index("红".encode())
    found = refused(data[:place] + b"\xff" + data[place:])
    assert (found.code, found.values) == ("S004", {"byte": "0xFF", "offset": place})
    assert found.span.start == TEXT.index("红")


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"PK\x03\x04\0\0\0\0", TEXT.encode() + b"\0"])
def test_what_is_no_text_is_named(data: bytes) -> None:
    """A picture, an archive, or a text with a zero byte is refused as no text."""
    assert refused(data).code == "S005"


def test_an_empty_file_is_a_text() -> None:
    """An empty file is read; that it has no rules is told by the parser."""
    source = read_source("x.phz", b"")
    assert isinstance(source, Source)
    assert [found.code for found in parse(source).diagnostics] == ["S001"]


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    """Any bytes at all are a text or one fault, whose place is inside what is shown of them."""
    read = read_source("x.phz", data)
    if isinstance(read, Diagnostic):
        assert 0 <= read.span.start <= read.span.end <= len(read.span.source.text)
    else:
        parse(read)
