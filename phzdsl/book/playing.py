"""What may be claimed and who comes first, what may no more be claimed, when no discard is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from phzdsl.book.nouns import joined
from phzdsl.book.pages import Chapter, Line, Lines, line
from phzdsl.book.teller import Teller
from phzdsl.book.tidy import is_number
from phzdsl.ruleset.expressions import Combined, Constant, Expr
from phzdsl.ruleset.model import Claim
from phzdsl.ruleset.parts import word_of
from phzdsl.ruleset.rewriting import substitute
from phzdsl.text.diagnostics import Language

__all__ = ["bars", "claim_called", "claim_said", "claims", "discards", "narrowed"]

_DISCARD: Mapping[str, int] = {"fact:self-draw": 0, "fact:from-draw": 0, "fact:from-discard": 1}
_DRAW: Mapping[str, int] = {"fact:from-draw": 1, "fact:from-discard": 0}
# What each event of a claim settles by itself; of the others nothing is taken for granted.
_SETTLED: Mapping[str, Mapping[str, int]] = {
    "self-draw": {**_DRAW, "fact:self-draw": 1},
    "others-draw": {**_DRAW, "fact:self-draw": 0},
    "previous-draw": {**_DRAW, "fact:self-draw": 0},
    "any-draw": _DRAW,
    "others-discard": _DISCARD,
    "previous-discard": _DISCARD,
}


def claims(teller: Teller) -> Chapter:
    """Tell the claims, those that come first before the others."""
    say = teller.say
    ranks = sorted({claim.rank for claim in teller.room.claims})
    under = []
    for at, rank in enumerate(ranks, 1):
        listed = tuple(
            teller.told(claim.row, claim_called(claim, teller), say("：", ": "), claim_said(claim, teller))
            for claim in teller.room.claims
            if claim.rank == rank
        )
        title = say(f"第 {at} 级{'（最先）' if at == 1 else ''}", f"Rank {at}{' (first)' if at == 1 else ''}")
        under.append(Chapter(title, (Lines(listed),)))
    said = say(
        "一张牌几家都要时，级在前的先；同一级的，照座次先轮到的先。",
        "When several want one card, the earlier rank comes first; within a rank, whoever's turn comes first.",
    )
    return Chapter(say("要牌", "Claims"), (Lines((line(said),)),), tuple(under), name="claims")


def claim_called(claim: Claim, teller: Teller) -> str:
    """Return what a claim is called."""
    return teller.say(claim.called, claim.id)


def narrowed(claim: Claim) -> tuple[tuple[str, ...], Expr | None]:
    """Return the events on which a claim may come about, and what is left of its condition there; None for nothing."""
    if claim.when is None:
        return claim.events, None
    left = {event: substitute(claim.when, _SETTLED.get(event, {})) for event in claim.events}
    events = tuple(event for event, when in left.items() if not is_number(when, 0))
    if not events:
        return claim.events, claim.when
    first = left[events[0]]
    if any(left[event] != first for event in events):
        return events, claim.when
    return events, None if isinstance(first, Constant) else first


def claim_said(claim: Claim, teller: Teller) -> str:
    """Say when a claim may or must be made, and what it makes."""
    say = teller.say
    events, condition = narrowed(claim)
    parts = [joined(map(teller.event, events), teller.language, either=True)]
    if claim.holding:
        parts.append(_holding(claim, teller))
    if condition is not None:
        either = isinstance(condition, Combined) and condition.operator == "or"
        when = teller.sentences.condition(condition, inside=either and teller.language is Language.ZH)
        parts.append(say(f"而且{when}", f"if {when}"))
    called = claim_called(claim, teller)
    makes = _makes(claim, teller)
    zh = "，".join([*parts, f"就{'必须' if claim.forced else '可以'}{called}", *([makes] if makes else [])])
    en = "; ".join([", ".join(parts), "forced" if claim.forced else "may be passed", *([makes] if makes else [])])
    sentence = say(zh, en)
    if claim.bi is not None:
        sentence += say("。", ". ") + _bi(word_of(claim.bi) or "", teller)
    if claim.at_most is not None:
        often = teller.sentences.amount(claim.at_most)
        sentence += say(
            f"。一局最多 {often} 次",
            ". At most once in a hand" if often == "1" else f". At most {often} times in a hand",
        )
    return sentence


def _holding(claim: Claim, teller: Teller) -> str:
    say, room = teller.say, teller.room
    laid = {meld.id for meld in room.melds if not meld.in_hand}
    parts = []
    hand = [
        say("一对", "a pair") if one == "two" else teller.nouns.meld(one) for one in claim.holding if one not in laid
    ]
    if hand:
        parts.append(say(f"手里有{'、'.join(hand)}", f"with {' or '.join(hand)} in hand"))
    table = teller.nouns.melds([one for one in claim.holding if one in laid], either=True)
    if table:
        parts.append(say(f"桌上有自己的{table}", f"with one's own {table} on the table"))
    return say("，或者", ", or ").join(parts)


def _makes(claim: Claim, teller: Teller) -> str:
    if claim.wins:
        return "" if claim.id == "win" else teller.say("就是胡", "it is a win")
    made = [one for one in claim.into if teller.nouns.meld(one) != claim_called(claim, teller)]
    listed = teller.nouns.melds(made, either=True)
    if not listed:
        return ""
    if not claim.holding:
        return teller.say(f"和手里的牌配成{listed}", f"makes a {listed} with cards in hand")
    return teller.say(f"成{listed}", f"makes a {listed}")


def _bi(consequence: str, teller: Teller) -> str:
    follows = {
        "not-offered": teller.say("比不成就不能吃", "if they cannot, the chi is not offered"),
        "void": teller.say("比不成，吃就作废", "if they cannot, the chi is void"),
        "fault": teller.say("该比不比算犯规", "to leave them out is a fault"),
    }
    said = teller.say(
        "要比：手里还有同样的牌，也要配好一起摆出来；",
        "Bi: further copies of the card in hand must be laid in sets too; ",
    )
    return said + follows.get(consequence, consequence)


# ---------------------------------------------------------------- dead cards, discards


def bars(teller: Teller) -> Chapter | None:
    """Tell what may no more be claimed, None where everything may."""
    lines = tuple(_bars(teller))
    return Chapter(teller.say("臭牌：不能再要的", "Dead cards"), (Lines(lines),), name="dead") if lines else None


def _bars(teller: Teller) -> Iterator[Line]:
    called = {claim.id: claim_called(claim, teller) for claim in teller.room.claims}
    for bar in teller.room.bars:
        barred = joined(
            (called.get(one, teller.means("claim", one)) for one in bar.actions), teller.language, either=True
        )
        when = teller.sentences.when(bar.when)
        yield teller.told(
            bar.row,
            teller.say(f"{bar.row.written}：{when}，不能{barred}", f"{bar.row.written}: no {barred} {when}"),
        )


def discards(teller: Teller) -> Chapter:
    """Tell when no card is discarded, and which card may not be."""
    usual = teller.say("进一张牌，打一张牌；下面的除外。", "After each take a card is discarded, but for this:")
    lines = (
        [line(usual)]
        if teller.room.discards
        else [line(teller.say("进一张牌，打一张牌。", "After each take a card is discarded."))]
    )
    for rule in teller.room.discards:
        when = teller.sentences.when(rule.when)
        if not rule.skips:
            said = teller.say(f"{when}，这张不能打", f"a card may not be discarded {when}")
        elif rule.free:
            said = teller.say(f"{when}，打不打随意", f"the player chooses whether to discard {when}")
        else:
            said = teller.say(f"{when}，不用打", f"none is discarded {when}")
        lines.append(teller.told(rule.row, f"{rule.row.written}{teller.say('：', ': ')}", said))
    return Chapter(teller.say("打牌", "Discards"), (Lines(tuple(lines)),), name="discards")
