"""What it means that a token does not fit: the usual slips inside a row, each with its own code and mend.

Each look is a function that knows one slip; they are tried in the order of the list, and the last knows all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from phzdsl.syntax.grammar import END
from phzdsl.syntax.heads import BLOCK_LOOKS, FILE_LOOKS
from phzdsl.syntax.lexicon import KEYWORDS, Zone, keyword, terminal_words
from phzdsl.syntax.rows import OPERATORS
from phzdsl.syntax.stuck import ENDS, Slip, Stuck, put
from phzdsl.syntax.tokens import Token
from phzdsl.syntax.wording import WORDING_LOOKS, in_condition
from phzdsl.text.diagnostics import Bilingual, Edit, Fix, Related
from phzdsl.text.similar import Likeness
from phzdsl.text.source import Span

__all__ = ["explain", "unglued"]

Look = Callable[[Stuck], Slip | None]

_BLOCK = Zone.BLOCK.value
_MOST_EXPECTED = 6
# Nobody runs more characters together by mistake.
_LONGEST_GLUED = 60
_SPLITTER = re.compile("([且或])")
_WORDS = frozenset({"NAME", "DIGITS", "GLUED"})
_VALUES = frozenset({"NAME", "NUMBER", "DIGITS", "RPAREN", "RBRACKET"})
_BETWEEN = frozenset({"CLAUSE", "AND", "OR", "IN", "THEN", "ELSE"})
_NEEDS_VALUE = OPERATORS | {"LPAREN", "LBRACKET", "TABLE", "KEY"}
# Keywords that begin no word of the game, or end none.
_FRONTS = frozenset({
    "当", "计", "若", "则", "否则", "非", "查", "代替", "存疑", "启用", "默认", "前于", "后于", "同级", "至多", "其他",
})  # fmt: skip
_BACKS = frozenset({"当", "计", "若", "则", "否则", "在", "代替", "存疑", "启用", "默认", "必", "可"})


def explain(stuck: Stuck) -> Slip:
    """Say what is wrong at a token that does not fit."""
    looks = ROW_LOOKS if stuck.depth >= _BLOCK else BLOCK_LOOKS if stuck.depth else FILE_LOOKS
    for look in looks:
        slip = look(stuck)
        if slip is not None:
            return slip
    return _unexpected(stuck)


# ---------------------------------------------------------------- words run together


def unglued(word: str, fronts: frozenset[str] | None = None) -> tuple[str, ...] | None:
    """Cut a keyword off the front or back of a word, or at every 且 and 或; None when there is nothing to cut.

    >>> unglued("当红牌"), unglued("自摸且天胡"), unglued("红胡")
    (('当', '红牌'), ('自摸', '且', '天胡'), None)

    Args:
        word: the word.
        fronts: keywords that may be cut off the front; unless stated, those that begin no word of the game.
    """
    if len(word) > _LONGEST_GLUED:
        return None
    parts = tuple(part for part in _SPLITTER.split(word) if part)
    if len(parts) > 1:
        return parts
    for spelling in _longest_first(_FRONTS if fronts is None else fronts):
        rest = word.removeprefix(spelling)
        if rest not in {word, ""}:
            return spelling, rest
    for spelling in _longest_first(_BACKS):
        rest = word.removesuffix(spelling)
        if rest not in {word, ""}:
            return rest, spelling
    before = word.rstrip("0123456789")
    return (before, word[len(before) :]) if before != word and keyword(before, Zone.BLOCK) else None


def _longest_first(words: frozenset[str]) -> list[str]:
    return sorted(words, key=lambda word: (-len(word), word))


def _glued(stuck: Stuck) -> Slip | None:
    """Look for ``当红牌``, ``自摸且天胡``, ``计2``, here or just before."""
    here = stuck.token
    before = stuck.before
    if here.kind in _WORDS:
        fitting = {word.zh for word in KEYWORDS if word.zone is Zone.BLOCK and word.terminal in stuck.accepts}
        parts = unglued(here.text, frozenset(fitting))
        if parts is not None and keyword(here.text, Zone.BLOCK) is None:
            return _cut(stuck, stuck.at, parts)
    if before is not None and before.kind == "NAME" and here.kind not in ENDS:
        parts = unglued(before.text)
        if parts is not None:
            return _cut(stuck, stuck.at - 1, parts)
    return None


def _cut(stuck: Stuck, at: int, parts: tuple[str, ...]) -> Slip:
    token = stuck.tokens[at]
    if at == stuck.row or stuck.tokens[at - 1].kind == "OPERATION":
        return stuck.replaced(stuck.slip("S130", span=token.span, word=token.text), token.turned("NAME"), at=at)
    apart = " ".join(parts)
    fixes = [put(token.span, apart)]
    listed = "COMMA" in stuck.accepts and stuck.tokens[at - 1].kind in _WORDS
    if listed and at == stuck.at and token.kind == "NAME" and not parts[-1].isdigit():
        # 代替 红乌 出门胡: a name that begins like a keyword, after a comma that was left out.
        fixes.append(_comma(stuck))
    slip = stuck.slip("S107", span=token.span, fixes=tuple(fixes), word=token.text, apart=apart)
    return stuck.replaced(slip, *_pieces(token, parts), at=at)


def _pieces(token: Token, parts: tuple[str, ...]) -> list[Token]:
    """Return the tokens that the parts of a word are."""
    pieces = []
    place = token.span.start
    for part in parts:
        word = keyword(part, Zone.BLOCK)
        kind = word.terminal if word else "NUMBER" if part.isdigit() else "NAME"
        pieces.append(Token(kind, part, Span(token.span.source, place, place + len(part))))
        place += len(part)
    return pieces


# ---------------------------------------------------------------- keywords


def _misspelt(stuck: Stuck) -> Slip | None:
    """Look for ``當``, ``記``, ``When``: a name where a keyword fits, here or just before."""
    if stuck.token.kind in _WORDS:
        known = stuck.likely(stuck.token.text, stuck.accepts, _BLOCK)
        if known is not None:
            return _respelt(stuck, stuck.at, *known)
    before = stuck.before
    if before is not None and before.kind == "NAME" and stuck.at - 1 > stuck.row:
        known = stuck.likely(before.text, _BETWEEN, _BLOCK, Likeness.SOUND)
        if known is not None:
            return _respelt(stuck, stuck.at - 1, *known)
    return None


def _respelt(stuck: Stuck, at: int, word: str, terminal: str) -> Slip:
    token = stuck.tokens[at]
    slip = stuck.slip("S117", span=token.span, fixes=(put(token.span, word),), word=token.text, likely=word)
    return stuck.replaced(slip, Token(terminal, word, token.span), at=at)


def _keyword_as_name(stuck: Stuck) -> Slip | None:
    """Look for a keyword where a name has to stand: after 增, at the start of a row, before a bracket."""
    token, before = stuck.token, stuck.before
    if "NAME" not in stuck.accepts or keyword(token.text, Zone.BLOCK) is None:
        return None
    if before is None or before.kind in {"OPERATION", "HAND", "DIVIDE"} or stuck.kinds_after(1) == ["LPAREN"]:
        # No other row can speak of this one by such a name, so nothing is lost by giving it up.
        return stuck.slip("S105", word=token.text)
    return None


# ---------------------------------------------------------------- what is missing


def _unclosed(stuck: Stuck) -> Slip | None:
    """Look for a bracket that is still open where the row, or its clause, ends."""
    at = stuck.open_bracket()
    if at is None or stuck.token.kind not in ENDS | {"CLAUSE", "DROP", "HAND", "CITE", "EQUALS", "STRING"}:
        return None
    opening = stuck.tokens[at]
    kind, sign = ("RPAREN", ")") if opening.kind == "LPAREN" else ("RBRACKET", "]")
    if kind not in stuck.accepts:
        return None
    place = _end_before(stuck)
    fix = Fix(Bilingual(f"补上 {sign}", f"put in {sign}"), (Edit(place, sign),))
    related = (Related(place, Bilingual("到这里还没有关上", "still open here")),)
    slip = stuck.slip("S116", span=opening.span, fixes=(fix,), related=related, sign=opening.text, closing=sign)
    return stuck.replaced(slip, stuck.made(kind, sign), stuck.token)


def _superfluous(stuck: Stuck) -> Slip | None:
    """Look for a closing bracket that nothing opened, or of another kind than the one that is open."""
    token = stuck.token
    if token.kind not in {"RPAREN", "RBRACKET"}:
        return None
    if stuck.open_bracket() is None:
        fix = Fix(Bilingual("删去这个括号", "leave it out"), (Edit(token.span, ""),))
        return stuck.replaced(stuck.slip("S108", fixes=(fix,), sign=token.text))
    other, sign = ("RBRACKET", "]") if token.kind == "RPAREN" else ("RPAREN", ")")
    if other not in stuck.accepts:
        return None
    slip = stuck.slip("S125", fixes=(put(token.span, sign),), sign=token.text, closing=sign)
    return stuck.replaced(slip, Token(other, sign, token.span))


def _missing_value(stuck: Stuck) -> Slip | None:
    """Look for an operator or comma with nothing behind it."""
    before = stuck.before
    if before is None or not stuck.accepts & {"NUMBER", "NAME"}:
        return None
    if stuck.token.kind in _VALUES - {"RPAREN", "RBRACKET"} and stuck.token.kind != "KEY":
        return None
    if before.kind in _NEEDS_VALUE:
        slip = stuck.slip("S111", span=before.span, word=before.text)
        filling = "NUMBER" if "NUMBER" in stuck.accepts else "NAME"
        return stuck.replaced(slip, stuck.made(filling, "0"), stuck.token, sure=False)
    return None


def _missing_key_value(stuck: Stuck) -> Slip | None:
    """Look for ``小 大 3``: a key that is followed by another key, or by no value at all."""
    here = keyword(stuck.token.text, Zone.BLOCK)
    if stuck.token.kind == "NAME" and here is not None and here.terminal == "KEY" and "KEY" in stuck.accepts:
        return stuck.slip("S111", word=stuck.token.text)
    before = stuck.before
    word = keyword(before.text, Zone.BLOCK) if before is not None else None
    if stuck.token.kind != "KEY" or before is None or word is None or word.terminal != "KEY":
        return None
    slip = stuck.slip("S111", span=before.span, word=before.text)
    return stuck.replaced(slip, before.turned("KEY"), stuck.made("NUMBER", "0"), stuck.token, at=stuck.at - 1, count=2)


def _missing_name(stuck: Stuck) -> Slip | None:
    """Look for 增 with nothing behind it."""
    before = stuck.before
    if "NAME" not in stuck.accepts or before is None or before.kind != "OPERATION":
        return None
    return stuck.slip("S118", span=before.span, word=before.text)


def _missing_choice(stuck: Stuck) -> Slip | None:
    """Look for 若 without 则, or 则 without 否则."""
    missing = stuck.accepts & {"THEN", "ELSE"}
    if not missing or stuck.token.kind in _VALUES:
        return None
    first = next((one for one in reversed(stuck.tokens[stuck.row : stuck.at]) if one.kind == "IF"), None)
    if first is None:
        return None
    zh, en = terminal_words(next(iter(missing)))
    return stuck.slip("S126", span=first.span, word=first.text, missing=Bilingual(zh, en))


def _missing_comma(stuck: Stuck) -> Slip | None:
    """Look for two values side by side."""
    before, token = stuck.before, stuck.token
    if before is None or "COMMA" not in stuck.accepts or before.kind not in _VALUES:
        return None
    if token.kind not in {"NAME", "NUMBER", "DIGITS", "LPAREN"}:
        return None
    fixes = (_comma(stuck),) if before.kind == token.kind and not in_condition(stuck) else ()
    slip = stuck.slip("S119", fixes=fixes, before=before.text, after=token.text)
    return stuck.replaced(slip, stuck.made("COMMA", ","), token, sure=False)


def _comma(stuck: Stuck) -> Fix:
    place = _end_before(stuck)
    words = f"{stuck.tokens[stuck.at - 1].text}, {stuck.token.text}"
    return Fix(Bilingual(words, f"`{words}`"), (Edit(place, ","),))


def _end_before(stuck: Stuck) -> Span:
    end = stuck.tokens[stuck.at - 1].span.end
    return Span(stuck.source, end, end)


def _in_other_block(stuck: Stuck) -> Slip | None:
    """Look for a brace inside a block, which only 级 may open."""
    if stuck.token.kind != "LBRACE" or stuck.before is None:
        return None
    rank = stuck.likely(stuck.before.text, frozenset({"RANK"}), _BLOCK)
    if rank is not None and stuck.at - 1 == stuck.row:
        return _respelt(stuck, stuck.row, *rank)
    return stuck.slip("S127", span=stuck.tokens[stuck.row].span)


ROW_LOOKS: tuple[Look, ...] = (
    *WORDING_LOOKS,
    _keyword_as_name,
    _glued,
    _missing_name,
    _missing_key_value,
    _misspelt,
    _unclosed,
    _superfluous,
    _missing_value,
    _missing_choice,
    _missing_comma,
    _in_other_block,
)


# ---------------------------------------------------------------- all the rest


def _unexpected(stuck: Stuck) -> Slip:
    """Say what stands there and what could have."""
    shown = _shown(stuck.accepts)
    zh = "、".join(dict.fromkeys(terminal_words(kind)[0] for kind in shown))
    en = ", ".join(dict.fromkeys(terminal_words(kind)[1] for kind in shown))
    found = Bilingual(*terminal_words(stuck.token.kind))
    if stuck.token.kind not in {END, "ROW_END"}:
        found = Bilingual(f"「{stuck.token.text}」", f"`{stuck.token.text}`")
    fixes = (put(stuck.token.span, "="),) if stuck.token.kind == "COLON" and "EQUALS" in stuck.accepts else ()
    return stuck.slip("S101", fixes=fixes, found=found, expected=Bilingual(zh, en))


def _shown(expected: frozenset[str]) -> list[str]:
    """Order the terminals that would have fitted, the telling ones first, and leave out the rest."""
    order = ("NAME", "NUMBER", "DIGITS", "CLAUSE", "BLOCK", "LBRACE", "RBRACE", "STRING", "CITE", "EQUALS")
    rest = sorted(expected - set(order) - {"ROW_END", END})
    return [*(kind for kind in order if kind in expected), *rest][:_MOST_EXPECTED]
