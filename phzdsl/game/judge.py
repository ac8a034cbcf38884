"""Games played by people: every act against the rules named, with its seat, the row that forbids it and what it cost.

``judge`` follows a record action by action. What is in order is carried on as always; what is not gets its
name from the usual faults or the author's own rows, its payments are made, and play goes on as it did at the
table wherever the cards allow that: so a hand that ate without a 比 has eaten, unless the move was taken
back. Naming is here and in ``naming.py``; how a game stops and goes on is ``judged.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import attrs

from phzdsl.cards import Kind
from phzdsl.game.events import Paid
from phzdsl.game.judged import Spot, opened
from phzdsl.game.naming import Naming
from phzdsl.game.rules import Game
from phzdsl.game.state import Action, Carried, Option, Phase, State
from phzdsl.game.step import new_hand
from phzdsl.game.why import Why
from phzdsl.ruleset.parts import Fault, Row

__all__ = ["DEAD_WIN", "IMPOSSIBLE", "OTHER", "Finding", "Verdict", "judge"]

OTHER = "other"
"""An act against the rules that has no name among the faults."""
IMPOSSIBLE = "impossible"
"""What cannot have been done: the cards are not there. Nothing after it is read."""
DEAD_WIN = "dead-win"
"""A win that would be one, of a seat that may win no more."""


@attrs.frozen
class Finding:
    """One fault.

    Attributes:
        at: index of the action; for what was not done, of the action that came instead.
        seat: who is at fault.
        fault: id of a usual fault or of the author's, ``other``, ``dead-win`` or ``impossible``.
        action: what the seat did; None where it let something go by.
        card: the card that it is about, None where there is none.
        due: what it might have done.
        row: the row of 犯 (faults) that lists it; None where the variant does not.
        result: what follows for the hand, None for nothing.
        paid: the payments for it.
        why: of what the rules do not allow, which claim fails in what, or the row that forbids a discard.
    """

    at: int
    seat: int
    fault: str
    action: Action | None
    card: Kind | None
    due: tuple[Action, ...]
    row: Fault | None
    result: str | None
    paid: tuple[Paid, ...]
    why: Why | Row | None = None


@attrs.frozen
class Verdict:
    """What a judge says of a recorded hand.

    Attributes:
        findings: the faults, in the order they were made.
        state: the hand as it ended, or as far as the record goes.
        unread: actions left over, after the hand had ended or the record was lost.
        lost: index of the first action that does not fit what was written before it, be it that it cannot have been
            done, or that what comes later cannot; None where everything fits. ``state`` is the hand before it.
    """

    findings: tuple[Finding, ...]
    state: State
    unread: int = 0
    lost: int | None = None

    @property
    def clean(self) -> bool:
        """Tell whether nothing was against the rules, and everything fits."""
        return not self.findings and self.lost is None


def judge(  # noqa: PLR0913 - a hand of play, its parts by name
    game: Game,
    deck: Sequence[Kind],
    actions: Iterable[Action],
    *,
    dealer: int = 0,
    carried: Carried | None = None,
    judged: bool = True,
) -> Verdict:
    """Read a hand that people played.

    Args:
        game: the rules.
        deck: the cards in order, as for ``new_hand``.
        actions: what the seats did, in order. Whoever is asked and lets it go by may say ``pass``. A record may
            also say ``draw`` for every card drawn; then each act is about the card that lies there, and what
            is not claimed by the next draw was let go by. Without draws a claim is read where it is in
            order, if it is so before anybody else is asked.
        dealer: seat of the dealer.
        carried: what earlier hands left.
        judged: forced claims stand in the record; otherwise they are taken to have been made.

    Raises:
        GameError: as ``new_hand``.
    """
    new_hand(game, deck=deck, dealer=dealer, carried=carried)
    acts = tuple(actions)
    reading = _Reading(
        Naming(game),
        opened(game, deck, dealer, carried or Carried(), judged=judged),
        draws=all(act.do != "draw" for act in acts),
    )
    for at, act in enumerate(acts):
        reading.at = at
        if reading.spot.over:
            return Verdict(tuple(reading.found), reading.spot.state, len(acts) - at)
        reading.read(act)
        if reading.lost is not None:
            return Verdict(tuple(reading.found), reading.spot.state, len(acts) - reading.lost - 1, reading.lost)
    reading.at = len(acts)
    reading.finish()
    return Verdict(tuple(reading.found), reading.spot.state)


@attrs.frozen
class _Doubt:
    """An act that can have been done, but is also what follows from one that was not written down.

    Attributes:
        at: index of the act.
        spot: what was before it.
        found: how many faults there were, its own among them.
        next: who draws next if something was left out; None where that tells nothing.
    """

    at: int
    spot: Spot
    found: int
    next: int | None


class _Reading:
    """A record being read: how far it is, and what was found."""

    def __init__(self, naming: Naming, spot: Spot, *, draws: bool) -> None:
        """Begin; ``draws`` lets cards be drawn that the record does not speak of."""
        self.naming = naming
        self.spot = spot
        self.draws = draws
        self.order = spot.state.game.order(spot.state.dealer)
        self.found: list[Finding] = []
        self.at = 0
        self.doubt: _Doubt | None = None
        self.lost: int | None = None

    # ------------------------------------------------------------ one action

    def read(self, act: Action) -> None:
        """Find the spot that an action is about, and judge it there."""
        if act.seat not in self.order:
            self._lose(act)
            return
        if act.do == "draw":
            self._draw(act)
            return
        act = self._meant(act)
        while (steps := self._steps_to(act)) is not None and steps:
            self._go_on()
        if steps is None:
            # A pass of a seat that nobody asked says nothing.
            if act.do != "pass":
                self._lose(act)
            return
        option = self.naming.in_order(self.spot, act)
        faults = self.naming.own(self.spot, act)
        if option is None and act.do != "pass":
            faults += self.naming.faults(self.spot, act)
        before = self.spot
        undone = [self._blame(fault, act.seat, act, self.naming.card(self.spot, act)) == "undone" for fault in faults]
        if "too-few" in faults:
            # So it looks, too, where the claim that comes before the discard was not written down.
            self._doubted(before, self._after(act.seat))
        if not any(undone) and not self.naming.void(act, faults):
            self.spot = self._done(act, option)
            while self.spot.settled:
                self._go_on()

    def _meant(self, act: Action) -> Action:
        """Return an act by the id of its claim; of several that go by one word the one that can be read soonest."""

        def order(way: Action) -> tuple[bool, int, bool]:
            steps = self._steps_to(way)
            if steps is None:
                return True, 0, True
            spot = next(islice(self.spot.ahead(draws=self.draws), steps, None))
            return False, steps, self.naming.in_order(spot, way) is None

        ways = self.naming.ways(act)
        return ways[0] if len(ways) == 1 else min(ways, key=order)

    def _steps_to(self, act: Action) -> int | None:
        """Return how many spots ahead an action is read; None where it cannot have been done."""
        held: int | None = None
        for steps, spot in enumerate(self.spot.ahead(draws=self.draws)):
            if self.naming.in_order(spot, act) is not None or self.naming.passes(spot, act):
                return steps
            if held is None and self.naming.possible(spot, act):
                held = steps
            # A record says what those do who are asked; a pass is about the first card that anybody is asked about.
            if spot.state.waiting and (held is not None or act.do == "pass"):
                break
            # Where the record is in doubt, nobody is said to have let a forced claim go by to make an act fit.
            if self.draws and self.doubt is not None and spot.missed():
                break
        return held

    def _done(self, act: Action, option: Option | None) -> Spot:
        """Carry on an action as it was done, be it in order or not."""
        spot = self.spot
        if act.do == "discard" and not spot.due(act.seat):
            return spot.discarded(act) if spot.kept == act.seat else spot.thrown(act)
        if option is None and self.naming.wins(act):
            return spot
        option = option or self.naming.as_done(spot, act)
        return spot.answered(act if option is None else option.action, option)

    def _draw(self, act: Action) -> None:
        """Draw a card, which ends what went before."""
        while not self.spot.over and not self.spot.draws:
            self._go_on()
        if self.spot.over or self.spot.following is None or not self.spot.state.stock:
            self._lose(act)
            return
        turn, doubt = self.spot.following[1], self.doubt
        if turn != act.seat and doubt is not None and doubt.next == act.seat:
            self._lose(act)
            return
        before = self.spot
        if turn != act.seat:
            self._blame(OTHER, act.seat, act, None, (Action(turn, "draw"),))
            self._doubted(before, None)
        elif doubt is not None and doubt.next not in {None, act.seat}:
            self.doubt = None
        self.spot = self.spot.drawn_by(act.seat)

    # ------------------------------------------------------------ what does not fit

    def _doubted(self, before: Spot, following: int | None) -> None:
        """Keep what was before an act from which on the record may be another; the first such act counts."""
        if self.doubt is None:
            self.doubt = _Doubt(self.at, before, len(self.found), following)

    def _lose(self, act: Action) -> None:
        """Read no further: an act cannot have been done after what was written."""
        doubt = self.doubt
        if doubt is None:
            self._blame(IMPOSSIBLE, act.seat, act, None)
            self.lost = self.at
        else:
            self.lost, self.spot = doubt.at, doubt.spot
            del self.found[doubt.found :]

    def _after(self, seat: int) -> int:
        return self.order[(self.order.index(seat) + 1) % len(self.order)]

    # ------------------------------------------------------------ what is let go by

    def _go_on(self) -> None:
        """Go on to the next spot; what was due and is not done is a fault."""
        for seat, option in self.spot.missed():
            offer = self.spot.state.offer
            card = offer.card if offer is not None else option.uses[0] if option is not None and option.uses else None
            due = () if option is None else (option.action,)
            result = self._blame(self.naming.missed(self.spot, option), seat, None, card, due)
            if result == "undone" and option is not None:
                self.spot = self.spot.answered(option.action, option)
        self.spot = self.spot.silent().on()

    def finish(self) -> None:
        """Go on to the end of the record: until somebody would have to say something, or a card be drawn."""
        while not self.spot.over:
            empty = not self.draws and not self.spot.state.stock
            # Where every draw is written and none can follow, those who are asked have said nothing.
            if self.spot.state.waiting and not (empty and self.spot.state.phase is Phase.OFFER):
                return
            if self.spot.draws and not (self.draws or empty):
                return
            self._go_on()

    # ------------------------------------------------------------ naming a fault

    def _blame(
        self, fault: str, seat: int, act: Action | None, card: Kind | None, due: tuple[Action, ...] | None = None
    ) -> str | None:
        """Note a fault, let it be paid, and return what follows for the hand."""
        row = self.naming.row(self.spot, fault, seat, card)
        told = act is not None and fault in {OTHER, "false-win", DEAD_WIN}
        reason = self.naming.reason(self.spot, act) if told and act is not None else None
        asked = self.spot.asked(seat)
        might = due if due is not None else tuple(one.action for one in asked.options) if asked is not None else ()
        self.spot, paid = self.spot.paid(fault, seat)
        result = row.result if row is not None else None
        if result == "dead-hand":
            self.spot = self.spot.dead(seat)
        self.found.append(Finding(self.at, seat, fault, act, card, might, row, result, paid, reason))
        return result
