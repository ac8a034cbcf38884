"""Winning hands drawn so that every corner of a rule sheet is soon met: witnesses before proofs.

Melds are drawn from narrowing sets (all of one kind, all black, all red, all big, ...), play facts at random.
Deterministic: the same ruleset gives the same hands. A hand found here shows that something can happen;
that something cannot is shown by ``reach.py`` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import attrs

from phzdsl.analysis.came import barred, winnable
from phzdsl.cards import KINDS, Kind, is_big
from phzdsl.fields import ByFields
from phzdsl.ruleset.expressions import Unit
from phzdsl.ruleset.facts import FACTS, Fact, Origin, Scope, Top
from phzdsl.ruleset.model import Ruleset, constant
from phzdsl.scoring.hand import By, Hand, TableMeld
from phzdsl.scoring.readings import Group, Reading
from phzdsl.tables.features import named_keys
from phzdsl.tables.shapes import Form, shape_of

__all__ = ["Sample", "sample_hands"]

_TRIPLET = 3
_QUAD = 4

# Tells whether a meld suits, given the red kinds.
_Taste = Callable[[Form, frozenset[Kind]], bool]
_ALL_ALIKE: tuple[_Taste, ...] = (
    lambda _, __: True,
    lambda form, _: _same(form),
    lambda form, red: red.isdisjoint(form.kinds),
    lambda form, red: not red.isdisjoint(form.kinds),
    lambda form, _: is_big(form.kinds[0]),
    lambda form, _: not is_big(form.kinds[-1]),
    lambda form, _: form.xi > 0,
    lambda form, _: not _same(form),
    lambda form, _: form.xi == 0,
    lambda form, red: _same(form) and red.isdisjoint(form.kinds),
    lambda form, _: _same(form) and is_big(form.kinds[0]),
)
# One meld, and all others.
_ONE_APART: tuple[tuple[_Taste, _Taste], ...] = (
    (lambda form, red: sum(kind in red for kind in form.kinds) == 1, lambda form, red: red.isdisjoint(form.kinds)),
    (lambda form, _: not _same(form), lambda form, _: _same(form)),
)
# Each has its turn. Their number is no multiple of three, or those whose turn is that of a dealt hand would have none.
_TASTES = (*((one, one) for one in _ALL_ALIKE), *_ONE_APART)


@attrs.frozen(repr=False, eq=False)
class Sample(ByFields):
    """A hand with one reading of it."""

    hand: Hand
    reading: Reading


def sample_hands(ruleset: Ruleset, seed: int = 0) -> Iterator[Sample]:
    """Yield samples without end; every third is a win at the deal where the variant has such ways."""
    random = Random(seed)  # noqa: S311 - not for secrets
    maker = _Maker(ruleset, random)
    deal = any("groups" in way.waives for way in ruleset.win.ways)
    turn = 0
    while True:
        made = maker.dealt() if deal and turn % 3 == 2 else maker.complete(turn)  # noqa: PLR2004 - every third hand
        if made is not None:
            yield made
        turn += 1


class _Maker:
    """Draws hands for one bound ruleset."""

    def __init__(self, ruleset: Ruleset, random: Random) -> None:
        self._ruleset = ruleset
        self._random = random
        shape = shape_of(ruleset)
        red = ruleset.deck.red
        self._groups, self._bounds = shape.groups, shape.pair_bounds
        self._aside = {_TRIPLET: shape.triplets, _QUAD: shape.quads}
        self._copies = ruleset.deck.copies()
        forms = [
            Form(index, kinds, meld.value.of(kinds, red))
            for index, meld in enumerate(ruleset.melds)
            for kinds in meld.forms
        ]
        self._quads = [form for form in forms if _is_quad(form)]
        self._paired = [form for form in forms if form.meld in shape.pair_melds]
        self._others = [form for form in forms if not _is_quad(form) and form.meld not in shape.pair_melds]
        self._play = _named_play_facts(ruleset)
        self._bys, self._barred = winnable(ruleset), barred(ruleset)
        self._pools: dict[int, tuple[list[Form], list[Form], list[Form]]] = {}

    def complete(self, turn: int) -> Sample | None:
        """Draw a complete hand, or None when the draw came to a dead end."""
        of_quads, of_one, of_others = self._suiting(turn % len(_TASTES))
        quads = min(self._random.choice((0, 0, 1, 2, 4)), self._groups) if of_quads else 0
        least, most = self._bounds[min(quads, len(self._bounds) - 1)]
        pairs = least if most >= self._groups else self._random.randint(least, most)
        others = self._groups - quads - pairs
        if others < 0:
            return None
        pools = [of_quads] * quads + [self._paired] * pairs + [of_one] * min(others, 1) + [of_others] * (others - 1)
        drawn = self._draw(pools)
        return None if drawn is None else self._won(drawn)

    def _suiting(self, number: int) -> tuple[list[Form], list[Form], list[Form]]:
        """Return the melds of four, the one meld and all others that suit a taste; found once, for its turn comes again."""
        if number not in self._pools:
            one, others = _TASTES[number]
            red = self._ruleset.deck.red
            kept = _suiting(self._others, others, red)
            apart = kept if one is others else _suiting(self._others, one, red)
            self._pools[number] = [form for form in self._quads if others(form, red)], apart, kept
        return self._pools[number]

    def _draw(self, pools: list[list[Form]]) -> list[Form] | None:
        left = list(self._copies)
        drawn: list[Form] = []
        for pool in pools:
            for _ in range(12):
                form = self._random.choice(pool) if pool else None
                if form is not None and all(left[kind] >= form.kinds.count(kind) for kind in form.kinds):
                    break
            else:
                return None
            if form is None:
                return None
            for kind in form.kinds:
                left[kind] -= 1
            drawn.append(form)
        return drawn

    def _won(self, drawn: list[Form]) -> Sample:
        """Turn melds into a hand won with a card of one of them."""
        winner = self._random.randrange(len(drawn))
        card = self._random.choice(drawn[winner].kinds)
        by = self._random.choice(self._bys)
        melds = self._ruleset.melds
        groups = tuple(
            Group(melds[form.meld].id, form.kinds, form.xi, index == winner) for index, form in enumerate(drawn)
        )
        # The meld that the card makes is nowhere before it comes.
        laid = [form for index, form in enumerate(drawn) if index != winner and not melds[form.meld].in_hand]
        table = tuple(TableMeld(melds[form.meld].id, form.kinds) for form in laid)
        concealed = [
            kind
            for index, form in enumerate(drawn)
            for kind in form.kinds
            if index == winner or melds[form.meld].in_hand
        ]
        concealed.remove(card)
        return Sample(Hand(table, tuple(sorted(concealed)), card, by, self._facts(by)), Reading(groups))

    def dealt(self) -> Sample | None:
        """Draw a hand of triplets and quads as it may be dealt."""
        dealer = self._ruleset.seats.dealer_cards
        size = constant(dealer) if dealer is not None else 3 * self._groups
        kinds = self._random.sample(range(KINDS), KINDS)
        counts = [0] * KINDS
        wanted = self._random.choice((_TRIPLET, _QUAD, 2, 0))
        for kind in kinds:
            copies = wanted or self._random.choice((2, _TRIPLET, _QUAD))
            if sum(counts) + copies <= size:
                counts[kind] = min(copies, self._copies[kind])
        for kind in kinds:
            if sum(counts) < size and counts[kind] == 0 and self._copies[kind]:
                counts[kind] = 1
        cards = tuple(kind for kind, count in enumerate(counts) for _ in range(count))
        groups: list[Group] = []
        rest: list[Kind] = []
        for kind, count in enumerate(counts):
            form = self._aside.get(count, (None,) * KINDS)[kind]
            if form is None:
                rest.extend((kind,) * count)
            else:
                groups.append(Group(self._ruleset.melds[form.meld].id, form.kinds, form.xi))
        return Sample(Hand((), cards, None, By.DEAL, self._facts(By.DEAL)), Reading(tuple(groups), tuple(rest)))

    def _facts(self, by: By) -> tuple[tuple[str, int], ...]:
        """Draw the play facts that the variant names, as far as they can hold of a card that came so."""
        drawn = ((one.id, self._fact(one)) for one in self._play)
        return tuple((name, 0 if name in self._barred[by] else value) for name, value in drawn)

    def _fact(self, one: Fact) -> int:
        if one.top is Top.TRUTH:
            return self._random.randint(0, 1)
        return self._random.choice((0, 0, 1, 1, 2, 3, 4))


def _suiting(forms: list[Form], taste: _Taste, red: frozenset[Kind]) -> list[Form]:
    """Return the forms that suit a taste, or all of them when none does."""
    return [form for form in forms if taste(form, red)] or forms


def _same(form: Form) -> bool:
    return len(set(form.kinds)) == 1


def _is_quad(form: Form) -> bool:
    return len(form.kinds) == _QUAD and _same(form)


def _named_play_facts(ruleset: Ruleset) -> tuple[Fact, ...]:
    """Return the facts of play that the count names, but for how the card came; a turned card is play too."""
    keys = named_keys(ruleset)
    came = {"self-draw", "discard-win", "deal-win", "players"}
    return tuple(
        one
        for one in FACTS
        if (one.origin in {Origin.PLAY, Origin.TABLE} or one.id == "bonus-cards")
        and Scope.WIN in one.scopes
        and f"fact:{one.id}" in keys
        and one.id not in came
        and one.unit in {Unit.TRUTH, Unit.NUMBER}
    )
