"""Cards that must add up: the deck against what is dealt, groups against the cards of a hand."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.cards import KINDS
from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.check.walk import affordable, blamed, card_amounts, cards_only, options_of, rooms
from phzdsl.ruleset.expressions import Constant, Expr
from phzdsl.ruleset.model import Deck, Row, Ruleset, Seats, Setting, constant
from phzdsl.ruleset.options import bind_values
from phzdsl.ruleset.rewriting import substitute
from phzdsl.ruleset.suggest import instead
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Fix, Related, Severity, Value
from phzdsl.text.source import Span

__all__ = ["copies", "deal", "groups", "players", "wild"]

_MOST_COPIES = 4
_PLAYERS = (2, 4)
_GROUPS = (1, 10)
_MOST_ROOMS = 2_000
_GROUP, _PAIR = 3, 2


def players(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that two to four people can hold cards."""
    setting = ruleset.seats.players
    if setting is not None:
        low, high = ex.bounds(setting.value)
        if low < _PLAYERS[0] or high > _PLAYERS[1]:
            number = low if low < _PLAYERS[0] else high
            yield Diagnostic("A502", setting.row.span, {"number": number})


def copies(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that a kind of card is in the deck up to four times."""
    for part in ruleset.deck.cards:
        low, high = ex.bounds(part.each)
        if low < 0 or high > _MOST_COPIES:
            yield Diagnostic("A505", part.row.span, {"number": low if low < 0 else high, "most": _MOST_COPIES})


def wild(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that the number of wild cards is one that a deck may have."""
    setting = ruleset.deck.wild
    if setting is not None:
        low, high = ex.bounds(setting.value)
        if low < 0 or high > KINDS:
            values: dict[str, Value] = {"low": 0, "most": KINDS, "number": low if low < 0 else high}
            yield Diagnostic("A525", setting.row.span, values)


def deal(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that what is dealt, left and taken out is the whole deck, in every room."""
    stock = ruleset.seats.stock
    if stock is None or not ruleset.deck.cards:
        return
    amounts = card_amounts(ruleset.deck, ruleset.seats)
    named = options_of(ruleset, amounts)
    bare = cards_only(ruleset)
    for room in rooms(ruleset, named, affordable(amounts, _MOST_ROOMS)):
        bound = bind_values(bare, room)
        used = _used(bound.seats, bound.deck)
        if used is None:
            continue
        total = sum(bound.deck.copies()) + _amount(bound.deck.wild)
        if used != total:
            wanted = total - used + _amount(bound.seats.stock)
            values = _sums(bound, total, used)
            values["room"] = _room(ruleset, room, named)
            row = _blamed(ruleset) or stock.row
            related = () if row == stock.row else (Related(stock.row.span, Bilingual("余墩写在这里", "the stock")),)
            yield Diagnostic("A501", row.span, values, related, _new_stock(stock, row, wanted))
            return


def _blamed(ruleset: Ruleset) -> Row | None:
    """Return the row that most likely upset the sum: one that this variant states."""
    deck, seats = ruleset.deck, ruleset.seats
    settings = [one.row for one in (seats.stock, seats.players, deck.removed, deck.wild) if one is not None]
    return blamed(ruleset, [settings[0], seats.deal_row, *settings[1:], *(part.row for part in deck.cards)])


def _sums(bound: Ruleset, total: int, used: int) -> dict[str, Value]:
    seats = bound.seats
    return {
        "total": total,
        "used": used,
        "players": _amount(seats.players),
        "dealer": _constant(seats.dealer_cards),
        "other": _constant(seats.other_cards),
        "stock": _amount(seats.stock),
        "removed": _apart(bound.deck),
    }


def _apart(deck: Deck) -> int:
    """Return the cards outside hands and stock: those taken out, and an indicator turned before play."""
    return _amount(deck.removed) + (deck.indicator is not None)


def _used(seats: Seats, deck: Deck) -> int | None:
    """Return the cards that the deal speaks of, None when it is not stated."""
    if seats.players is None or seats.dealer_cards is None or seats.other_cards is None:
        return None
    others = (constant(seats.players.value) - 1) * constant(seats.other_cards)
    return constant(seats.dealer_cards) + others + _amount(seats.stock) + _apart(deck)


def _amount(setting: Setting | None) -> int:
    return 0 if setting is None else constant(setting.value)


def _constant(expr: Expr | None) -> int:
    return 0 if expr is None else constant(expr)


def _new_stock(stock: Setting, row: Row, wanted: int) -> tuple[Fix, ...]:
    """Return the mend that sets the stock: in its own row, or in a new one after the row that upset it."""
    span = stock.value.span
    if wanted < 0 or span is None or not isinstance(stock.value, Constant):
        return ()
    if stock.row.origin == row.origin:
        return (instead(span, str(wanted), f"{stock.row.written} {wanted}"),)
    if row.block != stock.row.block:
        return ()
    change = "change" if row.span.text.startswith(("add", "change")) else "改"
    indent = " " * (row.span.start_place.column - 1)
    text = f"{change} {stock.row.written} {wanted}"
    return (instead(Span(row.span.source, row.span.end, row.span.end), f"\n{indent}{text}", text),)


def _room(ruleset: Ruleset, room: dict[str, int], named: tuple[object, ...]) -> Bilingual:
    """Write the options that a room chose, for the end of a sentence."""
    chosen = [option for option in ruleset.options if option in named]
    if not chosen:
        return Bilingual("", "")
    words = []
    for option in chosen:
        value = room[option.id]
        word = option.choices[value] if option.choices else str(value)
        words.append(f"{option.id}={word}")
    return Bilingual(f"（{'，'.join(words)}）", f" ({', '.join(words)})")


# ---------------------------------------------------------------- groups


def groups(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that as many groups as a win needs are made of as many cards as a hand has."""
    setting = ruleset.win.groups
    if setting is None:
        return
    low, high = ex.bounds(setting.value)
    if low < _GROUPS[0] or high > _GROUPS[1]:
        yield Diagnostic("A504", setting.row.span, {"number": low if low < _GROUPS[0] else high, "most": _GROUPS[1]})
        return
    yield from _group_cards(ruleset, setting)


def _group_cards(ruleset: Ruleset, setting: Setting) -> Iterator[Diagnostic]:
    """Compare the cards of a player with those of the groups; quads bring their own card along."""
    pairs = [meld for meld in ruleset.melds if meld.forms and all(len(form) == _PAIR for form in meld.forms)]
    if any(len(form) != _GROUP for meld in ruleset.melds if not meld.same and meld not in pairs for form in meld.forms):
        return
    amounts = [*card_amounts(ruleset.deck, ruleset.seats), setting.value]
    named = options_of(ruleset, amounts)
    bare = attrs.evolve(cards_only(ruleset), melds=tuple(pairs))
    for room in rooms(ruleset, named, affordable(amounts, _MOST_ROOMS)):
        bound = bind_values(bare, room)
        wanted = bound.win.groups
        cards = bound.seats.other_cards
        if wanted is None or cards is None:
            continue
        fewest, most = _pairs(bound)
        three = _GROUP * constant(wanted.value)
        held = constant(cards) + 1
        if not three - most <= held <= three - fewest:
            low, high = three - most, three - fewest
            needed = Bilingual(str(low), str(low)) if low == high else Bilingual(f"{low} 到 {high}", f"{low} to {high}")
            values: dict[str, Value] = {
                "groups": constant(wanted.value),
                "held": held,
                "needed": needed,
                "room": _room(ruleset, room, named),
            }
            rows = [setting.row, ruleset.seats.deal_row, *(meld.row for meld in pairs)]
            row = blamed(ruleset, rows) or setting.row
            words = (Bilingual("门数", "the groups"), Bilingual("起手", "the deal"))
            others = zip(rows, words, strict=False)
            related = tuple(Related(one.span, word) for one, word in others if one is not None and one != row)
            yield Diagnostic("A503", row.span, values, related, severity=Severity.WARNING)
            return


def _pairs(bound: Ruleset) -> tuple[int, int]:
    """Return how many pairs a hand without quads has, at least and at most."""
    fewest = most = 0
    for meld in bound.melds:
        if meld.exactly is not None:
            low, high = ex.bounds(_without_quads(meld.exactly))
        elif meld.at_most is not None:
            low, high = 0, ex.bounds(_without_quads(meld.at_most))[1]
        else:
            low, high = 0, constant(bound.win.groups.value) if bound.win.groups else 0
        fewest, most = fewest + max(0, low), most + high
    return fewest, most


def _without_quads(expr: Expr) -> Expr:
    return substitute(expr, {"fact:quads": 0, "count:ti": 0, "count:pao": 0})
