"""Deck and seats: the cards, who sits, what is dealt."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from phzdsl.cards import is_big
from phzdsl.ruleset.expressions import Expr
from phzdsl.ruleset.facts import SizeBounds
from phzdsl.ruleset.inherit import MergedRow
from phzdsl.ruleset.kinds import read_kinds
from phzdsl.ruleset.model import Bonus, Deck, DeckCards, Seats, Setting
from phzdsl.ruleset.read.row import RowReader
from phzdsl.ruleset.scope import Names
from phzdsl.text.diagnostics import Bilingual, Diagnostic

__all__ = ["read_deck", "read_seats"]


def read_deck(rows: Iterable[MergedRow], names: Names, faults: list[Diagnostic]) -> Deck:
    """Read the block of the deck."""
    deck = Deck()
    for merged in rows:
        reader = RowReader(merged, names, faults)
        match reader.name:
            case "small-cards" | "big-cards":
                deck = attrs.evolve(deck, cards=(*deck.cards, *_deck_cards(reader)))
            case "red":
                kinds = read_kinds(reader.arguments(None), faults)
                deck = attrs.evolve(deck, red=frozenset(kinds or ()), red_row=reader.row())
            case "wild":
                deck = attrs.evolve(deck, wild=setting(reader))
            case "removed":
                deck = attrs.evolve(deck, removed=setting(reader))
            case "bonus":
                deck = attrs.evolve(deck, bonus=_bonus(reader))
            case "indicator":
                deck = attrs.evolve(deck, indicator=_bonus(reader))
    return deck


_ANY = SizeBounds(80, 26, 4, 80, 80, 80, 80, 1_000)


def _bonus(reader: RowReader) -> Bonus:
    read = (reader.one_of(argument, "match") for argument in reader.arguments("matches"))
    match = tuple(one for one in read if one is not None)
    # How many cards match is not known before the groups are; here no number is too great.
    names = attrs.evolve(reader.names, sizes=_ANY)
    again = RowReader(reader.merged, names, reader.faults).truth("again")
    return Bonus(reader.row(), match, reader.words("turns", "turned"), again)


def _deck_cards(reader: RowReader) -> tuple[DeckCards, ...]:
    kinds = read_kinds(reader.arguments(None), reader.faults)
    each = reader.amount("each")
    if kinds is None or each is None:
        return ()
    big = reader.name == "big-cards"
    for argument in reader.arguments(None):
        if any(is_big(kind) != big for kind in read_kinds((argument,), []) or ()):
            reader.fault("A509", argument.span, text=argument.span.text, row=reader.node.name.text)
    return (DeckCards(reader.row(), kinds, each),)


def setting(reader: RowReader) -> Setting | None:
    """Read a row that sets one amount."""
    value = reader.amount(None)
    return None if value is None else Setting(reader.row(), value)


def read_seats(rows: Iterable[MergedRow], names: Names, faults: list[Diagnostic]) -> Seats:
    """Read the block of the seats."""
    seats = Seats()
    for merged in rows:
        reader = RowReader(merged, names, faults)
        match reader.name:
            case "players":
                seats = attrs.evolve(seats, players=setting(reader))
            case "sitter":
                seats = attrs.evolve(seats, sitter=reader.chosen(None, "role"), sitter_row=reader.row())
            case "deal":
                dealer, other = _deal(reader)
                seats = attrs.evolve(seats, deal_row=reader.row(), dealer_cards=dealer, other_cards=other)
            case "shown":
                seats = attrs.evolve(seats, shown=reader.chosen(None, "shown-card"), shown_row=reader.row())
            case "last":
                last = frozenset(reader.words(None, "last-card"))
                seats = attrs.evolve(seats, last=last, last_row=reader.row())
            case "stock":
                seats = attrs.evolve(seats, stock=setting(reader))
    return seats


def _deal(reader: RowReader) -> tuple[Expr | None, Expr | None]:
    """Read the cards dealt: one amount for all, or the dealer's and the others'."""
    if not reader.node.keyed:
        amount = reader.amount(None)
        return amount, amount
    found = reader.keyed(None, ("dealer", "other"))
    if len(found) == 1:
        missing = Bilingual("闲", "other") if "dealer" in found else Bilingual("庄", "dealer")
        reader.fault("T313", missing=missing, row=reader.node.name.text)
    return found.get("dealer"), found.get("other")
