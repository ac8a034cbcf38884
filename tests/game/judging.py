"""Games played by words, judged: what several tests of the judge are made of."""

from __future__ import annotations

from collections.abc import Sequence

from phzdsl.cards import parse_cards
from phzdsl.game import Action
from phzdsl.game.judge import Finding, Verdict, judge
from tests.game.table import Table

__all__ = ["WAITING", "did", "melds", "named", "only", "verdict"]

WAITING = "壹壹壹伍伍伍陆陆陆一二三四五六七八九柒捌"


def did(written: str) -> Action:
    """Read what a seat did, such as ``1 chi 三四五 三三叁``: the seat, the claim, its cards, the further sets."""
    seat, do, *sets = written.split()
    cards, *bi = [tuple(sorted(parse_cards(one))) for one in sets] or [()]
    return Action(int(seat), do, cards, tuple(bi))


def verdict(table: Table, acts: Sequence[str]) -> Verdict:
    """Judge what people did at a table."""
    return judge(table.game, table.deck, [did(one) for one in acts], dealer=table.state.dealer)


def named(found: Verdict) -> list[tuple[int, str]]:
    """Return seat and name of each fault."""
    return [(one.seat, one.fault) for one in found.findings]


def only(found: Verdict) -> Finding:
    """Return the one fault there is."""
    assert len(found.findings) == 1, found.findings
    return found.findings[0]


def melds(found: Verdict, seat: int) -> list[str]:
    """Return the ids of a seat's melds."""
    return [laid.meld for laid in found.state.seats[seat].melds]
