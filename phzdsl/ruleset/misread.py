"""What is said of a name or an amount that means nothing at its place: unknown, known elsewhere, of another sort.

Only ``elaborate.py`` asks, after the look-up has failed; nothing here changes what is read.
"""

from __future__ import annotations

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.declared import Declared, block_of, standing, stands_in, where_known
from phzdsl.ruleset.expressions import Expr, Ref, Unit
from phzdsl.ruleset.facts import Fact, Scope, fact
from phzdsl.ruleset.scope import Names
from phzdsl.ruleset.suggest import instead, suggestions
from phzdsl.ruleset.words import SCOPE_WORDS, UNIT_WORDS, joined
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix, Related

__all__ = [
    "MAGNITUDE",
    "bare_range",
    "greatest",
    "meld_as_condition",
    "no_condition",
    "not_here",
    "takes",
    "too_great",
    "unknown",
]

MAGNITUDE = 1_000_000_000
# What nobody's exponents go beyond, and how many choices of an option are offered.
_EXPONENT = 6
_MOST_CHOICES = 4
_BELOW = Bilingual(
    "写在下面，这里还不能用；要提的写在前面", "stands below and cannot be named yet; what is named stands above"
)
_ITSELF = Bilingual("就是这一行自己，一行不能提自己", "is this very row, and no row may name itself")
_NO_PLAY = frozenset({Scope.OPTION, Scope.SESSION})
# In a text with more rows in disorder no word is cut into the words that it may be: that takes long.
_MOST_READ = 200


# ---------------------------------------------------------------- names


def unknown(node: nodes.Name, names: Names) -> Diagnostic | None:
    """Say why a name means nothing at its place; None where that follows from a fault already told."""
    if names.left_out(node.text):
        return None
    known = fact(node.text)
    if known is not None and known.takes is not None:
        return Diagnostic("T305", node.span, {"name": node.text, "takes": takes(known)})
    if known is not None:
        return not_here(node, known, names)
    there = standing(names.declared, node.text)
    return _spelled(node, names) if there is None else _misplaced(node, there, names)


def not_here(node: nodes.Name, known: Fact, names: Names) -> Diagnostic:
    """Say of a fact where it is known, which is not here."""
    place, where = SCOPE_WORDS[names.scope], where_known(known)
    return Diagnostic("N202", node.span, {"name": node.text, "place": place, "where": where})


def _spelled(node: nodes.Name, names: Names) -> Diagnostic:
    """Say what a name that nothing has was meant to be, by how it is spelled."""
    from phzdsl.syntax.spoken import apart_number, without_unit  # noqa: PLC0415 - only a fault asks

    text, span = node.text, node.span
    number = without_unit(text)
    if number is not None:
        return Diagnostic("S134", span, {"unit": text.removeprefix(number)}, fixes=(instead(span, number),))
    said = apart_number(text)
    if said is not None:
        return Diagnostic("S131", span, {"word": text, "sign": " ".join(said)})
    kind = Bilingual("东西", "fact, option or step")
    # As many rows were left out for their faults.
    told = len(names.broken)
    apart = _apart(text, names) if told <= _MOST_READ else None
    if apart is not None:
        return Diagnostic("N211", span, {"name": text, "apart": apart}, fixes=(instead(span, apart),))
    fixes = suggestions(text, names.candidates(), span, told)
    return Diagnostic("N201", span, {"name": text, "kind": kind}, fixes=fixes)


def _misplaced(node: nodes.Name, there: Declared, names: Names) -> Diagnostic:
    """Say of a name that a row of the variant has why it means nothing at this place."""
    from phzdsl.ruleset.players import meant  # noqa: PLC0415 - only a fault asks

    here = stands_in(names.declared, node.span)
    if here is not None and here.kind == there.kind:
        itself = here.row == there.row
        related = () if itself else (Related(there.row, Bilingual("写在这里", "it stands here")),)
        # 对对 of 增 对对 当 对对 >= 7 is what players say for 对子数.
        fixes = tuple(instead(node.span, one) for one in meant(node.text, names.candidates()))
        return Diagnostic(
            "N212", node.span, {"name": node.text, "where": _ITSELF if itself else _BELOW}, related, fixes
        )
    if there.kind != "meld" or names.scope in _NO_PLAY:
        place = block_of(here, names.scope)
        return Diagnostic("N202", node.span, {"name": node.text, "place": place, "where": there.places})
    return _bare_meld(node)


