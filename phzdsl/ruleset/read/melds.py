"""Melds: shapes spelled out card by card, and what each is worth."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from phzdsl.cards import KINDS, POINTS, Kind, is_big, kind_of, point_of
from phzdsl.ruleset.expressions import Expr, Unit
from phzdsl.ruleset.inherit import MergedRow
from phzdsl.ruleset.kinds import read_kinds
from phzdsl.ruleset.model import Meld, Value
from phzdsl.ruleset.read.row import RowReader
from phzdsl.ruleset.scope import Names
from phzdsl.ruleset.vocabulary import term
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Bilingual, Diagnostic

__all__ = ["read_melds", "spell_shape"]

_SIZES = (
    "small",
    "big",
    "black",
    "red",
    "small-black",
    "small-red",
    "big-black",
    "big-red",
    "raised-small",
    "raised-big",
)
_QUARTERS = ("small-black", "small-red", "big-black", "big-red")
_MOST_CARDS = 4
_EVER = frozenset({"chi", "for-bi", "win"})


def read_melds(rows: Iterable[MergedRow], names: Names, faults: list[Diagnostic]) -> tuple[Meld, ...]:
    """Read the block of melds; a value may name the meld of any row above it.

    A set of cards that two concealed melds could make belongs to the row above.
    """
    melds: list[Meld] = []
    values: dict[str, Value] = {}
    taken: set[tuple[Kind, ...]] = set()
    every = attrs.evolve(names, melds=tuple(merged.name for merged in rows))
    for merged in rows:
        reader = _Reader(merged, every, values, faults)
        meld = reader.meld()
        if meld is None:
            RowReader(merged, names, faults).leave_out()
            continue
        if meld.in_hand and not meld.same:
            meld = attrs.evolve(meld, forms=tuple(form for form in meld.forms if form not in taken))
            taken.update(meld.forms)
        melds.append(meld)
        values[meld.id] = meld.value
    return tuple(melds)


class _Reader:
    """Reads one meld."""

    def __init__(self, merged: MergedRow, names: Names, values: dict[str, Value], faults: list[Diagnostic]) -> None:
        self._merged = merged
        self._names = names
        self._values = values
        self._faults = faults
        self._row = RowReader(merged, names, faults)

    def meld(self) -> Meld | None:
        """Return the meld, or None after a fault that leaves nothing to use."""
        row = self._row
        forms = self._forms()
        value = self._value()
        if forms is None or value is None:
            return None
        word = term("meld", row.name)
        whole = frozenset(row.words("whole", "split")) or (_EVER if row.has("whole") else frozenset())
        if not (row.has("in-hand") or row.has("on-table")):
            row.fault("A510", row=row.node.name.text)
        return Meld(
            row.row(),
            row.name,
            row.text("called") or (word.zh if word else row.node.name.text),
            forms,
            row.has("in-hand"),
            row.has("on-table"),
            bool(whole) and "win" in whole,
            value,
            row.amount("face-up", Unit.NUMBER),
            row.amount("exactly", Unit.NUMBER),
            row.amount("at-most", Unit.NUMBER),
            whole,
        )

    def _forms(self) -> tuple[tuple[Kind, ...], ...] | None:
        forms: list[tuple[Kind, ...]] = []
        for argument in self._row.arguments(None):
            spelled = self._shape(argument)
            if spelled is None:
                return None
            forms.extend(spelled)
        return tuple(dict.fromkeys(forms))

    def _shape(self, argument: nodes.Argument) -> tuple[tuple[Kind, ...], ...] | None:
        if isinstance(argument, nodes.Digits) or (isinstance(argument, nodes.Name) and argument.text.isascii()):
            shape = term("shape", argument.text)
            if shape is None:
                return self._set(argument)
        name = self._row.listed(argument, ("shape",), ())
        return None if name is None else spell_shape(name)

    def _set(self, argument: nodes.Argument) -> tuple[tuple[Kind, ...], ...] | None:
        """Spell out cards written down: small ones stand for both sizes, mixed or big ones for themselves."""
        kinds = read_kinds((argument,), self._faults)
        if kinds is None:
            return None
        if not 1 < len(kinds) <= _MOST_CARDS:
            self._row.fault("A511", argument.span, text=argument.span.text)
            return None
        if any(is_big(kind) for kind in kinds):
            return (_ordered(kinds),)
        return _ordered(kinds), _ordered(tuple(kind + POINTS for kind in kinds))

    def _value(self) -> Value | None:
        clause = self._merged.clause("value")
        if clause is None:
            return None
        if clause.keyed:
            keyed = self._row.keyed("value", _SIZES)
            return self._by_size(keyed) if keyed else None
        lifted = any(value.raised_small or value.raised_big for value in self._values.values())
        read = [self._quarter(place) for place in range(len(_QUARTERS) + 2 * lifted)]
        known = [amount for amount in read if amount is not None]
        return Value(*known) if len(known) == len(read) else None

    def _quarter(self, place: int) -> Expr | None:
        """Read the value as seen by one size and colour, where other melds mean their value."""
        known = {meld: value.place(place) for meld, value in self._values.items()}
        seen = self._faults if place == 0 else []
        return RowReader(self._merged, attrs.evolve(self._names, values=known), seen).amount("value", Unit.XI)

    def _by_size(self, keyed: dict[str, Expr]) -> Value | None:
        found: list[Expr] = []
        for quarter in _QUARTERS:
            size, colour = quarter.split("-")
            amount = next((keyed[key] for key in (quarter, size, colour) if key in keyed), None)
            if amount is None:
                words = {"small": "小", "big": "大", "black": "黑", "red": "红"}
                missing = Bilingual(words[size] + words[colour], quarter)
                self._row.fault("T313", missing=missing, row=self._row.node.name.text)
                return None
            found.append(amount)
        value = Value(*found)
        return attrs.evolve(value, raised_small=keyed.get("raised-small"), raised_big=keyed.get("raised-big"))


def _ordered(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    return tuple(sorted(kinds, key=lambda kind: (point_of(kind), kind)))


def spell_shape(shape: str) -> tuple[tuple[Kind, ...], ...]:
    """Return every set of cards of a shape.

    >>> len(spell_shape("run")), len(spell_shape("mixed")), spell_shape("pair")[0]
    (16, 20, (0, 0))
    """
    match shape:
        case "pair" | "triplet" | "quad":
            copies = {"pair": 2, "triplet": 3, "quad": 4}[shape]
            return tuple((kind,) * copies for kind in range(KINDS))
        case "run":
            starts = [kind_of(point, big=big) for big in (False, True) for point in range(1, POINTS - 1)]
            return tuple((kind, kind + 1, kind + 2) for kind in starts)
        case _:
            smalls = range(POINTS)
            two_small = tuple((kind, kind, kind + POINTS) for kind in smalls)
            return two_small + tuple((kind, kind + POINTS, kind + POINTS) for kind in smalls)
