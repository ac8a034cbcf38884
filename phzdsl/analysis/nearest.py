"""Hands that lie near one hand: won otherwise, with other facts of play, or with some cards replaced, nearest first.

What is looked for is a hand that wins and satisfies the caller; what that is, and what the rules make of it, is not known
here. Melds on the table stay as they lie. Hands are sifted by the thousand, by their cards and in one batch by whether they
can be divided, before the plain search scores what is left. Importing this module imports numpy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations_with_replacement

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.massed import truths
from phzdsl.analysis.occasions import Stretch, occasions
from phzdsl.cards import KINDS, POINTS, Kind
from phzdsl.errors import HandError
from phzdsl.ruleset.expressions import Combined, Constant, Expr, bounds, refs
from phzdsl.ruleset.model import Count, Ruleset, Win, constant
from phzdsl.ruleset.rewriting import substitute
from phzdsl.scoring.batch import BatchScorer
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.notation import card_bounds, check_hand
from phzdsl.scoring.score import Score, Scorer
from phzdsl.tables.features import card_share

__all__ = ["Sought", "other_cards", "other_plays"]

Ints = NDArray[np.int64]
Check = Callable[[], None]

# So many sets of cards taken out are looked at together.
_TOGETHER = 48
_QUAD = 4


@attrs.frozen
class Sought:
    """What is looked for.

    Attributes:
        room: the bound ruleset.
        satisfies: tells whether a score is what is looked for.
        needed: conditions that every such hand meets, in facts alone; what they say of cards sifts before anything is scored.
        check: called now and then; it may raise to stop.
    """

    room: Ruleset
    satisfies: Callable[[Score], bool]
    needed: tuple[Expr, ...]
    check: Check


# ---------------------------------------------------------------- how it was won


def other_plays(sought: Sought, hand: Hand, varied: tuple[Stretch, ...]) -> Iterator[Hand]:
    """Yield the same cards won otherwise: how the card came, which card came last, facts of play; nearest first.

    Each of these that is another is one step; facts that are not varied stay as they are.
    """
    ids = {one.fact.id for one in varied}
    kept = tuple(fact for fact in hand.facts if fact[0] not in ids)
    every, _ = occasions(varied)
    found: dict[Hand, int] = {}
    for occasion in every:
        facts = tuple(sorted((*kept, *occasion.facts)))
        for one in _come(hand, occasion.by, facts):
            steps = _steps(hand, one)
            if steps and one not in found and _can_be(one, sought.room):
                found[one] = steps
    yield from sorted(found, key=lambda one: found[one])


def _come(hand: Hand, by: By, facts: tuple[tuple[str, int], ...]) -> Iterator[Hand]:
    """Yield a hand with its cards come in one way, the winning card the same first."""
    whole = hand.concealed if hand.card is None else (*hand.concealed, hand.card)
    if by is By.DEAL:
        yield Hand(hand.table, tuple(sorted(whole)), None, by, facts)
        return
    first = () if hand.card is None else (hand.card,)
    for card in dict.fromkeys((*first, *sorted(whole))):
        at = whole.index(card)
        yield Hand(hand.table, tuple(sorted((*whole[:at], *whole[at + 1 :]))), card, by, facts)


def _steps(hand: Hand, other: Hand) -> int:
    """Count in how many respects another hand was won otherwise."""
    before, after = dict(hand.facts), dict(other.facts)
    facts = sum(before.get(name, 0) != after.get(name, 0) for name in before.keys() | after.keys())
    # To say that a card came, or that none did, is one step with which card it was.
    other_card = None not in {hand.card, other.card} and hand.card != other.card
    return facts + (hand.by is not other.by) + other_card


def _can_be(hand: Hand, room: Ruleset) -> bool:
    """Tell whether a player can have won so: what is dealt has as many cards as the player gets, and no claimed melds."""
    try:
        check_hand(hand, room)
    except HandError:
        return False
    if hand.by is not By.DEAL:
        return True
    dealt = {meld.id for meld in room.melds if meld.in_hand}
    dealer, other = room.seats.dealer_cards, room.seats.other_cards
    if any(meld.meld not in dealt for meld in hand.table):
        return False
    if dealer is None or other is None:
        return True
    return len(hand.cards()) == constant(dealer if dict(hand.facts).get("dealer") else other)


# ---------------------------------------------------------------- other cards


def other_cards(sought: Sought, hand: Hand, number: int) -> Score | None:
    """Return a hand with so many of its cards replaced, the first that satisfies; None where there is none.

    Only cards that are not on the table are replaced. A hand has one card more for each quad, so that one card more or less
    may be put in than is taken out; it is the greater number that counts. The winning card stays, or is one of those taken
    out and another that is put in takes its place. What comes first: hands that keep the winning card; those of as many
    cards; then by the cards taken out, then by those put in, in the order of the kinds.
    """
    looking = _Looking(sought, hand)
    for keeps in (True, False):
        if keeps or hand.card is not None:
            for sizes in ((number, number), (number - 1, number), (number, number - 1)):
                for rows, cards in looking.candidates(*sizes, keeps=keeps):
                    sought.check()
                    found = looking.first(rows, cards)
                    if found is not None:
                        return found
    return None


class _Looking:
    """Looks among hands that differ from one in some cards."""

    def __init__(self, sought: Sought, hand: Hand) -> None:
        self._sought, self._hand = sought, hand
        self._scorer = Scorer(sought.room)
        self._grown = np.array([meld.cards[0] for meld in hand.table if len(set(meld.cards)) == 1], np.int64)
        self._least, self._most = card_bounds(hand.by, sought.room)
        self._laid = _counts(kind for meld in hand.table for kind in meld.cards)
        self._whole = _counts(hand.concealed if hand.card is None else (*hand.concealed, hand.card))
        self._copies = np.array(sought.room.deck.copies(), np.int64) - self._laid
        self._sieves = [(one, _shares(one, sought.room)) for part in sought.needed for one in _pieces(part)]

    @cached_property
    def _batch(self) -> BatchScorer | None:
        """What tells which hands can be divided; where no cards are fit it is never asked."""
        return _dividing(self._sought.room, self._hand)

    def candidates(self, number: int, more: int, *, keeps: bool) -> Iterator[tuple[Ints, Ints]]:
        """Yield hands in their order: the copies of each kind that are not on the table, and the winning cards, -1 for none.

        Args:
            number: so many cards are taken out.
            more: so many are put in.
            keeps: the winning card stays.
        """
        card = -1 if self._hand.card is None else self._hand.card
        into = _sets(range(KINDS), more)
        outs = _sets(np.flatnonzero(self._whole).tolist(), number)
        stays = self._whole - (np.arange(KINDS) == card) * (1 if keeps else 0)
        outs = outs[(outs <= stays).all(axis=1)]
        if not keeps:
            outs = outs[outs[:, card] > 0]
        for start in range(0, len(outs), _TOGETHER):
            out = outs[start : start + _TOGETHER]
            apart = ~((out > 0)[:, None, :] & (into > 0)[None, :, :]).any(axis=2)
            rows = (self._whole - out[:, None, :] + into[None, :, :])[apart]
            put = np.broadcast_to(into, (len(out), *into.shape))[apart]
            fits = (rows <= self._copies).all(axis=1) & self._sized(rows)
            rows, put = rows[fits], put[fits]
            if keeps:
                yield rows, np.full(len(rows), card, np.int64)
            else:
                # Each kind that was put in may be the card that came last.
                at, kinds = np.nonzero(put)
                yield rows[at], kinds

    def _sized(self, rows: Ints) -> NDArray[np.bool_]:
        """Tell which hands have as many cards as a player can hold."""
        whole = rows + self._laid
        size = whole.sum(axis=1)
        more = 0 if self._hand.by is By.DEAL else (whole == _QUAD).sum(axis=1)
        return np.asarray((self._least <= size) & (size <= self._most + more))

    def first(self, rows: Ints, cards: Ints) -> Score | None:
        """Return the score of the first hand that satisfies."""
        kept = np.flatnonzero(self._sifted(rows))
        if len(kept):
            kept = kept[self._wins(rows[kept], cards[kept])]
        for at in kept.tolist():
            score = self._scorer.score(self._hand_of(rows[at].tolist(), int(cards[at])))
            if self._sought.satisfies(score):
                return score
        return None

    def _sifted(self, rows: Ints) -> NDArray[np.bool_]:
        """Tell which hands have cards that the conditions allow."""
        kept = np.ones(len(rows), np.bool_)
        for piece, shares in self._sieves:
            if shares is not None:
                columns = {key: share(rows + self._laid) for key, share in shares.items()}
                kept &= truths(piece, columns, len(rows))
        return kept

    def _wins(self, rows: Ints, cards: Ints) -> NDArray[np.bool_]:
        """Tell which hands may win: what is in hand divides into the groups that the table leaves, or the card is laid there."""
        by, facts = self._hand.by, dict(self._hand.facts)
        if self._batch is None:
            return np.ones(len(rows), np.bool_)
        found = self._batch.score(rows.astype(np.uint8), card=None if by is By.DEAL else cards, by=by, facts=facts)
        return np.asarray(found.win) | np.isin(cards, self._grown)

    def _hand_of(self, counts: Sequence[int], card: int) -> Hand:
        concealed = tuple(kind for kind in range(KINDS) for _ in range(counts[kind] - (kind == card)))
        return attrs.evolve(self._hand, concealed=concealed, card=None if card < 0 else card)


def _dividing(room: Ruleset, hand: Hand) -> BatchScorer | None:
    """Return what tells whether the cards in hand can be divided; None where only the whole hand tells.

    Without melds on the table that is the room itself. With some it is a room without their groups, in which whatever is
    divided wins: so no hand is missed.
    """
    if not hand.table:
        return BatchScorer(room)
    conditions = [claim.when for claim in room.claims if claim.when is not None]
    if room.win.groups is None or any(ref.key.startswith("count:") for one in conditions for ref in refs(one)):
        return None
    groups = constant(room.win.groups.value) - len(hand.table)
    if groups <= 0 or any("groups" in way.waives for way in room.win.ways if bounds(_without_deal(way.when))[1]):
        return None
    melds = tuple(attrs.evolve(meld, exactly=None, at_most=None) for meld in room.melds)
    win = Win(groups=attrs.evolve(room.win.groups, value=Constant(groups)), break_quad=room.win.break_quad)
    seats = attrs.evolve(room.seats, dealer_cards=None, other_cards=None)
    return BatchScorer(attrs.evolve(room, melds=melds, win=win, count=Count(), seats=seats))


def _without_deal(condition: Expr) -> Expr:
    """Return what a condition leaves where a card came: nothing lies on the table at a deal but what was dealt."""
    return substitute(condition, {"fact:deal-win": 0})


def _counts(cards: Iterable[Kind]) -> Ints:
    counted = Counter(cards)
    return np.array([counted[kind] for kind in range(KINDS)], np.int64)


def _sets(kinds: Iterable[int], number: int) -> Ints:
    """Return every set of so many cards of some kinds, as copies of each kind: int [n, 20]."""
    every = list(combinations_with_replacement(kinds, number))
    rows = np.zeros((len(every), KINDS), np.int64)
    for at, cards in enumerate(every):
        for kind in cards:
            rows[at, kind] += 1
    return rows


def _pieces(condition: Expr) -> Iterator[Expr]:
    """Yield the conditions that must all hold."""
    if isinstance(condition, Combined) and condition.operator == "and":
        for operand in condition.operands:
            yield from _pieces(operand)
    else:
        yield condition


Share = Callable[[Ints], Ints]


def _shares(condition: Expr, room: Ruleset) -> Mapping[str, Share] | None:
    """Return how to count what a condition names; None where it names more than cards."""
    found: dict[str, Share] = {}
    for ref in refs(condition):
        share = card_share(ref.key, room)
        if share is None:
            return None
        found[ref.key] = _summed([[[share(p, s, b) for b in range(5)] for s in range(5)] for p in range(POINTS)])
    return found


def _summed(table: list[list[list[int]]]) -> Share:
    """Return what sums up over the points what (small, big) copies of each add."""
    added = np.array(table, np.int64)
    points = np.arange(POINTS)
    return lambda rows: np.asarray(added[points, rows[:, :POINTS], rows[:, POINTS:]].sum(axis=1))
