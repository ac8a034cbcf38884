"""A piece of a rule file in the reader's language: keywords, signs and words of the lists turned, all else as written.

For reports. Whole files are turned by ``syntax/format.py``, which knows their tree.
"""

from __future__ import annotations

from functools import cache

from phzdsl.ruleset.facts import FACTS
from phzdsl.ruleset.vocabulary import VOCABULARY
from phzdsl.syntax.lexicon import Zone, keyword
from phzdsl.syntax.tokens import Token, tokens_of
from phzdsl.text.diagnostics import Language
from phzdsl.text.source import Source

__all__ = ["turned"]

_SIGNS = {Language.ZH: {"TIMES": "×", "DIVIDE": "÷"}, Language.EN: {"TIMES": "*", "DIVIDE": "/", "COMMA": ","}}
# What may stand beside a word without a blank.
_TIGHT = frozenset({"LPAREN", "RPAREN", "LBRACKET", "RBRACKET", "COMMA", "COLON", "DOTS", "CITE"})


def turned(text: str, language: Language, own: frozenset[str] = frozenset()) -> str:
    """Return a formula or condition of a rule file in a language; ``own`` are names of its author, which stay.

    >>> turned("1 + (息 - 15) ÷ 3", Language.EN), turned("若 自摸 且 非 甲 则 3 否则 红牌-1", Language.EN)
    ('1 + (xi - 15) / 3', 'if self-draw and not 甲 then 3 else red-cards - 1')
    >>> turned("red-cards >= 10", Language.ZH)
    '红牌 >= 10'
    """
    parts: list[str] = []
    end = 0
    glued: bool | None = None  # whether the last token was parted or changed; None where nothing need part it
    for token in tokens_of(Source("", text), [], 0):
        gap = text[end : token.span.start]
        spelled = token.text if token.text in own else _spelled(token, language)
        changed = spelled != token.text
        word = token.kind not in _TIGHT
        # A sign beside an English word would be read as part of it.
        parted = not gap and word and glued is not None and (changed or glued)
        parts.extend((" " if parted else gap, spelled))
        end, glued = token.span.end, (changed or parted) if word else None
    return "".join([*parts, text[end:]])


def _spelled(token: Token, language: Language) -> str:
    sign = _SIGNS[language].get(token.kind)
    if sign is not None:
        return sign
    if token.kind != "WORD":
        return token.text
    word = keyword(token.text, Zone.BLOCK)
    if word is not None:
        return word.zh if language is Language.ZH else word.en
    return _name(token.text, language)


def _name(name: str, language: Language) -> str:
    """Return a word of the language's lists; a number of melds is written after the meld: 碰数, peng-count."""
    known = _names()[language]
    if language is Language.EN and name.endswith("数"):
        return known.get(name) or _counted(known.get(name[:-1]), "-count") or name
    if language is Language.ZH and name.endswith("-count"):
        return known.get(name) or _counted(known.get(name.removesuffix("-count")), "数") or name
    return known.get(name, name)


def _counted(meld: str | None, ending: str) -> str | None:
    return None if meld is None else f"{meld}{ending}"


@cache
def _names() -> dict[Language, dict[str, str]]:
    english = {one.zh: one.id for one in FACTS} | {one.zh: one.id for one in VOCABULARY}
    english |= {"番表": "fan-table", "最大": "max", "最小": "min"}
    return {Language.EN: english, Language.ZH: {en: zh for zh, en in english.items()}}
