"""How facts are said to players: amounts as something that is counted, truths as half a sentence and its contrary.

A table beside ``ruleset/facts.py``, which says in one phrase what each fact means; a test holds that it leaves none out.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from phzdsl.text.diagnostics import Bilingual

__all__ = ["COUNTS", "TRUTHS", "Counting", "Truth"]


@attrs.frozen
class Counting:
    """Something that is counted.

    Attributes:
        noun: its name.
        measure: the Chinese measure word behind a number, empty for none.
        many: the English name of more than one.
    """

    noun: Bilingual
    measure: str
    many: str


@attrs.frozen
class Truth:
    """A truth as half a sentence, and its contrary."""

    holds: Bilingual
    fails: Bilingual


def _number(zh: str, measure: str, one: str, many: str = "") -> Counting:
    return Counting(Bilingual(zh, one), measure, many or f"{one}s")


def _truth(zh: str, zh_not: str, en: str, en_not: str) -> Truth:
    return Truth(Bilingual(zh, en), Bilingual(zh_not, en_not))


COUNTS: Mapping[str, Counting] = MappingProxyType({
    "red-cards": _number("红牌", "张", "red card"),
    "black-cards": _number("黑牌", "张", "black card"),
    "big-cards": _number("大字", "张", "big card"),
    "small-cards": _number("小字", "张", "small card"),
    "all-cards": _number("牌", "张", "card"),
    "copies": _number("这几种牌", "张", "of these cards", "of these cards"),
    "winning-copies": _number("和胡的那张一样的牌", "张", "copy of the winning card", "copies of the winning card"),
    "reunions": _number("四小四大的点", "个", "point held as four small and four big", "points held as four small and four big"),
    "fours": _number("四张在手的牌", "种", "kind held four times", "kinds held four times"),
    "pairs": _number("对子", "对", "pair"),
    "wild-cards": _number("王", "张", "wild card"),
    "bonus-cards": _number("中醒的牌", "张", "card that matches the bonus", "cards that match the bonus"),
    "cards-left": _number("胡之前手里的牌", "张", "card in hand before the winning one", "cards in hand before the winning one"),
    "turned-card": _number("翻的牌", "", "the turned card", "the turned card"),
    "meld-xi": _number("各门息的和", "息", "xi of all melds together", "xi of all melds together"),
    "group-count": _number("门子", "门", "group"),
    "scoring-groups": _number("有息的门", "门", "group worth xi", "groups worth xi"),
    "red-groups": _number("有红牌的门", "门", "group with a red card", "groups with a red card"),
    "red-sets": _number("红的三张四张", "门", "triplet or quad of a red kind", "triplets and quads of a red kind"),
    "quads": _number("四张相同的门", "门", "group of four of a kind", "groups of four of a kind"),
    "triplets": _number("三张相同的门", "门", "group of three of a kind", "groups of three of a kind"),
    "mixed-groups": _number("不是同一种牌的门", "门", "group not all of one kind", "groups not all of one kind"),
    "wilds-with-winning": _number("胡的那门里的王", "张", "wild card in the group of the winning card", "wild cards in the group of the winning card"),
    "count": _number("这几种门子", "副", "of these melds", "of these melds"),
    "others-declared": _number("报过的别家", "家", "other player who declared", "other players who declared"),
    "draws-in-row": _number("前面连荒", "局", "drawn hand in a row before this one", "drawn hands in a row before this one"),
    "streak": _number("前面连胡", "局", "hand won in a row before this one", "hands won in a row before this one"),
    "waits": _number("听的牌", "种", "kind that would complete the hand", "kinds that would complete the hand"),
    "players": _number("人", "个", "player"),
    "passed-xi": _number("没胡的那一手的息", "息", "xi of the win that was passed", "xi of the win that was passed"),
    "takes": _number("进牌", "次", "take by the player", "takes by the player"),
    "dealt-quads": _number("起手的提", "副", "ti dealt", "ti dealt"),
    "nth": _number("本人这样的门子", "副", "such meld of the actor", "such melds of the actor"),
    "difference": _number("两家总分差", "分", "point between the two totals", "points between the two totals"),
    "actor-total": _number("收的人总分", "分", "point in the total of the one who is paid", "points in the total of the one who is paid"),
    "payer-total": _number("付的人总分", "分", "point in the payer's total", "points in the payer's total"),
    "wilds-held": _number("手里的王", "张", "wild card held", "wild cards held"),
    "actor-stake": _number("收的人的注", "", "the stake of the one who is paid", "the stake of the one who is paid"),
    "payer-stake": _number("付的人的注", "", "the stake of the payer", "the stake of the payer"),
    "pattern-count": _number("中的番", "个", "pattern that counts", "patterns that count"),
    "other-patterns": _number("别的番", "个", "other pattern that counts", "other patterns that count"),
})  # fmt: skip


TRUTHS: Mapping[str, Truth] = MappingProxyType({
    "wins-in": _truth("胡的那张在这种门子里", "胡的那张不在这种门子里", "the winning card stands in such a meld", "the winning card stands in no such meld"),
    "wins-middle": _truth("胡的那张在一句的中间", "胡的那张不在一句的中间", "the winning card is the middle of a run", "the winning card is not the middle of a run"),
    "self-draw": _truth("自己摸的", "不是自己摸的", "it is one's own draw", "it is not one's own draw"),
    "discard-win": _truth("胡的是别家打的", "胡的不是别家打的", "the winning card was discarded", "the winning card was not discarded"),
    "deal-win": _truth("发完牌就胡", "不是发完牌就胡", "it is won with the dealt cards", "it is not won with the dealt cards"),
    "shown-win": _truth("胡亮出的那张", "胡的不是亮出的那张", "it is won on the shown card", "it is not won on the shown card"),
    "first-discard-win": _truth("胡庄家打的第一张", "胡的不是庄家打的第一张", "it is won on the dealer's first discard", "it is not won on the dealer's first discard"),
    "first": _truth("胡墩上第一张", "胡的不是墩上第一张", "it is won on the first stock card", "it is not won on the first stock card"),
    "last": _truth("胡墩上能胡的最后一张", "胡的不是墩上能胡的最后一张", "it is won on the last stock card", "it is not won on the last stock card"),
    "robbed": _truth("胡的是别家要碰要跑的牌", "胡的不是别家要碰要跑的牌", "it is won on a card that another would claim", "nobody else would claim the winning card"),
    "dealer": _truth("本人是庄家", "本人不是庄家", "the player is the dealer", "the player is not the dealer"),
    "untouched": _truth("一张牌都没进过", "进过牌", "the player has taken no card yet", "the player has taken a card"),
    "declared": _truth("报过", "没报过", "the player has declared", "the player has not declared"),
    "winning-wild": _truth("胡的那张是王", "胡的那张不是王", "the winning card is wild", "the winning card is not wild"),
    "after-dealer": _truth("坐在庄家下手", "不坐在庄家下手", "the player sits next after the dealer", "the player does not sit next after the dealer"),
    "passed-chi": _truth("这种牌能吃而没吃过", "这种牌没有能吃而不吃过", "a chi of this kind was passed", "no chi of this kind was passed"),
    "passed-peng": _truth("这种牌能碰而没碰过", "这种牌没有能碰而不碰过", "a peng of this kind was passed", "no peng of this kind was passed"),
    "passed-win": _truth("能胡而没胡过", "没有能胡而不胡过", "a win was passed", "no win was passed"),
    "hand-changed": _truth("没胡以后进过牌", "没胡以后还没进过牌", "a card was taken since the win was passed", "no card was taken since the win was passed"),
    "own-discard": _truth("这种牌自己打过", "这种牌自己没打过", "the player once discarded this kind", "the player never discarded this kind"),
    "fed-wei": _truth("打过别家已偎的牌", "没打过别家已偎的牌", "the player discarded a card that another holds as an open wei", "the player discarded no card that another holds as an open wei"),
    "wanted": _truth("别家要偎要提这张", "没有别家要偎要提这张", "another player's wei or ti takes this card", "no other player's wei or ti takes this card"),
    "in-kan": _truth("这张在坎里", "这张不在坎里", "the card belongs to a kan in hand", "the card belongs to no kan in hand"),
    "edge-card": _truth("这张能配成刚吃的那句", "这张配不成刚吃的那句", "the card would complete the set just eaten", "the card would not complete the set just eaten"),
    "this-red": _truth("这张是红的", "这张不是红的", "the card is red", "the card is not red"),
    "ate-black": _truth("刚吃的是黑的", "刚吃的不是黑的", "the set just eaten is black", "the set just eaten is not black"),
    "ate-red": _truth("刚吃的是红的", "刚吃的不是红的", "the set just eaten is red", "the set just eaten is not red"),
    "made-quad": _truth("这次进牌成了四张", "这次进牌没成四张", "this take made four of a kind", "this take made no four of a kind"),
    "discarded-on-quad": _truth("第二次成四张时打了牌", "第二次成四张时没打牌", "the player discarded at the second quad", "the player did not discard at the second quad"),
    "last-card": _truth("这张是墩上最后一张", "这张不是墩上最后一张", "the card is the last of the stock", "the card is not the last of the stock"),
    "bi-possible": _truth("比得成", "比不成", "the due bi can be laid", "the due bi cannot be laid"),
    "nothing-to-discard": _truth("没有牌可打", "有牌可打", "the player has no card that may be discarded", "the player has a card that may be discarded"),
    "from-discard": _truth("这张是打出来的", "这张不是打出来的", "the card was discarded", "the card was not discarded"),
    "from-draw": _truth("这张是摸出来的", "这张不是摸出来的", "the card was drawn", "the card was not drawn"),
    "source-discard": _truth("先前那副是碰打出来的", "先前那副不是碰打出来的", "the earlier meld took a discard", "the earlier meld took no discard"),
    "source-peng": _truth("由碰长成", "不是由碰长成", "it grew from a peng", "it did not grow from a peng"),
    "source-wei": _truth("由偎长成", "不是由偎长成", "it grew from a wei", "it did not grow from a wei"),
    "payer-waits": _truth("付的人在听牌", "付的人没听牌", "the payer waits for a win", "the payer does not wait for a win"),
    "payer-dealer": _truth("付的人是庄", "付的人不是庄", "the payer is the dealer", "the payer is not the dealer"),
})  # fmt: skip
