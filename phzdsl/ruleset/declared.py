"""What the rows of a variant are called, and where each may be named: for names that are known, but not here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from phzdsl.fields import ByFields
from phzdsl.ruleset.facts import Fact, Scope
from phzdsl.ruleset.inherit import Layer, MergedRow
from phzdsl.ruleset.scope import canonical, own_name
from phzdsl.ruleset.vocabulary import term
from phzdsl.ruleset.words import SCOPE_WORDS
from phzdsl.syntax.lexicon import KEYWORDS
from phzdsl.text.diagnostics import Bilingual
from phzdsl.text.source import Span

__all__ = ["Declared", "block_of", "declared", "standing", "stands_in", "where_known"]

_PLACES = {
    "pattern": Bilingual(
        "「番」（写在它下面的行）「计」「付」和「起胡」", "patterns below it, the count, payments and the minimum"
    ),
    "step": Bilingual("「番」「计」「付」和「起胡」", "patterns, the count, payments and the minimum"),
    "table": Bilingual("「计」「付」和「起胡」", "the count, payments and the minimum"),
    "way": Bilingual(
        "「胡」（写在它下面的行）「动作」「番」「计」「付」", "ways below it, claims, patterns, the count and payments"
    ),
    "meld": Bilingual("「门子」", "the melds"),
}
_KINDS = {"count": "step", "fan": "pattern", "win": "way", "melds": "meld"}


@attrs.frozen(repr=False, eq=False)
class Declared(ByFields):
    """A name that a row, or a block of patterns, gives.

    Attributes:
        kind: ``pattern``, ``step``, ``way``, ``table`` or ``meld``.
        name: the canonical name.
        row: where its row stands.
    """

    kind: str
    name: str
    row: Span

    @property
    def places(self) -> Bilingual:
        """Where it may be named."""
        return _PLACES[self.kind]


def declared(layer: Layer) -> dict[str, tuple[Declared, ...]]:
    """Return what the rows of a variant declare, by name, in the order of its blocks."""
    found: dict[str, tuple[Declared, ...]] = {}
    for one in _declared(layer):
        found[one.name] = (*found.get(one.name, ()), one)
    return found


def _declared(layer: Layer) -> Iterator[Declared]:
    for block in layer.blocks:
        head, _, table = block.partition("/")
        rows = layer.rows(block)
        if head == "fan" and rows:
            yield Declared("table", table or "fan", rows[0].node.span)
        for row in rows:
            if head in _KINDS and not _is_fixed(head, row):
                yield Declared(_KINDS[head], row.name, row.node.span)


def _is_fixed(block: str, row: MergedRow) -> bool:
    return term(f"{block}-row", row.name) is not None


def standing(known: Mapping[str, tuple[Declared, ...]], written: str) -> Declared | None:
    """Return what a written name was declared as, None when nothing is called so."""
    if written in {"番表", "fan-table"}:
        return next((one for one in known.get("fan", ()) if one.kind == "table"), None)
    ways = (written, own_name(written), canonical("step", written), canonical("meld", written))
    found = [one for name in dict.fromkeys(ways) for one in known.get(name, ()) if (one.kind, name) != ("table", "fan")]
    return min(found, key=lambda one: tuple(_PLACES).index(one.kind), default=None)


def stands_in(known: Mapping[str, tuple[Declared, ...]], place: Span) -> Declared | None:
    """Return the row in which a place of the text stands."""
    return next(
        (
            one
            for same in known.values()
            for one in same
            if one.kind != "table"
            and one.row.source is place.source
            and one.row.start <= place.start
            and place.end <= one.row.end
        ),
        None,
    )


def where_known(one: Fact) -> Bilingual:
    """Return the places where a fact may be named."""
    words = [SCOPE_WORDS[scope] for scope in Scope if scope in one.scopes]
    return Bilingual("".join(place.zh for place in words), ", ".join(place.en for place in words))


def block_of(one: Declared | None, scope: Scope) -> Bilingual:
    """Return the place of a row, by its block where that is known."""
    block = next((block for block, kind in _KINDS.items() if one is not None and kind == one.kind), None)
    if block is None or scope is not Scope.WIN:
        return SCOPE_WORDS[scope]
    word = next(word for word in KEYWORDS if word.id == block and word.terminal == "BLOCK")
    return Bilingual(f"「{word.zh}」", f"block `{word.en}`")
