"""Rows without which no hand can be dealt, won or counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from phzdsl.ruleset.model import Ruleset
from phzdsl.text.diagnostics import Bilingual, Diagnostic

__all__ = ["needed"]

_NEEDED: tuple[tuple[Bilingual, Bilingual, Callable[[Ruleset], bool]], ...] = (
    (Bilingual("牌", "deck"), Bilingual("有哪些牌（小字、大字）", "the cards (`small-cards`, `big-cards`)"),
     lambda one: bool(one.deck.cards)),
    (Bilingual("座", "seats"), Bilingual("几个人打（人数）", "how many play (`players`)"),
     lambda one: one.seats.players is not None),
    (Bilingual("座", "seats"), Bilingual("各发几张（起手）", "what is dealt (`deal`)"),
     lambda one: one.seats.deal_row is not None),
    (Bilingual("门子", "melds"), Bilingual("有哪些门子", "the melds"),
     lambda one: bool(one.melds)),
    (Bilingual("动作", "claims"), Bilingual("见什么牌能胡（胡）", "on which card one wins (`win`)"),
     lambda one: any(claim.id == "win" for claim in one.claims)),
    (Bilingual("胡", "win"), Bilingual("要几门（门数）", "how many groups (`groups`)"),
     lambda one: one.win.groups is not None),
    (Bilingual("计", "count"), Bilingual("一家付多少（底）", "what one loser pays (`base`)"),
     lambda one: any(step.id == "base" for step in one.count.steps)),
    (Bilingual("付", "pay"), Bilingual("胡了谁付谁（于 胡）", "who pays at a win (`at win`)"),
     lambda one: any("win" in pay.events for pay in one.payments) or one.session.only_booked),
)  # fmt: skip


def needed(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Check that every variant says what is dealt, what a win is and what it costs."""
    if ruleset.span is None:
        return
    for block, what, present in _NEEDED:
        if not present(ruleset):
            yield Diagnostic("A520", ruleset.span, {"block": block, "what": what})
