"""What a comparison of two rulesets has looked at, in words: no more than that, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phzdsl.analysis.occasions import Stretch
from phzdsl.ruleset.model import Ruleset, constant
from phzdsl.text.diagnostics import Bilingual

__all__ = ["told", "told_laid", "untold", "untold_laid"]

_LEFT_OUT = Bilingual(
    "免门数的胡法在场时，和牌的加总说不清的情形，没有比",
    "left out are wins that may need no groups, and occasions on which sums cannot tell what a hand is worth",
)


def told(
    played: Sequence[Stretch],
    rulesets: tuple[Ruleset, Ruleset],
    *,
    left_out: bool,
    together: int | None,
    alike: bool,
) -> Bilingual:
    """Say what was enumerated.

    Args:
        played: facts of play that were varied, with their values.
        rulesets: the two sides.
        left_out: some hands could not be valued on some occasions.
        together: so many facts of play were let hold together at most; None for all that can.
        alike: no changed row could show in a closed hand, so that hands were only counted.
    """
    zh = ["桌上没有门子的成牌，一手不漏（每种牌各几张不同就是不同的牌；坎、提照手里算）"]
    en = ["every complete hand with no meld on the table, by its copies of each kind (three or four of a kind as held)"]
    if alike:
        zh.append("改动的行没有一条能在这样的牌上看出来，所以只数了牌，没有算分")
        en.append("no changed row can show in such a hand, so they were counted and not valued")
    else:
        zh.append("胡的那张是手里只有一两张的牌，分自摸、别人摸、别人打三种；或者发完牌就胡，张数要发得出")
        en.append(
            "won on a card of which the hand then has one or two, self-drawn, drawn by another or discarded; or won at the deal by a hand that can be dealt"
        )
        zh.append(_varied(played).zh)
        en.append(_varied(played).en)
    for one in _limits(together, left_out=left_out):
        zh.append(one.zh)
        en.append(one.en)
    zh.append("「占」按两边至少一边成的牌算")
    en.append("shares are of the hands complete under one side or both")
    zh += [one.zh for one in _unlike(rulesets)]
    en += [one.en for one in _unlike(rulesets)]
    zh.append("这里没有看：吃碰偎跑提在桌上的牌，胡的那张成三张四张的牌")
    en.append("not looked at here: hands with melds on the table, and winning cards that make three or four of a kind")
    return Bilingual("；".join(zh), "; ".join(en))


def told_laid(
    played: Sequence[Stretch], named: frozenset[str], *, left_out: bool, together: int | None, alike: bool
) -> Bilingual:
    """Say which layouts were enumerated, and what that covers.

    Args:
        played: as ``told``.
        named: reference keys that either side names.
        left_out: as ``told``.
        together: as ``told``.
        alike: as ``told``, of layouts.
    """
    zh = [
        "成牌的每一种摆法，一种不漏：三张的是坎、偎、碰里哪一样，四张的是提还是跑，照规则有的各算一种；句、绞这样的都摆在桌上，将在手里，没有别的分法"
    ]
    en = [
        "every way to lay a complete hand: three of a kind as each of kan, wei and peng that the rules have, four as each of ti and pao, every other meld open on the table and the pair in hand, so that nothing is left to choose"
    ]
    if alike:
        zh.append("改动的行没有一条能在摆法上看出来，所以只数了摆法，没有算分")
        en.append("no changed row can show in a layout, so they were counted and not valued")
    else:
        zh.append(
            "胡的那张在句、绞、将里，或者照动作成了偎、提、碰、跑，分自摸、别人摸、别人打三种；起手胡的桌上没有门子，不在这里"
        )
        en.append(
            "won on a card of the pair, a run or a mixed set, or on one of which a claim makes a wei, ti, peng or pao; self-drawn, drawn by another or discarded; wins at the deal have nothing on the table and are closed hands"
        )
        zh.append(_varied(played).zh)
        en.append(_varied(played).en)
        zh.append("摆了一部分、手里还有几种分法的牌，值的是它几种摆法里最好的：动作一样、摆法都不差，这样的牌也不差")
        en.append(
            "a hand that is open in part and may be divided in several ways is worth what the best of its layouts is: where the claims are the same and no layout differs, neither does such a hand"
        )
    zh.append(
        "手里的坎碰上句里的第四张这样自己摆不成的摆法，数在里面，不单写一类；照牌和门子算，打得到打不到那一步（碰出去的牌手里又留着第四张）不问"
    )
    en.append(
        "layouts that cannot lie by themselves, such as a kan in hand beside a run with the fourth card, are among those counted, and are no group of their own; cards and melds decide, whether play leads there (with the fourth card of a peng kept in hand, say) is not asked"
    )
    for one in _limits(together, left_out=left_out):
        zh.append(one.zh)
        en.append(one.en)
    zh.append("「占」按两边至少一边成的摆法算")
    en.append("shares are of the layouts complete under one side or both")
    if "fact:untouched" in named:
        zh.append("没有看：未进牌时桌上能有什么")
        en.append("not looked at: what can lie on the table of one who has taken no card")
    return Bilingual("；".join(zh), "; ".join(en))


def untold_laid() -> Bilingual:
    """Say that layouts were not compared at all."""
    return Bilingual(
        "没有比摆法：牌的加总说不清，或者摆法太多",
        "layouts were not compared: sums do not say what they are worth, or there are too many",
    )


def untold() -> Bilingual:
    """Say that hands were not compared at all."""
    return Bilingual(
        "没有比牌：至少一边的规则，牌的加总说不清，或者表太大；只比了规则的条文",
        "hands were not compared: under one of the sides sums do not say what a hand is worth, or its tables are too large; only the rows of the rules were",
    )


def _limits(together: int | None, *, left_out: bool) -> Iterator[Bilingual]:
    """Say what was not tried, and what was left out."""
    if together is not None:
        yield _together(together)
    if left_out:
        yield _LEFT_OUT


def _together(number: int) -> Bilingual:
    return Bilingual(
        f"情形太多，只试了同时最多有 {number} 样的",
        f"there are so many that only {number} of them at a time were let hold",
    )


def _varied(played: Sequence[Stretch]) -> Bilingual:
    """Name the facts of play with their values."""
    if not played:
        return Bilingual("两边都不问别的牌局情形", "neither side asks for further facts of play")
    zh = [f"{one.fact.zh} {one.values[0]}–{one.values[-1]}{_rest(one, '（以上没试）')}" for one in played]
    en = [f"{one.fact.id} {one.values[0]}-{one.values[-1]}{_rest(one, ' (no more were tried)')}" for one in played]
    return Bilingual(
        f"牌局情形能同时有的都试了：{'、'.join(zh)}；别的算没有",
        f"all facts of play that can hold together: {', '.join(en)}; all others are 0",
    )


def _rest(one: Stretch, words: str) -> str:
    return "" if one.whole else words


def _unlike(rulesets: tuple[Ruleset, Ruleset]) -> list[Bilingual]:
    """Say in what sizes the sides differ, and what that leaves to compare."""
    a, b = rulesets
    found = []
    if a.deck.copies() != b.deck.copies():
        found.append(
            Bilingual(
                "两副牌不同，一边没有的牌，那一边就不成",
                "the decks differ; a hand that one deck does not have is incomplete there",
            )
        )
    groups = [constant(one.win.groups.value) if one.win.groups else 0 for one in rulesets]
    if groups[0] != groups[1]:
        found.append(
            Bilingual(
                f"门数不同（{groups[0]}、{groups[1]}）", f"the numbers of groups differ ({groups[0]}, {groups[1]})"
            )
        )
    if _dealt(a) != _dealt(b):
        found.append(
            Bilingual(
                "发的张数不同，只比两边都拿得到的牌",
                "the deals differ; compared are hands that a player can hold under both",
            )
        )
    return found


def _dealt(ruleset: Ruleset) -> tuple[int, ...]:
    seats = ruleset.seats
    return tuple(constant(one) for one in (seats.dealer_cards, seats.other_cards) if one is not None)
