"""Players: they choose for a seat from what it sees, by the rules of any variant.

A player is made for one room's rules and may be kept for many hands and seats. It is given a view and nothing
else, so it cannot know more than a person at the table.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from phzdsl.cards import KINDS, Kind
from phzdsl.errors import GameError
from phzdsl.game.counts import Counts, less, more
from phzdsl.game.prospects import Melds, Prospects
from phzdsl.game.risks import Risks, unseen_cards
from phzdsl.game.rules import ClaimPlan, Game
from phzdsl.game.state import Action
from phzdsl.game.view import SeenMeld, View
from phzdsl.scoring.hand import TableMeld

__all__ = ["Player", "RandomPlayer", "SensiblePlayer"]

# Of the discards that look best, so many are looked at more closely, if they are not worth less by so much.
_CLOSER, _BAND = 3, 30
# What a card waited for is worth beside the points of the win, and a card that would help.
_WAIT, _HELP = 20, 0.5


class Player(Protocol):
    """Chooses for a seat."""

    def choose(self, view: View) -> Action:
        """Return one of ``view.actions``, of which there is at least one."""


class RandomPlayer:
    """Does anything that is legal, all alike; the same seed does the same."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        del game  # every player is made so
        self._random = Random(seed)  # noqa: S311 - a game's chance

    def choose(self, view: View) -> Action:
        """Return any action."""
        return self._random.choice(view.actions)


