"""What the rows of a variant let a seat do, worked out by trying every card: the account that ``shadow.py`` keeps.

It reads the rows as ``claims.py`` does not: every set of cards is tried, every row looked at, nothing prepared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import attrs

from phzdsl.cards import Kind
from phzdsl.game import Game, State
from phzdsl.ruleset.expressions import Expr, evaluate
from phzdsl.ruleset.model import Claim, Ruleset
from phzdsl.scoring.hand import By, Hand, TableMeld
from phzdsl.tables.features import named_keys

__all__ = ["Account", "Book", "Card", "Lying", "Place", "Sets", "Way", "first_forced", "laid_first", "order_of"]

Sets = tuple[tuple[Kind, ...], ...]


@attrs.define
class Lying:
    """A meld on the table: what it is, and what it was before."""

    line: list[str]
    cards: tuple[Kind, ...]


@attrs.define
class Place:
    """One seat as the events have left it."""

    hand: Counter[Kind]
    melds: list[Lying] = attrs.field(factory=list)
    discards: list[Kind] = attrs.field(factory=list)
    unused: list[Kind] = attrs.field(factory=list)
    passed_chi: set[Kind] = attrs.field(factory=set)
    passed_peng: set[Kind] = attrs.field(factory=set)
    discarded: set[Kind] = attrs.field(factory=set)
    takes: int = 0
    dealt_quads: int = 0
    done: Counter[str] = attrs.field(factory=Counter)
    declared: bool = False


@attrs.frozen
class Card:
    """A card that may be claimed, and from where: ``draw``, ``discard`` or ``shown``.

    ``last`` is the last of the stock, ``haidi`` (海底) the last that may be won on.
    """

    card: Kind
    giver: int
    source: str
    first: bool = False
    last: bool = False
    haidi: bool = False


@attrs.frozen
class Way:
    """One thing that a seat may do with a card; ``order`` tells what comes first."""

    claim: Claim = attrs.field(eq=False, repr=False)
    do: str
    cards: tuple[Kind, ...]
    bi: Sets
    order: tuple[int, int]

    @property
    def forced(self) -> bool:
        """Tell whether it must be done."""
        return self.claim.forced

    def named(self) -> tuple[str, tuple[Kind, ...], Sets]:
        """Return it as an action says it, cards ascending."""
        return self.do, self.cards, self.bi


class Book:
    """What shadows of one room share: its rules read in their own way.

    Attributes:
        fast: what hands are worth; that it is right is for the tests of scoring.
        named: the facts that win and count name.
        whole: by copies held, for what they may not be split.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = rules = game.ruleset
        self.fast = game.fast
        self.named = named_keys(rules)
        self.whole = {copies: _whole(rules, copies) for copies in (3, 4)}


def _whole(rules: Ruleset, copies: int) -> frozenset[str]:
    kept = (meld.whole_for for meld in rules.melds if meld.in_hand and meld.same == copies)
    return frozenset().union(*kept)


