"""The hands of the benchmarks: half complete, half drawn by lot, on both sides."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from phzdsl.tables.lazy import LazyAutomaton
from phzdsl.tables.shapes import HandShape

__all__ = ["mahjong_hands", "mixed_rows"]


def mixed_rows(shape: HandShape, number: int, seed: int = 1) -> NDArray[np.uint8]:
    """Return closed hands of a shape, every other one complete, as rows of counts: uint8 [number, 20].

    Complete ones are groups drawn by lot, with a pair where they have a quad, and kept where tables find them complete
    still: three of a kind that come together in two groups are a triplet that may not be split.
    """
    random = Random(seed)
    automaton = LazyAutomaton(shape)
    triplets = [form for form in shape.triplets if form]
    quads = [form for form in shape.quads if form]
    plain = [form for form in shape.free if form.meld not in shape.pair_melds]
    paired = [form for form in shape.free if form.meld in shape.pair_melds]
    deck = [kind for kind, copies in enumerate(shape.copies) for _ in range(copies)]
    rows: list[tuple[int, ...]] = []
    while len(rows) < number:
        if len(rows) % 2:
            cards = random.sample(deck, 3 * shape.groups)
        else:
            forms = random.choices(quads, k=random.choice((0, 0, 1, 2))) if quads else []
            forms += random.choices(paired, k=shape.pair_bounds[len(forms)][0])
            forms += random.choices(triplets, k=random.choice((0, 0, 1, 2))) if triplets else []
            forms += random.choices(plain, k=shape.groups - len(forms))
            cards = [kind for form in forms for kind in form.kinds]
        counts = tuple(cards.count(kind) for kind in range(20))
        if len(rows) % 2 or (max(counts) <= 4 and automaton.weights(counts)):
            rows.append(counts)
    return np.array(rows, np.uint8)


def mahjong_hands(number: int, seed: int = 1) -> list[tuple[list[int], int]]:
    """Return 14-tile hands and winning tiles as the ``mahjong`` package numbers them, every other one a win."""
    random = Random(seed)
    hands: list[tuple[list[int], int]] = []
    while len(hands) < number:
        tiles = random.sample(range(136), 14)
        if len(hands) % 2:
            kinds = _winning_kinds(random)
            if any(kinds.count(kind) > 4 for kind in kinds):
                continue
            tiles = [4 * kind + kinds[:at].count(kind) for at, kind in enumerate(kinds)]
        hands.append((tiles, random.choice(tiles)))
    return hands


def _winning_kinds(random: Random) -> list[int]:
    kinds: list[int] = []
    for _ in range(4):
        if random.random() < 0.3:
            kinds += [random.randrange(34)] * 3
        else:
            first = 9 * random.randrange(3) + random.randrange(7)
            kinds += [first, first + 1, first + 2]
    return kinds + [random.randrange(34)] * 2
