"""A second opinion on a hand of play: what each seat may do and who gets a card, worked out from the rows by trying everything.

A shadow follows the events of a hand and keeps its own account of it (``account.py``). At every card it says from
the answers who takes it; at every stop it compares this with what the game asks, holds and remembers. It knows
what the variants that ship ask of a table, and no more.
"""

from __future__ import annotations

from collections import Counter

from phzdsl.cards import Kind
from phzdsl.game import Action, State, legal
from phzdsl.game.counts import kinds_of
from phzdsl.game.events import Declared, Discarded, Drawn, Ended, Event, Kept, Left, Paid, Shown, Taken, Turned, Won
from phzdsl.game.state import Phase
from phzdsl.ruleset.expressions import evaluate
from tests.game.account import Account, Book, Card, Lying, Sets, Way, first_forced, laid_first, order_of

__all__ = ["Shadow"]

_OWN = {"wei", "chou-wei", "ti"}


class Shadow(Account):
    """Follows one hand.

    Attributes:
        contests: cards on offer whose taker was worked out and compared.
    """

    def __init__(self, book: Book, state: State) -> None:
        super().__init__(book, state)
        self.seen = 0
        self.phase = Phase.DEAL
        self.drawn = 0
        self.card: Card | None = None
        self.ways: dict[int, list[Way]] = {}
        self.answers: dict[int, Way | None] = {}
        self.due: int | None = self.dealer if self.game.dealt[0] > self.game.dealt[1] else None
        self.opened = False
        self.dealing = True
        self.begun = False
        self.shown: Kind | None = None
        self.dealt_wins: set[int] = set()
        self.contests = 0

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

    def _take_in(self, event: Event, state: State) -> None:  # noqa: C901 - one case an event
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
                haidi = self.drawn == self.game.stock - ("not-won" in self.rules.seats.last)
                self._offer(Card(card, seat, "draw", first, last, haidi))
                assert event.hidden == self._hides(seat), event
            case Left(seat, card):
                self.places[seat].unused.append(card)
            case Taken():
                self._laid(event)
            case Discarded() | Declared() | Kept():
                self._turned(event)
            case Won():
                self._won(event, state)
            case Ended():
                self.card = None
                assert event.drawn == (not state.result or not state.result.winners)

    def _turned(self, event: Discarded | Declared | Kept) -> None:
        """Follow what a seat does at its turn."""
        seat, place = event.seat, self.places[event.seat]
        if isinstance(event, Declared):
            assert self.dealing or self.turn_claim(seat) == event.claim, event
            place.declared = True
            place.done[event.claim] += 1
            return
        assert self.due == seat, event
        assert self.turn_claim(seat) is None, event
        self.due = None
        if isinstance(event, Kept):
            assert self.skips(seat) or not self.discardable(seat), event
            return
        card = event.card
        assert not self.skips(seat), event
        assert card in self.discardable(seat), event
        place.hand[card] -= 1
        place.discards.append(card)
        place.discarded.add(card)
        first = not self.opened and seat == self.dealer
        self.opened = True
        self._offer(Card(card, seat, "discard", first))

    def _dealt(self) -> None:
        """End the deal: nobody keeps a quad that he must lay."""
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
        own = self.ways_of(card.giver, card, wanted=False) if card.source == "draw" else []
        # An own 偎 or 提 is something that no other seat may win on, where the file says so.
        wanted = any(way.claim.id in _OWN or _OWN & set(way.claim.into) for way in own)
        for seat in self.order:
            if seat == card.giver:
                self.ways[seat] = own
            else:
                self.ways[seat] = self.ways_of(seat, card, wanted=wanted)

    def _hides(self, seat: int) -> bool:
        forced = first_forced(self.ways[seat])
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
        replies = self._replies()
        best = min(replies.values(), key=order_of, default=None)
        for seat, ways in self.ways.items():
            asked = seat in self.answers or seat in replies
            for way in ways:
                # Whoever was not asked could not have come first.
                assert asked or (best is not None and best.order < way.order), (event, seat, way)
                missed = way is not self.answers.get(seat) and way is not best
                beside = way.claim.wins and replies.get(seat) is best
                if missed and (best is None or way.order < best.order or beside):
                    self._passed(seat, way, card)
        self.contests += 1
        self.card = None
        if best is None:
            following = Left if card.source == "draw" else Drawn | Discarded | Kept | Ended | Declared
            assert isinstance(event, following), event
            return
        self._taken(event, best, next(seat for seat, way in replies.items() if way is best))
        if card.source == "discard":
            self.places[card.giver].discards.pop()
        elif card.source == "shown":
            self.places[card.giver].hand[card.card] -= 1

    def _replies(self) -> dict[int, Way]:
        """Return what each seat does: its answer, or the one thing that it must do."""
        found = {seat: way for seat, way in self.answers.items() if way is not None}
        for seat, ways in self.ways.items():
            choice = _choice(ways)
            if seat not in self.answers and choice is not None and len(choice) == 1:
                found[seat] = choice[0]
        return found

    def _taken(self, event: Event, best: Way, seat: int) -> None:
        """Compare how a card was taken with what comes first."""
        first = laid_first(self.ways[seat], best) if best.claim.wins else None
        if best.claim.wins and first is None:
            assert isinstance(event, Won), (event, best)
            assert (event.seat, event.claim) == (seat, best.do)
            return
        assert isinstance(event, Taken), (event, best)
        assert (event.seat, event.claim) == (seat, (first or best).do)
        if not best.claim.wins and not best.claim.holding:
            assert tuple(sorted(event.cards)) == best.cards
            assert tuple(sorted(tuple(sorted(one)) for one in event.bi)) == best.bi

    def _passed(self, seat: int, way: Way, card: Card) -> None:
        place = self.places[seat]
        if way.claim.wins:
            return
        if not way.claim.holding:
            place.passed_chi.add(card.card)
        elif "two" in way.claim.holding and {"others-draw", "others-discard"} & set(way.claim.events):
            place.passed_peng.add(card.card)

    # ------------------------------------------------------------ comparing

    def _compare(self, state: State) -> None:
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
                assert self.turn_claim(self.due) is None
                assert not self.skips(self.due)
                assert {action.cards[0] for action in legal(state, self.due)} == self.discardable(self.due)
            case Phase.OVER:
                assert not state.waiting

    def _deal_wins(self, state: State) -> None:
        self._dealt()
        asked = {ask.seat for ask in state.asks}
        assert asked == {seat for seat in self.order if self.wins(seat, None)}
        self.dealt_wins = asked

    def _begun(self) -> None:
        """Begin the play: whoever could win at the deal was asked, and whoever could claim the shown card."""
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
                sure.append(max(choice, key=order_of))
        bound = min(sure, key=order_of, default=None)
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


def _choice(ways: list[Way]) -> list[Way] | None:
    """Return what a seat chooses from where it must do something; None where it may pass."""
    forced = first_forced(ways)
    if forced is None:
        return None
    return [
        way
        for way in ways
        if way.order < forced.order or (way.order == forced.order and (way.claim.wins or way.claim is forced.claim))
    ]


def _named(action: Action) -> tuple[str, tuple[Kind, ...], Sets]:
    return action.do, tuple(sorted(action.cards)), tuple(sorted(tuple(sorted(one)) for one in action.bi))


def _bits(mask: int) -> set[Kind]:
    return {kind for kind in range(mask.bit_length()) if mask >> kind & 1}
