"""In what two rulesets differ: row by row, by what the rows mean and not by how they are written.

Enters: two bound rulesets. Leaves: a change for each row that one of them has and the other has not, or has
otherwise, with what it bears on. Rows that moved to a parent, an order that decides nothing and the language of the
keywords make no change; a name that a row has for people makes one of words only. Which hands show a change is
not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

import attrs

from phzdsl.analysis.bearing import Bearing, Bears
from phzdsl.analysis.matching import Matching, match, table_of
from phzdsl.analysis.sameness import Content, Spans, differing, spans_of
from phzdsl.analysis.spelled import named
from phzdsl.analysis.standing import moved
from phzdsl.analysis.stated import statements
from phzdsl.errors import expect
from phzdsl.ruleset.export import called_rows
from phzdsl.ruleset.meaning import Plain, meaning
from phzdsl.ruleset.model import Row, Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.text.diagnostics import Bilingual
from phzdsl.text.source import Span

__all__ = ["Bearing", "Change", "Side", "Stated", "between", "changes", "touches_hands"]

_WEIGHT = {bearing: at for at, bearing in enumerate(Bearing)}
_HANDS = frozenset({Bearing.WIN, Bearing.WORTH})
# Rows that say what holds without them, by path, or by name in any table of patterns.
_IDLE: Mapping[str, Content] = {
    "deck/wild": {"is": 0},
    "deck/removed": {"is": 0},
    "win/minimum": {"is": 1},
    "win/break-quad": {"is": 1},
    "combine": {"is": {"word": "sum"}, "unit": "fan"},
}


@attrs.frozen
class Stated:
    """A row as one ruleset states it.

    Attributes:
        path: its path there.
        text: the whole row as one line of a rule file, with what it inherits and what the room chose.
        origin: id of the variant, in the line of parents, that states it.
        cites: ids of the clauses that it cites.
        span: where it is stated.
    """

    path: str
    text: Bilingual
    origin: str
    cites: tuple[str, ...]
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen
class Change:
    """A row that differs.

    Attributes:
        id: path of the row, that in the first ruleset where it has one.
        change: ``added``, ``removed`` or ``changed``.
        bearing: what it bears on in the first place.
        bears: everything that it bears on.
        a, b: the row on either side, None where there is none.
        parts: the parts of its meaning that differ, as in ``phz export``; all of them for a row that comes or goes.
        renamed: the sides name it differently.
        moved: it stands otherwise towards other rows, or in another table.
    """

    id: str
    change: str
    bearing: Bearing
    bears: frozenset[Bearing]
    a: Stated | None
    b: Stated | None
    parts: frozenset[str] = frozenset()
    renamed: bool = False
    moved: bool = False

    def mirrored(self) -> Change:
        """Return the change as it is seen from the other side."""
        turned = {"added": "removed", "removed": "added"}.get(self.change, self.change)
        first = self.b if self.b is not None else self.a
        return attrs.evolve(self, id=self.id if first is None else first.path, change=turned, a=self.b, b=self.a)


def touches_hands(change: Change) -> bool:
    """Tell whether a change can show in a hand: in whether it wins, or in what it is worth."""
    return not _HANDS.isdisjoint(change.bears)


def changes(a: Ruleset, b: Ruleset) -> tuple[Change, ...]:
    """Compare two rulesets row by row, the weightiest changes first.

    Args:
        a: a ruleset; one that is not bound has its default options.
        b: the other, likewise.

    Raises:
        ArgumentError: an argument is no ruleset (a ``TypeError``).
    """
    expect("a", a, Ruleset, "a Ruleset, such as load() gives")
    expect("b", b, Ruleset, "a Ruleset, such as load() gives")
    return between(Side(bind(a)), Side(bind(b)))


def between(left: Side, right: Side) -> tuple[Change, ...]:
    """Compare two sides as ``changes`` does; keep a side to compare it with many others."""
    found = _Comparison(left, right, spans_of(left.ruleset, right.ruleset)).changes()
    order = _order(left.ruleset, right.ruleset)
    return tuple(sorted(found, key=lambda one: (_WEIGHT[one.bearing], order.index(one.id))))


def _order(a: Ruleset, b: Ruleset) -> list[str]:
    """Return the paths of both in the order of the second, those that only the first has behind what they follow there."""
    order = [row.path for row in b.rows]
    before = -1
    for row in a.rows:
        if row.path not in order:
            order.insert(before + 1, row.path)
        before = order.index(row.path)
    return order


class Side:
    """One bound ruleset: what its rows mean, and how they are stated.

    Attributes:
        ruleset: the ruleset.
        rows: what each row means, by its path.
        bears: tells what its rows bear on.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.rows: dict[str, Content] = {path: _content(one) for path, one in meaning(ruleset).items()}
        self.bears = Bears(ruleset)
        self._placed = {row.path: row for row in ruleset.rows}

    @cached_property
    def _texts(self) -> dict[str, Bilingual]:
        return statements(self.ruleset)

    @cached_property
    def _called(self) -> dict[str, str]:
        return dict(called_rows(self.ruleset))

    def stated(self, path: str) -> Stated:
        """Return a row as it is stated."""
        row = self._placed[path]
        return Stated(path, self._texts[path], row.origin, row.cites, row.span)

    def local_name(self, path: str) -> str | None:
        """Return what players call a row, None where that is its name."""
        row: Row = self._placed[path]
        called = self._called.get(path)
        return None if called in {row.written, row.name, named(row)} else called


