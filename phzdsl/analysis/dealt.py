"""Which vectors of facts hands can have as they are dealt, divided or not.

For wins that need no groups: what may not be split counts as melds, the other cards lie loose. Exact, kind by
kind, with the vectors reached kept as the bits of one integer.
"""

from __future__ import annotations

from collections.abc import Callable

from phzdsl.analysis.reach import Radix, bits_of
from phzdsl.cards import KINDS, POINTS, Kind
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.parts import constant
from phzdsl.tables.features import card_share, form_share
from phzdsl.tables.shapes import Form, HandShape, shape_of

__all__ = ["dealt_vectors"]

_MOST_BITS = 2_000_000
_MOST_COPIES = 4


def dealt_vectors(ruleset: Ruleset, keys: frozenset[str]) -> tuple[dict[str, int], ...] | None:
    """Return all vectors of some facts over every hand that can be dealt to a player.

    None where a fact is no sum over kinds, or the vectors would be too many.
    """
    order = (*sorted(keys - {"fact:all-cards"}), "fact:all-cards")
    shares = {key: share for key in order if (share := _share(key, ruleset)) is not None}
    if len(shares) < len(order):
        return None
    dealt = _sizes(ruleset)
    copies = ruleset.deck.copies()
    # Every total stays below this, for it may pass the cards dealt by one kind before it is cut off.
    most_cards = max(dealt) + _MOST_COPIES
    radix = Radix(order, tuple(_most(shares[key], copies, most_cards) + 1 for key in order))
    places = radix.places
    if places[-1] > _MOST_BITS:
        return None
    kept = (1 << places[-2] * (max(dealt) + 1)) - 1
    mask = 1
    for kind in range(KINDS):
        weights = {
            radix.pack({key: share(kind, count) for key, share in shares.items()}) for count in range(copies[kind] + 1)
        }
        mask = _raised(mask, weights) & kept
    found = (radix.unpack(number) for number in bits_of(mask))
    return tuple(vector for vector in found if vector["fact:all-cards"] in dealt)


def _most(share: Callable[[Kind, int], int], copies: tuple[int, ...], cards: int) -> int:
    """Return a total that so many cards cannot pass: the most that a card brings, for each of them."""
    every = ((kind, count) for kind in range(KINDS) for count in range(1, copies[kind] + 1))
    return max((share(kind, count) * cards // count for kind, count in every), default=0)


def _raised(mask: int, weights: set[int]) -> int:
    after = 0
    for weight in weights:
        after |= mask << weight
    return after


def _share(key: str, ruleset: Ruleset) -> Callable[[Kind, int], int] | None:
    """Return what some copies of a kind add to a fact, as cards and as what is set aside."""
    of_card = card_share(key, ruleset)
    if of_card is not None:
        return lambda kind, count: of_card(kind % POINTS, *((0, count) if kind >= POINTS else (count, 0)))
    of_form = form_share(key, ruleset)
    if of_form is None:
        return None
    shape = shape_of(ruleset)

    def share(kind: Kind, count: int) -> int:
        form = _aside(shape, kind, count)
        return of_form(form) if form is not None else 0

    return share


def _aside(shape: HandShape, kind: Kind, count: int) -> Form | None:
    return shape.quads[kind] if count == _MOST_COPIES else shape.triplets[kind] if count == _MOST_COPIES - 1 else None


def _sizes(ruleset: Ruleset) -> frozenset[int]:
    """Return how many cards a player may be dealt."""
    seats = ruleset.seats
    return frozenset(constant(one) for one in (seats.dealer_cards, seats.other_cards) if one is not None)
