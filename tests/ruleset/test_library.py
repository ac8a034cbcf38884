"""Finding and loading variants: by id, by path, from a text, and never from where it may not read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from phzdsl.errors import LoadError
from phzdsl.ruleset import library, resolver
from phzdsl.ruleset.checks import CHECKS
from phzdsl.ruleset.library import Folder, Loader, load, loads, read_path, rules_folder, shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.text.diagnostics import Diagnostic
from phzdsl.text.source import Source
from tests.ruleset.support import child, codes_in, load_text

PLAIN = child("番 {\n  增 红胡 当 红牌 >= 10 计 2\n}")


@pytest.mark.parametrize("variant", shipped())
def test_shipped_variants_have_no_faults(variant: str) -> None:
    """What ships gives no error and no warning: a reader learns from it how a file should be."""
    loader = Loader(Folder())
    source = read_path(rules_folder() / f"{variant}.phz")
    assert isinstance(source, Source)
    found = loader.load(source)
    told = [
        (one.code, one.span.start_place, one.span.text) for one in found.diagnostics if one.severity.value != "note"
    ]
    assert told == []
    assert found.ruleset is not None
    assert found.ruleset.id == variant


def test_a_path_loads_the_file(tmp_path: Path) -> None:
    """A file elsewhere inherits from what ships by id and from its neighbours by path."""
    (tmp_path / "a.phz").write_text(PLAIN.replace("变体 t", "变体 a"), "utf-8")
    (tmp_path / "b.phz").write_text('版本 1\n变体 b "乙" 继承 "a.phz" {\n}\n', "utf-8")
    assert load(tmp_path / "b.phz").line == ("b", "a", "common")


def test_faults_are_raised_together(tmp_path: Path) -> None:
    """Loading a file with faults raises one exception that carries them all, in order."""
    (tmp_path / "t.phz").write_text(PLAIN.replace("红牌", "红排") + "#\n", "utf-8")
    with pytest.raises(LoadError) as caught:
        load(tmp_path / "t.phz")
    assert [one.code for one in caught.value.diagnostics] == ["N201"]


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    """Neither an id nor a file: the usual exception for a missing file."""
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.phz")


def test_a_text_reads_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text may inherit from what ships; a path in it is not followed, even to a file that exists."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.phz").write_text(PLAIN, "utf-8")
    assert loads(PLAIN).id == "t"
    with pytest.raises(LoadError, match="I401"):
        loads(child("", parent='"a.phz"'))


@pytest.mark.parametrize("path", ["../外.phz", "/etc/passwd", "里/../../外.phz", "连.phz"])
def test_no_file_outside_the_folder_is_read(tmp_path: Path, path: str) -> None:
    """Neither a path upwards, nor an absolute one, nor a link leads out of the folder."""
    inner = tmp_path / "里面"
    (inner / "里").mkdir(parents=True)
    (tmp_path / "外.phz").write_text(PLAIN, "utf-8")
    (inner / "连.phz").symlink_to(tmp_path / "外.phz")
    source = Source(str(inner / "t.phz"), child("", parent=f'"{path}"'))
    assert [one.code for one in Loader(Folder(inner)).load(source).diagnostics] == ["I410"]


def test_a_parent_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run over many files reads and checks each parent a single time."""
    reads: list[str] = []
    usual = Path.read_bytes

    def counted(path: Path) -> bytes:
        reads.append(path.name)
        return usual(path)

    monkeypatch.setattr(Path, "read_bytes", counted)
    loader = Loader(Folder(tmp_path))
    for name in ("a", "b", "c"):
        loader.load(Source(f"{name}.phz", PLAIN.replace("变体 t", f"变体 {name}")))
    assert reads.count("common.phz") == 3
    assert loader.load(Source("a.phz", "")) is loader.load(Source("a.phz", PLAIN))


def test_a_parent_that_ships_is_checked_when_its_child_has_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ships was checked before; it is again only where something is found that may stand in it."""
    checked: list[str] = []

    def noted(ruleset: Ruleset) -> Iterator[Diagnostic]:
        checked.append(ruleset.id)
        return iter(())

    monkeypatch.setattr(library, "CHECKS", (noted, *CHECKS))
    assert load_text(PLAIN).diagnostics == ()
    assert checked == ["t"]
    idle = child("选项 {\n  增 闲着 选 是, 否 默认 是\n}")
    assert [one.code for one in load_text(idle).diagnostics] == ["R807"]
    assert checked == ["t", "t", "common"]


def test_faults_of_a_parent_that_ships_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in an inherited row stops the child, and its own faults wait; a remark on one is not made again."""
    monkeypatch.setattr(resolver, "rules_folder", lambda: tmp_path)
    common = (rules_folder() / "common.phz").read_text("utf-8")
    (tmp_path / "common.phz").write_text(common, "utf-8")
    bad = '版本 1\n变体 bad "坏" 继承 common {\n  番 {\n    增 红胡 当 红牌 + 1 计 2\n  }\n}\n'
    (tmp_path / "bad.phz").write_text(bad, "utf-8")
    (tmp_path / "idle.phz").write_text(child("选项 {\n  增 闲着 选 是, 否 默认 是\n}"), "utf-8")
    assert codes_in(child("选项 {\n  增 又闲 选 是, 否 默认 是\n}", parent="bad")) == ["I415"]
    told = load_text(child("选项 {\n  增 又闲 选 是, 否 默认 是\n}", parent="idle")).diagnostics
    assert [(one.code, one.span.text) for one in told] == [("R807", "增 又闲 选 是, 否 默认 是")]


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("胡 { 改 起胡 息 >= 15 }", "起胡"),
        ("win { change minimum xi >= 15 }", "minimum"),
        ("胡 { 删 起胡 }", "起胡"),
        ("胡 { 改 起胡 若 三息凑胡 则 息 >= 15 否则 息 >= 15 }", "cd-ban"),
    ],
)
def test_an_option_that_a_child_leaves_idle(body: str, place: str) -> None:
    """It is told at the row that names it no longer, with the option beside; where it is named still, at the parent."""
    (told,) = [one for one in load_text(child(body, parent="cd-ban")).diagnostics if one.code == "R807"]
    assert told.span.text == place
    assert told.values["option"] == "三息凑胡"
    assert told.related[0].span.text.startswith("增 三息凑胡")


def test_a_circle_over_several_files_ends(tmp_path: Path) -> None:
    """A circle of any length is told and does not hang."""
    names = ["a", "b", "c"]
    for name, parent in zip(names, [*names[1:], names[0]], strict=True):
        text = f'版本 1\n变体 {name} "圈" 继承 "{parent}.phz" {{\n}}\n'
        (tmp_path / f"{name}.phz").write_text(text, "utf-8")
    with pytest.raises(LoadError) as caught:
        load(tmp_path / "a.phz")
    assert [one.code for one in caught.value.diagnostics] == ["I415"]


def test_a_faulty_parent_is_told_once() -> None:
    """Faults of a parent are not repeated for its child, which only says that the parent has them."""
    loaded = load_text(child("番 {\n  增 红胡 当 红排 >= 10 计 2\n}", parent="common"))
    assert [one.code for one in loaded.diagnostics] == ["N201"]


def test_a_newer_file_is_not_read() -> None:
    """A file of a later version of the language is refused whole: its rows may mean something else."""
    found = load_text(PLAIN.replace("版本 1", "版本 2"))
    assert [one.code for one in found.diagnostics] == ["F701"]
    assert found.ruleset is None
