"""A tree with the language's own words in one language, each read at its place; the author's names stay as written.

A word means what its place makes it: after 当 大字 is a fact, at the head of a row of patterns it is the author's name. So the schema
is walked beside the tree. Keywords are no names: ``syntax/spell.py`` spells them. Reads no other file: of a
parent's names only those are known that are given.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from phzdsl.ruleset.facts import Fact, Scope, fact
from phzdsl.ruleset.schema import BlockRule, ClauseRule, RowRule, Takes, block_rule
from phzdsl.ruleset.scope import canonical
from phzdsl.ruleset.vocabulary import Term, term
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Language

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import TypeVar

    from phzdsl.ruleset.inherit import Layer

    Node = TypeVar("Node")

__all__ = ["OwnNames", "own_names", "own_names_of", "respelled", "respelled_row"]

# Words of these lists may stand where a row's clause names the list before the arrow.
_BESIDE = {
    "meld": ("meld", "into-win"),
    "holding": ("holding", "meld"),
    "pay-event": ("pay-event", "claim", "event", "fault"),
    "fault-event": ("fault-event", "claim"),
    "event": ("event", "by"),
}
_SCOPES = {"options": Scope.OPTION, "presets": Scope.OPTION, "claims": Scope.CLAIM, "discards": Scope.CLAIM}
_SCOPES |= {"pay": Scope.PAY, "session": Scope.SESSION}
_FUNCTIONS = (("最大", "max"), ("最小", "min"))
_TABLE = ("番表", "fan-table")
_COUNTED = ("数", "-count")
_PAYS = ("付", "-pays", "-pay")
_MANY = frozenset({"others", "opponents"})
# Fields of nodes that hold no names.
_PLAIN = frozenset({"operator"})
_ORDER = frozenset({"before", "after", "beside"})


@attrs.frozen
class OwnNames:
    """Names that the author gave.

    Attributes:
        first: those that are looked up before facts: options and steps.
        choices: what options may be.
        others: ways, patterns and tables.
    """

    first: frozenset[str] = frozenset()
    choices: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()

    def __or__(self, more: OwnNames) -> OwnNames:
        """Return these names and those."""
        return OwnNames(self.first | more.first, self.choices | more.choices, self.others | more.others)


def own_names(tree: nodes.FileNode) -> OwnNames:
    """Return the names that one file gives."""
    blocks = () if tree.variant is None else tree.variant.blocks
    rows = [(block.word.id, row) for block in blocks for row in block.rows()]
    tables = (block.name.text for block in blocks if block.name is not None)
    return _own(rows, tables)


def own_names_of(layer: Layer) -> OwnNames:
    """Return the names that a variant and its parents give."""
    heads = [block.partition("/") for block in layer.blocks]
    rows = [(head, row.node) for head, sign, name in heads for row in layer.rows(head + sign + name)]
    return _own(rows, (name for _, sign, name in heads if sign))


def _own(rows: Iterable[tuple[str, nodes.RowNode]], tables: Iterable[str]) -> OwnNames:
    first: set[str] = set()
    choices: set[str] = set()
    others = set(tables)
    for block, row in rows:
        name = row.name.text
        if block == "options":
            chosen = (part.span.text for clause in row.clauses if clause.word.id == "of" for part in clause.arguments)
            first.add(name)
            choices.update(one for one in chosen if term("option-value", one) is None)
        elif block == "count" and term("step", name) is None:
            first.add(name)
        elif block in {"fan", "win"} and term(f"{block}-row", name) is None:
            others.add(name)
    return OwnNames(frozenset(first), frozenset(choices), frozenset(others))


def respelled(tree: nodes.FileNode, language: Language, above: OwnNames | None = None) -> nodes.FileNode:
    """Return a file with the words of the lists in a language; ``above`` are names that its parents give."""
    if tree.variant is None:
        return tree
    known = own_names(tree) | (above or OwnNames())
    blocks = tuple(_block(block, language, known) for block in tree.variant.blocks)
    return attrs.evolve(tree, variant=attrs.evolve(tree.variant, blocks=blocks))


def respelled_row(row: nodes.RowNode, block: str, language: Language, own: OwnNames) -> nodes.RowNode:
    """Return one row of a block, named by its keyword's id, in a language."""
    return _Rows(block_rule(block), language, own).row(row)


