"""What a bound ruleset says of play, sorted for quick use: the compiled form that states refer to.

Compiled once per room and shared by all its hands. It decides nothing: that is ``claims.py`` and ``step.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.game.around import Around
from phzdsl.game.asked import Question, question
from phzdsl.game.chi import Eaten
from phzdsl.game.glance import Glance
from phzdsl.game.playable import expect_playable
from phzdsl.game.state import FIRST, Action, Option
from phzdsl.ruleset.expressions import Expr, refs
from phzdsl.ruleset.model import Claim, Meld, Payment, Ruleset, Session, constant
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.parts import word_of
from phzdsl.ruleset.rewriting import substitute
from phzdsl.scoring.fast import FastScorer
from phzdsl.scoring.score import Scorer
from phzdsl.tables.features import named_keys

__all__ = ["ClaimPlan", "Game", "Growth", "PaymentPlan", "PlacePlan", "SkipPlan"]

_TRIPLET = 3
_QUAD = 4

# The card events that each place at the table sees, by where the card comes from: the seat that gives it, the
# next one, and any other.
_EVENTS: Mapping[str, tuple[frozenset[str], frozenset[str], frozenset[str]]] = {
    "draw": (
        frozenset({"self-draw", "any-draw"}),
        frozenset({"others-draw", "any-draw", "previous-draw"}),
        frozenset({"others-draw", "any-draw"}),
    ),
    "discard": (frozenset(), frozenset({"others-discard", "previous-discard"}), frozenset({"others-discard"})),
    "first": (
        frozenset(),
        frozenset({"others-discard", "previous-discard", "first-discard"}),
        frozenset({"others-discard", "first-discard"}),
    ),
    "shown": (frozenset(), frozenset({"shown"}), frozenset({"shown"})),
    "deal": (frozenset({"deal"}), frozenset(), frozenset()),
    "turn": (frozenset({"own-turn"}), frozenset(), frozenset()),
}
_OF_PAYER = frozenset({
    "payer-dealer", "payer-waits", "payer-stake", "payer-total", "actor-stake", "actor-total", "difference",
})  # fmt: skip
# What is known of dealt cards without dividing them.
_OF_DEALT = frozenset({"fact:deal-win", "fact:dealer", "fact:pairs", "fact:fours", "fact:players"})
_OWN = frozenset({"wei", "chou-wei", "ti"})


@attrs.frozen
class Growth:
    """What a claim joins its card to.

    Attributes:
        held: id of a meld, or ``two``.
        copies: cards of the hand that are used; 0 where a meld on the table grows.
        into: id of the meld that is made, the first that has so many cards.
        size: how many these are.
        face_up: how many cards of it the others see.
    """

    held: str
    copies: int
    into: str
    size: int
    face_up: int


@attrs.frozen(eq=False)
class ClaimPlan:
    """A claim, taken apart.

    Attributes:
        game, index: the rules that it belongs to, and its place among their claims.
        wins: it is a win.
        growths: what it may join its card to; empty for a win, a chi and a declaration.
        sets: by kind, the sets of cards that a chi may make with it; empty for the others.
        wants: the others must leave the card to it (他要): an own draw's 偎 or 提.
        peng: it makes three with a pair, of another's card.
        when: its condition, None where it has none.
        at_most: how often a seat may make it, likewise.
        bars: while one of these holds it may not be made.
    """

    game: Game = attrs.field(repr=False)
    index: int
    claim: Claim
    wins: bool
    growths: tuple[Growth, ...]
    sets: tuple[tuple[Eaten, ...], ...]
    wants: bool
    peng: bool
    when: Question | None
    at_most: Question | None
    bars: tuple[Question, ...]

    def __eq__(self, other: object) -> bool:
        """Tell whether it is the same claim of the same room."""
        return isinstance(other, ClaimPlan) and (self.index, self.game.room) == (other.index, other.game.room)

    def __hash__(self) -> int:
        """Equal claims have equal places."""
        return hash(self.index)

    def __reduce__(self) -> tuple[Callable[[Game, int], ClaimPlan], tuple[Game, int]]:
        """Store which claim it is: questions are made again with the rules."""
        return _plan_of, (self.game, self.index)

    @property
    def declares(self) -> bool:
        """Tell whether it takes no card: a declaration."""
        return not self.wins and not self.growths and not self.sets


@attrs.frozen
class PlacePlan:
    """The claims on a card as one place at the table sees it.

    Attributes:
        wins, chis: those that win, and those that eat.
        by_copies: by copies of the card held, those that use them.
        eats: by kind, the cards of the hand with one of which a chi may eat it, packed.
        by_meld: by id of a meld on the table that has the card, those that make it grow.
        own: all of them, in the order of the file.
    """

    wins: tuple[ClaimPlan, ...]
    chis: tuple[ClaimPlan, ...]
    eats: tuple[tuple[int, ...], ...]
    by_copies: tuple[tuple[tuple[ClaimPlan, Growth], ...], ...]
    by_meld: Mapping[str, tuple[tuple[ClaimPlan, Growth], ...]]
    own: tuple[ClaimPlan, ...]


@attrs.frozen
class SkipPlan:
    """A rule that leaves a discard out."""

    when: Question
    free: bool


@attrs.frozen(eq=False)
class PaymentPlan:
    """A payment, taken apart.

    Attributes:
        when, amount: as asked at claims and empty stocks; for a win they are evaluated with its count.
        of_payer: facts that the row names and that differ from one payer to another, or are known at the table only.
    """

    row: Payment
    when: Question | None
    amount: Question
    of_payer: tuple[str, ...]


class Game:
    """The rules of play of one room.

    Attributes:
        ruleset: the bound ruleset.
        players: how many hold cards.
        total: seats at the table, that of a player who sits out included.
        copies: by kind, how many cards the deck has.
        cards: the whole deck, ascending.
        dealt: cards dealt to the dealer and to each other player.
        fast: what hands are worth.
        dealt_ways: when dealt cards that make no groups may win; None where only the count can tell.
        named: ids of the facts that the win and the count name.
        claim_facts: those that the conditions of claims on a winning card name.
        places: by source, the claims on a card as its giver, the next seat and the others see it.
        first_of_others: the least rank of a claim on another's draw.
        payments: by event, the payments due at it.
        discards, passes: by seat and kind, the discard of that card; by seat, to pass.
    """

    def __init__(self, ruleset: Ruleset, options: Mapping[str, int] | None = None) -> None:
        """Compile a ruleset; one that is not bound is bound to the options and defaults.

        Raises:
            GameError: the ruleset states too little to be played, or what cannot be played yet.
            OptionError: as ``bind``.
        """
        self.ruleset = bound = bind(ruleset, options) if ruleset.bound is None else ruleset
        expect_playable(bound)
        seats = bound.seats
        self.players: int = _amount(seats.players)
        self.sitter = word_of(seats.sitter) if seats.sitter is not None else None
        self.total = self.players + (self.sitter not in {None, "none"})
        self.dealt = (constant(seats.dealer_cards), constant(seats.other_cards))  # type: ignore[arg-type] # checked before
        self.shown = word_of(seats.shown)
        self.last = seats.last
        self.stock = _amount(seats.stock)
        self.copies = bound.deck.copies()
        self.cards: tuple[Kind, ...] = tuple(kind for kind, copies in enumerate(self.copies) for _ in range(copies))
        self.red: frozenset[Kind] = bound.deck.red
        self.melds = {meld.id: meld for meld in bound.melds}
        self.fast = FastScorer(bound)
        self.named = {key.removeprefix("fact:") for key in named_keys(bound) if key.startswith("fact:")}
        acting = [claim.when for claim in bound.claims if claim.when is not None and (claim.wins or claim.holding)]
        named = {ref.key.removeprefix("fact:") for when in acting for ref in refs(when) if ref.key.startswith("fact:")}
        self.claim_facts = tuple(sorted(named))
        self.named |= named
        self.loose_chi = self._loose("chi")
        self.loose_bi = self._loose("for-bi")
        self.kan_whole = any(meld.whole and meld.same == _TRIPLET for meld in bound.melds)
        self.plans = tuple(self._plan(claim, index) for index, claim in enumerate(bound.claims))
        self._around = tuple(Around.of(self._order(dealer)) for dealer in range(self.total))
        due = not any("groups" in way.waives and _later(way.when) for way in bound.win.ways)
        self.glance = Glance(bound, self.loose_chi, due=due)
        self.groups = constant(bound.win.groups.value) if bound.win.groups else 0
        self.dealt_ways = self._dealt_ways()
        self.places = {source: tuple(map(self._place, events)) for source, events in _EVENTS.items()}
        others = [plan for place in self.places["draw"][1:] for plan in place.own]
        self.first_of_others = min((plan.claim.rank for plan in others), default=len(bound.claims))
        self.payments = _by_event(tuple(row for row in bound.payments if _is_paid(row, bound)))
        self.discards = tuple(
            tuple(Option(Action(seat, "discard", (kind,)), FIRST) for kind in range(KINDS))
            for seat in range(self.total)
        )
        self.passes = tuple(Action(seat, "pass") for seat in range(self.total))
        self.skips = tuple(SkipPlan(question(rule.when), rule.free) for rule in bound.discards if rule.skips)
        self.kept = tuple(question(rule.when) for rule in bound.discards if not rule.skips)

    def __reduce__(self) -> tuple[type[Game], tuple[Ruleset]]:
        """Store the rules; what is made of them is made again."""
        return Game, (self.ruleset,)

    @property
    def room(self) -> tuple[str, tuple[tuple[str, int], ...] | None]:
        """The variant and the options chosen."""
        return self.ruleset.id, self.ruleset.bound

    @cached_property
    def scorer(self) -> Scorer:
        """The plain search, which explains."""
        return Scorer(self.ruleset)

    @property
    def session(self) -> Session:
        """The rows about hand after hand."""
        return self.ruleset.session

    @cached_property
    def deal_win_free(self) -> ClaimPlan | None:
        """The claim that a win at the deal goes by where none is stated for it; None where nothing may be won."""
        winning = [plan for plan in self.plans if plan.wins]
        return next((plan for plan in winning if "deal" not in plan.claim.events), winning[0] if winning else None)

    def order(self, dealer: int) -> tuple[int, ...]:
        """Return the seats that hold cards, from the dealer on."""
        return self._around[dealer].order

    def around(self, dealer: int) -> Around:
        """Return these seats, going round."""
        return self._around[dealer]

    def _order(self, dealer: int) -> tuple[int, ...]:
        sits = self.sits(dealer)
        return tuple(seat for step in range(self.total) if (seat := (dealer + step) % self.total) != sits)

    def sits(self, dealer: int) -> int | None:
        """Return the seat that sits out, None where nobody does."""
        steps = {"opposite": self.total // 2, "next": 1, "previous": self.total - 1}
        return (
            None
            if self.total == self.players
            else (dealer + steps.get(self.sitter or "", self.total // 2)) % self.total
        )

    def _dealt_ways(self) -> tuple[Question, ...] | None:
        """Return when dealt cards that make no groups may win; None where only the count can tell."""
        conditions = [way.when for way in self.ruleset.win.ways if "groups" in way.waives]
        told = {f"count:{meld.id}" for meld in self.melds.values() if not meld.in_hand or (meld.whole and meld.same)}
        if {ref.key for when in conditions for ref in refs(when)} - told - _OF_DEALT:
            return None
        return tuple(question(when) for when in conditions)

    def _loose(self, purpose: str) -> bytes:
        """Return by copies held how many may be used for a purpose, as ``bytes.translate`` takes it."""
        kept = {meld.same for meld in self.melds.values() if meld.in_hand and purpose in meld.whole_for}
        three = 0 if _TRIPLET in kept else _TRIPLET
        return bytes((0, 1, 2, three, 0 if _QUAD in kept else 1 + three)).ljust(256, b"\0")

    def _place(self, events: frozenset[str]) -> PlacePlan:
        seeing = tuple(plan for plan in self.plans if events & set(plan.claim.events))
        growing = [(plan, growth) for plan in seeing for growth in plan.growths]
        held = {growth.held for _, growth in growing if not growth.copies}
        return PlacePlan(
            tuple(plan for plan in seeing if plan.wins),
            tuple(plan for plan in seeing if plan.sets),
            tuple(
                tuple({eaten.need for plan in seeing if plan.sets for eaten in plan.sets[kind]})
                for kind in range(KINDS)
            ),
            tuple(tuple(one for one in growing if self._uses(one[1], copies)) for copies in range(_QUAD + 1)),
            {meld: tuple(one for one in growing if one[1].held == meld and not one[1].copies) for meld in held},
            seeing,
        )

    def _uses(self, growth: Growth, held: int) -> bool:
        """Tell whether so many copies in hand let a meld be made: all of them, or some where a kan may be split."""
        return bool(growth.copies) and (held == growth.copies or (held > growth.copies and not self.kan_whole))

    def _plan(self, claim: Claim, index: int) -> ClaimPlan:
        sets: tuple[tuple[Eaten, ...], ...] = ()
        if not claim.holding and not claim.wins and claim.into:
            forms = {form for meld in claim.into for form in self.melds[meld].forms}
            sets = tuple(tuple(Eaten.of(form, kind) for form in sorted(forms) if kind in form) for kind in range(KINDS))
        triplet = any(self.melds[meld].same == _TRIPLET for meld in claim.into if meld in self.melds)
        bars = (bar for bar in self.ruleset.bars if claim.id in bar.actions or (claim.wins and "win" in bar.actions))
        return ClaimPlan(
            self,
            index,
            claim,
            claim.wins,
            tuple(growth for held in claim.holding for growth in self._growths(claim, held)),
            sets,
            "self-draw" in claim.events and bool(_OWN & {claim.id, *claim.into}),
            triplet and "two" in claim.holding and bool({"others-discard", "others-draw"} & set(claim.events)),
            None if claim.when is None else question(claim.when),
            None if claim.at_most is None else question(claim.at_most),
            tuple(question(bar.when) for bar in bars),
        )

    def _growths(self, claim: Claim, held: str) -> Iterable[Growth]:
        meld = self.melds.get(held)
        hand = held == "two" or (meld is not None and meld.in_hand)
        copies = 2 if meld is None else meld.same
        dealt = {"deal", "own-turn"} & set(claim.events)
        size = copies if dealt else copies + 1
        into = next((self.melds[one] for one in claim.into if self.melds[one].same == size), None)
        if hand and into is not None:
            yield Growth(held, copies, into.id, size, self._face_up(into))
        if meld is not None and meld.on_table and into is not None and not dealt:
            yield Growth(held, 0, into.id, size, self._face_up(into))

    @staticmethod
    def _face_up(meld: Meld) -> int:
        size = meld.same
        return size if meld.face_up is None else min(size, constant(meld.face_up))


def _plan_of(game: Game, index: int) -> ClaimPlan:
    return game.plans[index]


def _is_paid(row: Payment, bound: Ruleset) -> bool:
    return not bound.session.only_booked or "session-end" in row.events


def _by_event(rows: tuple[Payment, ...]) -> dict[str, tuple[PaymentPlan, ...]]:
    plans = [_payment(row) for row in rows]
    events = dict.fromkeys(event for row in rows for event in row.events)
    return {event: tuple(plan for plan in plans if event in plan.row.events) for event in events}


def _payment(row: Payment) -> PaymentPlan:
    parts = [row.amount] if row.when is None else [row.amount, row.when]
    named = {ref.key.removeprefix("fact:") for part in parts for ref in refs(part)}
    when = None if row.when is None else question(row.when)
    return PaymentPlan(row, when, question(row.amount), tuple(sorted(named & _OF_PAYER)))


def _later(when: Expr) -> bool:
    """Tell whether a condition may hold for a win after the deal."""
    at_table = substitute(when, {"fact:deal-win": 0})
    return not (not tuple(refs(at_table)) and constant(at_table) == 0)


def _amount(setting: object) -> int:
    return constant(setting.value)  # type: ignore[attr-defined] # a Setting; what is missing was told by expect_playable
