"""Packing is held to a search of every packing: never better than it, and nearly always as good."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from phzdsl.cards import KINDS
from phzdsl.game.packing import Packer, Weights
from phzdsl.game.prospects import set_worths
from tests.game.table import game_of

WEIGHTS = Weights(done=24, begun=8, xi=3)
HANDS, CARDS = 60, 9


def every_packing(forms: dict[tuple[int, ...], int], weights: Weights, hand: bytes) -> int:
    """Return the greatest weight of all packings of a hand."""
    parts: dict[tuple[int, ...], int] = {}
    for form, xi in forms.items():
        parts[form] = max(parts.get(form, 0), weights.done + weights.xi * xi)
        for at in range(len(form)):
            pair = form[:at] + form[at + 1 :]
            parts[pair] = max(parts.get(pair, 0), weights.begun + weights.xi * xi // 2)

    @cache
    def best(left: bytes) -> int:
        kind = next((kind for kind, count in enumerate(left) if count), None)
        if kind is None:
            return 0
        found = [best(without(left, (kind,)))]
        for part, worth in parts.items():
            if kind in part and all(left[one] >= part.count(one) for one in part):
                found.append(worth + best(without(left, part)))
        return max(found)

    return best(hand)


def without(hand: bytes, cards: tuple[int, ...]) -> bytes:
    """Return a hand without cards."""
    left = bytearray(hand)
    for card in cards:
        left[card] -= 1
    return bytes(left)


def hands(number: int, size: int) -> list[bytes]:
    """Return hands of a deck, by kind."""
    random = Random(size)
    deck = [kind for kind in range(KINDS) for _ in range(4)]
    drawn = [random.sample(deck, size) for _ in range(number)]
    return [bytes(cards.count(kind) for kind in range(KINDS)) for cards in drawn]


@pytest.mark.parametrize("variant", ["common", "lz-deng"])
def test_against_every_packing(variant: str) -> None:
    """No packing is heavier than the heaviest there is; most hands get that one, and the rest one nearly as heavy."""
    forms = dict(set_worths(game_of(variant)))
    packer = Packer(forms, WEIGHTS)
    found = [(packer.pack(hand).weight, every_packing(forms, WEIGHTS, hand)) for hand in hands(HANDS, CARDS)]
    assert all(weight <= heaviest for weight, heaviest in found)
    assert sum(weight == heaviest for weight, heaviest in found) > 0.8 * HANDS
    assert sum(weight for weight, _ in found) > 0.98 * sum(heaviest for _, heaviest in found)


def test_what_a_packing_tells() -> None:
    """One 句 done, a pair begun and a single card: one done, one begun by a pair, with the 息 of both."""
    packer = Packer(dict(set_worths(game_of("common"))), WEIGHTS)
    hand = bytearray(KINDS)
    for card in (0, 1, 2, 17, 17, 8):
        hand[card] += 1
    packed = packer.pack(hand)
    assert (packed.done, packed.begun, packed.pairs, packed.xi) == (1, 1, 1, 6)


def test_the_same_after_it_has_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept to save time does not change what is found."""
    forms = dict(set_worths(game_of("common")))
    packer = Packer(forms, WEIGHTS)
    dealt = hands(20, 14)
    kept = [packer.pack(hand) for hand in dealt]
    monkeypatch.setattr("phzdsl.game.packing._MOST_NODES", 0)
    assert [packer.pack(hand) for hand in dealt] == kept
