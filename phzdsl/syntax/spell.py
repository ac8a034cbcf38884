"""Nodes to words: every part of a row as canonical text in one language, with no more parentheses than are needed.

Says nothing of lines and columns: that is ``format.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import attrs

from phzdsl.syntax import nodes
from phzdsl.syntax.lexicon import KEYWORDS, Zone
from phzdsl.text.diagnostics import Language

__all__ = ["Speller"]

# How tightly a construct binds: what stands inside another must bind at least as tightly as the grammar asks there.
_CHOICE, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _POWER, _SIGNED, _ATOM = range(10)

# Of an operator: how tightly it binds, and what it asks of its left and right.
_BINDING = {
    "+": (_SUM, _SUM, _PRODUCT),
    "-": (_SUM, _SUM, _PRODUCT),
    "*": (_PRODUCT, _PRODUCT, _POWER),
    "/": (_PRODUCT, _PRODUCT, _POWER),
    "mod": (_PRODUCT, _PRODUCT, _POWER),
    "^": (_POWER, _SIGNED, _SIGNED),
}
_CHINESE_SIGNS = {"*": "×", "/": "÷"}
# The first that does not stand in the words; a text has at most two of the three closing marks.
_QUOTES = (('"', '"'), ("“", "”"), ("「", "」"))


@cache
def _keywords(zone: Zone) -> dict[str, tuple[str, str]]:
    return {word.id: (word.zh, word.en) for word in KEYWORDS if word.zone is zone}


@attrs.frozen
class Speller:
    """Spells nodes in one language.

    Attributes:
        language: language of the keywords.
        translate: gives the spelling of a name; the author's own names it returns as they are.
    """

    language: Language
    translate: Callable[[str], str]

    # ------------------------------------------------------------ words

    def word(self, word: str, zone: Zone = Zone.BLOCK) -> str:
        """Return the spelling of a keyword by its id."""
        if word == "=":
            return word
        zh, en = _keywords(zone)[word]
        return zh if self.language is Language.ZH else en

    def name(self, name: nodes.Name) -> str:
        """Return a name."""
        return self.translate(name.text)

    @staticmethod
    def text(text: nodes.Text) -> str:
        """Return words in quotes."""
        opening, closing = next(pair for pair in _QUOTES if pair[1] not in text.text)
        return f"{opening}{text.text}{closing}"

    # ------------------------------------------------------------ parts of rows

    def clause(self, clause: nodes.Clause) -> str:
        """Return a clause with its keyword."""
        word = self.word(clause.word.id)
        if clause.text is not None:
            return f"{word} {self.text(clause.text)}"
        if clause.hand is not None:
            return f"{word} {self._hand(clause.hand)}"
        following = self.values(clause.arguments, clause.keyed)
        return f"{word} {following}" if following else word

    def values(self, arguments: Iterable[nodes.Argument], keyed: Iterable[nodes.Keyed]) -> str:
        """Return a list of values, or of values with their keys."""
        return ", ".join(map(self._item, arguments)) or " ".join(map(self._keyed, keyed))

    def _keyed(self, keyed: nodes.Keyed) -> str:
        return f"{self.word(keyed.key.id)} {self.expression(keyed.value)}"

    def _hand(self, hand: nodes.HandNode) -> str:
        return " / ".join(map(self._group, hand.groups))

    def _group(self, group: nodes.Group) -> str:
        cards = (self.name(card) if isinstance(card, nodes.Name) else card.text for card in group.cards)
        return " ".join((self.name(group.name), *cards))

    # ------------------------------------------------------------ expressions

    def expression(self, node: nodes.Expression, least: int = _CHOICE) -> str:
        """Return an expression, in parentheses if it binds less tightly than its place asks."""
        text, binding = self._spelled(node)
        return text if binding >= least else f"({text})"

    def _item(self, node: nodes.Argument, least: int = _CHOICE) -> str:
        return self._range(node) if isinstance(node, nodes.RangeNode) else self.expression(node, least)

    def _range(self, node: nodes.RangeNode) -> str:
        low = "" if node.low is None else self.expression(node.low, _SUM)
        high = "" if node.high is None else self.expression(node.high, _SUM)
        return f"{low}..{high}"

    def _spelled(self, node: nodes.Expression) -> tuple[str, int]:  # noqa: C901, PLR0911 - one case a construct
        """Return an expression and how tightly it binds."""
        match node:
            case nodes.Number():
                return str(node.value), _ATOM
            case nodes.Digits():
                return node.text, _ATOM
            case nodes.Name():
                return self.name(node), _ATOM
            case nodes.Call():
                return f"{self.name(node.name)}({', '.join(map(self._item, node.arguments))})", _ATOM
            case nodes.LookupNode():
                arms = ", ".join(map(self._arm, node.arms))
                return f"{self.word('table')} {self.expression(node.value, _SUM)} [{arms}]", _ATOM
            case nodes.Negative():
                return f"-{self.expression(node.operand, _ATOM)}", _SIGNED
            case nodes.Arithmetic():
                return self._arithmetic(node)
            case nodes.Comparison():
                left, right = self.expression(node.left, _SUM), self.expression(node.right, _SUM)
                return f"{left} {node.operator} {right}", _COMPARISON
            case nodes.Within():
                return f"{self.expression(node.value, _SUM)} {self.word('in')} {self._ranges(node)}", _COMPARISON
            case nodes.Not():
                return f"{self.word('not')} {self.expression(node.operand, _NOT)}", _NOT
            case nodes.Combined():
                own, asked = (_OR, _AND) if node.operator == "or" else (_AND, _NOT)
                joiner = f" {self.word(node.operator)} "
                return joiner.join(self.expression(operand, asked) for operand in node.operands), own
            case nodes.Choice():
                return self._choice(node), _CHOICE

    def _arithmetic(self, node: nodes.Arithmetic) -> tuple[str, int]:
        own, left, right = _BINDING[node.operator]
        sign = self.word("mod") if node.operator == "mod" else node.operator
        if self.language is Language.ZH:
            sign = _CHINESE_SIGNS.get(sign, sign)
        return f"{self.expression(node.left, left)} {sign} {self.expression(node.right, right)}", own

    def _choice(self, node: nodes.Choice) -> str:
        # 若 inside 若 is read only where the last word of it is plain: after 否则.
        parts = (
            (self.word("if"), self.expression(node.condition, _OR)),
            (self.word("then"), self.expression(node.then, _OR)),
            (self.word("else"), self.expression(node.otherwise)),
        )
        return " ".join(f"{word} {value}" for word, value in parts)

    def _ranges(self, node: nodes.Within | nodes.ArmNode) -> str:
        """Return what a value may lie in: one range bare, anything else in brackets."""
        if len(node.ranges) == 1 and isinstance(node.ranges[0], nodes.RangeNode):
            return self._range(node.ranges[0])
        return f"[{', '.join(self._item(one, _SUM) for one in node.ranges)}]"

    def _arm(self, arm: nodes.ArmNode) -> str:
        if not arm.ranges:
            label = self.word("otherwise")
        elif len(arm.ranges) == 1:
            label = self._item(arm.ranges[0], _SUM)
        else:
            label = self._ranges(arm)
        return f"{label}: {self.expression(arm.result)}"
