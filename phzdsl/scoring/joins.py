"""The ways in which winning cards of all kinds join closed hands, as arrays. Needs numpy."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from phzdsl.cards import KINDS, Kind
from phzdsl.scoring.hand import By
from phzdsl.scoring.marked import Alternative, alternatives
from phzdsl.scoring.play import Given
from phzdsl.scoring.sums import Sums
from phzdsl.tables.symbols import COUNTS

__all__ = ["Joins"]


@attrs.frozen(eq=False)
class Joins:
    """Alternatives of all kinds as arrays.

    Attributes:
        choices: int [20, 4, most]: by kind and further copies held, numbers of alternatives; -1 for none.
        changes: uint8 [alternatives, 20]: free copies to add, modulo 256.
        sums: int64 [alternatives]: to add to a hand's sum.
        contexts: int [alternatives]: place in ``given``.
        given: facts of play, and pairs beside the tables.
    """

    choices: NDArray[np.intp]
    changes: NDArray[np.uint8]
    sums: NDArray[np.int64]
    contexts: NDArray[np.intp]
    given: tuple[tuple[Given, int], ...]

    @classmethod
    def of(cls, sums: Sums, by: By, facts: Given) -> Joins | None:
        """Find how every kind joins; None where hands must be scored one by one."""
        if "fact:cards-left" in sums.play.named:
            return None
        by_place: dict[tuple[Kind, int], tuple[Alternative, ...]] = {}
        for kind in range(KINDS):
            for held in range(COUNTS - 1):
                found = alternatives(sums, kind, held, by, facts)
                if found is None or any(sums.play.waivable(one.given) is not False for one in found):
                    return None
                by_place[kind, held] = found
        return cls._of(by_place)

    @classmethod
    def _of(cls, by_place: dict[tuple[Kind, int], tuple[Alternative, ...]]) -> Joins:
        found = [one for ways in by_place.values() for one in ways]
        given = tuple(dict.fromkeys((one.given, one.pairs) for one in found))
        choices = np.full((KINDS, COUNTS - 1, max(map(len, by_place.values()), default=0)), -1, np.intp)
        number = 0
        for (kind, held), ways in by_place.items():
            choices[kind, held, : len(ways)] = range(number, number + len(ways))
            number += len(ways)
        changes = np.array([one.change for one in found], np.int64).reshape(-1, KINDS) % 256
        sums = np.array([one.sum for one in found], np.int64)
        contexts = np.array([given.index((one.given, one.pairs)) for one in found], np.intp)
        return cls(choices, changes.astype(np.uint8), sums, contexts, given)