class Account:
    """What lies where, and what each seat may do with a card."""

    def __init__(self, book: Book, state: State) -> None:
        game = book.game
        self.book = book
        self.game = game
        self.rules = book.rules
        self.dealer = state.dealer
        self.order = game.order(state.dealer)
        self.places = {seat: Place(Counter()) for seat in self.order}
        at = 0
        for seat in self.order:
            size = game.dealt[seat != self.dealer]
            self.places[seat].hand.update(state.deck[at : at + size])
            at += size
        self.quad = False

    # ------------------------------------------------------------ what the rows let a seat do

    def ways_of(self, seat: int, card: Card, *, wanted: bool) -> list[Way]:
        """Return everything that a seat may do with a card; ``wanted``: another's own 偎 or 提 takes it."""
        events = self._events(seat, card)
        away = (self.order.index(seat) - self.order.index(card.giver)) % len(self.order)
        found: list[Way] = []
        for claim in self.rules.claims:
            if claim.wins or not events & set(claim.events) or not self._allows(claim, seat, card, wanted=wanted):
                continue
            if claim.holding:
                if self._holds(claim, seat, card.card):
                    found.append(Way(claim, claim.id, (), (), (claim.rank, away)))
            else:
                forms = {
                    tuple(sorted(form)) for meld in self.rules.melds if meld.id in claim.into for form in meld.forms
                }
                found += [Way(claim, claim.id, made, bi, (claim.rank, away)) for made, bi in self._chis(claim, seat, card.card, forms)]  # fmt: skip
        for claim in self.rules.claims:
            if claim.wins and events & set(claim.events) and self._allows(claim, seat, card, wanted=wanted):
                if self.wins(seat, card):
                    win = Way(claim, claim.id, (), (), (claim.rank, away))
                    before = laid_first(found, win)
                    found.append(win if before is None else attrs.evolve(win, order=before.order))
                break
        return found

    def _events(self, seat: int, card: Card) -> set[str]:
        own, previous = seat == card.giver, self.order[self.order.index(seat) - 1] == card.giver
        if card.source == "shown":
            return set() if own else {"shown"}
        if card.source == "draw":
            found = {"self-draw" if own else "others-draw", "any-draw"}
            return found | ({"previous-draw"} if previous else set())
        if own:
            return set()
        return {"others-discard"} | ({"previous-discard"} if previous else set()) | ({"first-discard"} if card.first else set())  # fmt: skip

    def _holds(self, claim: Claim, seat: int, card: Kind) -> bool:
        """Tell whether a seat holds what a claim joins the card to, in hand or on the table."""
        place = self.places[seat]
        for held in claim.holding:
            if held == "two":
                exact = place.hand[card] == 2 or (place.hand[card] > 2 and not self.book.whole[3])
                if exact:
                    return True
                continue
            meld = self.rules.meld(held)
            if meld.in_hand and place.hand[card] == meld.same:
                return True
            if meld.on_table and any(one.line[0] == held and one.cards[0] == card for one in place.melds):
                return True
        return False

    def _chis(
        self, claim: Claim, seat: int, card: Kind, forms: Sets | set[tuple[Kind, ...]]
    ) -> set[tuple[tuple[Kind, ...], Sets]]:
        hand = self.places[seat].hand
        loose, loose_bi = self._loose(hand, "chi"), self._loose(hand, "for-bi")
        found: set[tuple[tuple[Kind, ...], Sets]] = set()
        for pair in set(combinations(sorted(loose), 2)):
            made = tuple(sorted((card, *pair)))
            if made not in forms:
                continue
            left = hand[card] - pair.count(card)
            rest = Counter(loose_bi)
            rest.subtract(pair)
            due = left if claim.bi is not None else 0
            found |= {(made, bi) for bi in _lay(due, card, rest, forms)}
        return found

    def _loose(self, hand: Counter[Kind], purpose: str) -> list[Kind]:
        """Return the cards of a hand that may be used for a chi or a bi."""
        return [kind for kind in hand.elements() if purpose not in self.book.whole.get(hand[kind], ())]

    def _allows(self, claim: Claim, seat: int, card: Card | None, *, wanted: bool = False) -> bool:
        facts = self._facts(seat, card, wanted=wanted)
        if claim.when is not None and not evaluate(claim.when, facts):
            return False
        if claim.at_most is not None and self.places[seat].done[claim.id] >= evaluate(claim.at_most, facts):
            return False
        barred = (bar for bar in self.rules.bars if claim.id in bar.actions)
        return not any(evaluate(bar.when, facts) for bar in barred)

    def _facts(self, seat: int, card: Card | None, kind: Kind | None = None, *, wanted: bool = False) -> dict[str, int]:
        place = self.places[seat]
        kind = card.card if card is not None else kind
        facts: dict[str, int] = {
            "fact:dealer": seat == self.dealer,
            "fact:players": len(self.order),
            "fact:takes": place.takes,
            "fact:dealt-quads": place.dealt_quads,
            "fact:made-quad": self.quad,
            "fact:passed-chi": kind in place.passed_chi,
            "fact:passed-peng": kind in place.passed_peng,
            "fact:own-discard": kind in place.discarded,
            "fact:in-kan": kind is not None and place.hand[kind] >= 3,
            "fact:wanted": wanted,
            "fact:pairs": sum(count // 2 for count in self._cards(seat).values()),
            "fact:self-draw": card is not None and card.source == "draw" and card.giver == seat,
            "fact:from-draw": card is not None and card.source == "draw",
            "fact:from-discard": card is not None and card.source == "discard",
        }
        for meld in self.rules.melds:
            held = (
                sum(count == meld.same for count in place.hand.values())
                if meld.in_hand and meld.whole and meld.same > 2
                else 0
            )
            facts[f"count:{meld.id}"] = held + sum(one.line[0] == meld.id for one in place.melds)
        return facts

    def _cards(self, seat: int) -> Counter[Kind]:
        """Return all cards of a seat, in hand and in melds."""
        place = self.places[seat]
        return place.hand + Counter(kind for meld in place.melds for kind in meld.cards)

    def wins(self, seat: int, card: Card | None) -> bool:
        """Tell whether a seat's hand is a win with the card, or as dealt."""
        if card is not None and card.last and card.source == "draw" and "not-won" in self.rules.seats.last:
            return False
        outcome = self.book.fast.outcome(self.hand(seat, card))
        return outcome is not None and outcome.valid and not outcome.unsettled

    def hand(self, seat: int, card: Card | None) -> Hand:
        """Return a seat's hand as it would win."""
        place = self.places[seat]
        by = By.DEAL
        if card is not None:
            own = By.SELF if card.giver == seat and card.source == "draw" else By.DRAW
            by = By.DISCARD if card.source == "discard" else own
        drawn = card is not None and card.source == "draw"
        stated = {
            "dealer": seat == self.dealer,
            "after-dealer": self.order[self.order.index(seat) - 1] == self.dealer,
            "shown-win": card is not None and card.source == "shown",
            "first-discard-win": card is not None and card.source == "discard" and card.first,
            "first": drawn and card is not None and card.first,
            "last": drawn and card is not None and card.haidi,
            "untouched": not place.takes,
            "declared": place.declared,
            "others-declared": sum(one.declared for at, one in self.places.items() if at != seat),
        }
        always = {"shown-win", "first-discard-win"}
        facts = tuple(sorted((name, int(value)) for name, value in stated.items() if value and (name in always or f"fact:{name}" in self.book.named)))  # fmt: skip
        table = tuple(TableMeld(one.line[0], one.cards) for one in place.melds)
        return Hand(table, tuple(sorted(place.hand.elements())), None if card is None else card.card, by, facts)

    # ------------------------------------------------------------ turns

    def turn_claim(self, seat: int) -> str | None:
        """Return the claim that a seat must make at its turn."""
        for claim in self.rules.claims:
            if (
                "own-turn" in claim.events
                and claim.forced
                and not self.places[seat].done[claim.id]
                and self._allows(claim, seat, None)
            ):
                return claim.id
        return None

    def discardable(self, seat: int) -> set[Kind]:
        """Return what a seat may discard."""
        kept = [rule for rule in self.rules.discards if not rule.skips]
        held = {kind for kind, count in self.places[seat].hand.items() if count}
        return {kind for kind in held if not any(self._holds_true(rule.when, seat, kind) for rule in kept)}

    def skips(self, seat: int) -> bool:
        """Tell whether no discard is due now."""
        return any(rule.skips and self._holds_true(rule.when, seat, None) for rule in self.rules.discards)

    def _holds_true(self, when: Expr, seat: int, kind: Kind | None) -> bool:
        return bool(evaluate(when, self._facts(seat, None, kind)))


def order_of(way: Way) -> tuple[int, int]:
    """Return what comes first: rank, then places from the card on."""
    return way.order


def first_forced(ways: list[Way]) -> Way | None:
    """Return what a seat must do, None where nothing is forced."""
    return min((way for way in ways if way.forced), key=order_of, default=None)


def laid_first(ways: list[Way], win: Way) -> Way | None:
    """Return the forced claim that is made before a win."""
    return first_forced([way for way in ways if not way.claim.wins and way.claim.rank < win.claim.rank])


def _lay(left: int, card: Kind, rest: Counter[Kind], forms: Sets | set[tuple[Kind, ...]]) -> Iterator[Sets]:
    """Yield every choice of further sets that lays so many copies of a card."""
    if left <= 0:
        if not left:
            yield ()
        return
    cards = [kind for kind, count in rest.items() if count > 0 for _ in range(count)]
    for trio in set(combinations(sorted(cards), 3)):
        if card in trio and trio in forms:
            fewer = Counter(rest)
            fewer.subtract(trio)
            for further in _lay(left - trio.count(card), card, fewer, forms):
                yield tuple(sorted((trio, *further)))
