"""``phz replay``: play recorded hands again, and tell whether they come to the end that they state."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import attrs

from phzdsl.analysis.recordfile import entries
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.course import Course, result_lines
from phzdsl.cli.faults import about
from phzdsl.cli.intake import lines_of
from phzdsl.cli.names import unit_name
from phzdsl.cli.variants import Library
from phzdsl.errors import RecordError
from phzdsl.game.record import Record, replay, room_of
from phzdsl.game.rules import Game
from phzdsl.game.session import booked
from phzdsl.game.state import State
from phzdsl.paths import shipped
from phzdsl.text.diagnostics import Bilingual, Diagnostic
from phzdsl.text.machine import diagnostic_value

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]


@attrs.frozen
class _Told:
    """A record and what came of playing it again: the state it comes to, or what is wrong with it."""

    number: int
    record: Record | None = None
    state: State | None = None
    fault: Diagnostic | None = None


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes(
        "record",
        "记录：一行一局的文件；- 从标准输入读",
        "records, a hand a line; - reads standard input",
        metavar="RECORD",
    )
    parser.choice("--hand", zh="只看第几局，从一数起", en="only this hand, counted from one", type=int, metavar="N")
    parser.choice(
        "--variant",
        zh="照这份规则文件，不照记录里的名字去找",
        en="under this rule file, not the variant that the record names",
        metavar="VARIANT",
    )
    parser.json_choice()


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Replay."""
    name, wanted = arguments.record, arguments.hand
    told = [one for one in _replayed(name, _Rooms(arguments.variant)) if wanted in {None, one.number}]
    if wanted is None and not told:
        raise FailedError(about("D960", name, what=Bilingual("里面一局也没有", "it holds no hand")))
    if wanted is not None and not told:
        raise FailedError(about("D966", name, number=wanted))
    faults = [one.fault for one in told if one.fault is not None]
    if arguments.json:
        console.write_json(_value(told, faults, console))
    else:
        _write(told, console)
        console.report(faults)
    return int(bool(faults))


class _Rooms:
    """The rules of the rooms that records name, each compiled once."""

    def __init__(self, variant: str | None) -> None:
        self._variant = variant
        self._library = Library()
        self._rooms: dict[tuple[object, ...], Game] = {}

    def of(self, record: Record) -> Game:
        """Return the rules that a record is to be played under.

        Raises:
            FailedError: there is no such variant, or it has faults.
            RecordError: it has no such room.
        """
        key = (record.variant, *sorted(record.options.items()))
        if key not in self._rooms:
            if self._variant is None and record.variant not in shipped():
                raise FailedError(about("D967", record.variant))
            self._rooms[key] = room_of(record, self._library.usable(self._variant or record.variant))
        return self._rooms[key]


def _replayed(name: str, rooms: _Rooms) -> Iterator[_Told]:
    """Yield what came of each record; a line that is none ends it."""
    number = 0
    try:
        for number, entry in enumerate(entries(lines_of(name)), start=1):
            if entry.record is not None:
                yield _again(number, entry.record, rooms, name)
            else:
                yield _Told(number, fault=about("D961", name, what=_cut(entry.number)))
    except RecordError as error:
        yield _Told(number + 1, fault=about(error.code, name, what=error.words))


def _again(number: int, record: Record, rooms: _Rooms, name: str) -> _Told:
    try:
        return _Told(number, record, replay(record, rooms.of(record)))
    except RecordError as error:
        return _Told(number, record, fault=about(error.code, f"{name}:{number}", what=error.words))


def _cut(line: int) -> Bilingual:
    return Bilingual(f"第 {line} 行没写完，前面的都完整", f"line {line} was cut off; all before it is whole")


# ---------------------------------------------------------------- what is shown


def _value(told: list[_Told], faults: list[Diagnostic], console: Console) -> dict[str, Any]:
    """Return the document: of one hand its whole course, of several what they come to together."""
    states = [one.state for one in told if one.state is not None]
    value: dict[str, Any] = {
        "payments": [sum(points) for points in zip_longest(*(state.paid for state in states), fillvalue=0)],
        "ok": not faults,
        "hands": len(told),
        "failed": [one.number for one in told if one.fault is not None],
        "diagnostics": [diagnostic_value(one, console.language) for one in faults],
    }
    if len(told) == 1 and told[0].record is not None:
        record = told[0].record
        value |= {
            "variant": record.variant,
            "digest": record.digest,
            "options": {**record.options},
            "events": list(record.events),
            "result": record.result,
        }
    return value


def _write(told: list[_Told], console: Console) -> None:
    if len(told) == 1 and told[0].state is not None:
        _write_hand(told[0].state, console)
        return
    right = sum(one.state is not None for one in told)
    console.write(
        console.say(f"{len(told)} 局，{right} 局打到记录的结果", f"{len(told)} hands, {right} to the end recorded")
    )


def _write_hand(state: State, console: Console) -> None:
    ruleset, language = state.game.ruleset, console.language
    console.write(f"{ruleset.id}  {ruleset.title}")
    console.write(console.say(f"庄家 座{state.dealer}", f"dealer seat {state.dealer}"))
    for line in Course(ruleset, language).lines(state.events):
        console.write(line)
    console.write("")
    for winner in state.result.winners if state.result is not None else ():
        counted = "、".join(one.name for one in winner.score.patterns)
        worth = f"{winner.score.points} {unit_name(winner.score.unit, language)}".rstrip()
        console.write(
            console.say(
                f"座{winner.seat} 胡 {winner.score.xi} 息，{worth} {counted}",
                f"seat {winner.seat} wins with {winner.score.xi} xi, {worth} {counted}",
            ).rstrip()
        )
    for line in result_lines(booked(state.game, state), language):
        console.write(line)
