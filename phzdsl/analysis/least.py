"""How little a win may be worth, by the ranges of what its formulas name; no hand is looked at.

What a win must be narrows these ranges: where 起胡 asks for 15 息, a formula of 息 begins there. Wins that need not
reach the minimum are bounded by the condition of the way that waives it. A bound holds for every win, and may be lower
than any: what it does not settle is a question about hands (``worthless.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from phzdsl.ruleset.check.walk import allowing, options_of
from phzdsl.ruleset.expressions import (
    Arithmetic,
    Combined,
    Comparison,
    Conditional,
    Constant,
    Expr,
    Ref,
    Within,
    bounds,
    refs,
)
from phzdsl.ruleset.intervals import within_bounds
from phzdsl.ruleset.model import Option, Ruleset
from phzdsl.ruleset.rewriting import rebuilt, substitute

__all__ = ["BASE", "least_worth", "rooms_below"]

BASE = "step:base"
_MELD_XI = "fact:meld-xi"
_ENDLESS = 1_000_000_000
# So many ways in which a condition may hold are told apart, and so many rooms.
_MOST_CASES = 32
_MOST_ROOMS = 64
_TURNED: Mapping[str, str] = {">=": "<=", ">": "<", "<=": ">=", "<": ">", "=": "="}

# By reference key, the range in which it lies; what is not there may be anything.
Case = Mapping[str, tuple[int, int]]


def rooms_below(ruleset: Ruleset) -> Iterator[tuple[dict[str, int], int]]:
    """Yield rooms in which a win may be worth too little, as the values of all options by id, and how much that is.

    Too little is 0 in the room of the defaults, and where another minimum is chosen: there 等 should begin elsewhere.
    Elsewhere it is less than 0, for a choice may well make the least win worth nothing (泸州: 十胡零等).
    """
    lowest = least_worth(ruleset, {})
    if lowest > 0:
        return
    defaults = {option.id: option.default for option in ruleset.options}
    minimum = ruleset.win.minimum
    of_minimum = options_of(ruleset, [] if minimum is None else [minimum.value, minimum.row.enabled])
    # Those of the minimum first: with them chosen the bound mostly leaves no question.
    felt = tuple(sorted(options_of(ruleset, _asked(ruleset)), key=lambda option: option not in of_minimum))
    looking = _Looking(ruleset)
    seen: list[dict[str, int]] = []
    for options, most in (((), 0), (of_minimum, 0), (felt, -1)):
        fixed = {name: value for name, value in defaults.items() if name not in {option.id for option in options}}
        may_be = allowing(ruleset, options)
        for room in looking.rooms(options, fixed, most) if lowest <= most else ():
            if room not in seen and may_be(room):
                seen.append(room)
                yield room, most


class _Looking:
    """Looks for rooms by choosing one option after the other, as long as the bound leaves a question."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._left = _MOST_ROOMS

    def rooms(self, options: tuple[Option, ...], chosen: dict[str, int], most: int) -> Iterator[dict[str, int]]:
        """Yield the rooms in which some options are so and a win may be worth no more than something."""
        self._left -= 1
        known = {f"option:{name}": value for name, value in chosen.items()}
        if self._left < 0 or least_worth(self._ruleset, known) > most:
            return
        if not options:
            yield chosen
            return
        first, *others = options
        every = first.numbers or range(len(first.choices))
        for value in sorted(every, key=lambda one: one != first.default):
            yield from self.rooms(tuple(others), chosen | {first.id: value}, most)


def least_worth(ruleset: Ruleset, options: Mapping[str, int]) -> int:
    """Return a number that the base of no win is below, in rooms that chose some options so; by reference key."""
    return min((_base(ruleset, case, options) for case in _wins(ruleset, options)), default=_ENDLESS)


def _asked(ruleset: Ruleset) -> list[Expr]:
    """Return the amounts and conditions that a bound looks at."""
    win, steps = ruleset.win, ruleset.count.steps
    minimum = [] if win.minimum is None else [win.minimum.value, win.minimum.row.enabled]
    ways = [way.when for way in win.ways if "minimum" in way.waives]
    every = (*minimum, *ways, *(step.formula for step in steps), *(step.row.enabled for step in steps))
    return [expr for expr in every if expr is not None]


def _wins(ruleset: Ruleset, options: Mapping[str, int]) -> Iterator[Case]:
    """Yield the cases among which every win is."""
    narrowing = _Narrowing(ruleset, options)
    least = ruleset.win.minimum
    there = Constant(1) if least is None or least.row.enabled is None else substitute(least.row.enabled, options)
    if least is None or bounds(there)[0] == 0:
        yield {}
    if least is not None:
        yield from narrowing.cases(least.value)
    for way in ruleset.win.ways:
        if "minimum" in way.waives:
            yield from narrowing.cases(way.when)


