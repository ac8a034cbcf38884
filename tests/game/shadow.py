"""A second opinion on a hand of play: what each seat may do and who gets a card, worked out from the rows by trying everything.

A shadow follows the events of a hand and keeps its own account of it. At every card it lists by brute force what
the rows let each seat do, and says from the answers who takes the card; at every stop it compares this with what
the game asks, holds and remembers. It knows what the variants that ship ask of a table, and no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import attrs

from phzdsl.cards import Kind
from phzdsl.game import Action, Game, State, legal
from phzdsl.game.counts import kinds_of
from phzdsl.game.events import Declared, Discarded, Drawn, Ended, Event, Kept, Left, Paid, Shown, Taken, Turned, Won
from phzdsl.game.state import Phase
from phzdsl.ruleset.expressions import Expr, evaluate
from phzdsl.ruleset.model import Claim, Ruleset
from phzdsl.scoring.hand import By, Hand, TableMeld
from phzdsl.tables.features import named_keys

__all__ = ["Book", "Shadow"]

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
    """A card that may be claimed, and from where: ``draw``, ``discard`` or ``shown``."""

    card: Kind
    giver: int
    source: str
    first: bool = False
    last: bool = False


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
        return self.claim.forced

    def named(self) -> tuple[str, tuple[Kind, ...], Sets]:
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


class Shadow:
    """Follows one hand.

    Attributes:
        contests: cards on offer whose taker was worked out and compared.
        compared: stops of the game that were compared.
    """

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
        self.seen = 0
        self.phase = Phase.DEAL
        self.drawn = 0
        self.card: Card | None = None
        self.ways: dict[int, list[Way]] = {}
        self.answers: dict[int, Way | None] = {}
        self.due: int | None = self.dealer if game.dealt[0] > game.dealt[1] else None
        self.quad = False
        self.opened = False
        self.dealing = True
        self.begun = False
        self.shown: Kind | None = None
        self.dealt_wins: set[int] = set()
        self.contests = 0
        self.compared = 0

    # ------------------------------------------------------------ following

    def follow(self, state: State, action: Action | None = None) -> None:
        """Take in what has happened since the last stop, and compare."""
        if action is not None and self.phase is Phase.OFFER:
            self.answers[action.seat] = self._answer(action)
        for event in state.events[self.seen :]:
            self._take_in(event, state)
        self.seen = len(state.events)
        self.phase = state.phase
        self._compare(state)

    def _answer(self, action: Action) -> Way | None:
        if action.do == "pass":
            return None
        made = (action.do, tuple(sorted(action.cards)), tuple(sorted(tuple(sorted(one)) for one in action.bi)))
        return next(way for way in self.ways[action.seat] if way.named() == made)

    def _take_in(self, event: Event, state: State) -> None:
        if isinstance(event, Paid | Turned):
            return
        if isinstance(event, Drawn | Discarded | Kept):
            self._begun()
        if self.card is not None:
            self._resolved(event)
        match event:
            case Shown(card, seat):
                self.shown = card if seat is not None else None
            case Drawn(seat, card):
                self.drawn += 1
                first, last = self.drawn == 1, self.drawn == self.game.stock
                self._offer(Card(card, seat, "draw", first, last))
                assert event.hidden == self._hides(seat), event
            case Discarded(seat, card):
                assert self.due == seat, event
                assert card in self._discardable(seat), event
                place = self.places[seat]
                place.hand[card] -= 1
                place.discards.append(card)
                place.discarded.add(card)
                first = not self.opened and seat == self.dealer
                self.opened = True
                self.due = None
                self._offer(Card(card, seat, "discard", first))
            case Left(seat, card):
                self.places[seat].unused.append(card)
            case Taken():
                self._laid(event)
            case Declared(seat, claim):
                assert self.dealing or self._turn_claim(seat) == claim, event
                self.places[seat].declared = True
                self.places[seat].done[claim] += 1
            case Kept(seat):
                assert self.due == seat, event
                assert self._turn_claim(seat) is None, event
                assert self._skips(seat) or not self._discardable(seat), event
                self.due = None
            case Won():
                self._won(event, state)
            case Ended():
                self.card = None
                assert event.drawn == (not state.result or not state.result.winners)
        return

    def _dealt(self) -> None:
        """The deal is over: nobody keeps a quad that he must lay."""
        if self.dealing:
            self.dealing = False
            lays = any(claim.forced and "deal" in claim.events and claim.holding for claim in self.rules.claims)
            assert not (lays and any(4 in place.hand.values() for place in self.places.values()))

    def _laid(self, event: Taken) -> None:
        place, cards = self.places[event.seat], list(event.cards)
        if event.card is None:
            assert self.dealing
            place.dealt_quads += len(cards) == 4
        else:
            cards.remove(event.card)
            place.takes += 1
            self.quad = len(event.cards) == 4
            self.due = event.seat
        grown = next((one for one in place.melds if len(one.cards) == 3 and one.cards[0] == event.cards[0] and set(one.cards) == set(event.cards)), None)  # fmt: skip
        if grown is not None and event.card is not None and len(event.cards) == 4:
            grown.line.insert(0, event.meld)
            grown.cards = event.cards
        else:
            place.hand.subtract(cards)
            place.melds.append(Lying([event.meld], event.cards))
        for further in event.bi:
            place.hand.subtract(further)
            place.melds.append(Lying(["chi"], further))
        assert min(place.hand.values()) >= 0, event
        place.done[event.claim] += 1

    def _won(self, event: Won, state: State) -> None:
        assert state.result is not None
        winner = next(one for one in state.result.winners if one.seat == event.seat)
        place = self.places[event.seat]
        if event.card is not None and sum(place.hand.values()) != sum(state.seats[event.seat].hand):
            place.hand[event.card] += 1
        lying = [kind for one in place.melds for kind in one.cards]
        held = Counter(winner.hand.cards())
        assert held == place.hand + Counter(lying) or event.card is None, event

    # ------------------------------------------------------------ a card on offer

    def _offer(self, card: Card) -> None:
        self.card = card
        self.answers = {}
        self.ways = {}
        own = self._ways(card.giver, card, wanted=False) if card.source == "draw" else []
        # An own 偎 or 提 is something that no other seat may win on, where the file says so.
        wanted = any(way.claim.id in _OWN or _OWN & set(way.claim.into) for way in own)
        for seat in self.order:
            if seat == card.giver:
                self.ways[seat] = own
            else:
                self.ways[seat] = self._ways(seat, card, wanted=wanted)

    def _hides(self, seat: int) -> bool:
        forced = _forced(self.ways[seat])
        if forced is None or not forced.claim.holding:
            return False
        meld = next(
            meld for meld in self.rules.melds if meld.id in forced.claim.into and meld.same == self._size(seat, forced)
        )
        return meld.face_up is not None and evaluate(meld.face_up, {}) < meld.same

    def _size(self, seat: int, way: Way) -> int:
        assert self.card is not None
        place, card = self.places[seat], self.card.card
        grows = any(one.line[0] in way.claim.holding and one.cards[0] == card for one in place.melds)
        return 4 if grows else place.hand[card] + 1

    def _resolved(self, event: Event) -> None:
        """Say who takes the card from the answers, and compare with what happened."""
        card = self.card
        assert card is not None
        replies: dict[int, Way] = {}
        for seat, ways in self.ways.items():
            choice = _choice(ways)
            if seat in self.answers:
                answer = self.answers[seat]
                if answer is not None:
                    replies[seat] = answer
            elif choice is not None and len(choice) == 1:
                replies[seat] = choice[0]
        best = min(replies.values(), key=_order, default=None)
        taker = next((seat for seat, way in replies.items() if way is best), None)
        # Whoever was not asked could not have come first.
        for seat, ways in self.ways.items():
            for way in ways:
                asked = seat in self.answers or seat in replies
                assert asked or (best is not None and best.order < way.order), (event, seat, way)
                if way is not self.answers.get(seat) and way is not best and (best is None or way.order < best.order):
                    self._passed(seat, way, card)
        self.contests += 1
        self.card = None
        if best is None:
            assert isinstance(event, Left if card.source == "draw" else Drawn | Discarded | Kept | Ended | Declared), (
                event
            )
            return
        assert taker == getattr(event, "seat", None), (event, best)
        before = _before(self.ways[taker], best) if best.claim.wins else None
        if best.claim.wins and before is None:
            assert isinstance(event, Won), (event, best)
            assert event.claim == best.do
        else:
            assert isinstance(event, Taken), (event, best)
            assert event.claim == (before or best).do
            if not best.claim.wins and not best.claim.holding:
                assert tuple(sorted(event.cards)) == best.cards
                assert tuple(sorted(tuple(sorted(one)) for one in event.bi)) == best.bi
        if card.source == "discard":
            self.places[card.giver].discards.pop()
        elif card.source == "shown":
            self.places[card.giver].hand[card.card] -= 1

    def _passed(self, seat: int, way: Way, card: Card) -> None:
        place = self.places[seat]
        if way.claim.wins:
            return
        if not way.claim.holding:
            place.passed_chi.add(card.card)
        elif "two" in way.claim.holding and {"others-draw", "others-discard"} & set(way.claim.events):
            place.passed_peng.add(card.card)

    # ------------------------------------------------------------ what the rows let a seat do

    def _ways(self, seat: int, card: Card, *, wanted: bool) -> list[Way]:
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
                    before = _before(found, win)
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
            "last": drawn and card is not None and card.last,
            "untouched": not place.takes,
            "declared": place.declared,
            "others-declared": sum(one.declared for at, one in self.places.items() if at != seat),
        }
        always = {"shown-win", "first-discard-win"}
        facts = tuple(sorted((name, int(value)) for name, value in stated.items() if value and (name in always or f"fact:{name}" in self.book.named)))  # fmt: skip
        table = tuple(TableMeld(one.line[0], one.cards) for one in place.melds)
        return Hand(table, tuple(sorted(place.hand.elements())), None if card is None else card.card, by, facts)

    # ------------------------------------------------------------ turns

    def _turn_claim(self, seat: int) -> str | None:
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

    def _discardable(self, seat: int) -> set[Kind]:
        kept = [rule for rule in self.rules.discards if not rule.skips]
        held = {kind for kind, count in self.places[seat].hand.items() if count}
        return {kind for kind in held if not any(self._holds_true(rule.when, seat, kind) for rule in kept)}

    def _skips(self, seat: int) -> bool:
        return any(rule.skips and self._holds_true(rule.when, seat, None) for rule in self.rules.discards)

    def _holds_true(self, when: Expr, seat: int, kind: Kind | None) -> bool:
        return bool(evaluate(when, self._facts(seat, None, kind)))

    # ------------------------------------------------------------ comparing

    def _compare(self, state: State) -> None:
        self.compared += 1
        for seat, place in self.places.items():
            held = state.seats[seat]
            assert tuple(sorted(place.hand.elements())) == kinds_of(held.hand), (seat, state.phase)
            assert [one.cards for one in place.melds] == [laid.cards for laid in held.melds]
            assert [one.line[0] for one in place.melds] == [laid.meld for laid in held.melds]
            assert (tuple(place.discards), tuple(place.unused)) == (held.discards, held.unused)
            if not state.over:
                memory = held.memory
                assert _bits(memory.passed_chi) == place.passed_chi
                assert _bits(memory.passed_peng) == place.passed_peng
                assert _bits(memory.discarded) == place.discarded
                assert (memory.takes, memory.dealt_quads, memory.declared) == (
                    place.takes,
                    place.dealt_quads,
                    place.declared,
                )
        match state.phase:
            case Phase.DEAL_WINS:
                self._deal_wins(state)
            case Phase.OFFER:
                self._offered(state)
            case Phase.DISCARD:
                self._begun()
                assert self.due is not None
                assert state.waiting == (self.due,)
                assert self._turn_claim(self.due) is None
                assert not self._skips(self.due)
                assert {action.cards[0] for action in legal(state, self.due)} == self._discardable(self.due)
            case Phase.OVER:
                assert not state.waiting

    def _deal_wins(self, state: State) -> None:
        self._dealt()
        asked = {ask.seat for ask in state.asks}
        assert asked == {seat for seat in self.order if self.wins(seat, None)}
        self.dealt_wins = asked

    def _begun(self) -> None:
        """Play begins: whoever could win at the deal was asked, and whoever could claim the shown card."""
        if self.begun:
            return
        self.begun = True
        self._dealt()
        if self.card is not None:
            return
        assert {seat for seat in self.order if self.wins(seat, None)} == self.dealt_wins
        if self.shown is not None and self.places[self.dealer].hand[self.shown]:
            self._offer(Card(self.shown, self.dealer, "shown"))
            assert not any(self.ways.values()), self.ways
            self.card = None

    def _offered(self, state: State) -> None:
        assert state.offer is not None
        if state.offer.source.value == "shown" and self.card is None:
            self._dealt()
            assert {one for one in self.order if self.wins(one, None)} == self.dealt_wins
            self._offer(Card(state.offer.card, state.offer.giver, "shown"))
        assert self.card is not None
        assert (self.card.card, self.card.giver) == (state.offer.card, state.offer.giver)
        sure = [way for way in self.answers.values() if way is not None]
        for seat, ways in self.ways.items():
            choice = _choice(ways)
            if seat not in self.answers and choice:
                sure.append(max(choice, key=_order))
        bound = min(sure, key=_order, default=None)
        for seat, ways in self.ways.items():
            choice = _choice(ways)
            expected = {way.named() for way in (ways if choice is None else choice)}
            alone = choice is not None and len(choice) == 1
            early = any(bound is None or way.order <= bound.order for way in ways if choice is None or way in choice)
            if not ways or seat in self.answers or alone or not early:
                assert seat not in state.waiting, (seat, ways, bound)
                continue
            actions = legal(state, seat)
            assert {_named(action) for action in actions if action.do != "pass"} == expected, (seat, actions)
            assert (Action(seat, "pass") in actions) is (choice is None)


_OWN = {"wei", "chou-wei", "ti"}


def _order(way: Way) -> tuple[int, int]:
    return way.order


def _forced(ways: list[Way]) -> Way | None:
    return min((way for way in ways if way.forced), key=_order, default=None)


def _choice(ways: list[Way]) -> list[Way] | None:
    """Return what a seat chooses from where it must do something; None where it may pass."""
    forced = _forced(ways)
    if forced is None:
        return None
    return [
        way
        for way in ways
        if way.order < forced.order or (way.order == forced.order and (way.claim.wins or way.claim is forced.claim))
    ]


def _before(ways: list[Way], win: Way) -> Way | None:
    """Return the forced claim that is made before a win."""
    return _forced([way for way in ways if not way.claim.wins and way.claim.rank < win.claim.rank])


def _named(action: Action) -> tuple[str, tuple[Kind, ...], Sets]:
    return action.do, tuple(sorted(action.cards)), tuple(sorted(tuple(sorted(one)) for one in action.bi))


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


def _bits(mask: int) -> set[Kind]:
    return {kind for kind in range(mask.bit_length()) if mask >> kind & 1}
