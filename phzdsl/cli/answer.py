"""A score as the JSON of ``phz score``; its keys are those of the contract, and more."""

from __future__ import annotations

from typing import Any

from phzdsl.cards import write_cards
from phzdsl.cli.names import option_value
from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.notation import write_hand
from phzdsl.scoring.score import PaymentScore, Score
from phzdsl.text.diagnostics import Language

__all__ = ["answer", "options_of", "payee_of"]

Answer = dict[str, Any]


def answer(score: Score, language: Language) -> Answer:
    """Return a score as plain values."""
    ruleset, reason = score.ruleset, score.reason
    return {
        "variant": ruleset.id,
        "title": ruleset.title,
        "options": options_of(ruleset),
        "hand": write_hand(score.hand),
        "by": score.hand.by.value,
        "facts": dict(score.hand.facts),
        "win": score.win,
        "reason": None
        if reason is None
        else {"code": reason.code, "words": reason.words.in_language(language), "missing": reason.missing},
        "xi": score.xi,
        "deng": score.deng,
        "patterns": [
            {
                "name": one.name,
                "fan": one.fan,
                "table": one.table,
                "cites": list(one.row.cites),
                "origin": one.row.origin,
            }
            for one in score.patterns
        ],
        "fan": score.fan,
        "points": score.points,
        "unit": score.unit.value,
        "payments": [
            {"from": one.payer, "to": payee_of(one), "amount": one.amount, "cites": list(one.row.cites)}
            for one in score.payments
        ],
        "melds": [{"kind": one.meld, "cards": write_cards(one.cards), "xi": one.xi} for one in score.melds],
        "readings": score.readings,
        "steps": [
            {"name": one.name, "value": one.value, "unit": one.unit.value, "cites": list(one.row.cites)}
            for one in score.steps
        ],
        "missed": [
            {
                "name": one.name,
                "table": one.table,
                "replaced": one.replaced,
                "short": one.short,
                "cites": list(one.row.cites),
            }
            for one in score.missed
        ],
    }


def options_of(ruleset: Ruleset) -> dict[str, str | int | bool]:
    """Return the options that a ruleset is bound to, as a script reads them."""
    found: dict[str, str | int | bool] = {}
    for name, value in ruleset.bound or ():
        option = ruleset.option(name)
        found[name] = value if option is None else option_value(option, value)
    return found


def payee_of(payment: PaymentScore) -> str:
    """Return who is paid for a win: the one who acts is the winner."""
    return "winner" if payment.payee == "actor" else payment.payee
