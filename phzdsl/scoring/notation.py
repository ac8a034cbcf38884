"""Hands as people write them: ``碰 二二二 / 手 一二三 ... / 胡 柒``.

The groups are those of the command line's contract; a variant's own names for its melds are understood
too. What cannot be laid from the deck is refused here, so that scoring meets only hands that can exist.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from phzdsl.cards import Kind, parse_cards, point_of, write_cards, write_kind
from phzdsl.errors import CardError, HandError
from phzdsl.ruleset.facts import fact
from phzdsl.ruleset.model import Meld, Ruleset, constant
from phzdsl.ruleset.vocabulary import term
from phzdsl.scoring.hand import By, Hand, TableMeld

__all__ = ["card_bounds", "check_hand", "parse_facts", "parse_hand", "write_hand"]

_QUAD = 4
_ASCII_GROUPS: Mapping[str, str] = {"hand": "hand-cards", "hu": "win"}


def parse_hand(
    text: str, ruleset: Ruleset, by: By | str = By.SELF, facts: Mapping[str, int] | None = None
) -> Hand:
    """Read a hand in the notation of the command line.

    Args:
        text: groups parted by ``/``.
        ruleset: a bound ruleset; its melds and deck decide what can lie.
        by: how the winning card came; a hand without 胡 is won at the deal.
        facts: further facts by either spelling.

    Raises:
        HandError: the hand cannot be laid; ``code`` says in which way.
    """
    table: list[TableMeld] = []
    concealed: list[Kind] = []
    card: Kind | None = None
    for group in text.replace("／", "/").split("/"):
        word, cards = _group(group, ruleset)
        if word == "hand-cards":
            concealed.extend(cards)
        elif word == "win":
            if len(cards) != 1 or card is not None:
                raise HandError("胡 has exactly one card", code="D921")
            card = cards[0]
        else:
            table.append(_laid(word, cards, ruleset))
    how = By(by) if isinstance(by, str) else by
    if card is None:
        how = By.DEAL
    elif how is By.DEAL:
        raise HandError("a win at the deal has no winning card", code="D922")
    given = tuple(sorted(parse_facts(facts or {}).items()))
    hand = Hand(tuple(table), tuple(sorted(concealed)), card, how, given)
    check_hand(hand, ruleset)
    return hand


def _group(group: str, ruleset: Ruleset) -> tuple[str, tuple[Kind, ...]]:
    """Split a group into what it is and its cards."""
    parts = group.split(maxsplit=1)
    if len(parts) != 2:  # noqa: PLR2004 - a word and cards
        raise HandError(f"a group is a word and cards, not {group.strip()!r}", code="D923")
    written, cards = parts
    called = next((meld.id for meld in ruleset.melds if written in {meld.called, meld.id}), None)
    known = term("hand-group", _ASCII_GROUPS.get(written, written)) or term("meld", written)
    word = known.id if known is not None and known.group == "hand-group" else called or (known.id if known else None)
    if word is None:
        raise HandError(f"no group is called {written!r}", code="D924")
    try:
        return word, parse_cards(cards)
    except CardError as error:
        raise HandError(str(error), code="D925") from error


def _laid(word: str, cards: tuple[Kind, ...], ruleset: Ruleset) -> TableMeld:
    """Return a meld on the table, if its cards can be one."""
    ordered = tuple(sorted(cards, key=lambda kind: (point_of(kind), kind)))
    if any(ordered in meld.forms for meld in _melds_of(word, ruleset)):
        return TableMeld(word, ordered)
    raise HandError(f"{write_cards(ordered)} is no {word} of {ruleset.id}", code="D926")


def _melds_of(word: str, ruleset: Ruleset) -> tuple[Meld, ...]:
    """Return the melds that a word of the notation may mean; ``chi`` means any that a chi makes."""
    if word != "chi":
        return tuple(meld for meld in ruleset.melds if meld.id == word and meld.on_table)
    made = {meld for claim in ruleset.claims if not claim.holding for meld in claim.into}
    return tuple(meld for meld in ruleset.melds if meld.id in made and meld.on_table)


def parse_facts(written: Mapping[str, int]) -> dict[str, int]:
    """Return facts by id.

    Raises:
        HandError: a name is no fact.
    """
    found: dict[str, int] = {}
    for name, value in written.items():
        known = fact(name)
        if known is None or known.takes is not None:
            raise HandError(f"no fact is called {name!r}", code="D927")
        found[known.id] = value
    return found


def check_hand(hand: Hand, ruleset: Ruleset) -> None:
    """Refuse a hand that cannot exist.

    Raises:
        HandError: more copies than the deck has, or a number of cards that no player can hold.
    """
    counts = Counter(hand.cards())
    if not counts:
        raise HandError("the hand has no cards", code="D920")
    copies = ruleset.deck.copies()
    for kind, count in sorted(counts.items()):
        if count > copies[kind]:
            message = f"{count} cards {write_kind(kind)}, and the deck has {copies[kind]}"
            raise HandError(message, code="D928")
    least, most = card_bounds(hand.by, ruleset)
    if hand.by is not By.DEAL:
        most += sum(count == _QUAD for count in counts.values())
    if not least <= sum(counts.values()) <= most:
        message = f"{sum(counts.values())} cards, and such a hand has {least}" + (f" to {most}" if most > least else "")
        raise HandError(message, code="D929")


def card_bounds(by: By, ruleset: Ruleset) -> tuple[int, int]:
    """Return how few and how many cards a hand may have; but at the deal, each quad may bring one more."""
    seats = ruleset.seats
    if seats.other_cards is None or seats.dealer_cards is None:
        return 1, sum(ruleset.deck.copies())
    other, dealer = constant(seats.other_cards), constant(seats.dealer_cards)
    if by is By.DEAL:
        return min(other, dealer), max(other, dealer)
    return min(other + 1, dealer), max(other + 1, dealer)


def write_hand(hand: Hand, *, ascii_only: bool = False) -> str:
    """Write a hand in the notation that ``parse_hand`` reads."""
    words = [(meld.meld, meld.cards) for meld in hand.table]
    if hand.concealed:
        words.append(("hand-cards", hand.concealed))
    if hand.card is not None:
        words.append(("win", (hand.card,)))
    groups = []
    for word, cards in words:
        known = term("hand-group", word) or term("meld", word)
        name = word if known is None else {"hand-cards": "hand", "win": "hu"}.get(word, word) if ascii_only else known.zh
        groups.append(f"{name} {write_cards(cards, ascii_only=ascii_only)}")
    return " / ".join(groups)
