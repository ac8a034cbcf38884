"""Wins on a discard for which two rows pay, one of them because nobody thought of it.

Looks at conditions alone, never at hands: what only hands could exclude is taken for possible where the other row has no condition at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from phzdsl.ruleset.expressions import Expr, Ref, evaluate, refs
from phzdsl.ruleset.model import Payment, Ruleset
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Related, Severity

__all__ = ["twice"]

# Facts that tell how the winning card came; whoever names one has thought of it.
_CAME = frozenset(
    {"discard-win", "from-discard", "from-draw", "self-draw", "deal-win", "shown-win", "first-discard-win"}
)
_OF_DISCARD = {f"fact:{name}": int(name in {"discard-win", "from-discard"}) for name in _CAME}
_PAYERS = frozenset({"others", "discarder", "opponents"})
# With more combinations of values than these nothing is claimed.
_MOST = 4096


def twice(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that of two rows at a win none pays beside one that is for discards only."""
    if ruleset.session.only_booked:
        return
    rows = [one for one in ruleset.payments if "win" in one.events and one.payer in _PAYERS and one.row.enabled is None]
    for row in rows:
        if not _for_discards(row):
            continue
        for other in rows:
            if other.payee == row.payee and not _thought_of(other) and _both(row, other):
                related = (Related(other.row.span, Bilingual("这一行也付", "this row pays as well")),)
                values = {"row": row.row.written, "other": other.row.written}
                yield Diagnostic("R827", row.row.span, dict(values), related, severity=Severity.WARNING)


def _for_discards(row: Payment) -> bool:
    """Tell whether a row is for discards: it asks whether the card was one, or whoever discarded it pays."""
    asks = row.when is not None and "fact:discard-win" in _keys(row.when)
    return (asks or row.payer == "discarder") and (row.when is None or _may(row.when))


def _thought_of(row: Payment) -> bool:
    return row.payer == "discarder" or (row.when is not None and not _OF_DISCARD.keys().isdisjoint(_keys(row.when)))


def _both(row: Payment, other: Payment) -> bool:
    """Tell whether both conditions can hold at one discard win."""
    return other.when is None or _may(*(one.when for one in (row, other) if one.when is not None))


def _may(*conditions: Expr) -> bool:
    """Tell whether conditions can hold together when the card was discarded; no where that is too much to try."""
    free: dict[str, Ref] = {ref.key: ref for one in conditions for ref in refs(one) if ref.key not in _OF_DISCARD}
    ranges = [range(ref.low, ref.high + 1) for ref in free.values()]
    if prod(map(len, ranges)) > _MOST:
        return False
    return any(
        all(evaluate(one, {**_OF_DISCARD, **dict(zip(free, values, strict=True))}) for one in conditions)
        for values in product(*ranges)
    )


def _keys(expr: Expr) -> set[str]:
    return {ref.key for ref in refs(expr)}
