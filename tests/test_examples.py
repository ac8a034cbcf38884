"""The examples run, and print something."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "examples"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_example_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An example is at most 60 lines, runs as a script without an error, and has something to show."""
    assert len(path.read_text("utf-8").splitlines()) <= 60
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out.strip()
