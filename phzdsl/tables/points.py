"""The count of a variant, compiled: from the values of facts to win, 息, 番 and points.

Each expression becomes a closure over a list of slots, one slot a reference key; running the count is
filling slots in order. What a vector of features is worth is worked out once and remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import attrs

from phzdsl.ruleset.compiled import compiled
from phzdsl.ruleset.expressions import Expr, Ref
from phzdsl.ruleset.model import PatternTable, Ruleset, Way, constant
from phzdsl.ruleset.read.count import COMBINE
from phzdsl.tables.features import FeatureSet, unsettled_rows

__all__ = ["Outcome", "Pricer", "Valuer", "best"]

Slots = list[int]
Run = Callable[[Slots], int]


@attrs.frozen
class Outcome:
    """What one division of a hand is worth.

    Attributes:
        win: the minimum and what else is required are reached, or a way to win waives them.
        xi: 息 after the step of that name, or of the melds where there is none.
        fan: total of the table of that name, 0 where there is none.
        points: the base, as if it were a win.
        tables: total of all tables.
        unsettled: the rules leave open what such a win is worth; where it is the one that counts, the hand is none.
    """

    win: bool
    xi: int
    fan: int
    points: int
    tables: int = 0
    unsettled: bool = False

    @property
    def valid(self) -> bool:
        """Tell whether a hand of which this is the best outcome is a win."""
        return self.win and not self.unsettled

    @property
    def preference(self) -> tuple[int, int, int]:
        """What the better of two readings has more of: points, then 息, then 番 of all tables."""
        return self.points, self.xi, self.tables


def best(outcomes: Iterable[Outcome]) -> Outcome | None:
    """Return the outcome of the reading that counts: a win before a hand that falls short, then by preference.

    None where equal readings differ in what they report, so that only their order could tell.
    """
    found = set(outcomes)
    able = {one for one in found if one.win} or found
    top = max(one.preference for one in able)
    chosen = {one for one in able if one.preference == top}
    return chosen.pop() if len(chosen) == 1 else None


class Valuer:
    """Values vectors of facts under one bound ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._places: dict[str, int] = {}
        self._ways = [(*self._way(way), way) for way in ruleset.win.ways]
        steps = {step.id: step for step in ruleset.count.steps}
        tables = {table.id: table for table in ruleset.count.tables}
        self._work: list[Callable[[Slots], None]] = []
        for key in ruleset.count.order:
            kind, _, name = key.partition(":")
            if kind == "step":
                self._work.append(self._step(self._place(key), self._compiled(steps[name].formula)))
            else:
                self._work.append(self._table(self._place(key), tables[name]))
        minimum = ruleset.win.minimum
        self._minimum = [] if minimum is None else [self._compiled(minimum.value)]
        self._requirements = [self._compiled(one.value) for one in ruleset.win.requirements]
        self._unsettled = [
            self._compiled(row.undefined) for row in unsettled_rows(ruleset) if row.undefined is not None
        ]
        self._xi = self._place("step:xi") if "xi" in steps else self._place("fact:meld-xi")
        self._fan, self._base = self._place("table:fan"), self._place("step:base")
        self._tables = [self._place(f"table:{name}") for name in tables]

    @property
    def keys(self) -> frozenset[str]:
        """Every reference key that the count names or makes."""
        return frozenset(self._places)

    def place(self, key: str) -> int | None:
        """Return the slot of a reference key, None where the count does not name it."""
        return self._places.get(key)

    def slots(self, facts: Mapping[str, int]) -> Slots:
        """Return fresh slots that hold some facts; those left out are 0."""
        slots = [0] * len(self._places)
        for key, amount in facts.items():
            place = self._places.get(key)
            if place is not None:
                slots[place] = amount
        return slots

    def value(self, facts: Mapping[str, int]) -> Outcome:
        """Value the facts of one division; those left out are 0."""
        return self.run(self.slots(facts))

    def waived(self, slots: Slots) -> set[str]:
        """Note in the slots the ways to win that hold and what they count as; return what they waive."""
        waived: set[str] = set()
        for place, holds, counts_as, way in self._ways:
            if holds(slots):
                slots[place] = 1
                waived |= way.waives
                for one in counts_as:
                    slots[one] = 1
        return waived

    def run(self, slots: Slots) -> Outcome:
        """Value the facts of one division that stand in slots; the slots are used up."""
        waived = self.waived(slots)
        for work in self._work:
            work(slots)
        due = ([] if "minimum" in waived else self._minimum) + ([] if "groups" in waived else self._requirements)
        win = all(one(slots) for one in due)
        unsettled = win and any(one(slots) for one in self._unsettled)
        tables = sum([slots[place] for place in self._tables])
        return Outcome(win, slots[self._xi], slots[self._fan], slots[self._base], tables, unsettled)

    def _place(self, key: str) -> int:
        return self._places.setdefault(key, len(self._places))

    def _way(self, way: Way) -> tuple[int, Run, list[int]]:
        """Compile a way to win: its slot, when it holds, the slots of what it counts as."""
        place, holds = self._place(f"way:{way.id}"), self._compiled(way.when)
        return place, holds, [self._place(f"fact:{one}") for one in way.counts_as]

    # ------------------------------------------------------------ steps and tables

    @staticmethod
    def _step(place: int, formula: Run) -> Callable[[Slots], None]:
        def run(slots: Slots) -> None:
            slots[place] = formula(slots)

        return run

    def _table(self, place: int, table: PatternTable) -> Callable[[Slots], None]:
        """Compile a table: which patterns hold, which of them count, what they give together."""
        names = [pattern.id for pattern in table.patterns]
        holds = [(self._place(f"pattern:{table.id}/{one.id}"), self._compiled(one.when)) for one in table.patterns]
        worths = [self._compiled(pattern.worth) for pattern in table.patterns]
        replaces = [frozenset(names.index(name) for name in one.replaces if name in names) for one in table.patterns]
        others, total_count = self._place("fact:other-patterns"), self._place("fact:pattern-count")
        combine = COMBINE[constant(table.combine)]
        cap = self._compiled(table.cap.value) if table.cap is not None else None
        replacing = any(replaces)

        def run(slots: Slots) -> None:
            kept = []
            for index, (slot, condition) in enumerate(holds):
                slots[slot] = condition(slots)
                if slots[slot]:
                    kept.append(index)
            if replacing:
                kept = _not_replaced(kept, replaces)
            if combine == "first-match":
                kept = kept[:1]
            if kept:
                slots[others] = len(kept) - 1
            amounts = [worths[index](slots) for index in kept]
            slots[total_count] += 1 if combine == "best" and amounts else len(kept)
            total = _combined(combine, amounts)
            slots[place] = total if cap is None else min(total, cap(slots))

        return run

    # ------------------------------------------------------------ expressions

    def _compiled(self, expr: Expr) -> Run:
        return compiled(expr, self._leaf)

    def _leaf(self, ref: Ref) -> Run:
        place = self._place(ref.key)
        return lambda slots: slots[place]


