"""What is counted about the cards of closed hands when two rulesets are compared, and which hands a player can hold.

Beside what the rules name, that is the size of a hand, how many kinds it has whole, and whether it holds one or two of
some kind: such a card can come last without joining a triplet or quad. Importing this module imports numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from phzdsl.analysis.joint import Field, Joint, Side
from phzdsl.analysis.occasions import Occasion
from phzdsl.cards import KINDS, POINTS
from phzdsl.ruleset.model import Ruleset, constant
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.notation import card_bounds
from phzdsl.tables.division import Mode
from phzdsl.tables.features import Feature
from phzdsl.tables.plan import Plan
from phzdsl.tables.store import stored_automaton
from phzdsl.tables.symbols import COUNTS, QUAD, SYMBOLS, TRIPLET

__all__ = ["Cards", "Counted", "form_bits", "hand_of", "side_of"]

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

_MOST_STATES = 400_000
_SIZE, _FOURS = "fact:all-cards", "fact:fours"


def side_of(plan: Plan, mode: Mode) -> Side:
    """Return the tables of a plan for the joint programme.

    Raises:
        TableLimitError: they would be too large.
    """
    automaton = stored_automaton(plan.shape, weigh=plan.features.of_form, mode=mode, max_states=_MOST_STATES)
    return Side(automaton, form_bits(plan))


def form_bits(plan: Plan) -> int:
    """Return the width of the fields to which melds add: they stand lowest."""
    shape = plan.shape
    forms = [form for form in (*shape.free, *shape.triplets, *shape.quads) if form is not None]
    bits = shift = 0
    for feature in plan.features.features:
        shift += feature.width
        if any(map(feature.of_form, forms)):
            bits = shift
    return bits


def card_sums(feature: Feature) -> Ints:
    """Return by point and symbol what cards add to a field, int [10, 25]."""
    every = [divmod(symbol, COUNTS) for symbol in range(SYMBOLS)]
    return np.array([[feature.of_point(point, *both) for both in every] for point in range(POINTS)], np.int64)


class Counted:
    """The sums over the cards that a comparison asks for, each once however many ask for it.

    Attributes:
        fields: what the joint programme is to count; the last tells whether a card is loose.
        sizes: for each side by number of quads the cards of a complete hand; None where size and quads are fields.
    """

    def __init__(self, plans: tuple[Plan, Plan]) -> None:
        sizes = [_sizes(plan) for plan in plans]
        self.sizes = None if sizes[0] is None or sizes[1] is None else (sizes[0], sizes[1])
        self._places: dict[bytes, int] = {}
        self._sums: list[Ints] = []
        for plan in plans:
            for _, sums in self.asked(plan):
                self._add(sums)
        # Places among the fields, where the number of quads does not tell.
        self.size = -1 if self.sizes is not None else self._add(_by_symbol(sum))
        self.fours = -1 if self.sizes is not None else self._add(_by_symbol(_whole))
        most = QUAD * max(plan.shape.groups for plan in plans)
        copies = np.max([plan.shape.copies for plan in plans], axis=0)
        self.fields = (
            *(Field(_width(one, copies, most), one) for one in self._sums),
            Field(1, _by_symbol(_loose), truth=True),
        )

    def asked(self, plan: Plan) -> Iterator[tuple[Feature, Ints]]:
        """Yield the features of a plan that are fields, with what cards add to them."""
        for feature in plan.features.features:
            sums = card_sums(feature)
            if sums.any() and (self.sizes is None or feature.key not in {_SIZE, _FOURS}):
                yield feature, sums

    def place(self, sums: Ints) -> int:
        """Return the number of the field that counts these sums."""
        return self._places[sums.tobytes()]

    def _add(self, sums: Ints) -> int:
        at = self._places.setdefault(sums.tobytes(), len(self._sums))
        if at == len(self._sums):
            self._sums.append(sums)
        return at


def _width(sums: Ints, copies: Ints, most: int) -> int:
    """Return the bits that hold a sum for every hand that the larger of two decks has, of so many cards at most.

    A hand that only one side completes is summed up for the other too.
    """
    each = sums[np.arange(POINTS), np.minimum(copies[:POINTS], QUAD) * COUNTS + np.minimum(copies[POINTS:], QUAD)]
    cards = np.array([sum(divmod(symbol, COUNTS)) for symbol in range(SYMBOLS)])
    # Where a card adds no more than 1, no sum is above the number of cards.
    greatest = min(int(each.sum()), most) if (sums <= cards).all() else int(each.sum())
    return max(1, greatest.bit_length())


def _by_symbol(value: Callable[[tuple[int, int]], int]) -> Ints:
    """Return what the copies of a point add, the same at every point: int [10, 25]."""
    row = [int(value(divmod(symbol, COUNTS))) for symbol in range(SYMBOLS)]
    return np.tile(np.array(row, np.int64), (POINTS, 1))


def _whole(counts: tuple[int, int]) -> int:
    return counts.count(QUAD)


def _loose(counts: tuple[int, int]) -> int:
    return int(any(0 < count < TRIPLET for count in counts))


def _sizes(plan: Plan) -> Mapping[int, int] | None:
    """Return by number of quads how many cards a complete hand has.

    None where that does not tell, or where four cards of a kind need not be a quad.
    """
    shape = plan.shape
    if any(copies >= QUAD and quad is None for copies, quad in zip(shape.copies, shape.quads, strict=True)):
        return None
    if any(len(form.kinds) != (2 if form.meld in shape.pair_melds else TRIPLET) for form in shape.free):
        return None
    bounds = shape.pair_bounds
    if any(least != most for least, most in bounds):
        return None
    every = range(shape.groups + 1)
    return {quads: TRIPLET * shape.groups + quads - bounds[min(quads, len(bounds) - 1)][0] for quads in every}


class Cards:
    """The cards of the rows of a joint programme.

    Attributes:
        sizes: int [n]: how many cards a hand has.
    """

    def __init__(self, rulesets: tuple[Ruleset, Ruleset], counted: Counted, rows: Joint) -> None:
        self._rulesets, self._counted, self._rows = rulesets, counted, rows
        if counted.sizes is None:
            self.sizes, self._fours = rows.fields[counted.size], rows.fields[counted.fours]
        else:
            a, b = (np.array([sizes[quads] for quads in sorted(sizes)]) for sizes in counted.sizes)
            first = rows.a.final > 0
            self.sizes = np.where(first, a[rows.a.quads], b[rows.b.quads])
            self._fours = np.where(first, rows.a.quads, rows.b.quads)

    def packed(self, plan: Plan) -> list[tuple[int, Ints]]:
        """Return the shift in a packed vector of a plan and the values of each feature of the cards."""
        shifts = {key: shift for key, shift, _ in plan.features.places}
        found = [
            (shifts[one.key], self._rows.fields[self._counted.place(sums)]) for one, sums in self._counted.asked(plan)
        ]
        if self._counted.sizes is not None:
            derived = ((_SIZE, self.sizes), (_FOURS, self._fours))
            found += [(shifts[key], values) for key, values in derived if key in shifts]
        return found

    def may_come(self, occasion: Occasion) -> Flags:
        """Tell for each row whether its hands can come to a win so, under both sides."""
        held = np.ones(len(self.sizes), np.bool_) if occasion.by is By.DEAL else self._rows.fields[-1] > 0
        for ruleset in self._rulesets:
            least, most = card_bounds(occasion.by, ruleset)
            more = 0 if occasion.by is By.DEAL else self._fours
            held = held & (least <= self.sizes) & (self.sizes <= most + more)
            if occasion.by is By.DEAL:
                held = held & _dealt(ruleset, self.sizes, occasion.dealer)
        return held


def _dealt(ruleset: Ruleset, sizes: Ints, dealer: bool | None) -> Flags:  # noqa: FBT001 - unknown is a third case
    """Tell which hands can be dealt to the dealer, or to the others."""
    seats = ruleset.seats
    if seats.dealer_cards is None or seats.other_cards is None or dealer is None:
        return np.ones(len(sizes), np.bool_)
    cards = constant(seats.dealer_cards if dealer else seats.other_cards)
    return np.asarray(sizes == cards)


def hand_of(counts: Sequence[int], occasion: Occasion) -> Hand:
    """Return a closed hand on an occasion, won on the last kind of which it holds one or two."""
    card = None
    if occasion.by is not By.DEAL:
        card = max(kind for kind in range(KINDS) if 0 < counts[kind] < TRIPLET)
    concealed = [kind for kind in range(KINDS) for _ in range(counts[kind] - (kind == card))]
    return Hand((), tuple(concealed), card, occasion.by, occasion.facts)
