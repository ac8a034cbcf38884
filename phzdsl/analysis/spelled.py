"""Conditions and amounts of the model as a rule file writes them, with Chinese keywords, in the order of their author.

Written from what was read, not from the text: the values that a room chose stand in place of its options. English is
what ``ruleset/turned.py`` makes of the Chinese.
"""

from __future__ import annotations

from phzdsl.cards import write_kind
from phzdsl.ruleset.expressions import (
    Arithmetic,
    Combined,
    Comparison,
    Conditional,
    Constant,
    Expr,
    Extreme,
    Lookup,
    Not,
    Ref,
    Unit,
    Within,
)
from phzdsl.ruleset.facts import fact
from phzdsl.ruleset.intervals import Range
from phzdsl.ruleset.model import Row
from phzdsl.ruleset.schema import block_rule
from phzdsl.ruleset.vocabulary import term
from phzdsl.text.diagnostics import Language

__all__ = ["meld_word", "named", "spelled", "word"]

_SIGNS = {"*": "×", "/": "÷", "mod": "余"}
# How tightly each form binds; what binds more loosely than its place allows stands in brackets.
_CHOICE, _OR, _AND, _NOT, _COMPARED, _SUM, _PRODUCT, _POWER, _ATOM = range(9)
_BINDS = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "mod": _PRODUCT, "^": _POWER}
# What the reader of rule files puts in the last line of a table that has none.
_NO_LINE = "missing"
_LISTS = {"count": "数", "wins-in": "胡在", "nth": "次序"}


def word(group: str, word_id: str) -> str:
    """Return a word of a list in Chinese; a name of the author's own stays as it is."""
    found = term(group, word_id)
    return word_id if found is None else found.zh


def meld_word(meld: str) -> str:
    """Return what a meld is called in a rule file."""
    return word("meld", meld)


def named(row: Row, language: Language = Language.ZH) -> str:
    """Return the name of a row as a rule file in a language writes it; a name of the author's stays."""
    rule = block_rule(row.block.partition("/")[0])
    found = term(rule.group or "", row.name) or term(rule.names or "", row.name)
    return row.name if found is None else found.zh if language is Language.ZH else found.id


def spelled(expr: Expr, group: str = "") -> str:
    """Write an expression.

    Args:
        expr: an expression of a bound ruleset.
        group: the list that a choice is made from.
    """
    return _Writer(group).write(expr, _CHOICE)


class _Writer:
    """Writes expressions; ``group`` is the list that words of a choice come from."""

    def __init__(self, group: str) -> None:
        self._group = group

    def write(self, expr: Expr, place: int) -> str:
        """Write an expression where nothing looser than ``place`` may stand."""
        text, binds = self._form(expr)
        return text if binds >= place else f"({text})"

    def _form(self, expr: Expr) -> tuple[str, int]:  # noqa: C901, PLR0911 - one line a form
        match expr:
            case Constant():
                return self._constant(expr), _ATOM if expr.value >= 0 else _PRODUCT
            case Ref():
                return _name(expr), _ATOM
            case Arithmetic(operator="-", left=Constant(value=0)):
                return f"-{self.write(expr.right, _ATOM)}", _POWER
            case Arithmetic():
                own = _BINDS[expr.operator]
                sign = _SIGNS.get(expr.operator, expr.operator)
                left = self.write(expr.left, _ATOM if own == _POWER else own)
                return f"{left} {sign} {self.write(expr.right, own + 1)}", own
            case Comparison():
                left, right = (self.write(side, _SUM) for side in (expr.left, expr.right))
                return f"{left} {expr.operator} {right}", _COMPARED
            case Within():
                listed = _ranges(expr.ranges)
                whole = listed if ".." in listed else f"[{listed.strip('[]')}]"
                return f"{self.write(expr.value, _SUM)} 在 {whole}", _COMPARED
            case Not():
                return f"非 {self.write(expr.operand, _NOT)}", _NOT
            case Combined():
                sign, own = ("且", _AND) if expr.operator == "and" else ("或", _OR)
                return f" {sign} ".join(self.write(part, own + 1) for part in expr.operands), own
            case Conditional():
                parts = (self.write(part, _CHOICE) for part in (expr.condition, expr.then, expr.otherwise))
                return "若 {} 则 {} 否则 {}".format(*parts), _CHOICE
            case Lookup():
                return self._table(expr), _ATOM
            case Extreme():
                parts = (self.write(part, _CHOICE) for part in expr.operands)
                return f"{'最大' if expr.greatest else '最小'}({', '.join(parts)})", _ATOM

    def _constant(self, expr: Constant) -> str:
        if expr.unit is Unit.TRUTH:
            return "是" if expr.value else "否"
        return str(expr.value) if expr.label is None else word(self._group, expr.label)

    def _table(self, expr: Lookup) -> str:
        arms = [f"{_ranges(arm.ranges)}: {self.write(arm.result, _CHOICE)}" for arm in expr.arms]
        if not (isinstance(expr.otherwise, Constant) and expr.otherwise.label == _NO_LINE):
            arms.append(f"其他: {self.write(expr.otherwise, _CHOICE)}")
        return f"查 {self.write(expr.value, _SUM)} [{', '.join(arms)}]"


def _name(ref: Ref) -> str:
    kind, _, name = ref.key.partition(":")
    if kind == "count":
        return f"{meld_word(name)}数"
    if kind in _LISTS:
        return f"{_LISTS[kind]}({', '.join(map(meld_word, name.split('+')))})"
    if kind == "copies":
        return f"张({', '.join(write_kind(int(one)) for one in name.split('+'))})"
    if kind == "fact":
        found = fact(name)
        return name if found is None else found.zh
    if kind == "table":
        return "番表" if name == "fan" else name
    return word("step", name) if kind == "step" else name.rpartition("/")[2]


def _ranges(ranges: tuple[Range, ...]) -> str:
    listed = ", ".join(_range(low, high) for low, high in ranges)
    return listed if len(ranges) == 1 else f"[{listed}]"


def _range(low: int | None, high: int | None) -> str:
    if low == high:
        return str(low)
    return f"{'' if low is None else low}..{'' if high is None else high}"
