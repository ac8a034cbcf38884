"""Everything that a seat may ever do in a room, numbered: the discrete action space.

The numbers follow from the rules alone: passing, discards by kind, then each claim in the order of the file, a
chi with every set and every choice of further sets (比) that its cards could ever call for. They know nothing
of a hand being played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from phzdsl.cards import KINDS, Kind, write_cards
from phzdsl.game.chi import Eaten
from phzdsl.game.rules import ClaimPlan, Game
from phzdsl.game.state import Action

__all__ = ["Moves"]

_PASS, _KEEP, _DISCARD = "pass", "no-discard", "discard"
_OWN = frozenset({"deal", "own-turn"})

_Sets = tuple[tuple[Kind, ...], ...]


class Moves:
    """The actions of a room by number.

    Attributes:
        names: what each number means, such as ``discard 二`` or ``chi 一二三 / 二七十``.
    """

    def __init__(self, game: Game) -> None:
        acts = [Action(0, _PASS), Action(0, _KEEP)]
        acts += [Action(0, _DISCARD, (kind,)) for kind in range(KINDS)]
        plans = {plan.claim.id: plan for places in game.places.values() for place in places for plan in place.own}
        first = game.deal_win_free
        if first is not None:
            plans.setdefault(first.claim.id, first)
        for claim in game.ruleset.claims:
            if claim.id in plans:
                acts += _claims(game, plans[claim.id])
        self._acts = tuple(dict.fromkeys(acts))
        self._numbers = {act: number for number, act in enumerate(self._acts)}
        self.names = tuple(map(_name, self._acts))

    def __len__(self) -> int:
        """Return how many actions there are."""
        return len(self._acts)

    def number(self, act: Action) -> int:
        """Return the number of an action, the same for every seat.

        Raises:
            KeyError: the room has no such action.
        """
        return self._numbers[attrs.evolve(act, seat=0)]

    def action(self, number: int, seat: int) -> Action:
        """Return what a number means when a seat does it.

        Raises:
            IndexError: there is no such number.
        """
        if number < 0:
            raise IndexError(number)
        return attrs.evolve(self._acts[number], seat=seat)


def _name(act: Action) -> str:
    return f"{act.do} {' / '.join(map(write_cards, (act.cards, *act.bi)))}".rstrip()


def _claims(game: Game, plan: ClaimPlan) -> Iterator[Action]:
    claim = plan.claim
    if (not plan.sets and set(claim.events) - _OWN) or plan.wins or plan.declares:
        yield Action(0, claim.id)
    if _OWN & set(claim.events):
        for growth in plan.growths:
            yield from (Action(0, claim.id, (kind,) * growth.copies) for kind in range(KINDS) if growth.copies)
    most = max(*game.loose_chi, *game.loose_bi)
    for card in range(KINDS):
        for eaten in plan.sets[card] if plan.sets else ():
            further = _further(game, card, eaten, plan.sets[card], most) if claim.bi is not None else [()]
            yield from (Action(0, claim.id, eaten.made, bi) for bi in further)


def _further(game: Game, card: Kind, eaten: Eaten, sets: Sequence[Eaten], most: int) -> list[_Sets]:
    """Return every choice of further sets that other copies of an eaten card could call for.

    Args:
        game: the rules.
        card: the card.
        eaten: the set that eats it.
        sets: all sets that may.
        most: so many cards of a kind of the hand may be used at most.
    """
    held = min(most, game.copies[card] - 1) - eaten.copies + 1
    found = {bi for left in range(1, held + 1) for bi in _choices(card, left, sets, 0)}
    return [(), *sorted(bi for bi in found if _fits(game, (eaten.uses, *bi), most))]


def _choices(card: Kind, left: int, sets: Sequence[Eaten], start: int) -> Iterator[_Sets]:
    """Yield the ways to lay so many copies of a card, each in ascending order."""
    if not left:
        yield ()
        return
    for at in range(start, len(sets)):
        if sets[at].copies <= left:
            for rest in _choices(card, left - sets[at].copies, sets, at):
                yield tuple(sorted((sets[at].made, *rest)))


def _fits(game: Game, laid: _Sets, most: int) -> bool:
    """Tell whether a hand could hold all those cards."""
    used = Counter(kind for cards in laid for kind in cards)
    return all(number <= min(most, game.copies[kind]) for kind, number in used.items())