def _base(ruleset: Ruleset, case: Case, options: Mapping[str, int]) -> int:
    """Return the lower end of the base when what is named lies in the ranges of a case."""
    known = dict(case)
    formulas = {f"step:{step.id}": step.formula for step in ruleset.count.steps}
    if any(step.row.enabled is not None for step in ruleset.count.steps):
        return -_ENDLESS
    for key, formula in reversed(formulas.items()):
        # A step that is another name for something has its range.
        if isinstance(formula, Ref) and key in known:
            known[formula.key] = _both(known.get(formula.key, (-_ENDLESS, _ENDLESS)), known[key])
    for key, formula in formulas.items():
        low, high = bounds(_narrowed(substitute(formula, options), known))
        known[key] = _both((low, high), known.get(key, (low, high)))
    return known[BASE][0] if BASE in known else _ENDLESS


def _narrowed(expr: Expr, known: Case) -> Expr:
    """Put narrower ranges to the names of an expression."""
    if isinstance(expr, Ref):
        low, high = _both((expr.low, expr.high), known.get(expr.key, (expr.low, expr.high)))
        return Ref(expr.key, expr.unit, low, high, expr.choices)
    return rebuilt(expr, lambda child: _narrowed(child, known))


def _both(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Return what two ranges have in common; of ranges that exclude each other the first, for no win is there."""
    return within_bounds(one, other) or one


class _Narrowing:
    """Says of conditions of one ruleset in which ranges what they name lies when they hold."""

    def __init__(self, ruleset: Ruleset, options: Mapping[str, int]) -> None:
        self._options = options
        self._whens = {f"way:{way.id}": way.when for way in ruleset.win.ways}
        self._whens |= {f"pattern:{table.id}/{one.id}": one.when for table, one in ruleset.patterns()}
        self._xi = {
            f"count:{meld.id}": min(
                bounds(substitute(part, options))[0] for part in (meld.value.place(place) for place in range(6))
            )
            for meld in ruleset.melds
        }

    def cases(self, condition: Expr) -> list[Case]:
        """Return cases one of which is so when a condition holds; a single one without ranges where nothing is known."""
        return self._cases(substitute(condition, self._options))

    def _cases(self, condition: Expr) -> list[Case]:
        match condition:
            case Constant():
                return [{}] if condition.value else []
            case Combined(operator="or"):
                found = [case for one in condition.operands for case in self._cases(one)]
            case Combined():
                found = self._all([self._cases(one) for one in condition.operands])
            case Conditional():
                found = [*self._cases(condition.then), *self._cases(condition.otherwise)]
            case Comparison():
                return [self._compared(condition)]
            case Within(value=Ref(key=key)):
                found = [
                    {key: (-_ENDLESS if low is None else low, _ENDLESS if high is None else high)}
                    for low, high in condition.ranges
                ]
            case Ref() if condition.key in self._whens:
                # A name stands only below what it names, so this ends.
                return self.cases(self._whens[condition.key])
            case _:
                return [{}]
        return found if len(found) <= _MOST_CASES else [{}]

    @staticmethod
    def _all(sides: list[list[Case]]) -> list[Case]:
        """Return the cases in which one of each side is so."""
        cases: list[Case] = [{}]
        for side in sides:
            if len(cases) * len(side) > _MOST_CASES:
                continue
            cases = [_merged(one, other) for one, other in product(cases, side)]
        return cases

    def _compared(self, condition: Comparison) -> Case:
        """Return what a comparison says of the name, or the sum of melds, on one side of it."""
        case: dict[str, tuple[int, int]] = {}
        for side, other, sign in (
            (condition.left, condition.right, condition.operator),
            (condition.right, condition.left, _TURNED.get(condition.operator, "!=")),
        ):
            low, high = _range(sign, *bounds(other))
            if isinstance(side, Ref):
                case[side.key] = low, high
            melds = _counted(side)
            if low > 0 and melds and all(key in self._xi for key in melds):
                # So many melds, each worth so much at least.
                case[_MELD_XI] = low * max(0, min(self._xi[key] for key in melds)), _ENDLESS
        return case


def _merged(one: Case, other: Case) -> Case:
    return {**one, **{key: _both(one[key], value) if key in one else value for key, value in other.items()}}


def _range(sign: str, low: int, high: int) -> tuple[int, int]:
    """Return where an amount lies that is compared so with one between two ends."""
    match sign:
        case ">=":
            return low, _ENDLESS
        case ">":
            return low + 1, _ENDLESS
        case "<=":
            return -_ENDLESS, high
        case "<":
            return -_ENDLESS, high - 1
        case "=":
            return low, high
    return -_ENDLESS, _ENDLESS


def _counted(expr: Expr) -> tuple[str, ...]:
    """Return the numbers of melds of which an expression is the sum, each once; empty where it is another."""
    keys = tuple(ref.key for ref in refs(expr))
    if len(set(keys)) < len(keys) or not all(key.startswith("count:") for key in keys):
        return ()
    return keys if _is_sum(expr) else ()


def _is_sum(expr: Expr) -> bool:
    if isinstance(expr, Arithmetic):
        return expr.operator == "+" and _is_sum(expr.left) and _is_sum(expr.right)
    return isinstance(expr, Ref)
