"""Cards as counts of the twenty kinds: what a hand is kept as while it is played.

Packed into one integer, a byte a kind, many counts are compared and subtracted at once. ``GUARD`` sets the top bit
of every byte: what is then taken away and leaves all of them set was there.
"""

from __future__ import annotations

from phzdsl.cards import KINDS, Kind

__all__ = ["GUARD", "Counts", "counts_of", "kinds_of", "less", "more", "packed"]

Counts = bytes
"""Copies of each of the twenty kinds."""

GUARD = int.from_bytes(b"\x80" * KINDS, "little")
"""The top bit of every count; ``left & GUARD == GUARD`` where ``left = packed(counts) + GUARD - need`` lacks no card."""


def packed(counts: bytes | bytearray) -> int:
    """Return counts as one integer, the first kind lowest."""
    return int.from_bytes(counts, "little")


def counts_of(kinds: tuple[Kind, ...]) -> Counts:
    """Return how many of each kind there are."""
    return more(bytes(KINDS), kinds)


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
