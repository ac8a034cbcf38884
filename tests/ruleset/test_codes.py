"""Every code of the catalogue: its wrong file gives it and nothing else, its mended file does not.

The exact page that people see for the wrong file is kept in ``tests/data/codes/CODE.txt``, in both languages.
``PHZDSL_RECORD=1 pytest tests/ruleset/test_codes.py`` writes these files anew; read the difference before it is kept.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest

from phzdsl.analysis.lint import lint
from phzdsl.syntax.reading import read_source
from phzdsl.text.catalogue import Entry, codes, entry, holes
from phzdsl.text.diagnostics import Diagnostic, Severity
from tests.ruleset.support import NAME, loaded, page, ruleset_of

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "tests" / "data" / "codes"
RECORD = "PHZDSL_RECORD"

_CODE = re.compile(r'"([A-Z]\d{3})"')
_VARIANT = re.compile(r"^(?:变体|variant)[ \t]+([a-z0-9-]+)[ \t]", re.MULTILINE)
_FILES = [code for code in codes() if entry(code).bad_command is None]


def emitted_in(folder: str) -> set[str]:
    """Return the codes that the program names in a part of it."""
    found = set()
    for file in sorted((ROOT / "phzdsl" / folder).rglob("*.py")):
        found |= set(_CODE.findall(file.read_text("utf-8")))
    return found


PROVED = emitted_in("analysis")


def found_in(known: Entry, text: str, folder: Path) -> tuple[Diagnostic, ...]:
    """Return what is found in a file: by the loader, and for codes of proofs by the proofs too."""
    result = loaded(text, folder, known.beside, file_name(known.code, text))
    return (*result.diagnostics, *proved(text)) if known.code in PROVED and result.ok else result.diagnostics


def file_name(code: str, text: str) -> str:
    """Return the name that the file of a text has: that of its variant, but for the code that is about it."""
    variant = _VARIANT.search(text)
    return NAME if variant is None or code == "F704" else f"{variant[1]}.phz"


@cache
def proved(text: str) -> tuple[Diagnostic, ...]:
    """Return what is proved about a file; proofs look at all hands and take seconds."""
    return lint(ruleset_of(text))


def found_in_bad(known: Entry, folder: Path) -> tuple[Diagnostic, ...]:
    """Return what is found in the wrong file."""
    if known.bad_bytes is not None:
        read = read_source(NAME, known.bad_bytes)
        return (read,) if isinstance(read, Diagnostic) else found_in(known, read.text, folder)
    assert known.bad is not None
    return found_in(known, known.bad, folder)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("code", _FILES)
def test_the_wrong_file_gives_its_code_alone(code: str, here: Path) -> None:
    """The minimal wrong file shows exactly this fault, as bad as the catalogue says, and reads as recorded."""
    known = entry(code)
    found = found_in_bad(known, here)
    assert {one.code for one in found} == {code}
    assert {one.severity for one in found} == {known.severity}
    shown = page(found, here)
    recorded = PAGES / f"{code}.txt"
    if os.environ.get(RECORD):
        recorded.parent.mkdir(parents=True, exist_ok=True)
        recorded.write_text(shown, "utf-8")
    assert shown == recorded.read_text("utf-8")


@pytest.mark.parametrize("code", _FILES)
def test_the_mended_file_is_in_order(code: str, here: Path) -> None:
    """The mended file has no error and not this code, so following the advice ends the trouble."""
    known = entry(code)
    found = found_in(known, known.good, here)
    assert code not in {one.code for one in found}
    assert [one.code for one in found if one.severity is Severity.ERROR] == []


@pytest.mark.parametrize("code", _FILES)
def test_every_hole_is_filled(code: str, here: Path) -> None:
    """What finds a fault gives just the values that its sentence speaks of: none is missing, none goes unsaid."""
    known = entry(code)
    for one in found_in_bad(known, here):
        assert set(one.values) == holes(known.message.zh)


@pytest.mark.parametrize("code", _FILES)
def test_mends_mend(code: str, here: Path) -> None:
    """Taking the first mend that is offered leaves the place without the fault."""
    known = entry(code)
    if known.bad is None or code in PROVED:
        return
    for one in found_in_bad(known, here):
        for fix in one.fixes[:1]:
            text = known.bad
            for edit in sorted(fix.edits, key=lambda edit: edit.span.start, reverse=True):
                text = text[: edit.span.start] + edit.text + text[edit.span.end :]
            after = found_in(known, text, here)
            assert (code, one.span.text) not in {(other.code, other.span.text) for other in after}


def test_codes_and_pages_go_together() -> None:
    """Each code that the program can give has an entry, and each entry is of a code that it can give."""
    program = emitted_in("")
    assert program - set(codes()) == set()
    assert set(codes()) - program == set()


def test_no_page_is_left_over() -> None:
    """Recorded pages are of codes that exist."""
    assert {file.stem for file in PAGES.glob("*.txt")} <= set(_FILES)
