"""Conditions and amounts of a bound ruleset as sentences for players, in Chinese or English.

``spelled.py`` writes them as a rule file does; here a comparison becomes what one would say at the table: 红牌至少 10 张, at least
10 red cards. What no such sentence is known for stays a formula. Nothing is left out: a sentence says no less than its formula.
"""

from __future__ import annotations

from phzdsl.analysis.spelled import spelled
from phzdsl.book.factwords import Counting
from phzdsl.book.nouns import Nouns, joined
from phzdsl.book.tidy import is_number, terms, tidied
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
from phzdsl.ruleset.intervals import Range
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.turned import turned
from phzdsl.text.diagnostics import Bilingual, Language

__all__ = ["Sentences"]

# How tightly what is said of an amount binds.
_LOOSE, _SUM, _PRODUCT, _POWER, _ATOM = range(5)
_SIGNS = {"-": (_SUM, "-"), "*": (_PRODUCT, "×"), "/": (_PRODUCT, "÷"), "mod": (_PRODUCT, "mod"), "^": (_POWER, "^")}
_MORE = {"=": ("正好", ""), ">=": ("至少", "at least "), ">": ("至少", "at least ")}
_CONTRARY = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Sentences:
    """Says conditions and amounts of one ruleset in one language.

    Attributes:
        nouns: how what they name is called.
        language: the reader's.
    """

    def __init__(self, ruleset: Ruleset, language: Language) -> None:
        self.nouns = Nouns(ruleset, language)
        self.language = language
        self._say = self.nouns.say

    def formula(self, expr: Expr, group: str = "") -> str:
        """Return a formula as a rule file writes it, in the reader's language."""
        text = spelled(expr, group)
        return text if self.language is Language.ZH else turned(text, Language.EN)

    # ------------------------------------------------------------ conditions

    def condition(self, expr: Expr, *, holds: bool = True, inside: bool = False) -> str:  # noqa: PLR0911 - one line a form
        """Say a condition.

        Args:
            expr: the condition.
            holds: say it; otherwise its contrary.
            inside: it stands among others, so that what has parts needs brackets.
        """
        match expr:
            case Not():
                return self.condition(expr.operand, holds=not holds, inside=inside)
            case Combined():
                return self._combined(expr, holds=holds, inside=inside)
            case Comparison():
                return self._comparison(expr, expr.operator if holds else _CONTRARY[expr.operator])
            case Within():
                return self._within(expr, holds=holds)
            case Ref():
                return self.nouns.truth(expr, holds=holds)
            case Constant():
                return self._say("总是", "always") if bool(expr.value) is holds else self._say("从不", "never")
            case Conditional():
                first, then, other = (
                    self.condition(one, inside=True) for one in (expr.condition, expr.then, expr.otherwise)
                )
                said = self._say(f"{first}的话，要{then}，不然要{other}", f"if {first}, then {then}, otherwise {other}")
                return said if holds else self._say(f"不是这样：{said}", f"not so: {said}")
        text = self.formula(expr)
        return text if holds else self._say(f"非（{text}）", f"not ({text})")

    def when(self, expr: Expr) -> str:
        """Say a condition before what follows from it: 自摸时, and in English when ..."""
        said = self.condition(expr)
        return self._say(f"{said}{' ' * said[-1:].isdecimal()}时", f"when {said}")

    def _combined(self, expr: Combined, *, holds: bool, inside: bool) -> str:
        both = (expr.operator == "and") is holds
        if all(isinstance(one, Ref) and one.key.startswith("wins-in:") for one in expr.operands) and both is not holds:
            melds = [one.key.partition(":")[2] for one in expr.operands if isinstance(one, Ref)]
            return self.nouns.wins_in(melds, holds=holds)
        parts = [self.condition(one, holds=holds, inside=True) for one in expr.operands]
        if self.language is Language.ZH:
            text = "，".join(parts[:-1]) + "，而且" + parts[-1] if both else "，或者".join(parts)
            return f"（{text}）" if inside else text
        text = ", ".join(parts[:-1]) + (" and " if both else " or ") + parts[-1]
        return f"({text})" if inside else text

    def _comparison(self, expr: Comparison, operator: str) -> str:
        left, right = expr.left, expr.right
        if isinstance(right, Constant):
            if isinstance(left, Ref) and left.key.startswith("nth:"):
                return self._nth(left, operator, right.value)
            if isinstance(left, Arithmetic) and left.operator == "mod" and right.value == 0 and operator in {"=", "!="}:
                return self._multiple(left, holds=operator == "=")
            counting = self._counted(left, either=_none(operator, right.value))
            if counting is not None:
                return self._number(counting, operator, right.value, isinstance(left, Ref))
            if isinstance(left, Arithmetic) and left.operator == "-" and operator in _MORE and right.value > 0:
                return self._more(left, operator, right.value)
        zh = {"=": "等于", "!=": "不等于", "<": "小于", "<=": "不大于", ">": "大于", ">=": "不小于"}[operator]
        en = {
            "=": "is",
            "!=": "is not",
            "<": "is less than",
            "<=": "is at most",
            ">": "is more than",
            ">=": "is at least",
        }
        one, other = self.amount(left, _SUM), self.amount(right, _SUM)
        return self._say(f"{one} {zh} {other}", f"{one} {en[operator]} {other}")

    def _counted(self, expr: Expr, *, either: bool = False) -> Counting | None:
        """Return what an amount counts: one thing, or melds of several kinds together."""
        if isinstance(expr, Ref):
            return self.nouns.counting(expr)
        every = tuple(terms(expr))
        melds = [one.key.partition(":")[2] for one in every if isinstance(one, Ref) and one.key.startswith("count:")]
        if len(melds) != len(every):
            return None
        zh, en = self.nouns.melds(melds), self.nouns.melds(melds, either=either)
        return Counting(Bilingual(zh, en), "副", en)

    def _number(self, counting: Counting, operator: str, value: int, single: bool) -> str:  # noqa: FBT001 - handed through
        """Say how many there are of something."""
        if operator in {">", "<"}:
            operator, value = (">=", value + 1) if operator == ">" else ("<=", value - 1)
        if value == 0 and operator in {"=", "<=", "!="}:
            operator, value = ("!=", 0) if operator == "!=" else ("=", 0)
        elif (operator, value) == (">=", 1):
            operator, value = "!=", 0
        if self.language is Language.EN:
            said = self._number_en(counting, operator, value)
            return said if single or not value else f"{said} together"
        noun, measure = counting.noun.zh, counting.measure
        if not measure:
            word = {"=": "正好是", "!=": "不是", ">=": "至少是", "<=": "最多是"}[operator]
            return f"{noun}{word} {value}"
        if value == 0:
            return f"{'没有' if operator == '=' else '有'}{noun}"
        word = {"=": "正好", "!=": "不是", ">=": "至少", "<=": "最多"}[operator]
        return f"{noun}{'' if single else '一共'}{word} {value} {measure}"

    @staticmethod
    def _number_en(counting: Counting, operator: str, value: int) -> str:
        if not counting.measure:
            word = {"=": "is", "!=": "is not", ">=": "is at least", "<=": "is at most"}[operator]
            return f"{counting.noun.en} {word} {value}"
        if value == 0:
            uncounted = counting.many == counting.noun.en
            some = f"there is some {counting.many}" if uncounted else f"there is at least one {counting.noun.en}"
            return f"there are no {counting.many}" if operator == "=" else some
        if operator == "!=":
            return f"the number of {counting.many} is not {value}"
        word = {"=": "exactly", ">=": "at least", "<=": "at most"}[operator]
        named = counting.noun.en if value == 1 else counting.many
        return f"{'there is' if value == 1 else 'there are'} {word} {value} {named}"

    def _nth(self, ref: Ref, operator: str, value: int) -> str:
        zh, en = (self.nouns.melds(ref.key.partition(":")[2].split("+"), either=True),) * 2
        match operator:
            case "=":
                return self._say(f"这是本人第 {value} 副{zh}", f"it is number {value} of the actor's melds {en}")
            case "<=":
                return self._say(f"这是本人前 {value} 副{zh}里的", f"it is among the actor's first {value} melds {en}")
            case ">=":
                return self._say(
                    f"这是本人第 {value} 副{zh}，或更后的", f"it is number {value} or later of the actor's melds {en}"
                )
        return self._say(f"这不是本人第 {value} 副{zh}", f"it is {operator} {value} among the actor's melds {en}")

    def _more(self, expr: Arithmetic, operator: str, value: int) -> str:
        """Say that an amount is so much more than another."""
        (zh, en), value = _MORE[operator], value + (operator == ">")
        one, other = self.amount(expr.left), self.amount(expr.right)
        return self._say(f"{one}比{other}{zh}多 {value}", f"{one} is {en}{value} more than {other}")

    def _multiple(self, expr: Arithmetic, *, holds: bool) -> str:
        one, other = self.amount(expr.left), self.amount(expr.right)
        return self._say(
            f"{one}{'' if holds else '不'}是 {other} 的倍数", f"{one} is {'' if holds else 'not '}a multiple of {other}"
        )

    def _within(self, expr: Within, *, holds: bool) -> str:
        counting = self._counted(expr.value)
        noun = self.amount(expr.value) if counting is None else counting.noun.in_language(self.language)
        measure = "" if counting is None else counting.measure
        listed = joined((self._range(one) for one in expr.ranges), self.language, either=True)
        if self.language is Language.ZH:
            return f"{noun}{'是' if holds else '不是'} {listed}{' ' + measure if measure else ''}"
        if counting is None or not measure:
            return f"{noun} is {'' if holds else 'not '}{listed}"
        return f"there are {listed} {counting.many}" if holds else f"the number of {counting.many} is not {listed}"

    def _range(self, one: Range) -> str:
        low, high = one
        if low == high:
            return str(low)
        if low is None:
            return self._say(f"{high} 以下", f"up to {high}")
        return (
            self._say(f"{low} 以上", f"{low} or more")
            if high is None
            else self._say(f"{low} 到 {high}", f"{low} to {high}")
        )

    # ------------------------------------------------------------ amounts

    def amount(self, expr: Expr, place: int = _LOOSE) -> str:
        """Say an amount; what binds more loosely than its place allows is put in brackets."""
        text, binds = self._amount(tidied(expr))
        return text if binds >= place else self._say(f"（{text}）", f"({text})")

    def _amount(self, expr: Expr) -> tuple[str, int]:  # noqa: PLR0911 - one line a form
        """Return an amount, and how tightly it binds."""
        match expr:
            case Constant():
                return str(expr.value) if expr.label is None else expr.label, _ATOM
            case Ref():
                truth = expr.unit is Unit.TRUTH
                return self.nouns.truth(expr, holds=True) if truth else self.nouns.amount(expr), _ATOM
            case Arithmetic():
                special = self._special(expr)
                return self._arithmetic(expr) if special is None else (special, _LOOSE)
            case Conditional():
                return self._choice(expr), _LOOSE
            case Lookup():
                return self._table(expr), _LOOSE
            case Extreme():
                return self._extreme(expr), _LOOSE
        return self.condition(expr), _LOOSE

    def _arithmetic(self, expr: Arithmetic) -> tuple[str, int]:
        if expr.operator == "+":
            first, *rest = terms(expr)
            added = [self._added(term) for term in rest]
            loose = any(not one.startswith(" + ") for one in added)
            return self.amount(first, _SUM) + "".join(added), _LOOSE if loose else _SUM
        own, sign = _SIGNS.get(expr.operator, (_LOOSE, expr.operator))
        sign = self._say("余", "mod") if sign == "mod" else sign
        return f"{self.amount(expr.left, own)} {sign} {self.amount(expr.right, own + 1)}", own

    def _added(self, term: Expr) -> str:
        if isinstance(term, Conditional) and is_number(term.otherwise, 0):
            when, much = self.condition(term.condition, inside=True), self.amount(term.then, _SUM)
            return self._say(f"，{when}再加 {much}", f", plus {much} if {when}")
        return f" + {self.amount(term, _SUM)}"

    def _special(self, expr: Arithmetic) -> str | None:  # noqa: PLR0911 - one line a form
        """Say forms that players have words for: so much at such a number, and more for each further one."""
        match expr:
            case Arithmetic("+", Constant(base), Arithmetic("-", Ref() as ref, Constant(start))):
                return self._rising(ref, base, start, 1)
            case Arithmetic(
                "+", Constant(base), Arithmetic("/", Arithmetic("-", Ref() as ref, Constant(start)), Constant(each))
            ):
                return self._rising(ref, base, start, each)
            case Arithmetic("/", Ref() as ref, Constant(each)):
                counting = self.nouns.counting(ref)
                noun = counting.noun.zh
                return self._say(
                    f"{noun}每满 {each} {counting.measure}算 1".replace("  ", " "), f"1 for each {each} {counting.many}"
                )
            case Arithmetic("-", melds, Ref("fact:dealt-quads") as dealt):
                laid, left_out = self._counted(melds), self.nouns.counting(dealt).noun
                return (
                    None
                    if laid is None
                    else self._say(
                        f"{laid.noun.zh}的副数（{left_out.zh}不算）",
                        f"the number of {laid.noun.en} ({left_out.en} not counted)",
                    )
                )
            case Arithmetic("^", Constant(2), ref):
                much = self.amount(ref)
                return self._say(f"1 起，{much}每多 1 翻一倍", f"1, doubled for each 1 of {much}")
            case Arithmetic("*", Constant(each), Ref() as ref) if not ref.key.startswith(("step:", "table:")):
                counting = self.nouns.counting(ref)
                return self._say(
                    f"{counting.noun.zh}每{counting.measure}算 {each}", f"{each} for each {counting.noun.en}"
                )
        return None

    def _rising(self, ref: Ref, base: int, start: int, each: int) -> str:
        counting = self.nouns.counting(ref)
        noun, measure = counting.noun.zh, counting.measure
        further = f"{each} {counting.many}" if each > 1 else "one"
        return self._say(
            f"{noun} {start} {measure}算 {base}，每多 {each} {measure}加 1".replace("  ", " "),
            f"{base} at {start} {counting.many}, and 1 more for each further {further}",
        )

    def _choice(self, expr: Conditional) -> str:
        when, zh, then = self.condition(expr.condition), self.when(expr.condition), self.amount(expr.then)
        if is_number(expr.otherwise, 0):
            return self._say(f"{zh}算 {then}，不然不算", f"{then} if {when}, otherwise 0")
        other = self.amount(expr.otherwise)
        return self._say(f"{zh}算 {then}，不然算 {other}", f"{then} if {when}, otherwise {other}")

    def _table(self, expr: Lookup) -> str:
        noun = self.amount(expr.value)
        parts = []
        for arm in expr.arms:
            at = joined(map(self._range, arm.ranges), self.language, either=True)
            parts.append(
                self._say(
                    f"{at}{' ' * at[-1:].isdecimal()}算 {self.amount(arm.result)}",
                    f"{self.amount(arm.result)} for {at}",
                )
            )
        if not (isinstance(expr.otherwise, Constant) and expr.otherwise.label is not None):
            parts.append(self._say(f"别的算 {self.amount(expr.otherwise)}", f"{self.amount(expr.otherwise)} otherwise"))
        return self._say(f"{noun} " + "，".join(parts), f"by {noun}: " + ", ".join(parts))

    def _extreme(self, expr: Extreme) -> str:
        fixed = [one for one in expr.operands if isinstance(one, Constant)]
        other = [one for one in expr.operands if not isinstance(one, Constant)]
        if len(fixed) == len(other) == 1:
            bound, much = fixed[0].value, self.amount(other[0])
            if expr.greatest:
                return self._say(f"{much}，不到 {bound} 也算 {bound}", f"{much}, but at least {bound}")
            return self._say(f"{much}，最多算 {bound}", f"{much}, but at most {bound}")
        listed = joined((self.amount(one) for one in expr.operands), self.language)
        return self._say(
            f"{listed}里{'最大' if expr.greatest else '最小'}的",
            f"the {'greatest' if expr.greatest else 'least'} of {listed}",
        )

    def number(self, expr: Expr, zh: str, en: str) -> str:
        """Say that there are exactly, or at most, so many: 正好 1 副, exactly 1; of none, that there may be none."""
        match tidied(expr):
            case Conditional() as choice:
                then, other = self.number(choice.then, zh, en), self.number(choice.otherwise, zh, en)
                return self._say(
                    f"{self.when(choice.condition)}{then}，不然{other}",
                    f"{then} {self.when(choice.condition)}, otherwise {other}",
                )
            case Constant(0):
                return self._say("一副也不能有", "none")
        much = self.amount(expr)
        return self._say(f"{zh} {much} 副", f"{en} {much}")

    def worth(self, expr: Expr) -> str:
        """Say what a pattern is worth: an amount, and of a plain count so much for each."""
        if isinstance(expr, Ref) and expr.unit is not Unit.TRUTH and not expr.key.startswith(("step:", "table:")):
            counting = self.nouns.counting(expr)
            return self._say(f"{counting.noun.zh}每{counting.measure or ' 1 '}算 1", f"1 for each {counting.noun.en}")
        return self.amount(expr)


def _none(operator: str, value: int) -> bool:
    """Tell whether a comparison says that there is none."""
    return (operator, value) in {("=", 0), ("<=", 0), ("<", 1)}
