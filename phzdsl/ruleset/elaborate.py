"""Trees of expressions to typed expressions: names looked up, units and ranges checked.

A fault gives a diagnostic and None; the parts around it are still read, so that one run reports all.
"""

from __future__ import annotations

from phzdsl.cards import parse_number
from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.expressions import Expr, Ref, Unit
from phzdsl.ruleset.facts import Fact, Scope, fact
from phzdsl.ruleset.kinds import read_kinds
from phzdsl.ruleset.misread import (
    MAGNITUDE,
    bare_range,
    greatest,
    meld_as_condition,
    no_condition,
    not_here,
    takes,
    too_great,
    unknown,
)
from phzdsl.ruleset.rewriting import fold
from phzdsl.ruleset.scope import Names, canonical, own_name
from phzdsl.ruleset.suggest import instead, suggestions
from phzdsl.ruleset.units import fits, result_unit
from phzdsl.ruleset.vocabulary import Term, term
from phzdsl.ruleset.words import LIST_WORDS, UNIT_WORDS, joined
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Fix, Severity, Value
from phzdsl.text.source import Span

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import TypeVar

    Read = TypeVar("Read")

__all__ = ["Elaborator"]

_CALLS = {"最大": True, "max": True, "最小": False, "min": False}

# Whatever would have been read, had there been no fault.


