"""All that tables need to know of a bound ruleset, worked out once: shape, fields, values, ways that waive.

Not every ruleset has a plan: where a sum over melds and cards cannot say what a hand is worth, the plain
search must. What makes a plan impossible is listed in ``Plan.of``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from phzdsl.ruleset.expressions import Expr, bounds, refs
from phzdsl.ruleset.model import Ruleset, Way
from phzdsl.ruleset.rewriting import substitute
from phzdsl.tables.division import Division, Mode
from phzdsl.tables.features import FeatureSet, named_ranges
from phzdsl.tables.monotone import rises_with_xi
from phzdsl.tables.points import Valuer
from phzdsl.tables.shapes import Form, HandShape, shape_of
from phzdsl.tables.symbols import COUNTS

__all__ = ["Plan"]

_QUAD = 4
# Facts that two hands which came about in one way need not share.
_OF_ONE_HAND = frozenset({"fact:winning-copies", "fact:cards-left"})


@attrs.frozen(eq=False)
class Plan:
    """A ruleset prepared for tables.

    Attributes:
        shape: what a complete hand is.
        features: what is summed.
        valuer: what sums are worth.
        mode: ``BEST`` where more 息 is never worth less and nothing else depends on the division.
        waivers: ways to win that need no groups.
        ranges: by key of a fact, the range for which the rules were read; beyond it ``mode`` says nothing.
    """

    ruleset: Ruleset
    shape: HandShape
    features: FeatureSet
    valuer: Valuer
    mode: Mode
    waivers: tuple[Way, ...]
    ranges: Mapping[str, tuple[int, int]]

    @classmethod
    def of(cls, ruleset: Ruleset, also: Iterable[Expr] = ()) -> Plan | None:
        """Prepare a ruleset; ``also`` are further expressions that are to be valued from sums.

        None where the number of a bounded meld (将) depends on what no table knows, where a meld has
        negative 息, or where there are more groups or copies of a kind than tables hold.
        """
        also = tuple(also)
        try:
            shape = shape_of(ruleset)
            features = FeatureSet.of(ruleset, also)
            Division(shape, features.of_form, Mode.ALL)
            for form in (*shape.triplets, *shape.quads):
                _ = form and features.of_form(form)
        except (ValueError, OverflowError):
            return None
        if max(shape.copies) >= COUNTS:
            return None
        if len(set(shape.pair_bounds)) > 1 and any(_is_quad(form) for form in shape.free):
            return None
        best = not features.divides(shape.free) and rises_with_xi(ruleset)
        waivers = tuple(way for way in ruleset.win.ways if "groups" in way.waives)
        mode = Mode.BEST if best else Mode.ALL
        return cls(ruleset, shape, features, Valuer(ruleset), mode, waivers, named_ranges(ruleset, also))

    def admits(self, fact: str, value: int) -> bool:
        """Tell whether sums hold when a hand states a fact, by id, with this value.

        They do not where it overrules what the cards say, or is out of its range.
        """
        key = f"fact:{fact}"
        low, high = self.ranges.get(key, (value, value))
        return key not in self.features.keys and fact not in {"quads", "turned-card"} and low <= value <= high

    def waivers_given(self, given: Mapping[str, int]) -> tuple[Way, ...]:
        """Return the ways that may waive the groups when these facts of play, by key, are given."""
        counted_as = {f"fact:{name}" for way in self.ruleset.win.ways for name in way.counts_as}
        unknown = self.features.keys | self.features.placed | counted_as | _OF_ONE_HAND
        possible = []
        for way in self.waivers:
            named = {ref.key for ref in refs(way.when) if ref.key.startswith("fact:")}
            known = {key: given.get(key, 0) for key in named - unknown}
            if bounds(substitute(way.when, known))[1]:
                possible.append(way)
        return tuple(possible)

    def settled(self, ways: tuple[Way, ...]) -> bool:
        """Tell whether ways can be decided without knowing how free cards are divided."""
        divided = {
            feature.key for feature in self.features.features if any(feature.of_form(form) for form in self.shape.free)
        }
        divided |= self.features.placed
        by_id = {f"way:{way.id}": way for way in self.ruleset.win.ways}
        named: set[str] = set()
        waiting = [f"way:{way.id}" for way in (*ways, *(one for one in by_id.values() if one.counts_as))]
        while waiting:
            key = waiting.pop()
            if key in by_id and key not in named:
                waiting.extend(ref.key for ref in refs(by_id[key].when))
            named.add(key)
        return not named & divided


def _is_quad(form: Form) -> bool:
    return len(form.kinds) == _QUAD and len(set(form.kinds)) == 1
