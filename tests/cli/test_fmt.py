"""``phz fmt``: files laid out in place, checked, compared, turned into the other language."""

from __future__ import annotations

import io
import stat
import sys
from pathlib import Path

import pytest

from phzdsl.ruleset.library import rules_folder
from phzdsl.syntax.format import format_file
from phzdsl.syntax.parse import parse
from phzdsl.text.source import Source
from tests.cli.running import BAD, GOOD, Phz

UNTIDY = GOOD.replace("    增 末胡 当", "  增   末胡  当")


def tidy(text: str = GOOD) -> str:
    """Return the canonical text."""
    return format_file(parse(Source("good.phz", text)))


@pytest.fixture
def untidy(tmp_path: Path) -> Path:
    """Write the good variant with odd blanks."""
    path = tmp_path / "good.phz"
    path.write_text(UNTIDY, "utf-8")
    path.chmod(0o640)
    return path


def test_in_place(phz: Phz, untidy: Path) -> None:
    """The file is rewritten once, keeps its mode, and means the same; a second run changes nothing."""
    ran = phz("fmt", "good.phz")
    assert (ran.status, ran.out, ran.err) == (0, "", "1 个文件，改了 1 个\n")
    assert untidy.read_text("utf-8") == tidy()
    assert stat.S_IMODE(untidy.stat().st_mode) == 0o640
    assert phz("fmt", ".").err == "1 个文件，改了 0 个\n"
    assert [path.name for path in untidy.parent.iterdir()] == ["good.phz"]


def test_check_and_diff_change_nothing(phz: Phz, untidy: Path) -> None:
    """``--check`` names the files and fails, ``--diff`` shows the lines; the file stays."""
    checked = phz("fmt", "--check", "good.phz")
    assert (checked.status, checked.out) == (1, "good.phz\n")
    shown = phz("fmt", "--diff", "good.phz")
    assert shown.status == 0
    assert "-  增   末胡  当" in shown.out
    assert phz("fmt", "--check", "--diff", "good.phz").status == 1
    assert untidy.read_text("utf-8") == UNTIDY
    phz("fmt", "good.phz")
    assert phz("fmt", "--check", "good.phz").status == 0


def test_to_the_other_language_and_back(phz: Phz, untidy: Path) -> None:
    """Keywords and words of the language turn into English and back; the author's names stay."""
    phz("fmt", "good.phz")
    before = untidy.read_text("utf-8")
    phz("fmt", "--to", "en", "good.phz")
    assert "variant good" in untidy.read_text("utf-8")
    assert "末胡" in untidy.read_text("utf-8")
    assert phz("check", "good.phz").status == 0
    phz("fmt", "--to", "zh", "good.phz")
    assert untidy.read_text("utf-8") == before


def test_standard_input(phz: Phz, monkeypatch: pytest.MonkeyPatch) -> None:
    """``-`` is for editors: from standard input to standard output."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UNTIDY.encode())))
    assert phz("fmt", "-").out == tidy()


def test_a_file_that_cannot_be_parsed_is_left_alone(phz: Phz, untidy: Path) -> None:
    """Faults of the text are shown, the file stays byte for byte, and the others are laid out."""
    broken = untidy.with_name("broken.phz")
    broken.write_text(BAD[:-4], "utf-8")
    ran = phz("fmt", ".", "nowhere.phz")
    assert ran.status == 1
    assert "broken.phz:" in ran.err
    assert "[D911]" in ran.err
    assert broken.read_text("utf-8") == BAD[:-4]
    assert untidy.read_text("utf-8") == tidy()


def test_a_fault_of_meaning_does_not_matter(phz: Phz, bad: str) -> None:
    """A file that parses is laid out although its rules have a fault."""
    assert phz("fmt", bad).status == 0


def test_a_folder_that_cannot_be_written(phz: Phz, untidy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the new text cannot be put in place the old one is whole, and it is said."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    ran = phz("fmt", "good.phz")
    assert ran.status == 1
    assert "[D916]: 写不到good.phz：Permission denied" in ran.err
    assert untidy.read_text("utf-8") == UNTIDY
    assert [path.name for path in untidy.parent.iterdir()] == ["good.phz"]


def test_names_of_a_parent_stay(phz: Phz, tmp_path: Path) -> None:
    """An option of the parent that is named as a fact is no fact in the child either, and comes back as it was."""
    parent = '版本 1\n变体 up "上" 继承 common {\n  选项 {\n    增 大字 选 是, 否 默认 否\n  }\n}\n'
    child = '版本 1\n变体 down "下" 继承 "up.phz" {\n  番 {\n    增 小红 当 大字 且 红牌 >= 3   计 1\n  }\n}\n'
    (tmp_path / "up.phz").write_text(parent, "utf-8")
    (tmp_path / "down.phz").write_text(child, "utf-8")
    phz("fmt", "down.phz")
    before = (tmp_path / "down.phz").read_text("utf-8")
    assert phz("fmt", "--to", "en", "down.phz").status == 0
    assert "小红  when 大字 and red-cards >= 3" in (tmp_path / "down.phz").read_text("utf-8")
    assert phz("check", "down.phz").status == 0
    phz("fmt", "--to", "zh", "down.phz")
    assert (tmp_path / "down.phz").read_text("utf-8") == before


def test_what_ships_is_canonical_and_comes_back_from_english(phz: Phz, tmp_path: Path) -> None:
    """The shipped files have nothing to lay out; turned into English and back they are what they were, and mean the same throughout."""
    shipped = {path.name: path.read_text("utf-8") for path in rules_folder().glob("*.phz")}
    for name, text in shipped.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert phz("fmt", "--check", ".").status == 0
    before = phz("export", "--digest", "peng.phz").out
    assert phz("fmt", "--to", "en", ".").status == 0
    assert (tmp_path / "peng.phz").read_text("utf-8").startswith("# 碰胡子")
    assert "variant peng" in (tmp_path / "peng.phz").read_text("utf-8")
    assert phz("fmt", "--check", ".").status == 0
    assert phz("export", "--digest", "peng.phz").out == before
    assert phz("fmt", "--to", "zh", ".").status == 0
    assert {name: (tmp_path / name).read_text("utf-8") for name in shipped} == shipped
