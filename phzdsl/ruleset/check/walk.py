"""Every amount and condition of a ruleset with the row it stands in, and the rooms that options make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

import attrs

from phzdsl.ruleset.expressions import Expr, children, evaluate, refs
from phzdsl.ruleset.model import Deck, Option, PatternTable, Row, Ruleset, Seats, Win
from phzdsl.text.source import Span

__all__ = ["allowed", "amounts", "blamed", "card_amounts", "cards_only", "inner", "options_of", "place", "rooms"]

_EXPRS = Expr.__args__
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
    for field in attrs.fields(Ruleset):
        yield from _of(getattr(ruleset, field.name), None)


def _of(part: object, row: Row | None) -> Iterator[tuple[Row, Expr]]:
    if isinstance(part, _EXPRS):
        if row is not None:
            yield row, part
    elif isinstance(part, tuple):
        for one in part:
            yield from _of(one, row)
    elif isinstance(part, Row):
        if part.enabled is not None:
            yield part, part.enabled
    elif attrs.has(type(part)) and not isinstance(part, Span):
        own = getattr(part, "row", row)
        for field in attrs.fields(type(part)):  # type: ignore[arg-type]
            held = (
                getattr(part, _ROW_FIELDS.get(field.name, ""), None)
                if isinstance(part, Seats | PatternTable | Win)
                else None
            )
            yield from _of(getattr(part, field.name), held or own)


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
    for values in islice(every, most):
        room = defaults | dict(zip((option.id for option in options), values, strict=True))
        if allowed(ruleset, room):
            yield room


def allowed(ruleset: Ruleset, room: dict[str, int]) -> bool:
    """Tell whether a room may choose these values."""
    known = {f"option:{name}": value for name, value in room.items()}
    for option in ruleset.options:
        absent = option.when is not None and not evaluate(option.when, known)
        if absent and room[option.id] != option.default:
            return False
    return not any(evaluate(rule.when, known) for rule in ruleset.forbidden)


def cards_only(ruleset: Ruleset) -> Ruleset:
    """Return a ruleset of deck and seats alone, quick to bind."""
    bare = Ruleset(
        ruleset.id, ruleset.title, ruleset.line, ruleset.deck, ruleset.seats, (), (), (), (), ruleset.win,
        attrs.evolve(ruleset.count, steps=(), tables=(), order=()), (), (), ruleset.session, ruleset.options,
        (), ruleset.forbidden, (), span=ruleset.span,
    )  # fmt: skip
    return attrs.evolve(bare, win=attrs.evolve(ruleset.win, ways=(), minimum=None))


def card_amounts(deck: Deck, seats: Seats) -> list[Expr]:
    """Return every amount of the deck and the seats, conditions of their rows among them."""
    return [expr for _, expr in (*_of(deck, None), *_of(seats, None))]
