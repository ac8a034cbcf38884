"""A plain recursion over the forms of a shape: slow, obvious, sharing no code with the package.

It takes the lowest kind that is left and tries every form that has it. What it finds is what the
automata must find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import attrs

from phzdsl.tables.shapes import Form, HandShape


def readings(shape: HandShape, counts: Sequence[int], free: dict[int, int] | None = None) -> Iterator[list[Form]]:
    """Yield every division of a concealed hand, complete or not; ``free`` overrules what is set aside."""
    left = list(counts)
    aside: list[Form] = []
    for kind, count in enumerate(counts):
        if count > shape.copies[kind]:
            return
        default = {3: shape.triplets[kind], 4: shape.quads[kind]}.get(count)
        number = (free or {}).get(kind, 0 if default else count)
        if number < count:
            form = {3: shape.triplets[kind], 4: shape.quads[kind]}[count - number]
            if form is None:
                return
            aside.append(form)
        left[kind] = number
    for forms in _divisions(shape, left):
        yield aside + forms


def _divisions(shape: HandShape, left: list[int]) -> Iterator[list[Form]]:
    """Cover the lowest card by every form that has it; the same set of forms may come more than once."""
    lowest = next((kind for kind, count in enumerate(left) if count), None)
    if lowest is None:
        yield []
        return
    for form in shape.free:
        if lowest in form.kinds and all(left[kind] >= form.kinds.count(kind) for kind in form.kinds):
            for kind in form.kinds:
                left[kind] -= 1
            for rest in _divisions(shape, left):
                yield [form, *rest]
            for kind in form.kinds:
                left[kind] += 1


def plain_weights(
    shape: HandShape,
    counts: Sequence[int],
    table: tuple[int, int] = (0, 0),
    free: dict[int, int] | None = None,
    weigh: Callable[[Form], int] = lambda form: form.xi,
) -> tuple[int, ...]:
    """Return all weights of complete divisions; ``table`` is the number of groups and quads there."""
    found = set()
    for forms in readings(shape, counts, free):
        quads = table[1] + sum(form in shape.quads for form in forms)
        least, most = shape.pair_bounds[min(quads, len(shape.pair_bounds) - 1)]
        pairs = sum(form.meld in shape.pair_melds for form in forms)
        if len(forms) + table[0] == shape.groups and least <= pairs <= most:
            found.add(sum(weigh(form) for form in forms))
    return tuple(sorted(found))


@attrs.frozen
class Deal:
    """A concealed hand beside some groups and quads on the table, and what it is worth."""

    counts: tuple[int, ...]
    table: tuple[int, int]
    weights: tuple[int, ...]


def random_deals(shape: HandShape, number: int, seed: int) -> Iterator[Deal]:
    """Deal hands, every other one complete, with none to three groups on the table."""
    random = Random(seed)
    for turn in range(number):
        groups = random.choice((0, 0, 0, 1, 2, 3))
        table = groups, random.randint(0, groups)
        left = shape.groups - groups
        while True:
            counts = random_groups(random, shape, left, table[1]) if turn % 2 else random_cards(random, shape, 3 * left)
            weights = plain_weights(shape, counts, table)
            if weights or not turn % 2:
                break
        yield Deal(counts, table, weights)


def random_cards(random: Random, shape: HandShape, number: int) -> tuple[int, ...]:
    """Deal some cards of the deck."""
    deck = [kind for kind, copies in enumerate(shape.copies) for _ in range(copies)]
    hand = random.sample(deck, number)
    return tuple(hand.count(kind) for kind in range(20))


def random_groups(random: Random, shape: HandShape, groups: int, quads: int) -> tuple[int, ...]:
    """Lay groups with as many pairs as the quads, these and those on the table, ask for.

    The hand is complete unless three or four cards of a kind came together in free forms.
    """
    triplets = [form for form in shape.triplets if form]
    aside = [form for form in shape.quads if form]
    plain = [form for form in shape.free if form.meld not in shape.pair_melds]
    paired = [form for form in shape.free if form.meld in shape.pair_melds]
    while True:
        forms = random.choices(aside, k=min(random.choice((0, 0, 1, 2)), groups)) if aside else []
        bounds = shape.pair_bounds[min(quads + len(forms), len(shape.pair_bounds) - 1)]
        forms += random.choices(paired, k=random.randint(*bounds))
        forms += random.choices(triplets, k=random.choice((0, 0, 1, 2))) if triplets else []
        forms += random.choices(plain, k=max(0, groups - len(forms)))
        cards = [kind for form in forms for kind in form.kinds]
        counts = tuple(cards.count(kind) for kind in range(20))
        if len(forms) == groups and all(count <= copies for count, copies in zip(counts, shape.copies, strict=True)):
            return counts
