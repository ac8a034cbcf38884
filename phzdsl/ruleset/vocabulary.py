"""The closed lists of words that rows may name: shapes, events, roles, fixed rows, standard names.

A word has one spelling in Chinese and one in English; its id is the English one. Two lists may share a
word only if it is spelled the same way in both, so a name can be turned into the other language without
knowing its place. Facts have a table of their own in ``facts.py``; keywords belong to floor 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import attrs

from phzdsl.fields import ByFields

__all__ = ["VOCABULARY", "Term", "term", "terms", "translate"]


@attrs.frozen(repr=False, eq=False)
class Term(ByFields):
    """A word that the language gives a meaning.

    Attributes:
        group: the list it belongs to.
        id: the name used in the program, the English spelling.
        zh: Chinese spelling.
        means_zh, means_en: what it means, one phrase.
    """

    group: str
    id: str
    zh: str
    means_zh: str
    means_en: str


def _group(group: str, *lines: tuple[str, str, str, str]) -> tuple[Term, ...]:
    return tuple(Term(group, en, zh, means_zh, means_en) for zh, en, means_zh, means_en in lines)


VOCABULARY: tuple[Term, ...] = (
    *_group(
        "deck-row",
        ("小字", "small-cards", "哪些小字", "which small cards"),
        ("大字", "big-cards", "哪些大字", "which big cards"),
        ("红", "red", "哪些牌是红的", "which cards are red"),
        ("王", "wild", "王的张数", "number of wild cards"),
        ("抽去", "removed", "从墩里抽掉的张数", "stock cards taken out before play"),
        ("醒", "bonus", "胡后翻的牌配哪张", "which rank the card turned after a win matches"),
        ("翻将", "indicator", "开局翻的牌配哪张", "which rank the card turned before play raises"),
    ),
    *_group(
        "match",
        ("本张", "same-rank", "同一张", "the same rank"),
        ("上张", "rank-above", "大一点的那张，十之后是一", "the next higher rank, one after ten"),
        ("下张", "rank-below", "小一点的那张，一之前是十", "the next lower rank, ten before one"),
        ("胡张", "winning-card", "用胡的那张代替翻牌", "the winning card itself instead of a turned one"),
    ),
    *_group(
        "turned",
        ("墩首张", "stock-top", "墩上第一张", "the top card of the stock"),
        ("胡张", "winning-card", "胡的那张", "the winning card"),
    ),
    *_group("fault-event", ("打牌", "discard", "打出一张", "a discard")),
    *_group(
        "seat-row",
        ("人数", "players", "坐下来打的人", "players who hold cards"),
        ("坐家", "sitter", "谁坐醒（数底）", "who sits out"),
        ("起手", "deal", "起手张数", "cards dealt"),
        ("亮张", "shown", "亮哪张牌", "which card is shown"),
        ("末张", "last", "墩上最后一张怎样", "what holds for the last stock card"),
        ("余墩", "stock", "发牌后墩上剩几张", "cards left in the stock"),
    ),
    *_group(
        "shown-card",
        ("庄末张", "dealers-last", "庄家起的最后一张", "the last card dealt to the dealer"),
        ("墩末张", "stock-bottom", "墩底那张", "the bottom card of the stock"),
        ("墩首张", "stock-top", "墩上第一张", "the top card of the stock"),
        ("无", "none", "没有", "none"),
    ),
    *_group(
        "last-card",
        ("不胡", "not-won", "不能胡", "may not be won on"),
        ("红换", "red-swapped", "是红的就换到墩上", "swapped up when red"),
        ("无", "none", "没有规定", "nothing special"),
    ),
    *_group(
        "shape",
        ("一对", "pair", "两张相同", "two of a kind"),
        ("三同", "triplet", "三张相同", "three of a kind"),
        ("四同", "quad", "四张相同", "four of a kind"),
        ("三连", "run", "同大小三张相连", "three in a row of one size"),
        ("大小混", "mixed", "同点两大一小或两小一大", "two of one size and one of the other, same point"),
    ),
    *_group(
        "meld",
        ("碰", "peng", "用一对碰来的三张", "three, claimed with a pair"),
        ("偎", "wei", "自摸配一对的三张", "three, one's own draw with a pair"),
        ("臭偎", "chou-wei", "过了碰再偎", "a wei of a passed peng"),
        ("坎", "kan", "手里三张", "three in hand"),
        ("跑", "pao", "别人的牌凑成的四张", "four, with another's card"),
        ("提", "ti", "自己凑成的四张", "four, all one's own"),
        ("句", "ju", "有息的一句话", "a point set worth 息"),
        ("顺", "shun", "顺子", "a run"),
        ("绞", "jiao", "大小混搭", "a mixed set"),
        ("将", "jiang", "一对", "the pair"),
    ),
    *_group(
        "claim",
        ("碰", "peng", "碰", "peng"),
        ("偎", "wei", "偎", "wei"),
        ("臭偎", "chou-wei", "臭偎", "chou wei"),
        ("跑", "pao", "跑", "pao"),
        ("提", "ti", "提", "ti"),
        ("吃", "chi", "吃", "chi"),
        ("胡", "win", "胡", "the win"),
        ("碰跑", "peng-pao", "碰过的再跑", "a peng grown to a pao"),
        ("报", "declare", "胡之前先报；报了就有「报警」", "a declaration before the win; after it 报警 holds"),
    ),
    *_group(
        "event",
        ("自摸", "self-draw", "自己摸的", "one's own draw"),
        ("他摸", "others-draw", "别家摸的", "another's draw"),
        ("任摸", "any-draw", "谁摸的都算", "anybody's draw"),
        ("他打", "others-discard", "别家打的", "another's discard"),
        ("上家摸", "previous-draw", "上家摸的", "the previous player's draw"),
        ("上家打", "previous-discard", "上家打的", "the previous player's discard"),
        ("亮张", "shown", "亮出的那张", "the shown card"),
        ("首打", "first-discard", "庄家打的第一张", "the dealer's first discard"),
        ("起手", "deal", "发完牌时", "when the cards are dealt"),
        ("己轮", "own-turn", "轮到自己、打牌之前", "one's own turn, before the discard"),
    ),
    *_group("into-win", ("胡", "win", "这个动作就是胡", "the claim is a win")),
    *_group(
        "split",
        ("吃", "chi", "吃的时候", "for a chi"),
        ("比牌", "for-bi", "比的时候", "for a bi"),
        ("胡", "win", "胡的时候", "for the win"),
    ),
    *_group("holding", ("对", "two", "手里一对", "two of the card in hand")),
    *_group(
        "bi",
        ("不给", "not-offered", "比不成就不能吃", "the chi is not offered"),
        ("作废", "void", "比不成吃就作废", "the chi is void"),
        ("犯规", "fault", "吃了不比算犯规", "a chi without it is a fault"),
    ),
    *_group(
        "win-row",
        ("门数", "groups", "要几门", "number of groups"),
        ("起胡", "minimum", "怎样才够胡", "what a win must reach"),
        ("拆跑", "break-quad", "第四张可不可以不成四张而胡", "may the fourth card win without making the quad"),
        ("多胡", "winners", "几家同时能胡时", "who wins when several could"),
    ),
    *_group(
        "winners",
        ("首家", "first-seat", "依座次第一家", "the first in turn"),
        ("全部", "everyone", "都胡", "all of them"),
        ("两家", "two-seats", "最多两家", "at most two"),
    ),
    *_group(
        "step",
        ("息", "xi", "胡息", "xi"),
        ("等", "deng", "等（囤）", "deng"),
        ("番", "fan", "番", "fan"),
        ("底", "base", "一家付的数", "what one loser pays"),
    ),
    *_group(
        "unit",
        ("息", "xi", "息", "xi"),
        ("等", "deng", "等", "deng"),
        ("番", "fan", "番", "fan"),
        ("点", "points", "点", "points"),
    ),
    *_group(
        "fan-row",
        ("合并", "combine", "几个番怎么合", "how patterns combine"),
        ("封顶", "cap", "最多", "at most"),
    ),
    *_group(
        "combine",
        ("相加", "sum", "加起来", "added"),
        ("相乘", "product", "乘起来", "multiplied"),
        ("最高", "best", "只算最大的", "the greatest only"),
        ("首个", "first-match", "只算写在前面的", "the first that holds"),
    ),
    *_group(
        "pay-event",
        ("荒庄", "drawn-hand", "墩空无人胡", "the stock is empty and nobody won"),
        ("终局", "session-end", "一场打完", "the session ends"),
    ),
    *_group(
        "role",
        ("各家", "others", "其余每一家", "every other player"),
        ("打者", "discarder", "打出这张牌的人", "who discarded the card"),
        ("原打者", "source-discarder", "先前那副牌是吃碰谁的", "who discarded the card of the earlier meld"),
        ("本人", "actor", "动作的人", "who acts"),
        ("胡者", "winner", "胡的人", "who won"),
        ("庄家", "dealer", "庄家", "the dealer"),
        ("下家", "next", "下家", "the next player"),
        ("上家", "previous", "上家", "the previous player"),
        ("对家", "opposite", "对面的人", "the player opposite"),
        ("坐醒者", "who-sits", "坐醒的人", "who sits out"),
        ("伙伴", "partner", "同边的人", "the partner"),
        ("对方", "opponents", "不同边的每一家", "every player of the other side"),
        ("随机", "random", "抽签", "by lot"),
        ("无", "none", "没有", "nobody"),
    ),
    *_group(
        "fault",
        ("烧比", "missed-bi", "该比没比", "a due bi was not laid"),
        ("走跑", "missed-pao", "该跑没跑", "a due pao was not laid"),
        ("烧提", "missed-ti", "该提没提", "a due ti was not laid"),
        ("吃过张", "took-dead-card", "吃碰过张", "a dead card was taken"),
        ("有碰不碰", "missed-peng", "该碰没碰", "a due peng was not taken"),
        ("多牌", "too-many", "多牌", "too many cards"),
        ("少牌", "too-few", "少牌", "too few cards"),
        ("拆坎", "split-kan", "拆垅破坎", "a kan or ti was split"),
        ("重跑打牌", "discard-on-second", "八块后打牌", "a discard after the second quad"),
        ("诈胡", "false-win", "不够胡而胡", "a win that is none"),
    ),
    *_group(
        "result",
        ("死手", "dead-hand", "这一局不能再胡", "the hand can win no more"),
        ("撤回", "undone", "退回重来", "the move is taken back"),
    ),
    *_group(
        "session-row",
        ("首庄", "first-dealer", "第一局谁坐庄", "who deals first"),
        ("胡后", "after-win", "有人胡后谁坐庄", "who deals after a win"),
        ("荒后", "after-drawn", "荒庄后谁坐庄", "who deals after a drawn hand"),
        ("连荒后", "after-draws", "连着荒庄后谁坐庄", "who deals after drawn hands in a row"),
        ("局数", "hands", "打几局", "number of hands"),
        ("目标", "goal", "打到多少为止", "play to a total"),
        ("结算", "settle", "怎样结算", "how accounts are settled"),
        ("散局", "restart", "什么时候重新开场", "when a new session begins"),
        ("进牌", "taking", "摸来不要的牌放哪里", "where an unused draw goes"),
        ("搭档", "teams", "谁和谁一边", "who play together"),
    ),
    *_group(
        "settle",
        ("逐局", "each-hand", "每局结清", "after each hand"),
        ("差额", "differences", "终局按差额结", "differences at the end"),
        ("只记", "account-only", "只记账，不当场付", "only the winner's account grows"),
        ("减半", "halved", "零头减半", "small differences halved"),
    ),
    *_group(
        "restart",
        ("有人离开", "someone-leaves", "有人离开", "someone leaves"),
        ("换座", "seats-change", "每局换座", "seats change after each hand"),
        ("无", "none", "没有", "never"),
    ),
    *_group("taking", ("放右边", "to-the-right", "放在摸牌人右边", "to the right of its drawer")),
    *_group("option-value", ("是", "yes", "是", "yes"), ("否", "no", "否", "no")),
    *_group(
        "hand-group",
        ("手", "hand-cards", "手里的牌，胡的那张除外", "the concealed cards, without the winning card"),
        ("胡", "win", "胡的那张", "the winning card"),
        ("吃", "chi", "吃下的", "laid open by a chi"),
    ),
    *_group("by", ("打", "discarded", "别家打的", "another discarded it")),
    *_group("outcome", ("不胡", "not-won", "不能胡", "no win")),
)


@cache
def _lists() -> dict[str, dict[str, Term]]:
    found: dict[str, dict[str, Term]] = {}
    for one in VOCABULARY:
        words = found.setdefault(one.group, {})
        words[one.zh] = words[one.id] = one
    return found


def terms(group: str) -> dict[str, Term]:
    """Return a list's words by either spelling."""
    return _lists().get(group, {})


def term(group: str, spelling: str) -> Term | None:
    """Return the word of a list that a spelling means."""
    return terms(group).get(spelling)


@cache
def _pairs() -> tuple[dict[str, str], dict[str, str]]:
    to_en = {one.zh: one.id for one in VOCABULARY}
    return to_en, {en: zh for zh, en in to_en.items()}


def translate(spelling: str, *, to_chinese: bool) -> str:
    """Turn a word of the lists into the other language; other words stay."""
    to_en, to_zh = _pairs()
    return (to_zh if to_chinese else to_en).get(spelling, spelling)


def spellings(found: Iterable[Term]) -> str:
    """Join words for a message, in Chinese."""
    return "、".join(dict.fromkeys(one.zh for one in found))