def _block(block: nodes.BlockNode, language: Language, own: OwnNames) -> nodes.BlockNode:
    rows = _Rows(block_rule(block.word.id), language, own)
    entries = tuple(
        attrs.evolve(one, rows=tuple(map(rows.row, one.rows))) if isinstance(one, nodes.RankNode) else rows.row(one)
        for one in block.entries
    )
    return attrs.evolve(block, entries=entries)


@attrs.frozen
class _Rows:
    """Respells the rows of one block."""

    rule: BlockRule
    language: Language
    own: OwnNames

    def row(self, row: nodes.RowNode) -> nodes.RowNode:
        """Return a row in the language."""
        name = row.name.text
        rule = self.rule.row(canonical(self.rule.group, name))
        return attrs.evolve(
            row,
            name=attrs.evolve(row.name, text=self._listed(name, self._heads())),
            arguments=tuple(self._argument(rule, one) for one in row.arguments),
            keyed=tuple(map(self._keyed, row.keyed)),
            clauses=tuple(self._clause(rule, clause) for clause in row.clauses),
        )

    def _heads(self) -> tuple[str, ...]:
        """Return the lists that the names of this block's rows may come from."""
        return tuple(group for group in (self.rule.group, self.rule.names) if group is not None)

    def _clause(self, rule: RowRule | None, clause: nodes.Clause) -> nodes.Clause:
        asked = rule.clause(clause.word.id) if rule is not None else None
        hand = clause.hand
        if hand is not None:
            hand = attrs.evolve(hand, groups=tuple(map(self._group, hand.groups)))
        return attrs.evolve(
            clause,
            arguments=tuple(self._argument(asked, one) for one in clause.arguments),
            keyed=tuple(map(self._keyed, clause.keyed)),
            hand=hand,
        )

    def _group(self, group: nodes.Group) -> nodes.Group:
        return attrs.evolve(group, name=self._name(group.name, ("hand-group", "meld")))

    def _keyed(self, keyed: nodes.Keyed) -> nodes.Keyed:
        return attrs.evolve(keyed, value=self._expressions().of(keyed.value))

    def _argument(self, asked: RowRule | ClauseRule | None, node: nodes.Argument) -> nodes.Argument:
        """Return what follows a row's name or a clause word, read as that place reads it."""
        if asked is None or asked.takes in {Takes.CARDS, Takes.CHOICES, Takes.CHOICE}:
            yes_or_no = asked is not None and asked.takes is not Takes.CARDS and isinstance(node, nodes.Name)
            return self._name(node, ("option-value",)) if yes_or_no and isinstance(node, nodes.Name) else node
        if isinstance(asked, ClauseRule) and asked.word in _ORDER:
            return self._name(node, self._heads()) if isinstance(node, nodes.Name) else node
        groups = () if asked.group is None else _BESIDE.get(asked.group, (asked.group,))
        if asked.takes in {Takes.NAME, Takes.NAMES, Takes.SOME_NAMES, Takes.SHAPES} or groups:
            return self._expressions(groups, gives=False).chosen(node)
        return self._expressions(gives=isinstance(asked, ClauseRule) and asked.word == "gives").of(node)

    def _expressions(self, groups: tuple[str, ...] = (), *, gives: bool = False) -> _Expressions:
        return _Expressions(self.language, self.own, _SCOPES.get(self.rule.id, Scope.WIN), groups, gives)

    def _name(self, name: nodes.Name, groups: tuple[str, ...]) -> nodes.Name:
        return attrs.evolve(name, text=self._listed(name.text, groups))

    def _listed(self, name: str, groups: tuple[str, ...]) -> str:
        return _listed(name, groups, self.language)