class Elaborator:
    """Reads the expressions of one place; gathers the faults it meets in ``faults``."""

    def __init__(self, names: Names, faults: list[Diagnostic]) -> None:
        self._names = names
        self._faults = faults

    # ------------------------------------------------------------ what a place wants

    def amount(self, node: nodes.Argument, wanted: Unit | None = None) -> Expr | None:
        """Read an amount; with ``wanted``, one that may stand for that unit."""
        expr = self._read(node)
        if expr is None:
            return None
        if expr.unit in {Unit.TRUTH, Unit.CHOICE}:
            return self._fault("T304", node.span, found=UNIT_WORDS[expr.unit])
        if wanted is not None and not fits(expr.unit, wanted):
            return self._conversion(node, expr.unit, wanted)
        return expr if greatest(expr) <= MAGNITUDE else self._note(too_great(node, expr))

    def truth(self, node: nodes.Argument) -> Expr | None:
        """Read a condition."""
        meld = meld_as_condition(node, self._names)
        if meld is not None:
            return self._note(meld)
        expr = self._read(node)
        if expr is None:
            return None
        if expr.unit is not Unit.TRUTH:
            return self._note(no_condition(node, expr))
        return expr

    def choice(self, node: nodes.Argument, words: tuple[str, ...], group: str) -> Expr | None:
        """Read one of a list's words, or an expression that chooses among them."""
        if isinstance(node, nodes.Choice):
            condition = self.truth(node.condition)
            then, otherwise = (self.choice(part, words, group) for part in (node.then, node.otherwise))
            if condition is None or then is None or otherwise is None:
                return None
            return fold(ex.Conditional(condition, then, otherwise, Unit.CHOICE, span=node.span))
        if isinstance(node, nodes.Name) and canonical(group, node.text) in words:
            word = canonical(group, node.text)
            return ex.Constant(words.index(word), Unit.CHOICE, word, span=node.span)
        listed = _listed(group, words)
        known = Bilingual("、".join(one.zh for one in listed), ", ".join(words))
        kind = LIST_WORDS.get(group, Bilingual("词", "word"))
        fixes = suggestions(node.span.text, [*(one.zh for one in listed), *words], node.span, len(self._faults))
        return self._fault("N208", node.span, fixes=fixes, name=node.span.text, kind=kind, known=known)

    # ------------------------------------------------------------ forms

    def _read(self, node: nodes.Argument) -> Expr | None:  # noqa: C901, PLR0911, PLR0912 - one line a form
        match node:
            case nodes.Number():
                return ex.Constant(node.value, span=node.span)
            case nodes.Digits():
                return self._digits(node)
            case nodes.Name():
                return self._name(node)
            case nodes.Call():
                return self._call(node)
            case nodes.Negative():
                return self._negative(node)
            case nodes.Arithmetic():
                return self._arithmetic(node)
            case nodes.Comparison():
                return self._comparison(node)
            case nodes.Within():
                return self._within(node)
            case nodes.Not():
                operand = self.truth(node.operand)
                return None if operand is None else fold(ex.Not(operand, span=node.span))
            case nodes.Combined():
                return self._combined(node)
            case nodes.Choice():
                return self._conditional(node)
            case nodes.LookupNode():
                return self._lookup(node)
            case nodes.RangeNode():
                return self._note(bare_range(node, self._names))

    def _digits(self, node: nodes.Digits) -> Expr | None:
        number = parse_number(node.text)
        if number is None:
            return self._fault("T311", node.span, text=node.text)
        return ex.Constant(number, span=node.span)

    def _name(self, node: nodes.Name) -> Expr | None:
        found = self._names.find(node.text)
        if found is not None:
            return ex.placed(found, node.span)
        return self._note(unknown(node, self._names))

    def _call(self, node: nodes.Call) -> Expr | None:  # noqa: PLR0911 - one line a fault
        if node.name.text in _CALLS:
            operands = [self.amount(argument) for argument in node.arguments]
            if not operands:
                return self._fault("T305", node.span, name=node.name.text, takes=Bilingual("至少一个数", "an amount"))
            unit = self._same_unit(node, [operand for operand in operands if operand is not None])
            if unit is None or any(operand is None for operand in operands):
                return None
            kept = tuple(operand for operand in operands if operand is not None)
            return fold(ex.Extreme(_CALLS[node.name.text], kept, unit, span=node.span))
        known = fact(node.name.text)
        if known is None:
            return self._note(unknown(node.name, self._names))
        if known.takes is None:
            return self._fault("T326", node.span, name=node.name.text, fixes=(instead(node.span, node.name.text),))
        if self._names.scope not in known.scopes and known.id != "count":
            return self._note(not_here(node.name, known, self._names))
        return self._copies(node, known) if known.takes == "cards" else self._of_melds(node, known)

    def _copies(self, node: nodes.Call, known: Fact) -> Expr | None:
        kinds = read_kinds(node.arguments, self._faults)
        if kinds is None or not node.arguments:
            return None if node.arguments else self._fault("T305", node.span, name=node.name.text, takes=takes(known))
        parts = tuple(sorted(set(kinds)))
        name = "+".join(str(kind) for kind in parts)
        high = min(4 * len(parts), known.greatest(self._names.sizes))
        return Ref(f"copies:{name}", Unit.NUMBER, 0, high, span=node.span)

    def _of_melds(self, node: nodes.Call, known: Fact) -> Expr | None:
        melds: list[str] = []
        for argument in node.arguments:
            meld = canonical("meld", argument.text) if isinstance(argument, nodes.Name) else None
            if meld is not None and self._names.left_out(meld):
                return None
            if meld is None or meld not in self._names.melds:
                fixes = suggestions(argument.span.text, self._names.melds, argument.span, len(self._faults))
                kind = Bilingual("门子", "meld")
                return self._fault("N201", argument.span, fixes=fixes, name=argument.span.text, kind=kind)
            melds.append(meld)
        if not melds:
            return self._fault("T305", node.span, name=node.name.text, takes=takes(known))
        if known.id == "nth":
            return Ref(f"nth:{'+'.join(melds)}", Unit.NUMBER, 0, self._names.sizes.groups, span=node.span)
        if known.id == "count":
            counts: list[Expr] = [Ref(f"count:{meld}", Unit.NUMBER, 0, self._names.sizes.groups) for meld in melds]
            total = counts[0]
            for part in counts[1:]:
                total = ex.Arithmetic("+", total, part, Unit.NUMBER, span=node.span)
            return total
        parts: tuple[Expr, ...] = tuple(Ref(f"{known.id}:{meld}", Unit.TRUTH, 0, 1, span=node.span) for meld in melds)
        return parts[0] if len(parts) == 1 else ex.Combined("or", parts, span=node.span)

    def _negative(self, node: nodes.Negative) -> Expr | None:
        operand = self.amount(node.operand)
        if operand is None:
            return None
        return fold(ex.Arithmetic("-", ex.Constant(0), operand, operand.unit, span=node.span))

    def _arithmetic(self, node: nodes.Arithmetic) -> Expr | None:
        left, right = self.amount(node.left), self.amount(node.right)
        if left is None or right is None:
            return None
        unit = result_unit(node.operator, left.unit, right.unit)
        if unit is None:
            code = "T301" if node.operator in {"+", "-"} else "T306"
            return self._fault(code, node.span, left=UNIT_WORDS[left.unit], right=UNIT_WORDS[right.unit])
        if node.operator in {"/", "mod"}:
            low, high = ex.bounds(right)
            if low <= 0 <= high:
                return self._fault("T307", node.right.span, divisor=node.right.span.text)
        return fold(ex.Arithmetic(node.operator, left, right, unit, span=node.span))

    # ------------------------------------------------------------ conditions

    def _comparison(self, node: nodes.Comparison) -> Expr | None:
        named = self._option_comparison(node)
        if named is not None:
            return named[0]
        left, right = self._read(node.left), self._read(node.right)
        if left is None or right is None:
            return None
        if Unit.TRUTH in {left.unit, right.unit} and not (left.unit is right.unit and node.operator in {"=", "!="}):
            wrong = node.left if left.unit is Unit.TRUTH else node.right
            return self._fault("T304", wrong.span, found=UNIT_WORDS[Unit.TRUTH])
        if Unit.CHOICE in {left.unit, right.unit} and left.unit is not right.unit:
            wrong = node.left if left.unit is Unit.CHOICE else node.right
            return self._fault("T304", wrong.span, found=UNIT_WORDS[Unit.CHOICE])
        if left.unit is not right.unit and Unit.NUMBER not in {left.unit, right.unit}:
            return self._fault("T301", node.span, left=UNIT_WORDS[left.unit], right=UNIT_WORDS[right.unit])
        expr = ex.Comparison(node.operator, left, right, span=node.span)
        self._certain(expr, node.span)
        return expr

    def _option_comparison(self, node: nodes.Comparison) -> tuple[Expr | None] | None:
        """Read ``option = word``; None when the left side is no option with words."""
        option = self._names.options.get(own_name(node.left.text)) if isinstance(node.left, nodes.Name) else None
        if option is None or option.unit is not Unit.CHOICE:
            return None
        chosen = own_name(node.right.text) if isinstance(node.right, nodes.Name) else ""
        if chosen not in option.choices:
            known = joined(option.choices)
            fixes = suggestions(node.right.span.text, option.choices, node.right.span)
            word = node.right.span.text
            return (self._fault("T309", node.right.span, fixes=fixes, word=word, choices=known),)
        if node.operator not in {"=", "!="}:
            return (self._fault("T303", node.span, found=UNIT_WORDS[Unit.CHOICE]),)
        value = ex.Constant(option.choices.index(chosen), Unit.CHOICE, chosen, span=node.right.span)
        return (ex.Comparison(node.operator, ex.placed(option, node.left.span), value, span=node.span),)

    def _within(self, node: nodes.Within) -> Expr | None:
        value = self.amount(node.value)
        if value is not None and any(_moving(one) for one in node.ranges):
            parts = [self._between(value, one) for one in node.ranges]
            kept = tuple(part for part in parts if part is not None)
            whole = len(kept) == len(parts)
            return fold(kept[0] if len(kept) == 1 else ex.Combined("or", kept, span=node.span)) if whole else None
        ranges = [self.range(one) for one in node.ranges]
        if value is None or any(one is None for one in ranges):
            return None
        expr = ex.Within(value, tuple(one for one in ranges if one is not None), span=node.span)
        self._certain(expr, node.span)
        return expr

    def _between(self, value: Expr, node: nodes.Argument) -> Expr | None:
        """Read a range whose ends are amounts, as the comparisons that it means."""
        ends = (node.low, node.high) if isinstance(node, nodes.RangeNode) else (node, node)
        parts: list[Expr] = []
        for sign, end in zip((">=", "<="), ends, strict=True):
            read = None if end is None else self.amount(end)
            if end is not None and read is None:
                return None
            if read is not None and Unit.NUMBER not in {read.unit, value.unit} and read.unit is not value.unit:
                return self._fault("T301", node.span, left=UNIT_WORDS[value.unit], right=UNIT_WORDS[read.unit])
            if read is not None:
                parts.append(ex.Comparison(sign, value, read, span=node.span))
        return parts[0] if len(parts) == 1 else ex.Combined("and", tuple(parts), span=node.span)

    def range(self, node: nodes.Argument) -> tuple[int | None, int | None] | None:
        """Read a range of fixed numbers, or one number."""
        ends = (node.low, node.high) if isinstance(node, nodes.RangeNode) else (node, node)
        values: list[int | None] = []
        for end in ends:
            read = None if end is None else self.amount(end)
            if end is not None and not isinstance(read, ex.Constant):
                return None if read is None else self._fault("T318", end.span, text=end.span.text)
            values.append(read.value if isinstance(read, ex.Constant) else None)
        low, high = values
        if low is not None and high is not None and low > high:
            return self._fault("T314", node.span, low=low, high=high)
        return low, high

    def _combined(self, node: nodes.Combined) -> Expr | None:
        operands = [self.truth(operand) for operand in node.operands]
        if any(operand is None for operand in operands):
            return None
        kept = tuple(operand for operand in operands if operand is not None)
        return fold(ex.Combined(node.operator, kept, span=node.span))

    def _conditional(self, node: nodes.Choice) -> Expr | None:
        condition, then, otherwise = self.truth(node.condition), self._read(node.then), self._read(node.otherwise)
        if condition is None or then is None or otherwise is None:
            return None
        unit = self._same_unit(node, [then, otherwise])
        if unit is None:
            return None
        return fold(ex.Conditional(condition, then, otherwise, unit, span=node.span))

    def _lookup(self, node: nodes.LookupNode) -> Expr | None:
        value = self.amount(node.value)
        arms: list[ex.Arm] = []
        otherwise: Expr | None = None
        whole = value is not None
        for arm in node.arms:
            result = self.amount(arm.result)
            ranges = [self.range(one) for one in arm.ranges]
            if result is None or any(one is None for one in ranges):
                whole = False
            elif not arm.ranges:
                if otherwise is not None:
                    whole = False
                    self._fault("T324", arm.span, key=arm.span.text.partition(":")[0].partition("：")[0].strip())
                otherwise = result
            else:
                kept = tuple(one for one in ranges if one is not None)
                arms.append(ex.Arm(kept, result, span=arm.span))
        if not whole or value is None:
            return None
        missing = otherwise is None
        results = [arm.result for arm in arms] + ([] if otherwise is None else [otherwise])
        unit = self._same_unit(node, results)
        if unit is None:
            return None
        rest = ex.Constant(0, unit, "missing") if missing or otherwise is None else otherwise
        return ex.Lookup(value, tuple(arms), rest, unit, span=node.span)

    # ------------------------------------------------------------ units and faults

    def _same_unit(self, node: nodes.Expression, parts: list[Expr]) -> Unit | None:
        """Return the one unit of several amounts; pure numbers go with any."""
        units = [part.unit for part in parts if part.unit is not Unit.NUMBER]
        if not units:
            return Unit.NUMBER
        other = next((unit for unit in units if unit is not units[0]), None)
        mixed = units[0] in {Unit.TRUTH, Unit.CHOICE} and len(units) < len(parts)
        if other is not None or mixed:
            second = other or Unit.NUMBER
            return self._fault("T301", node.span, left=UNIT_WORDS[units[0]], right=UNIT_WORDS[second])
        return units[0]

    def _conversion(self, node: nodes.Argument, found: Unit, wanted: Unit) -> Read | None:
        text = node.span.text
        apart = f"{text} ÷ 1" if isinstance(node, nodes.Name | nodes.Call) else f"({text}) ÷ 1"
        return self._fault(
            "T302", node.span, fixes=(instead(node.span, apart),), found=UNIT_WORDS[found], wanted=UNIT_WORDS[wanted]
        )

    def _certain(self, expr: ex.Comparison | ex.Within, span: Span) -> None:
        """Remark on a comparison whose answer never changes."""
        if any(isinstance(ref, Ref) for ref in ex.refs(expr)) and self._names.scope is not Scope.OPTION:
            low, high = ex.bounds(expr)
            if low == high:
                answer = Bilingual("总是成立", "always true") if low else Bilingual("永远不成立", "never true")
                value = expr.left if isinstance(expr, ex.Comparison) else expr.value
                least, most = ex.bounds(value)
                values: dict[str, Value] = {"answer": answer, "text": span.text, "low": least, "high": most}
                self._faults.append(Diagnostic("T315", span, values, severity=Severity.WARNING))

    def _fault(self, code: str, span: Span, *, fixes: tuple[Fix, ...] = (), **values: Value) -> Read | None:
        """Note a fault; there is no expression then."""
        return self._note(Diagnostic(code, span, dict(values), fixes=fixes))

    def _note(self, found: Diagnostic | None) -> Read | None:
        """Note what was found, if anything; there is no expression then."""
        if found is not None:
            self._faults.append(found)
        return None


def _listed(group: str, words: tuple[str, ...]) -> list[Term]:
    return [one for word in words if (one := term(group, word)) is not None]


def _moving(node: nodes.Argument) -> bool:
    """Tell whether an end of a range is not written as a number."""
    ends = (node.low, node.high) if isinstance(node, nodes.RangeNode) else (node,)
    return any(not isinstance(end, nodes.Number | nodes.Digits | nodes.Negative) for end in ends if end is not None)
