"""Plans of two rulesets cut down to what can matter for hands that are not won at the deal.

Facts that rules name only together with a win at the deal are left out, and melds whose numbers are only ever named as
one sum are counted in one field. Both are exact: no formula of either side can tell. The fewer fields, the fewer hands
differ in something that is counted. Nothing here knows hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from phzdsl.analysis.mixing import asked
from phzdsl.ruleset.expressions import Arithmetic, Expr, Ref, children
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.rewriting import substitute
from phzdsl.tables.features import Feature, unsettled_rows
from phzdsl.tables.plan import Plan
from phzdsl.tables.shapes import Form

__all__ = ["narrowed"]

_DEAL = "deal-win"
# Facts that are what one field leaves of another; both are kept.
_OF_TWO = {
    "fact:black-cards": ("fact:all-cards", "fact:red-cards"),
    "fact:small-cards": ("fact:all-cards", "fact:big-cards"),
}


def narrowed(a: Plan, b: Plan) -> tuple[Plan, Plan]:
    """Return the plans with the fields that hands need which are not won at the deal, the same for both."""
    exprs = [expr for plan in (a, b) for expr in _exprs(plan.ruleset)]
    if not any(_DEAL in way.counts_as for plan in (a, b) for way in plan.ruleset.win.ways):
        exprs = [substitute(expr, {f"fact:{_DEAL}": 0}) for expr in exprs]
    terms = [term for expr in exprs for term in _terms(expr)]
    named = {"fact:meld-xi"}.union(*terms)
    for key, parts in _OF_TWO.items():
        named |= set(parts) if key in named else set()
    together = _together(terms)
    left, right = (_kept(plan, named, together) for plan in (a, b))
    return left, right


def _exprs(ruleset: Ruleset) -> Iterator[Expr]:
    yield from asked(ruleset)
    yield from (row.undefined for row in unsettled_rows(ruleset) if row.undefined is not None)


def _terms(expr: Expr) -> Iterator[frozenset[str]]:
    """Yield the keys of each sum that an expression names; a key by itself is a sum of one."""
    if isinstance(expr, Ref):
        yield frozenset({expr.key})
        return
    parts = list(_added(expr)) if isinstance(expr, Arithmetic) and expr.operator == "+" else list(children(expr))
    if isinstance(expr, Arithmetic) and expr.operator == "+":
        keys = Counter(part.key for part in parts if isinstance(part, Ref))
        if max(keys.values(), default=0) == 1:
            yield frozenset(keys)
        else:
            yield from (frozenset({key}) for key in keys)
        parts = [part for part in parts if not isinstance(part, Ref)]
    for part in parts:
        yield from _terms(part)


def _added(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, Arithmetic) and expr.operator == "+":
        yield from _added(expr.left)
        yield from _added(expr.right)
    else:
        yield expr


def _together(terms: Sequence[frozenset[str]]) -> dict[str, tuple[str, ...]]:
    """Return the numbers of melds that stand in one sum and nowhere else, by the first of them."""
    sums: dict[str, set[frozenset[str]]] = {}
    for term in terms:
        for key in term:
            sums.setdefault(key, set()).add(term)
    found: dict[str, tuple[str, ...]] = {}
    for term in dict.fromkeys(terms):
        keys = sorted(key for key in term if key.startswith("count:") and sums[key] == {term})
        if len(keys) > 1:
            found[keys[0]] = tuple(keys)
    return found


def _kept(plan: Plan, named: set[str], together: Mapping[str, tuple[str, ...]]) -> Plan:
    """Return a plan with some of its fields."""
    dropped = {key for keys in together.values() for key in keys[1:]}
    by_key = {feature.key: feature for feature in plan.features.features}
    kept = []
    for feature in plan.features.features:
        if feature.key not in named or feature.key in dropped:
            continue
        parts = [by_key[key] for key in together.get(feature.key, ()) if key in by_key]
        kept.append(_sum_of(parts) if len(parts) > 1 else feature)
    return attrs.evolve(plan, features=attrs.evolve(plan.features, features=tuple(kept)))


def _sum_of(parts: Sequence[Feature]) -> Feature:
    """Return one field that counts what several do."""

    def of_form(form: Form) -> int:
        return sum(part.of_form(form) for part in parts)

    # A meld is of one of these kinds, so that together they are no more than a hand has groups.
    return attrs.evolve(parts[0], width=max(part.width for part in parts), of_form=of_form)