def _bare_meld(node: nodes.Name, more: str = "") -> Diagnostic:
    """Say of a meld how its number is written."""
    count = f"{node.text}-count" if node.text.isascii() else f"{node.text}数"
    fix = instead(node.span, f"{count}{more}")
    return Diagnostic("N214", node.span, {"name": node.text, "count": count}, fixes=(fix,))


def meld_as_condition(node: nodes.Argument, names: Names) -> Diagnostic | None:
    """Say of a meld that stands for a condition how it is asked whether there is one; None for anything else."""
    if not isinstance(node, nodes.Name) or names.scope in _NO_PLAY or names.find(node.text) is not None:
        return None
    there, here = standing(names.declared, node.text), stands_in(names.declared, node.span)
    if there is None or there.kind != "meld" or (here is not None and here.kind == "meld"):
        return None
    return _bare_meld(node, " > 0")


def bare_range(node: nodes.RangeNode, names: Names) -> Diagnostic:
    """Say of a range that nothing stands before it, or that its name is run together with 在."""
    low = node.low
    apart = _apart(low.text, names) if isinstance(low, nodes.Name) else None
    if low is None or apart is None:
        return Diagnostic("T312", node.span, {"word": node.span.text})
    whole = f"{apart}{node.span.text.removeprefix(low.span.text)}"
    fix = instead(low.span, apart, whole)
    return Diagnostic("N211", low.span, {"name": low.span.text, "apart": whole}, fixes=(fix,))


def _apart(word: str, names: Names) -> str | None:
    """Cut a word that is several names and signs run together."""
    from phzdsl.ruleset.glued import glued  # noqa: PLC0415 - only a fault asks

    def counts(name: str) -> bool:
        found = names.find(name)
        return found is not None and found.unit is not Unit.TRUTH

    return glued(word, names.candidates(), counts)


def takes(known: Fact) -> Bilingual:
    """Return what stands in the brackets behind a fact."""
    if known.takes == "cards":
        return Bilingual("牌，如 张(贰)", "cards, as in copies(b2)")
    return Bilingual("门子，如 数(碰)", "melds, as in count(peng)")


# ---------------------------------------------------------------- amounts


def no_condition(node: nodes.Argument, expr: Expr) -> Diagnostic:
    """Say of an amount, or an option with words, that a condition is wanted."""
    found = UNIT_WORDS[expr.unit]
    fixes: tuple[Fix, ...] = ()
    if isinstance(expr, Ref) and expr.choices:
        listed = joined(expr.choices)
        found = Bilingual(
            f"一个选项，它要选一种（{listed.zh}）", f"an option, which is one of several words ({listed.en})"
        )
        fixes = tuple(instead(node.span, f"{node.span.text} = {word}") for word in expr.choices[:_MOST_CHOICES])
    return Diagnostic("T303", node.span, {"found": found}, fixes=fixes)


def too_great(node: nodes.Argument, expr: Expr) -> Diagnostic:
    """Say which part of an amount can be too great, and what that part depends on."""
    part = expr
    while True:
        inner = next((one for one in ex.children(part) if greatest(one) > MAGNITUDE), None)
        if inner is None or inner.span is None or inner.span.source is not node.span.source:
            break
        part = inner
    span = part.span if part.span is not None and part.span.source is node.span.source else node.span
    ranges = dict.fromkeys(
        (one.span.text, one.low, one.high) for one in ex.refs(part) if one.span is not None and one.low < one.high
    )
    zh = "，".join(f"{name} 是 {low} 到 {high}" for name, low, high in ranges)
    en = ", ".join(f"{name} is {low} to {high}" for name, low, high in ranges)
    why = Bilingual(f"（{zh}）" if zh else "", f" ({en})" if en else "")
    fixes = _lower_exponent(part, english=node.span.text.isascii())
    return Diagnostic("T308", span, {"text": span.text, "limit": MAGNITUDE, "why": why}, fixes=fixes)


def greatest(expr: Expr) -> int:
    """Return how far from 0 an amount can be."""
    low, high = ex.bounds(expr)
    return max(abs(low), abs(high))


def _lower_exponent(part: Expr, *, english: bool) -> tuple[Fix, ...]:
    """Return the mend that bounds the exponent of a power, where that is enough."""
    if not isinstance(part, ex.Arithmetic) or part.operator != "^" or part.right.span is None:
        return ()
    base = greatest(part.left)
    limit = next((most for most in range(_EXPONENT, 0, -1) if base**most <= MAGNITUDE), None)
    if limit is None or isinstance(part.right, ex.Constant):
        return ()
    text = f"{'min' if english else '最小'}({part.right.span.text}, {limit})"
    return (Fix(Bilingual(text, f"`{text}`"), (Edit(part.right.span, text),)),)
