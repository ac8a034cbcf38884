"""Tables on disk: what is read is what was written, and nothing on a disk can do harm."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from phzdsl.tables.automaton import Automaton
from phzdsl.tables.division import Mode, TableLimitError
from phzdsl.tables.eager import compile_automaton
from phzdsl.tables.store import load_automaton, save_automaton, shape_digest, stored_automaton
from tests.tables import rules

SHAPE = rules.shape([*rules.runs(), *rules.pairs(xi=-2)], groups=4)


def content(automaton: Automaton) -> list[object]:
    """Return everything that an automaton holds, in values that can be compared."""
    layers = [(layer.states, layer.next.tolist(), layer.weights.tolist()) for layer in automaton.layers]
    rest = attrs.asdict(automaton, recurse=False, filter=attrs.filters.exclude("layers"))
    return [layers, rest]


@pytest.mark.parametrize("mode", Mode)
def test_a_stored_automaton_is_the_compiled_one(mode: Mode, tmp_path: Path) -> None:
    """First call compiles and writes one file, second reads it; expected: what compiling gives."""
    compiled = content(compile_automaton(SHAPE, mode=mode))
    assert content(stored_automaton(SHAPE, mode=mode, folder=tmp_path)) == compiled
    [path] = tmp_path.iterdir()
    loaded = load_automaton(path, SHAPE, mode=mode)
    assert loaded is not None
    assert content(loaded) == compiled
    assert content(stored_automaton(SHAPE, mode=mode, folder=tmp_path)) == compiled


def test_a_damaged_file_is_built_again(tmp_path: Path) -> None:
    """Cut at any of 60 lengths, or with any of 60 bytes changed, a file is not believed and gets replaced."""
    compiled = stored_automaton(SHAPE, folder=tmp_path)
    [path] = tmp_path.iterdir()
    whole = path.read_bytes()
    places = [*range(0, 120, 4), *range(120, len(whole), len(whole) // 29)]
    for place in places:
        for damaged in (whole[:place], whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]):
            path.write_bytes(damaged)
            assert load_automaton(path, SHAPE) is None
    assert content(stored_automaton(SHAPE, folder=tmp_path)) == content(compiled)
    assert path.read_bytes() == whole


def test_a_file_under_another_name_is_not_believed(tmp_path: Path) -> None:
    """The digest stands in the file too, so a renamed table is not taken for another shape's."""
    stored_automaton(SHAPE, folder=tmp_path)
    [path] = tmp_path.iterdir()
    moved = path.rename(path.with_name("0" * 64 + ".phztab"))
    assert load_automaton(moved, SHAPE) is None


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing folder, a file in its place and a full disk: compiled all the same, no draft left behind."""
    automaton = compile_automaton(SHAPE)
    assert not save_automaton(tmp_path / "missing" / "a.phztab", automaton)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PHZDSL_CACHE", str(tmp_path / "file"))
    assert content(stored_automaton(SHAPE)) == content(automaton)

    def full(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "replace", full)
    (tmp_path / "full").mkdir()
    assert content(stored_automaton(SHAPE, folder=tmp_path / "full")) == content(automaton)
    assert list((tmp_path / "full").iterdir()) == []


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PHZDSL_CACHE is where the table goes."""
    monkeypatch.setenv("PHZDSL_CACHE", str(tmp_path / "here"))
    stored_automaton(SHAPE)
    assert len(list((tmp_path / "here").iterdir())) == 1


def test_digests_differ_when_tables_do() -> None:
    """Every part of a shape that the tables depend on changes the digest; a meld's number alone does not."""
    same = attrs.evolve(SHAPE, free=tuple(attrs.evolve(form, meld=form.meld * 3) for form in SHAPE.free))
    same = attrs.evolve(same, pair_melds=frozenset(meld * 3 for meld in SHAPE.pair_melds))
    assert shape_digest(same) == shape_digest(SHAPE)
    others = [
        attrs.evolve(SHAPE, groups=5),
        attrs.evolve(SHAPE, free=SHAPE.free[1:]),
        attrs.evolve(SHAPE, triplets=(None, *SHAPE.triplets[1:])),
        attrs.evolve(SHAPE, quads=(None, *SHAPE.quads[1:])),
        attrs.evolve(SHAPE, pair_melds=frozenset()),
        attrs.evolve(SHAPE, pair_bounds=((0, 1),) * 9),
        attrs.evolve(SHAPE, copies=(3, *SHAPE.copies[1:])),
    ]
    digests = [shape_digest(shape) for shape in (SHAPE, *others)]
    digests += [shape_digest(SHAPE, mode=Mode.ALL), shape_digest(SHAPE, weigh=lambda form: form.xi + 1)]
    assert len(set(digests)) == len(digests)


def test_limits_hold_before_anything_is_written(tmp_path: Path) -> None:
    """A shape over the limit of states raises and leaves no file."""
    with pytest.raises(TableLimitError):
        stored_automaton(SHAPE, max_states=10, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_reading_tables_needs_no_numpy() -> None:
    """A process that imports the store and the lazy form has not imported numpy."""
    code = "import sys, phzdsl.tables.store, phzdsl.tables.lazy; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
