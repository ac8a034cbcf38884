"""Which rows stand otherwise towards the others: claims of another rank, rows whose order decides.

Rows that come or go shift every number of a rank, so places are not compared, only how each two rows stand to each other.
Of rows that stand otherwise the fewest are named by whose moving all the rest is explained.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from phzdsl.analysis.sameness import Content

__all__ = ["moved"]

_DRAWS = frozenset({"self", "previous-drew", "other-drew"})
_DISCARDS = frozenset({"previous-discarded", "other-discarded"})
# The cards that each event of a claim may be; a shown card comes in any way.
_EVENTS: Mapping[str, frozenset[str]] = {
    "self-draw": frozenset({"self"}),
    "others-draw": _DRAWS - {"self"},
    "any-draw": _DRAWS,
    "previous-draw": frozenset({"previous-drew"}),
    "others-discard": _DISCARDS,
    "previous-discard": frozenset({"previous-discarded"}),
    "first-discard": _DISCARDS,
    "shown": _DRAWS | _DISCARDS,
}


def moved(pairs: Mapping[str, str], left: Mapping[str, Content], right: Mapping[str, Content]) -> frozenset[str]:
    """Return the rows of the first ruleset that stand otherwise in the second.

    Args:
        pairs: path in the second by path in the first.
        left: what the rows of the first mean, by path.
        right: what those of the second mean.
    """
    turned: list[tuple[str, str]] = []
    for one, other in combinations(pairs, 2):
        if one.rpartition("/")[0] == other.rpartition("/")[0]:
            before = _stands(one, other, left)
            after = _stands(pairs[one], pairs[other], right)
            # Rows that can no longer meet, or that newly can, do so because of what they mean, not of where they stand.
            if before and after and before != after:
                turned.append((one, other))
    return _fewest(turned, {path: min(path, other) for path, other in pairs.items()})


def _stands(one: str, other: str, rows: Mapping[str, Content]) -> str | None:
    """Return which of two rows comes first, None where that decides nothing."""
    ours, theirs = rows[one], rows[other]
    if "rank" in ours and "rank" in theirs and ours["rank"] != theirs["rank"]:
        if not _met(ours) & _met(theirs):
            return None
        return "higher" if _rank(ours) < _rank(theirs) else "lower"
    if _follows(ours, other):
        return "after"
    if _follows(theirs, one):
        return "before"
    return "level" if "rank" in ours and _met(ours) & _met(theirs) else None


def _rank(content: Content) -> int:
    rank = content["rank"]
    return rank if isinstance(rank, int) else 0


def _follows(content: Content, path: str) -> bool:
    earlier = content.get("after")
    return isinstance(earlier, list) and path.rpartition("/")[2] in earlier


def _met(claim: Content) -> frozenset[str]:
    """Return the ways in which a card may come that a claim acts on."""
    events = claim.get("on")
    listed = events if isinstance(events, list) else []
    return frozenset().union(*(_EVENTS.get(str(event), frozenset({str(event)})) for event in listed))


def _fewest(turned: Iterable[tuple[str, str]], order: Mapping[str, str]) -> frozenset[str]:
    """Return rows of which each pair has one, those in most pairs first."""
    left = list(turned)
    found: set[str] = set()
    while left:
        counts = Counter(path for pair in left for path in pair)
        worst = min(counts, key=lambda path: (-counts[path], order[path]))
        found.add(worst)
        left = [pair for pair in left if worst not in pair]
    return frozenset(found)
