"""What a name may mean at a place of a rule file.

Built up while a variant is resolved: options first, then melds, facts, ways, steps and tables. Looking a
name up gives a typed reference, or nothing; saying what is wrong is left to the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from phzdsl.fields import ByFields
from phzdsl.ruleset.expressions import Constant, Expr, Ref, Unit
from phzdsl.ruleset.facts import FACTS, Scope, SizeBounds, fact
from phzdsl.ruleset.vocabulary import term, translate

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from phzdsl.ruleset.declared import Declared

__all__ = ["Names", "canonical", "counted_meld", "own_name"]

_COUNT_SUFFIXES = ("数", "-count")


def canonical(group: str | None, written: str) -> str:
    """Return the id of a word of a list, or the author's own name unchanged."""
    found = term(group, written) if group else None
    return found.id if found else written


def own_name(written: str) -> str:
    """Return a name of the author's; one that the language has too is the same name in either spelling.

    So a variant in English may change the 自摸 of a parent in Chinese by ``self-draw``.
    """
    known = fact(written)
    return known.zh if known is not None else translate(written, to_chinese=True)


def counted_meld(written: str) -> str | None:
    """Return the meld whose number a name such as 碰数 or ``peng-count`` means."""
    for suffix in _COUNT_SUFFIXES:
        if written.endswith(suffix) and len(written) > len(suffix):
            return canonical("meld", written.removesuffix(suffix))
    return None


@attrs.frozen(repr=False, eq=False)
class Names(ByFields):
    """The names known at one place.

    Attributes:
        scope: where the expression stands.
        sizes: bounds of the variant's facts.
        options: typed references by option name.
        melds: ids of melds.
        values: 息 of other melds, by meld id; only while melds are priced.
        ways, steps, patterns: references by name.
        tables: totals by table id.
        broken: names of rows that were left out for their faults; what names them is at no fault.
        declared: what the rows of the whole variant declare, by name, for what is known but not here.
    """

    scope: Scope
    sizes: SizeBounds
    options: dict[str, Ref] = attrs.field(factory=dict)
    melds: tuple[str, ...] = ()
    values: dict[str, Expr] = attrs.field(factory=dict)
    ways: dict[str, Ref] = attrs.field(factory=dict)
    steps: dict[str, Ref] = attrs.field(factory=dict)
    tables: dict[str, Ref] = attrs.field(factory=dict)
    patterns: dict[str, Ref] = attrs.field(factory=dict)
    broken: set[str] = attrs.field(factory=set, eq=False)
    declared: Mapping[str, tuple[Declared, ...]] = attrs.field(factory=dict)

    def left_out(self, written: str) -> bool:
        """Tell whether a name means a row that has faults itself."""
        spellings = {written, own_name(written), canonical("step", written), canonical("meld", written)}
        return not self.broken.isdisjoint(spellings | {counted_meld(written) or written})

    def find(self, written: str) -> Expr | None:
        """Return what a name means here, None when it means nothing here."""
        constant = term("option-value", written)
        if constant is not None:
            return Constant(int(constant.id == "yes"), Unit.TRUTH)
        meld = canonical("meld", written)
        if meld in self.values:
            return self.values[meld]
        if own_name(written) in self.options:
            return self.options[own_name(written)]
        if self.scope is Scope.OPTION:
            return None
        return self._play_name(written)

    def _play_name(self, written: str) -> Expr | None:
        own = own_name(written)
        step = self.steps.get(canonical("step", written)) or self.steps.get(own)
        if step is not None:
            return step
        found = fact(written)
        if found is not None and self.scope in found.scopes and found.takes is None:
            return Ref(f"fact:{found.id}", found.unit, 0, found.greatest(self.sizes))
        if self.scope is Scope.SESSION:
            return None
        meld = counted_meld(written)
        if meld is not None and meld in self.melds:
            return Ref(f"count:{meld}", Unit.NUMBER, 0, self.sizes.groups)
        return self.ways.get(own) or self.patterns.get(own) or self.tables.get(_table_name(own))

    def candidates(self) -> Iterable[str]:
        """Yield every name that would mean something here, for suggestions."""
        yield from self.options
        if self.scope is Scope.OPTION:
            return
        for one in FACTS:
            if self.scope in one.scopes:
                yield from (one.zh, one.id)
        for meld in self.melds:
            word = term("meld", meld)
            yield f"{word.zh if word else meld}数"
        for step in self.steps:
            word = term("step", step)
            yield from (word.zh, word.id) if word else (step,)
        yield from self.ways
        yield from self.patterns
        for table in self.tables:
            yield "番表" if table == "fan" else table


def _table_name(written: str) -> str:
    """Return the table whose total a name means: 番表 is the unnamed one, others go by their name."""
    return "fan" if written in {"番表", "fan-table"} else written