@attrs.frozen
class _Expressions:
    """Respells the expressions of one place.

    Attributes:
        groups: lists whose words are chosen among, where the place takes words.
        gives: the place states what an example must give, where patterns go before facts.
    """

    language: Language
    own: OwnNames
    scope: Scope
    groups: tuple[str, ...]
    gives: bool

    def chosen(self, node: Node) -> Node:
        """Return one of the lists' words, or a choice among them."""
        if isinstance(node, nodes.Name):
            return attrs.evolve(node, text=_listed(node.text, self.groups, self.language))
        if isinstance(node, nodes.Choice):
            then, otherwise = self.chosen(node.then), self.chosen(node.otherwise)
            return attrs.evolve(node, condition=self.of(node.condition), then=then, otherwise=otherwise)
        return self.of(node)

    def of(self, node: Node) -> Node:
        """Return an expression or a range."""
        if isinstance(node, nodes.Name):
            return attrs.evolve(node, text=self._name(node.text))
        if isinstance(node, nodes.Call):
            return attrs.evolve(node, name=self._called(node.name), arguments=self._called_with(node))
        if isinstance(node, nodes.Comparison) and self._chooses(node):
            return attrs.evolve(node, left=self.of(node.left))
        if not attrs.has(type(node)):
            return node
        return attrs.evolve(node, **{field.name: self._part(getattr(node, field.name)) for field in _parts(node)})  # type: ignore[misc]  # has() says that it can be

    def _part(self, part: object) -> object:
        return tuple(map(self.of, part)) if isinstance(part, tuple) else self.of(part)

    def _chooses(self, node: nodes.Comparison) -> bool:
        """Tell whether a comparison asks for a choice of an option: both are the author's words."""
        left, right = node.left, node.right
        return (
            isinstance(left, nodes.Name)
            and left.text in self.own.first
            and isinstance(right, nodes.Name)
            and right.text in self.own.choices
        )

    def _called(self, name: nodes.Name) -> nodes.Name:
        return attrs.evolve(
            name, text=_of_pair(name.text, _FUNCTIONS, self.language) or self._fact(name.text) or name.text
        )

    def _called_with(self, node: nodes.Call) -> tuple[nodes.Argument, ...]:
        known = fact(node.name.text)
        if known is None or known.takes is None:
            return tuple(map(self.of, node.arguments))
        melds = attrs.evolve(self, groups=("meld",))
        return tuple(map(melds.chosen, node.arguments)) if known.takes == "melds" else node.arguments

    def _name(self, name: str) -> str:
        if name in self.own.first:
            return name
        if self.gives:
            found = self._given(name)
            if found is not None:
                return found
        known = fact(name)
        if known is not None and self.scope in known.scopes:
            return self._fact(name) or name
        return self._count(name) or self._other(name)

    def _given(self, name: str) -> str | None:
        """Return what only an example names: no win, what somebody pays, a pattern before a fact of its name."""
        for ending in _PAYS:
            role = term("role", name.removesuffix(ending)) if name.endswith(ending) else None
            if role is not None:
                ends = "-pay" if role.id in _MANY else "-pays"
                return f"{role.zh}付" if self.language is Language.ZH else f"{role.id}{ends}"
        found = _listed(name, ("outcome", "step"), self.language)
        return found if found != name or name in self.own.others else None

    def _count(self, name: str) -> str | None:
        """Return the number of a meld of the lists: 碰数, peng-count."""
        for ending in _COUNTED:
            meld = term("meld", name.removesuffix(ending)) if name.endswith(ending) else None
            if meld is not None:
                return f"{meld.zh}数" if self.language is Language.ZH else f"{meld.id}-count"
        return None

    def _other(self, name: str) -> str:
        table = _of_pair(name, (_TABLE,), self.language)
        if table is not None:
            return table
        found = _listed(name, ("option-value", "step"), self.language)
        if found != name or name in self.own.others:
            return found
        return self._fact(name) or _listed(name, ("meld",), self.language)

    def _fact(self, name: str) -> str | None:
        known = fact(name)
        return None if known is None else _spelled(known, self.language)


def _parts(node: object) -> list[attrs.Attribute[object]]:
    """Return the fields of a node that may hold names."""
    return [field for field in attrs.fields(type(node)) if field.eq and field.name not in _PLAIN]  # type: ignore[arg-type]  # asked of nodes only


def _listed(name: str, groups: tuple[str, ...], language: Language) -> str:
    """Return a word of the first list that has it, in a language; any other name as it is."""
    if "fact" in groups:
        known = fact(name)
        return name if known is None else _spelled(known, language)
    found = next((one for group in groups if (one := term(group, name)) is not None), None)
    return name if found is None else _spelled(found, language)


def _spelled(word: Term | Fact, language: Language) -> str:
    return word.zh if language is Language.ZH else word.id


def _of_pair(name: str, pairs: tuple[tuple[str, str], ...], language: Language) -> str | None:
    pair = next((pair for pair in pairs if name in pair), None)
    return None if pair is None else pair[0] if language is Language.ZH else pair[1]
