"""Words of players for what the language calls otherwise: 红字 for 红牌, 海底 for 末张, 对对 for 对子数.

Only for suggestions: a file that uses them is refused, and told the word that is meant. Which of the meanings fits
is settled by what may stand at the place.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from phzdsl.text.similar import simplified

__all__ = ["meant"]

# The words of the language, and what players call them besides.
_CALLED = """
红牌   红字 红张 红数 红牌数 红字数 红
黑牌   黑字 黑张 黑数 黑牌数 黑字数 黑
大字   大牌 大张 大字数 大牌数
小字   小牌 小张 小字数 小牌数
牌数   张数 总张数 总牌数
门     门数 几门 门子数 句数
末张   海底 海底捞 海底捞月 捞月 海捞 捞海 海底胡 墩底 最后一张
首张   第一张 头张
对子数 对对 对对胡 几对 对数
四同数 四张数 杠数
对     对子 一对 一对子
将     将牌 对子 一对
句     一句话 一句 话
顺     顺子 一句话 一句 话
三连   顺子 一句话 一句 话
绞     绞牌 大小搭 一句话
三同   三张 刻子 三张一样 三只
四同   四张 四张一样 四只
坎     坎子 一坎 垅 垄
提     龙 笼 拢
偎     扫 歪 啸 煨
跑     舵 开舵 开跑
息     胡息 胡数 胡子 子 硬息
等     囤 墩子 屯
番表   总番 总番数 番数 几番
打者   放炮的人 点炮的人 点炮者 放炮者 炮手 打的人 放炮人 出牌的人 打牌的人 点炮 放炮
放炮   点炮 点炮胡 放炮胡 胡打的
他打   别人打 别家打 人家打 打的牌 别人打的 别家打的
他摸   别人摸 别家摸 人家摸 别人摸的 别家摸的
自摸   自己摸 自己摸的 自摸胡
上家   上手 前家
下家   下手 后家
对家   对门 对面
上家打 上手打
上家摸 上手摸
各家   别家 别人 其他人 其余人 大家 三家 两家 闲家 输家 全家 每家 所有人 人人
胡者   赢家 胡家 赢的人 胡的人 胡牌的人 赢者
本人   自己 本家
庄家   庄 庄主 坐庄 做庄
荒庄   流局 黄庄 黄局 荒局 荒牌 臭庄
起手胡 天胡 起手就胡
首打胡 地胡
连胜   连庄 连胡 连庄数
连荒   荒庄数 连着荒
听张数 听口 听几张 听牌数 听
报警   报听 报叫 报牌
相加   加 加起来 累加 累计 叠加
相乘   乘 乘起来 翻倍 连乘
最高   取大 最大 取最大 只算最大 只算最高 最大的
全部   一炮多响 都胡 通胡
首家   截胡 头家
是     有 要 开 可以 真
否     无 没有 不要 没 关 不可以 假
无     没有 没 不 空
臭偎   臭 臭歪 臭扫
"""


def meant(word: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """Return the candidates that players call by a word; those said of 龙 hold for 龙数 too.

    >>> meant("红字", ["黑牌", "红牌"]), meant("對子", ["对", "将"]), meant("龙数", ["提数", "红牌"])
    (('红牌',), ('对', '将'), ('提数',))
    """
    plain = simplified(word)
    known = frozenset(candidates)
    found = [own for own in _words().get(plain, ()) if own in known]
    stem = plain.removesuffix("数")
    if stem != plain:
        found += [f"{own}数" for own in _words().get(stem, ()) if f"{own}数" in known]
    return tuple(dict.fromkeys(found))


@cache
def _words() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in _CALLED.split("\n"):
        own, *others = line.split() or [""]
        for other in others:
            found[other] = (*found.get(other, ()), own)
    return found
