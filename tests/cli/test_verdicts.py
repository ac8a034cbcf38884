"""Remembered verdicts: an unchanged file in order is not checked again, and nothing else is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from phzdsl.cli.main import main
from phzdsl.cli.verdicts import Verdicts

PARENT = '版本 1\n变体 parent "上家" 继承 common {\n  番 {\n    增 红胡 当 红牌 >= 10 计 2\n  }\n}\n'
CHILD = '版本 1\n变体 child "下家" 继承 "parent.phz" {\n  番 {\n    改 红胡 计 3\n  }\n}\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a parent and a child, and a cache of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PHZDSL_CACHE", str(tmp_path / "cache"))
    (tmp_path / "parent.phz").write_text(PARENT, "utf-8")
    (tmp_path / "child.phz").write_text(CHILD, "utf-8")
    return tmp_path


def remembered(path: Path) -> bool:
    """Tell whether a file is known to be in order, as a new run sees it."""
    return Verdicts().clean(path)


def test_a_change_of_a_parent_makes_the_verdict_void(here: Path) -> None:
    """A child in order is remembered until its own text or its parent's changes."""
    child = here / "child.phz"
    assert not remembered(child)
    assert main(["check", "child.phz"]) == 0
    assert remembered(child)
    parent = here / "parent.phz"
    parent.write_text(parent.read_text("utf-8").replace("红胡", "红糊"), "utf-8")
    assert not remembered(child)
    assert main(["check", "child.phz"]) == 1


def test_a_fault_is_told_again(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file with a fault is never remembered."""
    (here / "child.phz").write_text(CHILD.replace("红胡", "红牛"), "utf-8")
    for _ in range(2):
        assert main(["check", "child.phz"]) == 1
        assert "I405" in capsys.readouterr().out


def test_scribbled_verdicts_are_not_believed(here: Path) -> None:
    """A verdict that was cut off or written over counts as none."""
    main(["check", "common"])
    notes = list((here / "cache" / "verdicts").iterdir())
    assert notes
    for note in notes:
        note.write_bytes(b"\xff\x00clean?")
    assert main(["check", "common"]) == 0
