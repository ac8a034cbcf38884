"""One merged row, read clause by clause: words of lists, amounts, conditions, cards.

Every reading method returns None (or nothing) after noting a fault, and also where the clause is absent.
"""

from __future__ import annotations

import attrs

from phzdsl.ruleset.elaborate import Elaborator
from phzdsl.ruleset.expressions import Constant, Expr, Unit
from phzdsl.ruleset.facts import Scope, SizeBounds, fact
from phzdsl.ruleset.inherit import MergedRow
from phzdsl.ruleset.model import Row
from phzdsl.ruleset.schema import block_rule
from phzdsl.ruleset.scope import Names, own_name
from phzdsl.ruleset.suggest import suggestions
from phzdsl.ruleset.vocabulary import terms
from phzdsl.ruleset.words import LIST_WORDS, joined, keyword_words
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix, Related, Severity, Value
from phzdsl.text.source import Span

__all__ = ["RowReader", "needed", "no_sizes"]


class RowReader:
    """Reads one row with the names known at its place."""

    def __init__(self, merged: MergedRow, names: Names, faults: list[Diagnostic]) -> None:
        self.merged = merged
        self.node = merged.node
        self.names = names
        self.faults = faults
        self._elaborator = Elaborator(names, faults)

    @property
    def name(self) -> str:
        """Canonical name of the row."""
        return self.merged.name

    @property
    def known_melds(self) -> tuple[str, ...]:
        """Ids of the variant's melds."""
        return self.names.melds

    def row(self) -> Row:
        """Return where the row comes from."""
        enabled = self.merged.clause("enabled")
        condition = None
        if enabled is not None and enabled.arguments:
            names = attrs.evolve(self.names, scope=Scope.OPTION)
            condition = Elaborator(names, self.faults).truth(enabled.arguments[0])
        return Row(
            self.merged.block,
            self.merged.name,
            self.node.name.text,
            self.merged.origin,
            tuple(cite.id for cite in self.node.cites),
            self.text("unclear"),
            self.text("remark"),
            condition,
            self.truth("undefined"),
            span=self.node.span,
        )

    # ------------------------------------------------------------ clauses

    def has(self, word: str) -> bool:
        """Tell whether the row has a clause."""
        return self.merged.clause(word) is not None

    def text(self, word: str) -> str | None:
        """Return the words in quotes after a clause word."""
        clause = self.merged.clause(word)
        return clause.text.text if clause is not None and clause.text is not None else None

    def arguments(self, word: str | None) -> tuple[nodes.Argument, ...]:
        """Return what follows a clause word, or the row's name for None."""
        if word is None:
            return self.node.arguments
        clause = self.merged.clause(word)
        return clause.arguments if clause is not None else ()

    def amount(self, word: str | None, wanted: Unit | None = None) -> Expr | None:
        """Read the amount after a clause word."""
        arguments = self.arguments(word)
        return self._elaborator.amount(arguments[0], wanted) if arguments else None

    def truth(self, word: str | None) -> Expr | None:
        """Read the condition after a clause word."""
        arguments = self.arguments(word)
        return self._elaborator.truth(arguments[0]) if arguments else None

    def choice(self, word: str | None, words: tuple[str, ...], group: str) -> Expr | None:
        """Read one of a list's words, or an expression that chooses among them."""
        arguments = self.arguments(word)
        return self._elaborator.choice(arguments[0], words, group) if arguments else None

    def chosen(self, word: str | None, group: str) -> Expr | None:
        """Read one word of a list, or an expression that chooses among its words by options."""
        arguments = self.arguments(word)
        return self.one_of(arguments[0], group) if arguments else None

    def one_of(self, argument: nodes.Argument, group: str) -> Expr | None:
        """Read one argument as a word of a list, or as a choice among its words."""
        words = tuple(dict.fromkeys(one.id for one in terms(group).values()))
        if isinstance(argument, nodes.Choice):
            names = attrs.evolve(self.names, scope=Scope.OPTION)
            return Elaborator(names, self.faults).choice(argument, words, group)
        found = self.listed(argument, (group,), ())
        return None if found is None else Constant(words.index(found), Unit.CHOICE, found, span=argument.span)

    def ranges(self, arguments: tuple[nodes.Argument, ...]) -> list[tuple[int | None, int | None]]:
        """Read ranges of fixed numbers."""
        read = [self._elaborator.range(argument) for argument in arguments]
        return [one for one in read if one is not None]

    def keyed(self, word: str | None, keys: tuple[str, ...]) -> dict[str, Expr]:
        """Read amounts by key, such as those of ``small 1 big 3``."""
        clause = None if word is None else self.merged.clause(word)
        found: dict[str, Expr] = {}
        for part in self.node.keyed if word is None else clause.keyed if clause else ():
            amount = self._elaborator.amount(part.value)
            if part.key.id not in keys:
                self.fault("T323", part.key.span, key=part.key.span.text)
            elif part.key.id in found:
                self.fault("T324", part.key.span, key=part.key.span.text)
            elif amount is not None:
                found[part.key.id] = amount
        return found

    def words(self, word: str | None, *groups: str, own: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Read names that come from lists, or from the variant's ``own`` names."""
        found: list[str] = []
        for argument in self.arguments(word):
            name = self.listed(argument, groups, own)
            if name is not None:
                found.append(name)
        return tuple(found)

    def word(self, word: str | None, *groups: str, own: tuple[str, ...] = ()) -> str | None:
        """Read one name that comes from lists."""
        found = self.words(word, *groups, own=own)
        return found[0] if found else None

    def listed(self, argument: nodes.Argument, groups: tuple[str, ...], own: tuple[str, ...]) -> str | None:
        """Read one argument as a name of some lists."""
        if isinstance(argument, nodes.Name):
            if self.names.left_out(argument.text):
                return None
            for group in groups:
                known = terms(group).get(argument.text)
                if known is not None and (group != "meld" or not own or known.id in own):
                    return known.id
            if argument.text in own:
                return argument.text
            if own_name(argument.text) in own:
                return own_name(argument.text)
        known_fact = fact(argument.span.text) if "pay-event" in groups else None
        if known_fact is not None and known_fact.unit is Unit.TRUTH:
            self._condition_for_event(argument)
            return None
        spellings = [spelling for group in groups for spelling in terms(group)] + list(own)
        fixes = suggestions(argument.span.text, spellings, argument.span, len(self.faults))
        listed = [one for group in groups for one in terms(group).values()]
        others = [name for name in own if name not in {one.id for one in listed}]
        zh, en = joined([*(one.zh for one in listed), *others]).zh, joined([*(one.id for one in listed), *others]).en
        kind = LIST_WORDS.get(groups[0] if groups else "", Bilingual("名字", "name"))
        self.fault("N208", argument.span, fixes=fixes, name=argument.span.text, kind=kind, known=Bilingual(zh, en))
        return None

    def _condition_for_event(self, argument: nodes.Argument) -> None:
        """Tell of a condition that was written as the event of a payment, such as 于 放炮 for 于 胡 … 当 放炮."""
        name = argument.span.text
        win, when = ("win", "when") if name.isascii() else ("胡", "当")
        fix = Fix(
            Bilingual(f"{win} {when} {name}", f"`{win} {when} {name}`"), (Edit(argument.span, f"{win} {when} {name}"),)
        )
        self.fault("N213", argument.span, fixes=() if self.has("when") else (fix,), name=name)

    def leave_out(self) -> None:
        """Note that the row is left out of the ruleset, so that its name is not told as unknown."""
        self.names.broken.update((self.name, self.node.name.text))

    def fault(
        self,
        code: str,
        span: Span | None = None,
        *,
        severity: Severity = Severity.ERROR,
        related: tuple[Related, ...] = (),
        fixes: tuple[Fix, ...] = (),
        **values: Value,
    ) -> None:
        """Note a fault of the row."""
        where = span if span is not None else self.node.name.span
        self.faults.append(Diagnostic(code, where, dict(values), related, fixes, severity))


def needed(reader: RowReader, word: str) -> None:
    """Note that a row lacks a clause that its kind of row must have."""
    rule = block_rule(reader.merged.block.split("/")[0]).row(reader.name)
    clause = rule.clause(word) if rule else None
    means = Bilingual(clause.means_zh, clause.means_en) if clause else Bilingual("", "")
    reader.fault("N207", word=keyword_words(word), row=reader.node.name.text, means=means)


def no_sizes() -> SizeBounds:
    """Return bounds for places where no fact may be named."""
    return SizeBounds(0, 0, 0, 0, 0, 0, 0, 0)
