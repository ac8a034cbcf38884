"""A child's rows laid over its parent's: added, changed, removed, moved.

Works on trees: a merged row is the parent's row with the child's clauses in place. What rows mean is
not asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from phzdsl.fields import ByFields
from phzdsl.ruleset.schema import block_rule
from phzdsl.ruleset.scope import canonical, own_name
from phzdsl.ruleset.suggest import instead, suggestions
from phzdsl.ruleset.vocabulary import term
from phzdsl.ruleset.words import keyword_words
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Fix, Related, Severity
from phzdsl.text.source import Span

__all__ = ["Layer", "MergedRow", "Tier", "lay"]

_EXCLUSIVE = {"forced": "free", "free": "forced", "no-discard": "not-discarded", "not-discarded": "no-discard"}
_PLACING = frozenset({"before", "after", "beside"})


@attrs.frozen(repr=False, eq=False)
class MergedRow(ByFields):
    """A row after inheritance.

    Attributes:
        block: id of the block, with its name when it has one (``fan/醒``).
        name: canonical name.
        node: the row's tree, its clauses merged.
        origin: id of the variant that last stated it.
    """

    block: str
    name: str
    node: nodes.RowNode
    origin: str

    def clause(self, word: str) -> nodes.Clause | None:
        """Return a clause of the row, None where it has none."""
        for clause in self.node.clauses:
            if clause.word.id == word:
                return clause
        return None


@attrs.frozen(repr=False, eq=False)
class Tier(ByFields):
    """Rows that stand level: the claims of one rank; elsewhere one row."""

    rows: tuple[MergedRow, ...]
    ranked: bool = False


@attrs.frozen(repr=False, eq=False)
class Layer(ByFields):
    """All blocks of a variant after inheritance, in tiers, by block id."""

    blocks: Mapping[str, tuple[Tier, ...]] = attrs.field(factory=dict)

    def rows(self, block: str) -> tuple[MergedRow, ...]:
        """Return the rows of a block in order."""
        return tuple(row for tier in self.blocks.get(block, ()) for row in tier.rows)


def lay(variant: nodes.VariantNode, parent: Layer | None, faults: list[Diagnostic]) -> Layer:
    """Lay a variant's rows over its parent's, or alone when it has none."""
    blocks = {name: list(tiers) for name, tiers in (parent.blocks if parent else {}).items() if name != "examples"}
    stated: dict[tuple[str, str], Span] = {}
    for block in variant.blocks:
        named = block.name is not None and block_rule(block.word.id).named
        block_id = f"{block.word.id}/{own_name(block.name.text)}" if named and block.name is not None else block.word.id
        work = _Work(block, block_id, blocks.setdefault(block_id, []), variant.name.text, parent is not None, faults)
        for rows, ranked in _tiers(block):
            for row in work.fresh(rows, stated):
                work.apply(row, ranked)
    return Layer({name: tuple(tier for tier in tiers if tier.rows) for name, tiers in blocks.items()})


def _tiers(block: nodes.BlockNode) -> Iterator[tuple[tuple[nodes.RowNode, ...], bool]]:
    """Yield the rows that stand level, and whether they are a rank."""
    for entry in block.entries:
        yield (entry.rows, True) if isinstance(entry, nodes.RankNode) else ((entry,), False)


class _Work:
    """Applies the rows of one block node to the tiers of that block."""

    def __init__(  # noqa: PLR0913, PLR0917 - what the one caller knows
        self,
        block: nodes.BlockNode,
        block_id: str,
        tiers: list[Tier],
        origin: str,
        inherits: bool,  # noqa: FBT001 - passed once, by name above
        faults: list[Diagnostic],
    ) -> None:
        self._rule = block_rule(block.word.id)
        self._block_id = block_id
        self._tiers = tiers
        self._origin = origin
        self._inherits = inherits
        self._faults = faults
        self._open_rank: int | None = None
        self._english = block.word.span.text.isascii()

    def _word(self, word: Bilingual) -> str:
        """Return the spelling of a keyword in the language of the block."""
        return word.en if self._english else word.zh

    def _instead(self, row: nodes.RowNode, operation: nodes.Word, meant: Bilingual) -> Fix:
        """Return the mend that puts another operation in front of a row."""
        written = self._word(meant)
        return instead(operation.span, written, f"{written} {row.name.text}")

    def fresh(self, rows: Iterable[nodes.RowNode], stated: dict[tuple[str, str], Span]) -> Iterator[nodes.RowNode]:
        """Yield the rows that this file does not state twice."""
        self._open_rank = None
        for row in rows:
            key = (self._block_id, self.name_of(row.name.text))
            if key in stated:
                related = (Related(stated[key], Bilingual("先写在这里", "first stated here")),)
                self._fault("N203", row.name.span, related=related, name=row.name.text)
                continue
            stated[key] = row.name.span
            yield row

    def name_of(self, written: str) -> str:
        """Return the canonical name of a row of this block."""
        fixed = canonical(self._rule.group, written)
        if fixed != written or term(self._rule.group or "", written) is not None:
            return fixed
        standard = canonical(self._rule.names, written)
        return standard if term(self._rule.names or "", written) is not None else own_name(standard)

    def apply(self, row: nodes.RowNode, ranked: bool) -> None:  # noqa: FBT001 - one caller
        """Apply one row by its operation."""
        name = self.name_of(row.name.text)
        at = self._position(name)
        operation = self._operation(row, at is not None)
        if operation == "add":
            self._add(row, name, at, ranked)
        elif at is None:
            fixes = suggestions(row.name.text, self._written_names(), row.name.span, len(self._faults))
            if operation == "change" and row.operation is not None and not fixes:
                fixes = (self._instead(row, row.operation, Bilingual("增", "add")),)
            self._fault("I405", row.name.span, fixes=fixes, name=row.name.text, operation=keyword_words(operation))
        elif operation == "remove":
            self._replace(at, None)
        elif operation == "change":
            self._change(row, at)
        else:
            self._move(row, at)

    def _operation(self, row: nodes.RowNode, present: bool) -> str:  # noqa: FBT001 - one caller
        """Return what a row does; a child must say so, a variant without a parent only adds."""
        if row.operation is not None:
            if not self._inherits and row.operation.id != "add":
                self._fault("I408", row.operation.span, word=keyword_words(row.operation.id))
                return "add"
            return row.operation.id
        if self._inherits and self._rule.id != "examples":
            word = Bilingual("改", "change") if present else Bilingual("增", "add")
            start = Span(row.name.span.source, row.name.span.start, row.name.span.start)
            written = self._word(word)
            fix = instead(start, f"{written} ", f"{written} {row.name.text}")
            self._fault("I407", row.name.span, fixes=(fix,), name=row.name.text, word=word)
            return "change" if present else "add"
        return "add"

    # ------------------------------------------------------------ the four operations

    def _add(self, row: nodes.RowNode, name: str, at: tuple[int, int] | None, ranked: bool) -> None:  # noqa: FBT001 - one caller
        if at is not None:
            held = self._tiers[at[0]].rows[at[1]]
            related = (Related(held.node.span, Bilingual("上家已有的这一行", "the row that is already there")),)
            fixes: tuple[Fix, ...] = ()
            if row.operation is not None:
                fixes = (self._instead(row, row.operation, Bilingual("改", "change")),)
            self._fault("I404", row.name.span, related=related, fixes=fixes, name=row.name.text)
            return
        merged = MergedRow(self._block_id, name, _without_placing(row), self._origin)
        self._place(row, merged, ranked=ranked)

    def _change(self, row: nodes.RowNode, at: tuple[int, int]) -> None:
        held = self._tiers[at[0]].rows[at[1]]
        merged = self._merged(row, held)
        placed = any(clause.word.id in _PLACING for clause in row.clauses)
        if _says_the_same(merged.node, held.node) and not placed:
            related = (Related(held.node.span, Bilingual("原来的这一行", "the row as it was")),)
            self._fault("I406", row.span, severity=Severity.WARNING, related=related, name=row.name.text)
        if placed:
            ranked = self._tiers[at[0]].ranked
            self._replace(at, None)
            self._place(row, merged, ranked=ranked)
        else:
            self._replace(at, merged)

    def _move(self, row: nodes.RowNode, at: tuple[int, int]) -> None:
        held = self._tiers[at[0]].rows[at[1]]
        if not any(clause.word.id in _PLACING for clause in row.clauses):
            self._fault("I417", row.span, name=row.name.text)
            return
        ranked = self._tiers[at[0]].ranked
        self._replace(at, None)
        cites = row.cites or held.node.cites
        self._place(row, attrs.evolve(held, node=attrs.evolve(held.node, cites=cites)), ranked=ranked)

    def _merged(self, row: nodes.RowNode, held: MergedRow) -> MergedRow:
        """Return the held row with a change's clauses put in."""
        node = held.node
        stated = _without_placing(row).clauses
        gone = {clause.word.id for clause in stated} | {word.id for word in row.dropped}
        gone |= {_EXCLUSIVE[clause.word.id] for clause in stated if clause.word.id in _EXCLUSIVE}
        for word in row.dropped:
            if held.clause(word.id) is None:
                self._fault("I409", word.span, name=row.name.text, word=keyword_words(word.id))
        kept = tuple(clause for clause in node.clauses if clause.word.id not in gone)
        given = bool(row.arguments or row.keyed)
        changed = attrs.evolve(
            node,
            operation=None,
            name=row.name,
            arguments=row.arguments if given else node.arguments,
            keyed=row.keyed if given else node.keyed,
            clauses=(*kept, *stated),
            dropped=(),
            cites=row.cites or node.cites,
            span=row.span,
        )
        return MergedRow(self._block_id, held.name, changed, self._origin)

    # ------------------------------------------------------------ places

    def _position(self, name: str) -> tuple[int, int] | None:
        for index, tier in enumerate(self._tiers):
            for place, row in enumerate(tier.rows):
                if row.name == name:
                    return index, place
        return None

    def _written_names(self) -> tuple[str, ...]:
        return tuple(row.node.name.text for tier in self._tiers for row in tier.rows)

    def _replace(self, at: tuple[int, int], row: MergedRow | None) -> None:
        index, place = at
        rows = self._tiers[index].rows
        filled = () if row is None else (row,)
        self._tiers[index] = attrs.evolve(self._tiers[index], rows=(*rows[:place], *filled, *rows[place + 1 :]))

    def _place(self, row: nodes.RowNode, merged: MergedRow, *, ranked: bool) -> None:
        """Put a row where its placing clause says, else in the open rank or at the end."""
        placing = next((clause for clause in row.clauses if clause.word.id in _PLACING), None)
        tier = Tier((merged,), ranked)
        if placing is None:
            if ranked and self._open_rank is not None:
                rows = self._tiers[self._open_rank].rows
                self._tiers[self._open_rank] = Tier((*rows, merged), ranked=True)
            else:
                self._tiers.append(tier)
                self._open_rank = len(self._tiers) - 1
            return
        wanted = placing.arguments[0] if placing.arguments else None
        at = self._position(self.name_of(wanted.text)) if isinstance(wanted, nodes.Name) else None
        if at is None:
            span = wanted.span if wanted is not None else placing.span
            fixes = suggestions(span.text, self._written_names(), span, len(self._faults))
            self._fault("I414", span, fixes=fixes, name=span.text)
            self._tiers.append(tier)
        elif placing.word.id == "beside":
            rows = self._tiers[at[0]].rows
            self._tiers[at[0]] = Tier((*rows, merged), ranked=True)
        else:
            self._tiers.insert(at[0] + (placing.word.id == "after"), tier)

    def _fault(
        self,
        code: str,
        span: Span,
        *,
        severity: Severity = Severity.ERROR,
        related: tuple[Related, ...] = (),
        fixes: tuple[Fix, ...] = (),
        **values: str | int | Bilingual,
    ) -> None:
        self._faults.append(Diagnostic(code, span, dict(values), related, fixes, severity))


def _without_placing(row: nodes.RowNode) -> nodes.RowNode:
    kept = tuple(clause for clause in row.clauses if clause.word.id not in _PLACING)
    if row.operation is None and len(kept) == len(row.clauses):
        return row
    return attrs.evolve(row, operation=None, clauses=kept)


def _says_the_same(one: nodes.RowNode, other: nodes.RowNode) -> bool:
    """Compare two rows but for the order of their clauses."""

    def content(row: nodes.RowNode) -> tuple[object, ...]:
        clauses = sorted(row.clauses, key=lambda clause: clause.word.id)
        return row.arguments, row.keyed, clauses, row.cites

    return content(one) == content(other)
