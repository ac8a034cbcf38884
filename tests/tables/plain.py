"""A plain recursion over the forms of a shape: slow, obvious, sharing no code with the package.

It takes the lowest kind that is left and tries every form that has it. What it finds is what the
automata must find.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

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
    for forms in _divisions(shape, left, 0):
        yield aside + forms


def _divisions(shape: HandShape, left: list[int], first: int) -> Iterator[list[Form]]:
    """Take forms in the order of the shape, so that each set of forms is found once."""
    if not any(left):
        yield []
        return
    for index in range(first, len(shape.free)):
        form = shape.free[index]
        if all(left[kind] >= form.kinds.count(kind) for kind in form.kinds):
            for kind in form.kinds:
                left[kind] -= 1
            for rest in _divisions(shape, left, index):
                yield [form, *rest]
            for kind in form.kinds:
                left[kind] += 1


def plain_weights(
    shape: HandShape,
    counts: Sequence[int],
    groups: int = 0,
    quads: int = 0,
    free: dict[int, int] | None = None,
    feature: int | None = None,
) -> tuple[int, ...]:
    """Return all weights of complete divisions; with ``feature``, melds of that index count 1,000 each."""
    found = set()
    for forms in readings(shape, counts, free):
        all_quads = quads + sum(form in shape.quads for form in forms)
        least, most = shape.pair_bounds[min(all_quads, len(shape.pair_bounds) - 1)]
        pairs = sum(form.meld in shape.pair_melds for form in forms)
        if len(forms) + groups == shape.groups and least <= pairs <= most:
            found.add(sum(form.xi + (1000 if form.meld == feature else 0) for form in forms))
    return tuple(sorted(found))


def random_cards(random: Random, shape: HandShape, number: int) -> tuple[int, ...]:
    """Deal some cards of the deck."""
    deck = [kind for kind, copies in enumerate(shape.copies) for _ in range(copies)]
    hand = random.sample(deck, number)
    return tuple(hand.count(kind) for kind in range(20))


def random_complete(random: Random, shape: HandShape, groups: int) -> tuple[int, ...]:
    """Lay some groups, mostly with as many pairs as their quads ask for; they often make a complete hand."""
    aside = [form for form in (*shape.triplets, *shape.quads) if form]
    plain = [form for form in shape.free if form.meld not in shape.pair_melds]
    pairs = [form for form in shape.free if form.meld in shape.pair_melds]
    while True:
        forms = [random.choice(aside if aside and random.random() < 0.3 else plain) for _ in range(groups)]
        number = shape.pair_bounds[sum(form in shape.quads for form in forms)][random.randrange(2)]
        if number <= groups and pairs:
            forms[:number] = [random.choice(pairs) for _ in range(number)]
        counts = [0] * 20
        for form in forms:
            for kind in form.kinds:
                counts[kind] += 1
        if all(count <= copies for count, copies in zip(counts, shape.copies, strict=True)):
            return tuple(counts)
