"""Claims, bars, discards, faults, payments and the session: what happens at the table."""

from __future__ import annotations

from collections.abc import Iterable

from phzdsl.ruleset.expressions import Unit
from phzdsl.ruleset.inherit import MergedRow, Tier
from phzdsl.ruleset.model import Bar, Claim, DiscardRule, Fault, Payment, Session, SessionRule, Stake
from phzdsl.ruleset.read.rooms import read_choices
from phzdsl.ruleset.read.row import RowReader, needed
from phzdsl.ruleset.schema import Takes, block_rule
from phzdsl.ruleset.scope import Names
from phzdsl.ruleset.vocabulary import term
from phzdsl.text.diagnostics import Diagnostic

__all__ = ["read_claims", "read_discards", "read_faults", "read_payments", "read_session"]


def read_claims(
    tiers: Iterable[Tier], names: Names, faults: list[Diagnostic]
) -> tuple[tuple[Claim, ...], tuple[Bar, ...]]:
    """Read claims, ranked as their tiers stand, and the bars among them."""
    claims: list[Claim] = []
    bars: list[Bar] = []
    kept = tuple(tiers)
    own = tuple(row.name for tier in kept for row in tier.rows if row.clause("bars") is None)
    rank = 0
    for tier in kept:
        ranked = False
        for merged in tier.rows:
            reader = RowReader(merged, names, faults)
            if reader.has("bars"):
                when = reader.truth("when")
                actions = reader.words("bars", "claim", own=own)
                if not reader.has("when"):
                    needed(reader, "when")
                elif when is not None:
                    bars.append(Bar(reader.row(), actions, when))
            else:
                claims.append(_claim(reader, rank))
                ranked = True
        rank += ranked
    return tuple(claims), tuple(bars)


def _claim(reader: RowReader, rank: int) -> Claim:
    word = term("claim", reader.name)
    melds = reader.known_melds
    into = reader.words("into", "meld", "into-win", own=melds)
    if not reader.has("on"):
        needed(reader, "on")
    if reader.has("forced") == reader.has("free"):
        reader.fault("A517", row=reader.node.name.text)
    if not reader.has("into") and reader.name in melds:
        into = (reader.name,)
    return Claim(
        reader.row(),
        reader.name,
        reader.text("called") or (word.zh if word else reader.node.name.text),
        rank,
        reader.words("on", "event"),
        reader.words("holding", "holding", "meld", own=melds),
        into,
        reader.has("forced"),
        reader.truth("when"),
        reader.chosen("bi", "bi"),
        reader.amount("at-most", Unit.NUMBER),
    )


def read_discards(rows: Iterable[MergedRow], names: Names, faults: list[Diagnostic]) -> tuple[DiscardRule, ...]:
    """Read the rules of discards."""
    found: list[DiscardRule] = []
    for merged in rows:
        reader = RowReader(merged, names, faults)
        when = reader.truth("when")
        if reader.has("no-discard") == reader.has("not-discarded"):
            reader.fault("A512", row=reader.node.name.text)
        if when is not None:
            found.append(DiscardRule(reader.row(), reader.has("no-discard"), when, reader.has("free")))
    return tuple(found)


def read_faults(rows: Iterable[MergedRow], names: Names, faults: list[Diagnostic]) -> tuple[Fault, ...]:
    """Read the faults and what follows."""
    found: list[Fault] = []
    for merged in rows:
        reader = RowReader(merged, names, faults)
        events = reader.words("at", "fault-event", "claim")
        found.append(Fault(reader.row(), reader.name, reader.word("result", "result"), events, reader.truth("when")))
    return tuple(found)


def read_payments(
    rows: Iterable[MergedRow], events: tuple[str, ...], names: Names, faults: list[Diagnostic]
) -> tuple[Payment, ...]:
    """Read the payments; ``events`` are the variant's claims and faults."""
    found: list[Payment] = []
    for merged in rows:
        reader = RowReader(merged, names, faults)
        at = reader.words("at", "pay-event", "claim", "event", "fault", own=events)
        payer = reader.word("from", "role")
        payee = reader.word("to", "role") if reader.has("to") else "actor"
        amount = reader.amount("scores")
        if payer is not None and payee is not None and amount is not None:
            found.append(Payment(reader.row(), at, payer, payee, amount, reader.truth("when")))
    return tuple(found)


def read_session(rows: Iterable[MergedRow], names: Names, faults: list[Diagnostic]) -> Session:
    """Read the session: its fixed rows, and the stakes that the author names."""
    rules: list[SessionRule] = []
    stakes: list[Stake] = []
    block = block_rule("session")
    for merged in rows:
        reader = RowReader(merged, names, faults)
        rule = block.row(reader.name)
        if rule is not None and rule.id is not None:
            if rule.takes is Takes.FORMULA:
                rules.append(SessionRule(reader.row(), reader.name, None, reader.amount(None), None))
            else:
                word = reader.chosen(None, rule.group or "")
                rules.append(SessionRule(reader.row(), reader.name, word, None, reader.truth("when")))
        else:
            choices, numbers = read_choices(reader, reader.arguments("of"))
            if choices:
                reader.fault("T322", reader.arguments("of")[0].span)
            elif numbers:
                stakes.append(Stake(reader.row(), reader.name, numbers))
    return Session(tuple(rules), tuple(stakes))
