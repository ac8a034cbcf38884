"""Every amount and condition of a ruleset with the row it stands in, and the rooms that options make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice, product

import attrs

from phzdsl.ruleset.expressions import Expr, children, evaluate, refs
from phzdsl.ruleset.model import Count, Deck, Option, PatternTable, Row, Ruleset, Seats, Win
from phzdsl.text.source import Span

__all__ = [
    "affordable",
    "allowed",
    "allowing",
    "amounts",
    "amounts_in",
    "blamed",
    "card_amounts",
    "cards_only",
    "inner",
    "options_of",
    "place",
    "rooms",
    "rows_in",
    "size",
]  # fmt: skip

_EXPRS = Expr.__args__
# About so many parts of expressions are worked out in a second.
_MOST_PARTS = 400_000
# What most fields hold, and a tuple holds nothing else beside: there is no amount in it.
_PLAIN = frozenset({str, int, bool, frozenset, type(None)})
# Where a part of a row has no row of its own, the field that holds it.
_ROW_FIELDS = {
    "dealer_cards": "deal_row",
    "other_cards": "deal_row",
    "sitter": "sitter_row",
    "shown": "shown_row",
    "combine": "combine_row",
    "winners": "winners_row",
}


def amounts(ruleset: Ruleset) -> Iterator[tuple[Row, Expr]]:
    """Yield every amount and condition that a ruleset states, in the order of the blocks."""
    return iter(_of(ruleset, None))


def _of(part: object, row: Row | None) -> list[tuple[Row, Expr]]:
    found: list[tuple[Row, Expr]] = []
    _gather(part, row, found)
    return found


def _gather(part: object, row: Row | None, found: list[tuple[Row, Expr]]) -> None:
    if isinstance(part, tuple):
        if part and type(part[0]) not in _PLAIN:
            for one in part:
                _gather(one, row, found)
    elif isinstance(part, Row):
        if part.enabled is not None:
            found.append((part, part.enabled))
    elif isinstance(part, _EXPRS):
        if row is not None:
            found.append((row, part))
    else:
        own = getattr(part, "row", row)
        for name, row_name in _held(type(part)):  # type: ignore[arg-type]  # every class can be a key
            value = getattr(part, name)
            if type(value) not in _PLAIN:
                _gather(value, (row_name and getattr(part, row_name)) or own, found)


def rows_in(part: object) -> Iterator[Row]:
    """Yield the rows of which a part of a ruleset is made, one that stands in several places each time."""
    if isinstance(part, Row):
        yield part
    elif isinstance(part, tuple):
        if part and type(part[0]) not in _PLAIN:
            for one in part:
                yield from rows_in(one)
    elif not isinstance(part, _EXPRS):
        for name, _ in _held(type(part)):  # type: ignore[arg-type]  # every class can be a key
            value = getattr(part, name)
            if type(value) not in _PLAIN:
                yield from rows_in(value)


@cache
def _held(kind: type) -> tuple[tuple[str, str | None], ...]:
    """Return the fields of a part, each with the field of its row where the part has several rows; none for others."""
    if kind is Span or not attrs.has(kind):
        return ()
    several = kind in {Seats, PatternTable, Win}
    return tuple((field.name, _ROW_FIELDS.get(field.name) if several else None) for field in attrs.fields(kind))


def blamed(ruleset: Ruleset, rows: Iterable[Row | None]) -> Row | None:
    """Return the row to point at: the first that the variant itself states, else the first of all."""
    kept = [row for row in rows if row is not None]
    own = (row for row in kept if row.origin == ruleset.id)
    return next(own, kept[0] if kept else None)


def inner(expr: Expr) -> Iterator[Expr]:
    """Yield an expression and everything inside it."""
    yield expr
    for child in children(expr):
        yield from inner(child)


def place(expr: Expr, row: Row) -> Span:
    """Return where an expression stands, or its row where that is not known."""
    return expr.span if expr.span is not None else row.span


# ---------------------------------------------------------------- rooms


def options_of(ruleset: Ruleset, exprs: Iterable[Expr | None]) -> tuple[Option, ...]:
    """Return the options that expressions name, and those that these depend on."""
    wanted = {ref.key for expr in exprs if expr is not None for ref in refs(expr)}
    found: list[Option] = []
    for option in reversed(ruleset.options):
        if f"option:{option.id}" in wanted:
            found.append(option)
            wanted |= {ref.key for ref in refs(option.when)} if option.when is not None else set()
    return tuple(reversed(found))


def rooms(ruleset: Ruleset, options: tuple[Option, ...], most: int) -> Iterator[dict[str, int]]:
    """Yield the values of all options for every combination of some, others at their defaults.

    Combinations that the ruleset forbids, or in which a chosen option does not exist, are left out; so is
    what comes after the first ``most``.
    """
    defaults = {option.id: option.default for option in ruleset.options}
    every = product(*(option.numbers or range(len(option.choices)) for option in options))
    may_be = allowing(ruleset, options)
    for values in islice(every, most):
        room = defaults | dict(zip((option.id for option in options), values, strict=True))
        if may_be(room):
            yield room


def allowed(ruleset: Ruleset, room: dict[str, int]) -> bool:
    """Tell whether a room may choose these values."""
    return allowing(ruleset, ruleset.options)(room)


def allowing(ruleset: Ruleset, options: tuple[Option, ...]) -> Callable[[dict[str, int]], bool]:
    """Return what tells whether a room that differs from the default in some options may be chosen.

    Only what names one of these options is looked at for each room.
    """
    keys = {f"option:{option.id}" for option in options}
    defaults = {f"option:{option.id}": option.default for option in ruleset.options}
    felt = [rule.when for rule in ruleset.forbidden if any(ref.key in keys for ref in refs(rule.when))]
    others = [rule.when for rule in ruleset.forbidden if all(ref.key not in keys for ref in refs(rule.when))]
    conditions = [(option, option.when) for option in options if option.when is not None]
    if any(evaluate(when, defaults) for when in others):
        return lambda _: False

    def may_be(room: dict[str, int]) -> bool:
        known = {f"option:{name}": value for name, value in room.items()}
        if any(room[option.id] != option.default and not evaluate(when, known) for option, when in conditions):
            return False
        return not any(evaluate(when, known) for when in felt)

    return may_be


def affordable(exprs: Iterable[Expr], most: int) -> int:
    """Return for how many rooms these expressions may be worked out, so that a file of any size is soon checked."""
    return max(1, min(most, _MOST_PARTS // max(1, sum(size(expr) for expr in exprs))))


def size(expr: Expr) -> int:
    """Return of how many parts an expression consists."""
    return sum(1 for _ in inner(expr))


def cards_only(ruleset: Ruleset) -> Ruleset:
    """Return a ruleset of deck and seats alone, quick to bind."""
    bare = Ruleset(
        ruleset.id, ruleset.title, ruleset.line, ruleset.deck, ruleset.seats, (), (), (), (), ruleset.win,
        attrs.evolve(ruleset.count, steps=(), tables=(), order=()), (), (), ruleset.session, (), (), (), (), span=ruleset.span,
    )  # fmt: skip
    return attrs.evolve(bare, win=attrs.evolve(ruleset.win, ways=(), minimum=None))


def amounts_in(part: Win | Count) -> list[Expr]:
    """Return every amount of one part of a ruleset, conditions of its rows among them."""
    return [expr for _, expr in _of((part,), None)]


def card_amounts(deck: Deck, seats: Seats) -> list[Expr]:
    """Return every amount of the deck and the seats, conditions of their rows among them."""
    return [expr for _, expr in _of((deck, seats), None)]
