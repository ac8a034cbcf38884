"""Rulesets of which some rows are those of another: what a hand would be worth if only these rows were changed.

Only rows of the win and the count can be mixed here; melds and cards shape the tables, which are made as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

import attrs

from phzdsl.analysis.changes import Bearing, Change
from phzdsl.ruleset.expressions import Expr, refs
from phzdsl.ruleset.model import Pattern, PatternTable, Row, Ruleset, Setting, Step, Way, constant
from phzdsl.ruleset.read.count import COMBINE
from phzdsl.tables.features import unsettled_rows

__all__ = [
    "Guarded", "Mixed", "MixedTable", "Part", "Parts", "Swap", "asked", "exprs_of", "mixed", "parts", "parts_of",
]  # fmt: skip

T = TypeVar("T")
_SHAPING = frozenset({"win/groups", "seats/players", "seats/deal"})
# Cards that are turned, or laid aside before the deal, are no part of a closed hand.
_TURNED = frozenset({"deck/bonus", "deck/indicator", "deck/removed"})
Part = Setting | Way | Step | Pattern | Expr
"""What a row states; the way in which a table combines is an expression."""


@attrs.frozen
class Swap:
    """A row that may be taken from either side.

    Attributes:
        id: of the change.
        a, b: path of the row on either side, None where there is none.
        moved: it stands otherwise towards other rows.
        worded: only its name, or a name in it, is another: it bears no blame.
    """

    id: str
    a: str | None
    b: str | None
    moved: bool = False
    worded: bool = False


@attrs.frozen
class Parts:
    """The changed rows that may show in a closed hand.

    Attributes:
        rows: those of win and count.
        shape: ids of those that shape the tables: melds in hand, cards, groups.
        gate: ids of the claims by which a hand is won.
        renamed: rows have other names on the other side.
    """

    rows: tuple[Swap, ...] = ()
    shape: tuple[str, ...] = ()
    gate: tuple[str, ...] = ()
    renamed: bool = False

    @property
    def any(self) -> bool:
        """Tell whether there are any."""
        return bool(self.rows or self.shape or self.gate)


def parts_of(a: Ruleset, b: Ruleset, changes: Iterable[Change]) -> Parts:
    """Sort changes by what they are to a closed hand; those that no closed hand can show are left out."""
    valuing = [{row.path for row, _ in parts(one)} for one in (a, b)]
    winning = {claim.row.path for one in (a, b) for claim in one.claims if claim.wins}
    held = {meld.row.path for one in (a, b) for meld in one.melds if meld.in_hand}
    rows: list[Swap] = []
    shape: list[str] = []
    gate: list[str] = []
    renamed = False
    for change in changes:
        paths = [None if one is None else one.path for one in (change.a, change.b)]
        if any(path in known for path, known in zip(paths, valuing, strict=True)):
            renamed = renamed or change.renamed
            worded = change.bearing is Bearing.WORDS
            if change.renamed or not worded:
                rows.append(Swap(change.id, paths[0], paths[1], change.moved, worded))
        elif change.bearing is Bearing.WORDS:
            continue
        elif not winning.isdisjoint(paths):
            gate.append(change.id)
        elif not held.isdisjoint(paths) or any(path in _SHAPING or _is_deck(path) for path in paths):
            shape.append(change.id)
    if all(one.worded for one in rows) and not shape and not gate:
        return Parts()
    if renamed:
        rows += _reworded(a, b, {path for one in rows for path in (one.a, one.b)})
    return Parts(tuple(rows), tuple(shape), tuple(gate), renamed)


def _reworded(a: Ruleset, b: Ruleset, known: set[str | None]) -> Iterator[Swap]:
    """Yield the rows that mean the same and name others that have another name on the other side."""
    named = [{row.path: _named(part) for row, part in parts(one)} for one in (a, b)]
    for path in named[0].keys() & named[1].keys() - known:
        if named[0][path] != named[1][path]:
            yield Swap(path, path, path, worded=True)


def _named(part: Part) -> set[str]:
    """Return all that a row names: in what it states, and the patterns that it counts in place of."""
    found = {ref.key for expr in exprs_of(part) for ref in refs(expr)}
    return found | set(part.replaces) if isinstance(part, Pattern) else found


def _is_deck(path: str | None) -> bool:
    return path is not None and path.startswith("deck/") and path not in _TURNED


def parts(ruleset: Ruleset) -> Iterator[tuple[Row, Part]]:
    """Yield the rows that can be mixed, with what they state: when a complete hand wins, and what it is worth."""
    win = ruleset.win
    for setting in (win.minimum, *win.requirements):
        if setting is not None:
            yield setting.row, setting
    for way in win.ways:
        yield way.row, way
    for step in ruleset.count.steps:
        yield step.row, step
    for table in ruleset.count.tables:
        if table.combine_row is not None:
            yield table.combine_row, table.combine
        if table.cap is not None:
            yield table.cap.row, table.cap
        for pattern in table.patterns:
            yield pattern.row, pattern


def exprs_of(part: Part) -> tuple[Expr, ...]:
    """Return the expressions of what a row states."""
    match part:
        case Setting():
            return (part.value,)
        case Way():
            return (part.when,)
        case Step():
            return (part.formula,)
        case Pattern():
            return part.when, part.worth
    return ()


def asked(ruleset: Ruleset) -> Iterator[Expr]:
    """Yield every expression of the rows that can be mixed."""
    for row, part in parts(ruleset):
        yield from exprs_of(part)
        if row.undefined is not None:
            yield row.undefined


# ---------------------------------------------------------------- both sides in one


@attrs.frozen
class Guarded(Generic[T]):
    """A row of one side or both.

    Attributes:
        item: what it states.
        guard: 0 where it always stands; n where it stands if the n-th swap is taken, -n where it stands if not.
    """

    item: T
    guard: int = 0


@attrs.frozen
class MixedTable:
    """A table of patterns with the rows of both sides; the ways to combine are words."""

    id: str
    combines: tuple[Guarded[str], ...]
    caps: tuple[Guarded[Setting], ...]
    patterns: tuple[Guarded[Pattern], ...]


@attrs.frozen
class Mixed:
    """Win and count of two rulesets in one, so that every row that differs may be taken from either."""

    minimum: tuple[Guarded[Setting], ...]
    requirements: tuple[Guarded[Setting], ...]
    ways: tuple[Guarded[Way], ...]
    steps: Mapping[str, tuple[Guarded[Step], ...]]
    tables: Mapping[str, MixedTable]
    unsettled: tuple[Guarded[Expr], ...]
    order: tuple[str, ...]


def mixed(a: Ruleset, b: Ruleset, swaps: Sequence[Swap]) -> Mixed | None:
    """Return two rulesets in one; None where its count would be a circle."""
    mix = _Mix(
        {swap.a: -number for number, swap in enumerate(swaps, 1) if swap.a is not None},
        {swap.b: number for number, swap in enumerate(swaps, 1) if swap.b is not None},
    )
    steps: dict[str, tuple[Guarded[Step], ...]] = {}
    for one in mix.all(a.count.steps, b.count.steps, lambda step: step.row.path):
        key = f"step:{one.item.id}"
        steps[key] = (*steps.get(key, ()), one)
    tables = {f"table:{table.id}": table for table in _tables(a.count.tables, b.count.tables, mix)}
    order = _order([*a.count.order, *b.count.order], steps, tables)
    win, other = a.win, b.win
    unsettled = [
        Guarded(row.undefined, guards.get(row.path, 0))
        for ruleset, guards in ((a, mix.gone), (b, mix.taken))
        for row in unsettled_rows(ruleset)
        if row.undefined is not None and (ruleset is a or row.path in mix.taken)
    ]
    made = Mixed(
        mix.all(_alone(win.minimum), _alone(other.minimum), _setting_path),
        mix.all(win.requirements, other.requirements, _setting_path),
        mix.all(win.ways, other.ways, lambda way: way.row.path),
        steps,
        tables,
        tuple(unsettled),
        order or (),
    )
    return None if order is None else made


def _alone(setting: Setting | None) -> tuple[Setting, ...]:
    return () if setting is None else (setting,)


def _setting_path(setting: Setting) -> str:
    return setting.row.path


def _tables(a: tuple[PatternTable, ...], b: tuple[PatternTable, ...], mix: _Mix) -> Iterator[MixedTable]:
    """Mix tables by name."""
    first, second = ({table.id: table for table in tables} for tables in (a, b))
    for name in dict.fromkeys([*first, *second]):
        left, right = first.get(name), second.get(name)
        patterns = mix.all(
            () if left is None else left.patterns,
            () if right is None else right.patterns,
            lambda pattern: pattern.row.path,
        )
        caps = mix.all(
            _alone(None if left is None else left.cap), _alone(None if right is None else right.cap), _setting_path
        )
        # Without a row patterns are added up, which is the first that is tried.
        combines = [Guarded("sum")]
        for table, guards in ((left, mix.gone), (right, mix.taken)):
            if (
                table is not None
                and table.combine_row is not None
                and (table is left or table.combine_row.path in guards)
            ):
                combines.append(Guarded(COMBINE[constant(table.combine)], guards.get(table.combine_row.path, 0)))
        yield MixedTable(name, tuple(combines), caps, patterns)


def _order(
    keys: Sequence[str], steps: Mapping[str, Sequence[Guarded[Step]]], tables: Mapping[str, MixedTable]
) -> tuple[str, ...] | None:
    """Return an order in which each step and table comes after what either version of it names; None for a circle."""
    needs: dict[str, set[str]] = {}
    for key in dict.fromkeys(keys):
        if key in steps:
            exprs = [one.item.formula for one in steps[key]]
        else:
            table = tables[key]
            exprs = [expr for one in table.patterns for expr in (one.item.when, one.item.worth)]
            exprs += [one.item.value for one in table.caps]
        named = {ref.key for expr in exprs for ref in refs(expr)}
        needs[key] = {_made_by(one) for one in named} - {key if key in tables else ""}
    order: list[str] = []
    while len(order) < len(needs):
        ready = next((key for key in needs if key not in order and needs[key] & needs.keys() <= set(order)), None)
        if ready is None:
            return None
        order.append(ready)
    return tuple(order)


def _made_by(key: str) -> str:
    """Return the step or table that makes what a key names."""
    kind, _, name = key.partition(":")
    return f"table:{name.partition('/')[0]}" if kind == "pattern" else key


@attrs.frozen
class _Mix:
    """Guards of the rows that go and of those that are taken, by path."""

    gone: Mapping[str, int]
    taken: Mapping[str, int]

    def all(self, a: tuple[T, ...], b: tuple[T, ...], path: Callable[[T], str]) -> tuple[Guarded[T], ...]:
        """Return the rows of a list; what is taken stands after what it follows on its own side."""
        rows = [Guarded(one, self.gone.get(path(one), 0)) for one in a]
        before: set[str] = set()
        for one in b:
            here = path(one)
            if here in self.taken:
                at = max((index for index, row in enumerate(rows, 1) if path(row.item) in before), default=0)
                rows.insert(at, Guarded(one, self.taken[here]))
            before.add(here)
        return tuple(rows)
