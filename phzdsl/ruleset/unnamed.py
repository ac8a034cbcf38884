"""Which row of a child left an inherited option without any use: the place where that is told.

Works on the rows as they are written, by name. Where it is not plain that rows of the child did it, nothing is moved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from phzdsl.ruleset.inherit import Layer, MergedRow
from phzdsl.ruleset.schema import block_rule
from phzdsl.ruleset.scope import own_name
from phzdsl.ruleset.vocabulary import term
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Related

__all__ = ["at_its_cause"]

# What stands in these says nothing of the rules, and what is barred is not looked at either.
_ASIDE = frozenset({"examples", "presets"})
_WORDS = Bilingual(
    "改了上面那一行，这个选项就没有地方用到了", "since the row above was changed, nothing uses this option"
)


def at_its_cause(fault: Diagnostic, variant: nodes.VariantNode, above: Layer, laid: Layer) -> Diagnostic:
    """Move what is told of an idle option of a parent to the child's row that no longer names it.

    Args:
        fault: a finding at the option's row.
        variant: the child.
        above: the rows of the parent.
        laid: these with those of the child.
    """
    name = str(fault.values.get("option", ""))
    if _naming(laid, name):
        return fault
    named = _naming(above, name)
    for block in variant.blocks:
        for row in block.rows():
            if _key(block, row) in named:
                return attrs.evolve(fault, span=row.name.span, related=(Related(fault.span, _WORDS), *fault.related))
    return fault


def _naming(layer: Layer, name: str) -> frozenset[tuple[str, str]]:
    """Return the rows that name an option, as block and canonical name."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    rows = (row for block, tiers in layer.blocks.items() if block not in _ASIDE for tier in tiers for row in tier.rows)
    return frozenset(
        (row.block, row.name)
        for row in rows
        if (row.block, row.name) != ("options", name) and any(word.search(text) for text in _texts(row))
    )


def _texts(row: MergedRow) -> Iterator[str]:
    """Yield what is written in a row, but for its name and the words of the author."""
    for part in (*row.node.arguments, *row.node.keyed):
        yield part.span.text
    for clause in row.node.clauses:
        for part in (*clause.arguments, *clause.keyed):
            yield part.span.text


def _key(block: nodes.BlockNode, row: nodes.RowNode) -> tuple[str, str]:
    """Return block and canonical name of a row as a layer holds them."""
    rule = block_rule(block.word.id)
    named = block.name is not None and rule.named
    block_id = f"{block.word.id}/{own_name(block.name.text)}" if named and block.name is not None else block.word.id
    for group in (rule.group, rule.names):
        known = term(group or "", row.name.text)
        if known is not None:
            return block_id, known.id
    return block_id, own_name(row.name.text)
