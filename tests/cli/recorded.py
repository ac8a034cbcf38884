"""Records of hands, and files of them with one fault each: for the tests of the command line."""

from __future__ import annotations

from pathlib import Path
from random import Random

import attrs

from phzdsl.analysis.run import Run
from phzdsl.analysis.simulate import Plan
from phzdsl.game import Action, Game, apply, legal, new_hand
from phzdsl.game.record import Record, line_of, record_of
from phzdsl.ruleset.library import load
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind

__all__ = ["recorded", "write_records", "write_run"]


def recorded(ruleset: Ruleset, seed: int = 1) -> Record:
    """Play a hand by chance and write it down."""
    random = Random(seed)
    state = new_hand(Game(bind(ruleset)), seed=seed)
    while state.waiting:
        state = apply(state, random.choice(legal(state, state.waiting[0])))
    return record_of(state, seed=seed)


def write_records(folder: Path, mine: Ruleset) -> None:
    """Write a record that is in order, one of a variant that does not ship, and one for each fault."""
    good = recorded(load("common"))
    first = good.actions[0]
    records = {
        "hand": good,
        "theirs": recorded(mine),
        "old": attrs.evolve(good, digest="0" * 64, rows={**good.rows, "fan/combine": "0", "fan/红胡": "0"}),
        "illegal": attrs.evolve(good, actions=(Action(first.seat, "no-such"), *good.actions[1:])),
        "other-end": attrs.evolve(good, payments=(9, -9, 0)),
    }
    for name, record in records.items():
        (folder / f"{name}.jsonl").write_text(f"{line_of(record)}\n", "utf-8")
    (folder / "no-record.jsonl").write_text('{"a": 1}\n', "utf-8")
    (folder / "damaged.jsonl").write_text(f"{line_of(good)}\n".replace('"dealer":0', '"dealer":1'), "utf-8")
    write_run(folder / "run.jsonl", hands=2)


def write_run(path: Path, *, hands: int, variant: str = "common", seed: int = 1) -> None:
    """Write the file of a run of hands."""
    for _ in Run(Plan(bind(load(variant)), hands, seed, ("random",)), workers=1, path=path).hands():
        pass
