"""How units and places are called in messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from phzdsl.ruleset.expressions import Unit
from phzdsl.ruleset.facts import Scope
from phzdsl.syntax.lexicon import KEYWORDS
from phzdsl.text.diagnostics import Bilingual

__all__ = ["LIST_WORDS", "SCOPE_WORDS", "UNIT_WORDS", "joined", "joined_both", "keyword_words"]

UNIT_WORDS: Mapping[Unit, Bilingual] = MappingProxyType(
    {
        Unit.NUMBER: Bilingual("数", "a number"),
        Unit.XI: Bilingual("息", "息"),
        Unit.DENG: Bilingual("等", "等"),
        Unit.FAN: Bilingual("番", "番"),
        Unit.POINTS: Bilingual("点", "points"),
        Unit.TRUTH: Bilingual("一个条件", "a condition"),
        Unit.CHOICE: Bilingual("选项的一种", "a choice of an option"),
    }
)

SCOPE_WORDS: Mapping[Scope, Bilingual] = MappingProxyType(
    {
        Scope.OPTION: Bilingual("只看选项的地方", "places that may name options only"),
        Scope.WIN: Bilingual("「胡」「计」「番」", "the win, the count and the patterns"),
        Scope.CLAIM: Bilingual("「动作」「打」", "claims and discards"),
        Scope.PAY: Bilingual("「付」", "payments"),
        Scope.SESSION: Bilingual("「局」", "the session"),
    }
)

LIST_WORDS: Mapping[str, Bilingual] = MappingProxyType(
    {
        "role": Bilingual("哪一家", "seat"),
        "event": Bilingual("见什么牌", "card event"),
        "holding": Bilingual("凭什么", "holding"),
        "meld": Bilingual("门子", "meld"),
        "claim": Bilingual("动作", "claim"),
        "shape": Bilingual("门子的样子", "shape"),
        "pay-event": Bilingual("什么时候付", "payment event"),
        "win-row": Bilingual("胡的要求", "requirement of a win"),
        "pattern": Bilingual("番", "pattern"),
        "combine": Bilingual("合并的办法", "way to combine"),
        "winners": Bilingual("多胡的办法", "rule for several winners"),
        "unit": Bilingual("单位", "unit"),
        "match": Bilingual("配法", "match"),
        "shown-card": Bilingual("亮张", "shown card"),
        "last-card": Bilingual("末张的规矩", "rule of the last card"),
        "bi": Bilingual("比不成的后果", "consequence of a missing bi"),
        "result": Bilingual("后果", "consequence"),
        "settle": Bilingual("结算办法", "settlement"),
        "restart": Bilingual("散局办法", "rule of restarting"),
        "taking": Bilingual("进牌办法", "rule of taking"),
        "by": Bilingual("胡张的来处", "way the winning card came"),
    }
)


def joined(words: Iterable[str]) -> Bilingual:
    """Join words as each language joins them.

    >>> joined(["番前", "番后"]).zh, joined(["番前", "番后"]).en
    ('番前、番后', '番前, 番后')
    """
    kept = tuple(dict.fromkeys(words))
    return Bilingual("、".join(kept), ", ".join(kept))


def joined_both(words: Iterable[Bilingual]) -> Bilingual:
    """Join words that have a spelling in each language."""
    kept = tuple(words)
    return Bilingual("、".join(one.zh for one in kept), ", ".join(one.en for one in kept))


def keyword_words(keyword_id: str) -> Bilingual:
    """Return the two spellings of a keyword that acts in a row."""
    found = next((word for word in KEYWORDS if word.id == keyword_id and word.terminal not in {"KEY", "BLOCK"}), None)
    return Bilingual(found.zh, found.en) if found else Bilingual(keyword_id, keyword_id)