def _not_replaced(held: list[int], replaces: list[frozenset[int]]) -> list[int]:
    """Leave out what a pattern that counts replaces; a replaced one replaces nothing."""
    gone: set[int] = set()
    waiting = held
    while waiting:
        free = [one for one in waiting if not any(one in replaces[other] for other in waiting if other != one)]
        if not free:
            break
        for index in free:
            if index not in gone:
                gone |= replaces[index]
        waiting = [one for one in waiting if one not in free]
    return [one for one in held if one not in gone]


def _combined(combine: str, amounts: list[int]) -> int:
    if not amounts:
        return 0
    if combine == "product":
        total = 1
        for amount in amounts:
            total *= amount
        return total
    return max(amounts) if combine == "best" else sum(amounts)


class Pricer:
    """Values packed vectors of one feature set, with the facts of one course of play; remembers each."""

    def __init__(self, valuer: Valuer, features: FeatureSet, given: Mapping[str, int]) -> None:
        self._valuer = valuer
        self._given = valuer.slots(given)
        self._places = [
            (place, shift, mask) for key, shift, mask in features.places if (place := valuer.place(key)) is not None
        ]
        self._derived = [(place, key) for key in features.derived if (place := valuer.place(key)) is not None]
        self._features = features
        self._known: dict[int, Outcome] = {}

    def price(self, vector: int) -> Outcome:
        """Return what a division with this vector is worth."""
        outcome = self._known.get(vector)
        if outcome is None:
            outcome = self._known[vector] = self._valuer.run(self.filled(vector))
        return outcome

    def waives(self, vector: int, requirement: str) -> bool:
        """Tell whether a way to win that holds for this vector waives a requirement."""
        return requirement in self._valuer.waived(self.filled(vector))

    def filled(self, vector: int) -> Slots:
        """Return slots with the facts of a vector and of play."""
        slots = self._given[:]
        for place, shift, mask in self._places:
            slots[place] = vector >> shift & mask
        if self._derived:
            values = self._features.unpack(vector)
            for place, key in self._derived:
                slots[place] = values[key]
        return slots