class SensiblePlayer:
    """Plays as a person who knows the rules and counts.

    It takes every win, keeps three and four of a kind, claims and discards for the hand that is nearest to a win and
    has the 息 for one, counts the cards left that would help or win, and of discards as good as each other takes the
    one that others can do least with. It sees no further than the next card. It decides alike for the same view.
    """

    def __init__(self, game: Game, seed: int = 0, *, prospects: Prospects | None = None) -> None:
        """Prepare to play.

        Args:
            game: the rules.
            seed: not used, since nothing is left to chance; every player is made so.
            prospects: of the same game, to be shared by players.
        """
        del seed
        self._game = game
        self._prospects = prospects or Prospects(game)
        plans = [plan for places in game.places.values() for place in places for plan in place.own]
        self._plans: dict[str, ClaimPlan] = {plan.claim.id: plan for plan in plans}
        self._wins = {plan.claim.id for plan in plans if plan.wins}
        if game.deal_win_free is not None:
            self._wins.add(game.deal_win_free.claim.id)
        self._risks = Risks(game)

    def choose(self, view: View) -> Action:
        """Return the action that seems best.

        Raises:
            GameError: the view offers no action.
        """
        if not view.actions:
            msg = f"seat {view.seat} has nothing to choose from"
            raise GameError(msg)
        win = next((one for one in view.actions if one.do in self._wins), None)
        if win is not None or len(view.actions) == 1:
            return win or view.actions[0]
        if view.phase == "discard":
            return self._discard(view)
        if view.offer is not None and view.offer.card is not None:
            return self._claim(view, view.offer.card)
        return self._own_claim(view)

    # ------------------------------------------------------------ discards

    def _discard(self, view: View) -> Action:
        kept = next((one for one in view.actions if one.do == "no-discard"), None)
        if kept is not None:
            return kept
        hand, melds = _own(view)
        unseen = unseen_cards(self._game, view)
        worths = {one: self._discarded(view, one, hand, melds, unseen) for one in view.actions}
        ranked = sorted(worths, key=lambda one: (-worths[one], one.cards))
        likely = [one for one in ranked[:_CLOSER] if worths[one] >= worths[ranked[0]] - _BAND]
        if len(likely) == 1:
            return likely[0]
        return max(likely, key=lambda one: worths[one] + self._outlook(view, less(hand, one.cards), melds, unseen))

    def _discarded(self, view: View, action: Action, hand: Counts, melds: Melds, unseen: list[int]) -> int:
        """Return how the cards stand after a discard, less what others may do with it."""
        left = self._prospects.of(less(hand, action.cards), melds)
        return left.worth - self._risks.of(view, action.cards[0], unseen)

    def _outlook(self, view: View, hand: Counts, melds: Melds, unseen: list[int]) -> float:
        """Return what the next card promises a hand: a win, or to come nearer to one."""
        stands = self._prospects.of(hand, melds)
        if stands.distance <= 1:
            waits = self._prospects.waits(hand, melds, unseen, self._facts(view))
            return sum(unseen[kind] * (_WAIT + points) for kind, points in waits.items())
        gain = 0
        for kind in range(KINDS):
            if unseen[kind]:
                better = self._prospects.of(more(hand, (kind,)), melds).worth - stands.worth
                gain += unseen[kind] * max(0, better)
        return _HELP * gain / max(1, sum(unseen))

    # ------------------------------------------------------------ claims

    def _claim(self, view: View, card: Kind) -> Action:
        """Claim the card on offer where the cards stand better for it, or where it must be claimed."""
        hand, melds = _own(view)
        best, chosen = None, view.actions[0]
        for action in view.actions:
            after = (hand, melds) if action.do == "pass" else self._after(action, hand, melds, card)
            worth = self._settled(*after)
            # As good as before is not worth showing one's cards: a pass stands last among the actions.
            if best is None or worth > best or (worth == best and action.do == "pass"):
                best, chosen = worth, action
        return chosen

    def _after(self, action: Action, hand: Counts, melds: Melds, card: Kind) -> tuple[Counts, Melds]:
        """Return concealed cards and melds after a claim on a card."""
        plan = self._plans[action.do]
        if plan.sets:
            made = (action.cards, *action.bi)
            left = bytearray(more(hand, (card,)))
            for kind in (kind for one in made for kind in one):
                left[kind] -= 1
            return bytes(left), melds + tuple([TableMeld("chi", one) for one in made])
        for growth in plan.growths:
            grown = TableMeld(growth.into, (card,) * growth.size)
            if growth.copies and hand[card] >= growth.copies:
                return less(hand, (card,) * growth.copies), (*melds, grown)
            lies = next((at for at, one in enumerate(melds) if (one.meld, one.cards[0]) == (growth.held, card)), None)
            if not growth.copies and lies is not None:
                return hand, (*melds[:lies], grown, *melds[lies + 1 :])
        return hand, melds

    def _settled(self, hand: Counts, melds: Melds) -> int:
        """Return how cards stand, after the best discard where one follows."""
        if self._prospects.rests(hand, melds) or not any(hand):
            return self._prospects.of(hand, melds).worth
        return max(self._prospects.of(less(hand, (kind,)), melds).worth for kind in range(KINDS) if hand[kind])

    def _own_claim(self, view: View) -> Action:
        """Lay what may be laid of one's own cards; declare with a card to wait for."""
        laid = next((one for one in view.actions if one.cards), None)
        if laid is not None:
            return laid
        hand, melds = _own(view)
        waits = self._prospects.waits(hand, melds, unseen_cards(self._game, view), self._facts(view))
        wanted = "pass" if not waits else view.actions[0].do
        return next((one for one in view.actions if one.do == wanted), view.actions[0])

    def _facts(self, view: View) -> tuple[tuple[str, int], ...]:
        """Return the facts that a win would have and a seat knows."""
        declared = [seat.declared for seat in view.seats]
        own = declared[view.seat]
        stated = {"dealer": view.seat == view.dealer, "declared": own, "others-declared": sum(declared) - own}
        return tuple(sorted((name, int(value)) for name, value in stated.items() if value and name in self._game.named))


def _own(view: View) -> tuple[Counts, Melds]:
    own = view.seats[view.seat]
    return own.hand or bytes(KINDS), tuple([_whole(meld) for meld in own.melds])


def _whole(meld: SeenMeld) -> TableMeld:
    return TableMeld(meld.meld, tuple([card for card in meld.cards if card is not None]))
