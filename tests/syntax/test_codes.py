"""The codes of this floor: the wrong example of each gives it and nothing else, the mended one gives none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import phzdsl.syntax
from phzdsl.syntax.limits import Limits
from phzdsl.syntax.parse import parse
from phzdsl.syntax.reading import read_source
from phzdsl.text.catalogue import codes, entry
from phzdsl.text.diagnostics import Diagnostic
from phzdsl.text.source import Source

OURS = [code for code in codes() if code[0] in "SL"]
SMALL = Limits(characters=2_000, rows=20)


def found_in(data: bytes, limits: Limits | None = None) -> list[str]:
    """Return the codes of what this floor finds in a file."""
    read = read_source("example.phz", data)
    if isinstance(read, Diagnostic):
        return [read.code]
    return [found.code for found in parse(read, limits).diagnostics]


@pytest.mark.parametrize("code", [code for code in OURS if entry(code).bad_command is None])
def test_the_wrong_example_gives_its_code(code: str) -> None:
    """A reader who looks a code up sees a file that has this fault and no other."""
    known = entry(code)
    data = known.bad_bytes if known.bad_bytes is not None else (known.bad or "").encode()
    assert set(found_in(data)) == {code}


@pytest.mark.parametrize("code", [code for code in OURS if entry(code).bad_command is None])
def test_the_mended_example_gives_none(code: str) -> None:
    """What the entry shows as right is right."""
    assert found_in(entry(code).good.encode()) == []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("L001", "# 一行说明\n" * 500),
        ("L003", "变体 x {\n番 {\n" + "删 红胡\n" * 21 + "}\n}\n"),
        ("L003", "# 说明\n" * 21),
    ],
)
def test_what_is_too_long_to_be_shown(code: str, text: str) -> None:
    """The limits whose wrong example would fill pages are tried with smaller ones."""
    assert found_in(text.encode(), SMALL) == [code]


def test_every_code_of_the_floor_is_known() -> None:
    """Each code that a module of this floor names has an entry, and each entry is named by a module."""
    folder = Path(phzdsl.syntax.__file__).parent
    named = {code for file in folder.glob("*.py") for code in re.findall(r'"([SL]\d{3})"', file.read_text("utf-8"))}
    assert named == set(OURS)


def test_sources_are_the_only_thing_a_place_needs() -> None:
    """Every fault of every wrong example lies inside the text that it is told of."""
    for code in OURS:
        known = entry(code)
        if known.bad is None:
            continue
        source = Source(code, known.bad)
        for found in parse(source).diagnostics:
            assert found.span.source is source
            assert 0 <= found.span.start <= found.span.end <= len(source.text)
