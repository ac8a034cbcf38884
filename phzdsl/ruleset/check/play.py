"""Claims that make what they say and can come to pass; bars and payments that name what there is."""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.expressions import Expr, refs
from phzdsl.ruleset.model import Claim, Meld, Payment, Ruleset
from phzdsl.ruleset.vocabulary import term
from phzdsl.ruleset.words import joined
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Related, Severity, Value

__all__ = ["amounts", "bars", "events", "makes", "outranked", "parties"]

# What each word for an event means, in single events.
_EVENTS = {
    "any-draw": {"self-draw", "others-draw", "previous-draw"},
    "others-draw": {"others-draw", "previous-draw"},
    "others-discard": {"others-discard", "previous-discard", "first-discard"},
}
_RAISED = frozenset({"drawn-hand", "session-end"})
_TWO = 2


def makes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that what a claim makes lies on the table, and is what it holds with the card."""
    melds = {meld.id: meld for meld in ruleset.melds}
    for claim in ruleset.claims:
        made = [melds[one] for one in claim.into if one in melds]
        for meld in made:
            if not meld.on_table:
                related = (Related(meld.row.span, Bilingual("这种门子", "the meld")),)
                values = {"claim": claim.row.written, "meld": meld.row.written}
                yield Diagnostic("A515", claim.row.span, dict(values), related)
        for holding in claim.holding:
            yield from _joined(claim, holding, made, melds)


def _joined(claim: Claim, holding: str, made: list[Meld], melds: dict[str, Meld]) -> Iterator[Diagnostic]:
    """Compare what is held and the card with the size of what comes of it."""
    held = _TWO if holding == "two" else melds[holding].same if holding in melds else 0
    if not made or not held:
        return
    total = held + ("deal" not in claim.events or held != 4)  # noqa: PLR2004 - four dealt are laid as they are
    if not any(meld.same == total for meld in made):
        values: dict[str, Value] = {
            "claim": claim.row.written,
            "holding": _holding(holding, melds),
            "held": held,
            "joined": total,
            "meld": joined(meld.row.written for meld in made),
        }
        yield Diagnostic("A516", claim.row.span, values)


def _holding(holding: str, melds: dict[str, Meld]) -> Bilingual:
    word = term("holding", holding)
    if word is not None:
        return Bilingual(word.zh, word.id)
    return Bilingual(melds[holding].row.written, melds[holding].row.written)


def outranked(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that a claim can come to pass: no forced one that ranks before it takes each of its cards."""
    sure = [(one, frozenset(one.holding), _single(one.events)) for one in ruleset.claims if _unconditional(one)]
    for claim in ruleset.claims:
        holding, events = frozenset(claim.holding), _single(claim.events)
        for earlier, held, seen in sure:
            if earlier.rank < claim.rank and holding and holding <= held and events <= seen:
                related = (Related(earlier.row.span, Bilingual("总是它先", "this one always comes first")),)
                values = {"claim": claim.row.written, "earlier": earlier.row.written}
                yield Diagnostic("R806", claim.row.span, dict(values), related, severity=Severity.WARNING)
                break


def _unconditional(claim: Claim) -> bool:
    return claim.forced and claim.when is None and claim.row.enabled is None and claim.at_most is None


def _single(events: tuple[str, ...]) -> set[str]:
    return set().union(*(_EVENTS.get(event, {event}) for event in events)) if events else set()


def bars(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that a bar names claims that the variant has."""
    known = {claim.id for claim in ruleset.claims}
    for bar in ruleset.bars:
        for action in bar.actions:
            if action not in known:
                yield Diagnostic("A519", bar.row.span, {"bar": bar.row.written, "claim": _claim_word(action)})


def _claim_word(claim: str) -> Bilingual:
    word = term("claim", claim)
    return Bilingual(word.zh if word else claim, claim)


# ---------------------------------------------------------------- payments


def events(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that every payment has an event that can happen."""
    known = {claim.id for claim in ruleset.claims} | {fault.id for fault in ruleset.faults} | _RAISED
    for payment in ruleset.payments:
        for event in payment.events:
            if event not in known:
                values: dict[str, Value] = {"payment": payment.row.written, "event": _event_word(event)}
                yield Diagnostic("A521", payment.row.span, values, severity=Severity.WARNING)


def _event_word(event: str) -> Bilingual:
    for group in ("claim", "fault", "event", "pay-event"):
        word = term(group, event)
        if word is not None:
            return Bilingual(word.zh, word.id)
    return Bilingual(event, event)


def parties(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that nobody pays himself."""
    for payment in ruleset.payments:
        if _who(payment.payer, payment) == _who(payment.payee, payment):
            yield Diagnostic("A523", payment.row.span, {"payment": payment.row.written})


def _who(role: str, payment: Payment) -> str:
    """Return one word for each person: at a win the winner is the one who acts."""
    return "actor" if role == "winner" and set(payment.events) == {"win"} else role


def amounts(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that no payment runs the other way because its amount is less than nothing."""
    for payment in ruleset.payments:
        low, high = ex.bounds(payment.amount)
        if high < 0 or (low < 0 and _exact(payment.amount)):
            yield Diagnostic(
                "A522", payment.row.span, {"payment": payment.row.written, "number": low}, severity=Severity.WARNING
            )


def _exact(expr: Expr) -> bool:
    """Tell whether bounds say just what can be: no step or table, and no name that stands twice."""
    keys = [ref.key for ref in refs(expr)]
    return len(keys) == len(set(keys)) and not any(key.startswith(("step:", "table:")) for key in keys)
