"""A hand of play that people carried on: it stops at every card and at every turn, and can be told what broke the rules.

``step.py`` runs on to the next seat that has a choice, so a card that nobody may claim goes by unseen. Here
every card on the table is a spot where the record may say something, and so is every turn that ends without
a discard. Whether what it says is in order, and what it costs, is ``judge.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from phzdsl.cards import Kind
from phzdsl.game.claims import ask_of, forced_of, options, settled
from phzdsl.game.counts import less
from phzdsl.game.deal import dealt
from phzdsl.game.draft import Draft, Next, Step
from phzdsl.game.events import Discarded, Drawn, Event, Kept, Paid, Taken
from phzdsl.game.laying import lay
from phzdsl.game.rules import Game
from phzdsl.game.settle import pay_for
from phzdsl.game.state import Action, Ask, Carried, Offer, Option, Phase, Seat, Source, State
from phzdsl.game.step import ANSWERED, STEPS
from phzdsl.game.turn import discarded

__all__ = ["Missed", "Spot", "opened"]

Missed = tuple[int, Option | None]
"""A seat that let a forced claim go by, with the claim; None where a discard was due."""

_STOPS = frozenset({Step.DEAL_WINS_ANSWERED, Step.SETTLE, Step.DRAW})


def opened(game: Game, deck: Sequence[Kind], dealer: int, carried: Carried, *, judged: bool) -> Spot:
    """Deal, and stop where somebody may first do something; for the arguments see ``judge``."""
    draft = dealt(game, tuple(deck), dealer, carried, judged=True)
    return _run(draft, (Step.SHOW, dealer), judged=judged)


def _run(draft: Draft, following: Next, *, judged: bool) -> Spot:
    """Go on to where somebody may do something; make what must be made where the record does not speak of it."""
    while following is not None:
        step, seat = following
        following = STEPS[step](draft, seat)
        if following is not None and following[0] in _STOPS:
            break
    if following is None and draft.phase is not Phase.OVER:
        following = (ANSWERED[draft.phase], draft.turn)
    due = [None if judged else _made_of(ask, draft.phase) for ask in draft.asks]
    if not any(due):
        return Spot(draft.closed(), following, judged)
    if draft.phase is Phase.DEAL:
        # What is dealt is laid before anybody is asked what he would like to do, seat by seat.
        lay(draft, next(one for one in due if one is not None), None)
        return _run(draft, (Step.DEAL_CLAIMS, draft.dealer), judged=judged)
    made = [ask if one is None else ask.with_reply(one) for ask, one in zip(draft.asks, due, strict=True)]
    if draft.phase is Phase.OFFER:
        draft.asks, _ = settled(draft, made)
        return Spot(draft.closed(), following, judged)
    draft.asks = [ask for ask in made if ask.answered]
    return _run(draft, following, judged=judged)


def _made_of(ask: Ask, phase: Phase) -> Option | None:
    """Return what is made without asking: the one thing that a seat may do and must; of its own cards the first of several."""
    if ask.passes or ask.answered or phase is Phase.DISCARD:
        return None
    if phase in {Phase.DEAL, Phase.TURN}:
        return forced_of(list(ask.options))
    return ask.options[0] if len(ask.options) == 1 else None


@attrs.frozen
class Spot:
    """A place of a recorded game where people may do something.

    Attributes:
        state: the hand of play; seats may be asked, or a card lie there that nobody may claim.
        following: what happens when nobody does anything more; None at the end.
        judged: forced claims stand in the record.
    """

    state: State
    following: Next
    judged: bool

    # ------------------------------------------------------------ what can be read off

    @property
    def over(self) -> bool:
        """Tell whether the hand has ended."""
        return self.following is None

    @property
    def draws(self) -> bool:
        """Tell whether the next thing to happen is a draw."""
        return self.following is not None and self.following[0] is Step.DRAW

    @property
    def kept(self) -> int | None:
        """The seat that has just gone on without a discard, None where there is none."""
        at = _last_kept(self.state.events) if self.draws else -1
        last = self.state.events[at] if at >= 0 else None
        return last.seat if isinstance(last, Kept) else None

    @property
    def on_table(self) -> Offer | None:
        """The card that may be claimed: on offer, and nobody has taken it yet."""
        offer, asks = self.state.offer, self.state.asks
        taken = any(ask.reply is not None for ask in asks)
        return offer if self.state.phase is Phase.OFFER and not taken and not self.over else None

    def due(self, seat: int) -> bool:
        """Tell whether a seat is to discard now."""
        return self.state.phase is Phase.DISCARD and self.asked(seat) is not None

    def answered_by(self, seat: int) -> bool:
        """Tell whether a seat has said already what it does, or that it does nothing."""
        return any(ask.seat == seat and ask.answered for ask in self.state.asks)

    @property
    def settled(self) -> bool:
        """Tell whether everybody has answered, and something comes of it: a claim, a win, a discard or a fault."""
        asks = self.state.asks
        if not asks or self.state.waiting:
            return False
        return any(ask.reply is not None for ask in asks) or bool(self.missed())

    def asked(self, seat: int) -> Ask | None:
        """Return what a seat is asked and has not answered."""
        return next((ask for ask in self.state.asks if ask.seat == seat and not ask.answered), None)

    def missed(self) -> list[Missed]:
        """Return what was due and is not done, should nobody do anything more."""
        state = self.state
        taken = self._taken()
        found: list[Missed] = []
        for ask in state.asks:
            if state.phase is Phase.DISCARD:
                if ask.reply is None and not any(one.action.do == "no-discard" for one in ask.options):
                    found.append((ask.seat, None))
                continue
            forced = forced_of(list(ask.options))
            if forced is None or (ask.reply is not None and _in_place_of(ask.reply, forced)):
                continue
            # What another took before it was not there to be claimed.
            if taken is None or forced.order < taken.order or taken is ask.reply:
                found.append((ask.seat, forced))
        return found

    def _taken(self) -> Option | None:
        """Return the claim that takes the card when nobody does anything more."""
        if self.state.phase is not Phase.OFFER or self.state.offer is None:
            return None
        draft = Draft.of(self.silent().state)
        _, taken = settled(draft, draft.asks)
        return taken[0] if taken else None

    # ------------------------------------------------------------ going on

    def ahead(self, *, draws: bool) -> Iterator[Spot]:
        """Yield this spot and those that follow when nobody does anything; up to a draw, or past it."""
        spot = self
        while True:
            yield spot
            if spot.over or (spot.draws and not draws):
                return
            spot = spot.silent().on()

    def silent(self) -> Spot:
        """Take those who have not answered to let it go by."""
        asks = tuple(ask if ask.answered else ask.with_reply(None) for ask in self.state.asks)
        return self._with(asks=asks)

    def on(self) -> Spot:
        """Go on to the next spot, everybody having answered."""
        return self if self.over else _run(Draft.of(self.state), self.following, judged=self.judged)

    # ------------------------------------------------------------ what people do

    def answered(self, action: Action, option: Option | None) -> Spot:
        """Take down what a seat does about what lies there, whether it was asked or not; None for a pass."""
        asked = self.asked(action.seat) or Ask(action.seat, ())
        offered = asked.options if option is None or option in asked.options else (*asked.options, option)
        reply = Ask(action.seat, offered, asked.passes, answered=True, reply=option)
        others = [ask.seat != action.seat for ask in self.state.asks]
        asks = [ask if other else reply for ask, other in zip(self.state.asks, others, strict=True)]
        asks += [reply] if all(others) else []
        if self.state.phase is Phase.OFFER:
            # Whoever comes later in any case has nothing to say any more.
            asks, _ = settled(Draft.of(self.state), asks)
        return self._with(asks=tuple(asks), actions=(*self.state.actions, action))

    def discarded(self, action: Action) -> Spot:
        """Let the seat that keeps its cards discard all the same; its card can be claimed."""
        (kind,) = action.cards
        draft = Draft.of(self.state)
        draft.actions.append(action)
        del draft.events[_last_kept(self.state.events)]
        following = discarded(draft, action.seat, kind)
        return self._at(draft, following)

    def thrown(self, action: Action) -> Spot:
        """Lay a card of a seat that has none to discard before it; play goes on as it was."""
        (kind,) = action.cards
        draft = Draft.of(self.state)
        place, offer = draft.seats[action.seat], draft.offer
        lying = offer is not None and offer.source is Source.DISCARD and offer.giver == action.seat
        # The card that may be claimed stays the last one.
        at = len(place.discards) - lying
        discards = (*place.discards[:at], kind, *place.discards[at:])
        draft.seats[action.seat] = Seat(less(place.hand, (kind,)), place.melds, discards, place.unused, place.memory)
        draft.actions.append(action)
        draft.events.append(Discarded(action.seat, kind))
        if offer is not None and self.asked(action.seat) is not None:
            # The card may be one that a claim would have used.
            asked = ask_of(action.seat, options(draft, offer, action.seat), judged=True)
            renewed = [asked if ask.seat == action.seat else ask for ask in draft.asks]
            draft.asks = [ask for ask in renewed if ask is not None]
        return self._at(draft, self.following)

    def dead(self, seat: int) -> Spot:
        """Let a seat win no more, also where it is being asked."""
        draft = Draft.of(self.state)
        draft.remember(seat, dead=True)
        draft.asks = [ask if ask.seat != seat or ask.answered else _without_wins(ask) for ask in draft.asks]
        draft.asks = [ask for ask in draft.asks if ask.options or ask.answered]
        return self._at(draft, self.following)

    def drawn_by(self, seat: int) -> Spot:
        """Let a seat draw, be it its turn or not."""
        return _run(Draft.of(self.state), (Step.DRAW, seat), judged=self.judged)

    def paid(self, fault: str, seat: int) -> tuple[Spot, tuple[Paid, ...]]:
        """Let a seat pay for a fault; return also the payments."""
        draft = Draft.of(self.state)
        before = len(draft.events)
        pay_for(draft, (fault,), seat)
        made = tuple(event for event in draft.events[before:] if isinstance(event, Paid))
        return self._at(draft, self.following), made

    def _with(self, **changed: object) -> Spot:
        return Spot(attrs.evolve(self.state, **changed), self.following, self.judged)  # type: ignore[arg-type] # fields of State by name

    def _at(self, draft: Draft, following: Next) -> Spot:
        return Spot(draft.closed(), following, self.judged)


def _in_place_of(reply: Option, forced: Option) -> bool:
    """Tell whether what a seat did may be done instead of a forced claim."""
    return reply.order < forced.order or reply.plan is forced.plan or (reply.order == forced.order and reply.wins)


def _last_kept(events: Sequence[Event]) -> int:
    """Return the place of the last event if it tells of a seat without a discard, what it paid since left out; else -1."""
    for at in reversed(range(len(events))):
        if isinstance(events[at], Kept):
            return at
        if isinstance(events[at], Drawn | Taken):
            break
    return -1


def _without_wins(ask: Ask) -> Ask:
    return attrs.evolve(ask, options=tuple(one for one in ask.options if one.plan is None or not one.plan.wins))
