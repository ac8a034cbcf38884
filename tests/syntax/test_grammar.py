"""The parser's tables: made once, kept, read without lark; and what is not needed is not imported."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = '变体 x "试" {\n  番 {\n    增 甲 计 2\n  }\n}\n'
RUN = """
import sys
from phzdsl.syntax.parse import parse
from phzdsl.text.source import Source
found = parse(Source("x", sys.argv[1])).diagnostics
heavy = [name for name in ("lark", "numpy", "phzdsl.syntax.recover") if name in sys.modules]
print(" ".join(one.code for one in found), *heavy)
"""


def run(text: str, cache: Path) -> str:
    """Parse a text in a process of its own; return the codes found and which heavy modules it loaded."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, text],
        env={"PHZDSL_CACHE": str(cache), "PATH": "", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return the file of the kept tables, made by a first run with lark."""
    assert run(TEXT, tmp_path) == "lark"
    (file,) = tmp_path.iterdir()
    return file


def test_tables_are_kept(kept: Path) -> None:
    """The second run reads the tables and does not load lark; a good text does not load the recovery."""
    before = kept.read_bytes()
    assert run(TEXT, kept.parent) == ""
    assert kept.read_bytes() == before


def test_faults_load_the_recovery(kept: Path) -> None:
    """Only a text with faults loads the part that explains them, still without lark."""
    assert run(TEXT.replace("计", "計"), kept.parent) == "S117 phzdsl.syntax.recover"


@pytest.mark.parametrize("spoilt", [b"", b"{", b"[]", b"\xff\xfe", b'{"form": 1, "grammar": "x"}', b'{"form": 0}'])
def test_a_spoilt_copy_is_made_again(kept: Path, spoilt: bytes) -> None:
    """Tables that are cut, of another grammar or of another form are made anew, not trusted."""
    whole = json.loads(kept.read_bytes())
    kept.write_bytes(spoilt)
    assert run(TEXT, kept.parent) == "lark"
    assert json.loads(kept.read_bytes())["grammar"] == whole["grammar"]


def test_no_folder_to_keep_them_in(tmp_path: Path) -> None:
    """Where nothing can be kept the tables are made each time, and that is no fault."""
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert run(TEXT, blocked) == "lark"
    assert run(TEXT, blocked) == "lark"