def _content(value: Plain) -> Content:
    return value if isinstance(value, dict) else {}


class _Comparison:
    """Two sides, their rows put together."""

    def __init__(self, left: Side, right: Side, spans: Spans) -> None:
        self._left, self._right, self._spans = left, right, spans
        self._matching: Matching = match(left.rows, right.rows, spans)
        self._moved = moved(self._matching.pairs, left.rows, right.rows)

    def changes(self) -> Iterator[Change]:
        """Yield a change for each row that differs."""
        for path in self._matching.gone:
            if not self._idle(path, self._left.rows[path]):
                yield self._alone(path, self._left, "removed")
        for path in self._matching.new:
            if not self._idle(path, self._right.rows[path]):
                yield self._alone(path, self._right, "added")
        for path, other in self._matching.pairs.items():
            found = self._both(path, other)
            if found is not None:
                yield found

    def _idle(self, path: str, content: Content) -> bool:
        """Tell whether a row says what holds without it anyway."""
        name = path.rpartition("/")[2]
        usual = _IDLE.get(path) or (_IDLE.get(name) if table_of(path) is not None else None)
        void = usual is not None and not differing(content, usual, self._spans)
        return void or (set(content) == {"requires"} and not differing(content, {"requires": 1}, self._spans))

    def _alone(self, path: str, side: Side, change: str) -> Change:
        parts = frozenset(side.rows[path])
        stated = side.stated(path)
        a, b = (stated, None) if change == "removed" else (None, stated)
        return Change(path, change, side.bears.own(path, parts), side.bears.on(path, parts), a, b, parts)

    def _both(self, path: str, other: str) -> Change | None:
        """Return the change of a row that both sides have, None where it means the same and is called the same."""
        parts = self._matching.differing(path)
        stands = path in self._moved
        table = table_of(path)
        elsewhere = self._matching.names.get(f"table:{table}", f"table:{table}") != f"table:{table_of(other)}"
        renamed = path != other
        if not (parts or stands or elsewhere):
            if not renamed and self._left.local_name(path) == self._right.local_name(other):
                return None
            bearing, bears = Bearing.WORDS, frozenset({Bearing.WORDS})
        else:
            asked = parts | ({"rank", "after"} if stands else set()) | ({"when", "worth"} if elsewhere else set())
            sides = (self._left, path), (self._right, other)
            bears = frozenset().union(*(side.bears.on(row, asked) for side, row in sides))
            bearing = min((side.bears.own(row, asked) for side, row in sides), key=_WEIGHT.__getitem__)
        a, b = self._left.stated(path), self._right.stated(other)
        return Change(path, "changed", bearing, bears, a, b, parts, renamed=renamed, moved=stands or elsewhere)
