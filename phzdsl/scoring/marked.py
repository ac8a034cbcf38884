"""How a marked winning card joins a closed hand, as corrections to the sums of the unmarked hand.

A hand with no melds on the table and ``held`` further copies of the winning kind can take that card in few
ways, and these depend on nothing else: by a claim (碰, 偎, 跑, 提), or loose, beside a 坎 or not. Each is an
``Alternative``: so many free copies more or fewer than the shape would say, and a sum to add. Where more
copies are free than the tables hold, one of them is given to each of its forms in turn.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.cards import KINDS, Kind
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.play import Given
from phzdsl.scoring.readings import Arrival, Group
from phzdsl.scoring.sums import Sums
from phzdsl.tables.plan import Plan
from phzdsl.tables.shapes import Form, HandShape
from phzdsl.tables.symbols import COUNTS, QUAD, QUAD_SHIFT, TALLY_BITS, free_counts, read_kind

__all__ = ["Alternative", "alternatives"]


@attrs.frozen
class Alternative:
    """One way in which the winning card joins the hand.

    Attributes:
        change: by kind, free copies to add to those that the shape says.
        sum: groups, quads and features to add.
        pairs: bounded melds (将) that are made beside those of the tables.
        given: facts of play that the count names.
    """

    change: tuple[int, ...]
    sum: int
    pairs: int
    given: Given


def alternatives(sums: Sums, kind: Kind, held: int, by: By, facts: Given) -> tuple[Alternative, ...] | None:
    """Return every way in which a card joins a closed hand that has ``held`` further copies of its kind.

    None where pairs that are made beside the tables could be more than these know of.
    """
    plan = sums.plan
    hand = Hand((), (kind,) * held, kind, by, facts)
    usual = read_kind(plan.shape, kind, held + 1, plan.features.of_form)
    if usual is None:
        return ()
    found: dict[Alternative, None] = {}
    for arrival in sums.searcher.arrivals(hand):
        free, tally = _kept(sums, arrival, kind)
        made = arrival.table[arrival.claimed].meld if arrival.claimed is not None else None
        given = sums.play.given(hand, made)
        for laid in sums.searcher.laid(arrival):
            added = tally - usual[1] + sum(_tally(group, sums.weight(group)) for group in laid)
            for change, more, pairs in _held_by_tables(plan, kind, free):
                change[kind] += -usual[0]
                found[Alternative(tuple(change), added + more, pairs, given)] = None
    if any(one.pairs for one in found) and not _pairs_known(plan.shape):
        return None
    return tuple(found)


def _kept(sums: Sums, arrival: Arrival, kind: Kind) -> tuple[int, int]:
    """Return the free copies of the kind after an arrival, and the tally of what is set aside."""
    mark = sums.mark(arrival)
    free = mark.free if mark is not None else None
    kept = read_kind(sums.plan.shape, kind, arrival.counts[kind], sums.plan.features.of_form, free=free)
    return kept or (0, 0)


def _tally(group: Group, weight: int) -> int:
    quad = len(group.cards) == QUAD == group.cards.count(group.cards[0])
    return 1 + (quad << QUAD_SHIFT) + (weight << TALLY_BITS)


def _held_by_tables(plan: Plan, kind: Kind, free: int) -> Iterator[tuple[list[int], int, int]]:
    """Yield free copies of all kinds beyond the others' usual ones, sum and pairs, so that tables hold them."""
    if free in free_counts(plan.shape, kind):
        change = [0] * KINDS
        change[kind] = free
        yield change, 0, 0
        return
    for form in plan.shape.free:
        taken = form.kinds.count(kind)
        if not 0 < taken <= free:
            continue
        for change, more, pairs in _held_by_tables(plan, kind, free - taken):
            for other in form.kinds:
                change[other] -= other != kind
            yield change, more + _form_tally(plan, form), pairs + (form.meld in plan.shape.pair_melds)


def _form_tally(plan: Plan, form: Form) -> int:
    quad = len(form.kinds) == QUAD == form.kinds.count(form.kinds[0])
    return 1 + (quad << QUAD_SHIFT) + (plan.features.of_form(form) << TALLY_BITS)


def _pairs_known(shape: HandShape) -> bool:
    """Tell whether tables keep the endings that have fewer pairs than a hand needs.

    They leave out what no number of quads can complete; those that a hand without quads may have are kept.
    """
    least, most = shape.pair_bounds[0]
    needed = max(high for _, high in shape.pair_bounds)
    return least == 0 and most >= min(needed, COUNTS) - 1
