"""Which of some words a mistyped one was meant to be.

What people mistype in Chinese is another character of the same sound (翻 for 番), the traditional form (變體), or one
that looks alike (末 for 未), so these come first; edits of letters come last, and never for a word of one
character. The tables hold characters of the game, not of the language.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import cache, lru_cache
from unicodedata import normalize

__all__ = ["Likeness", "closest", "likeness", "simplified"]

# Traditional or variant form, and the one that the rule language uses.
_TRADITIONAL = (
    "變变 體体 繼继 選选 項项 預预 設设 門门 動动 計计 級级 刪删 啟启 啓启 註注 後后 認认 見见 單单 當当 噹当 "
    "儅当 換换 據据 於于 從从 紅红 莊庄 閒闲 閑闲 間间 則则 餘余 點点 烏乌 對对 將将 順顺 絞绞 壟垄 壠垄 張张 "
    "數数 處处 總总 雙双 連连 無无 滿满 檯台 臺台 賠赔 給给 贏赢 輸输 結结 貳贰 參叁 陸陆 兩两 條条 龍龙 鬍胡 "
    "報报 聽听 過过 還还 個个 現现 進进 邊边 輪轮 開开 關关 讓让 識识 記记 齊齐 雜杂 財财 發发 寶宝 賭赌 來来 "
    "責责 題题 槓杠 銃铳 銷销 獨独 歸归 舉举 別别 撈捞 掃扫 籠笼 幾几 樣样 話话 頭头 墊垫 嘯啸 沒没"
)

# Characters of one sound, tones aside.
_SAME_SOUND = (
    "番翻蕃帆 犯范饭泛反返凡烦 胡糊湖和壶葫虎护户互 计记季继既际技 级即集及吉急几 偎畏威微维味位煨喂为围委未 "
    "碰捧彭朋硼 跑泡炮袍抛 提题踢体替梯 坎砍看刊槛 吃迟持痴池尺赤 比笔壁币毕必避 当挡档荡党铛 座坐做作左昨 "
    "门们闷 动东冬懂洞栋 打大达答搭 付副负附富复傅福府 局句具巨剧据举聚 例列利力立理离 变便边遍 选旋宣 "
    "项相向象像想响箱 设社射摄涉舍 预与于玉鱼余雨语育遇予 版板班半般 出初处除 增曾赠 改概该盖 删山闪善 "
    "移一以已异易宜衣依 去趣曲取 牌排派拍 面免棉 注主住珠祝柱 名明鸣命 启起其气期奇器 前钱千签 后候厚 同童统通 "
    "认任人仁 见间件建减 成程城乘诚承 可克课刻科 禁进金今尽近劲 代带待袋 单丹但蛋 得德的地 由有又游油右 "
    "事是式试十时使市示 果过国 各个格歌隔 配佩陪赔 用佣永勇涌 手首守收受 中种重众终 桌捉 拆差 亮量两良 "
    "值直植职只之知制至志 多朵夺 小晓校 黑嘿 红洪虹宏鸿 庄装桩妆撞 闲先线现限险显贤 且切 或货活火获 非飞费肥 "
    "在再载 则责择泽 查察茶差 他它她塔 乌无五屋吴污 点店典电 对队兑 顺瞬 绞角脚搅叫 将讲江姜酱 招赵照兆 "
    "垄龙拢笼 天添田 地弟第底抵 自字子资 摸模摩磨 放方房 等灯登邓 囤吞屯 墩敦蹲吨 息西希吸喜席 张章掌 数树书 "
    "双霜 满慢 包报保宝饱 杠钢缸岗 听厅停庭 荒慌黄皇 臭丑抽 豪好号 卡咔 巧桥瞧 封风丰 步部布"
)

# Characters that look alike.
_LOOK_ALIKE = (
    "末未 己已巳 大太犬 墩敦 人入八 于干千 土士 日曰 天夭 免兔 拆折 设没 侍待持特 桌卓 余佘 庄压 提堤 毎每 "
    "卜下 由田 删册 查杳"
)

_MOST = 3
# A longer word is no slip of another, and comparing it would cost.
_LONGEST = 40
# Characters are told apart by what is left of them by this number.
_MARKS = 127


class Likeness(IntEnum):
    """How a mistyped word resembles another, the surest way first."""

    SAME = 0
    TRADITIONAL = 1
    SOUND = 2
    LOOK = 3
    EDITED = 4


def closest(word: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """Return the candidates that a word was most likely meant to be, the likeliest first; often none.

    >>> closest("翻", ("胡", "番", "犯")), closest("變體", ("变体", "继承"))
    (('番',), ('变体',))
    """
    found = []
    for place, candidate in enumerate(dict.fromkeys(candidates)):
        alike = likeness(word, candidate)
        if alike is not None:
            found.append((alike, _edits(word, candidate), place, candidate))
    return tuple(candidate for *_, candidate in sorted(found)[:_MOST])


def likeness(word: str, candidate: str) -> Likeness | None:
    """Tell how a word resembles a candidate; None when it does not.

    >>> likeness("噹", "当").name, likeness("糊", "胡").name, likeness("红乌湖", "红乌").name
    ('TRADITIONAL', 'SOUND', 'EDITED')
    """
    if max(len(word), len(candidate)) > _LONGEST:
        return None
    plain, modern, marks = _folded(word)
    aim, _, aim_marks = _folded(candidate)
    if plain == aim:
        return Likeness.SAME
    if modern == aim:
        return Likeness.TRADITIONAL
    if len(modern) == len(aim):
        if all(_alike(ours, theirs, _sounds()) for ours, theirs in zip(modern, aim, strict=True)):
            return Likeness.SOUND
        if all(_alike(ours, theirs, _looks()) for ours, theirs in zip(modern, aim, strict=True)):
            return Likeness.LOOK
    # An edit changes two characters at most, so words with too many others need not be compared in full.
    apart = max(abs(len(modern) - len(aim)), (marks ^ aim_marks).bit_count() + 1 >> 1)
    return Likeness.EDITED if apart <= _most_edits(modern, aim) and _few_edits(modern, aim) else None


def _few_edits(word: str, other: str) -> bool:
    allowed = _allowed(word, other)
    return allowed > 0 and _edits(word, other) <= allowed


def simplified(word: str) -> str:
    """Return a word with its traditional characters in the form that the rule language uses.

    >>> simplified("變體")
    '变体'
    """
    return word.translate(_modern())


@lru_cache(maxsize=8_192)
def _folded(word: str) -> tuple[str, str, int]:
    """Fold what an input method does to a word: full-width letters, capitals, ``_`` for ``-``.

    Returns:
        The word, the word with today's characters, and which characters the latter has, as bits.
    """
    plain = normalize("NFKC", word).casefold().replace("_", "-")
    modern = plain.translate(_modern())
    marks = 0
    for character in modern:
        marks |= 1 << ord(character) % _MARKS
    return plain, modern, marks


def _most_edits(word: str, other: str) -> int:
    """Return a number of edits that no slip exceeds, for words of such lengths."""
    return max(2, max(len(word), len(other)) // 3)


def _allowed(word: str, other: str) -> int:
    """Return how many edits are a slip: fewer for Chinese, where a character is a third of a word."""
    length = max(len(word), len(other))
    if not (word.isascii() and other.isascii()):
        # Two characters changed round are a slip too: 胡红 for 红胡.
        return 1 if sorted(word) == sorted(other) else length // 3
    return 0 if min(len(word), len(other)) < 3 else 1 if length < 6 else 2  # noqa: PLR2004 - lengths of words


def _edits(word: str, other: str) -> int:
    """Count the characters to put in, leave out, change or swap with their neighbour."""
    above: list[int] = []
    row = list(range(len(other) + 1))
    for at, ours in enumerate(word):
        further, above, row = above, row, [at + 1]
        for place, theirs in enumerate(other):
            steps = min(above[place] + (ours != theirs), above[place + 1] + 1, row[place] + 1)
            if at and place and ours == other[place - 1] and word[at - 1] == theirs:
                steps = min(steps, further[place - 1] + 1)
            row.append(steps)
    return row[-1]


def _alike(ours: str, theirs: str, groups: dict[str, set[int]]) -> bool:
    return ours == theirs or not groups.get(ours, set()).isdisjoint(groups.get(theirs, ()))


@cache
def _modern() -> dict[int, str]:
    return {ord(pair[0]): pair[1] for pair in _TRADITIONAL.split()}


@cache
def _sounds() -> dict[str, set[int]]:
    return _grouped(_SAME_SOUND)


@cache
def _looks() -> dict[str, set[int]]:
    return _grouped(_LOOK_ALIKE)


def _grouped(text: str) -> dict[str, set[int]]:
    groups: dict[str, set[int]] = {}
    for number, group in enumerate(text.split()):
        for character in group:
            groups.setdefault(character, set()).add(number)
    return groups
