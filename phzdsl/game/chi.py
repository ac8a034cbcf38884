"""Every way to eat a card (吃), with the further copies that must be laid (比).

Only cards are looked at: whether the chi may be made at all is ``claims.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phzdsl.cards import Kind

__all__ = ["Sets", "chis"]

Sets = tuple[tuple[Kind, ...], ...]


def chis(
    hand: Sequence[int], card: Kind, sets: Sets, loose: tuple[int, ...], loose_bi: tuple[int, ...] | None
) -> Iterator[tuple[tuple[Kind, ...], Sets | None]]:
    """Yield every set that eats a card, with each choice of further sets that lays all other copies of it.

    Args:
        hand: concealed copies by kind, the eaten card not among them.
        card: the card to eat.
        sets: the sets that it may make.
        loose: by copies held, how many a chi may use.
        loose_bi: likewise for a bi; None where no bi is due.

    Yields:
        The set eaten, and the further sets ascending; None for these where the bi that is due cannot be laid.
    """
    for made in sets:
        others = list(made)
        others.remove(card)
        if not all(loose[hand[kind]] >= others.count(kind) for kind in others):
            continue
        left = hand[card] - others.count(card)
        if loose_bi is None or not left:
            yield made, ()
            continue
        free = [loose_bi[count] for count in hand]
        for kind in others:
            free[kind] -= 1
        found = set(_bis(free, card, left, sets))
        if not found:
            yield made, None
        for further in sorted(found):
            yield made, further


def _bis(free: list[int], card: Kind, left: int, sets: Sets) -> Iterator[Sets]:
    """Yield the ways to lay ``left`` copies of a card, each set of ways in ascending order."""
    if not left:
        yield ()
        return
    for made in sets:
        uses = made.count(card)
        if uses <= left and all(free[kind] >= made.count(kind) for kind in made):
            rest = list(free)
            for kind in made:
                rest[kind] -= 1
            for further in _bis(rest, card, left - uses, sets):
                yield tuple(sorted((made, *further)))
