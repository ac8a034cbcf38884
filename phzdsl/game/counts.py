"""Cards as counts of the twenty kinds: what a hand is kept as while it is played."""

from __future__ import annotations

from phzdsl.cards import KINDS, Kind

__all__ = ["Counts", "counts_of", "kinds_of", "less", "more"]

Counts = bytes
"""Copies of each of the twenty kinds."""


def counts_of(kinds: tuple[Kind, ...]) -> Counts:
    """Return how many of each kind there are."""
    return bytes(map(kinds.count, range(KINDS)))


def kinds_of(counts: Counts) -> tuple[Kind, ...]:
    """Return the cards, ascending."""
    return tuple([kind for kind, count in enumerate(counts) for _ in range(count)])


def less(counts: Counts, kinds: tuple[Kind, ...]) -> Counts:
    """Return the counts without some cards."""
    left = bytearray(counts)
    for kind in kinds:
        left[kind] -= 1
    return bytes(left)


def more(counts: Counts, kinds: tuple[Kind, ...]) -> Counts:
    """Return the counts with some more cards."""
    grown = bytearray(counts)
    for kind in kinds:
        grown[kind] += 1
    return bytes(grown)
