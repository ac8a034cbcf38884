"""The checks on a resolved ruleset, in the order in which a rule sheet is read.

Each takes a ruleset whose names and units are in order and yields what is wrong or strange with it. None
searches over hands: proofs about hands are ``analysis/lint.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from phzdsl.ruleset.check import cards, count, lookups, melds, needed, play, rooms, twice, unsettled
from phzdsl.ruleset.model import Ruleset
from phzdsl.text.diagnostics import Diagnostic

__all__ = ["CHECKS", "Check"]

Check = Callable[[Ruleset], Iterator[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    needed.needed,
    # options
    rooms.defaults,
    rooms.presets,
    rooms.idle,
    # cards and seats
    cards.copies,
    cards.wild,
    cards.players,
    cards.deal,
    # melds
    melds.forms,
    melds.face_up,
    melds.values,
    melds.counts,
    # play
    play.makes,
    play.outranked,
    play.bars,
    # win and count
    cards.groups,
    count.unused,
    count.replaced,
    count.shadowed,
    count.caps,
    lookups.lookups,
    # payments
    play.events,
    play.parties,
    play.amounts,
    twice.twice,
    unsettled.unsettled,
)
