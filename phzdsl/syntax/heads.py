"""The usual slips outside rows: in the headers, in a variant's or block's first line, between blocks."""

from __future__ import annotations

from collections.abc import Callable

from phzdsl.syntax.lexicon import Zone, keyword
from phzdsl.syntax.stuck import Slip, Stuck, put
from phzdsl.syntax.tokens import Token
from phzdsl.text.diagnostics import Bilingual

__all__ = ["BLOCK_LOOKS", "FILE_LOOKS"]

Look = Callable[[Stuck], Slip | None]

_FILE, _VARIANT = Zone.FILE.value, Zone.VARIANT.value
_WORDS = frozenset({"NAME", "DIGITS", "GLUED"})


def _misspelt(stuck: Stuck) -> Slip | None:
    """Look for ``變體``."""
    token = stuck.token
    known = stuck.likely(token.text, stuck.accepts, _FILE) if token.kind in _WORDS else None
    if known is None:
        return None
    word, terminal = known
    slip = stuck.slip("S117", fixes=(put(token.span, word),), word=token.text, likely=word)
    return stuck.replaced(slip, Token(terminal, word, token.span))


def _keyword_as_name(stuck: Stuck) -> Slip | None:
    """Look for a keyword as the id of a variant or the name of a block."""
    token = stuck.token
    if "NAME" not in stuck.accepts or keyword(token.text, Zone(stuck.depth)) is None:
        return None
    return stuck.replaced(stuck.slip("S105", word=token.text), token.turned("NAME"))


def _missing_name(stuck: Stuck) -> Slip | None:
    """Look for a variant, or what it inherits from, without a name."""
    before = stuck.before
    if "NAME" not in stuck.accepts or before is None or before.kind not in {"VARIANT", "INHERITS"}:
        return None
    slip = stuck.slip("S118", span=before.span, word=before.text)
    return stuck.replaced(slip, stuck.made("NAME", "?"), stuck.token, sure=False)


def _unquoted(stuck: Stuck) -> Slip | None:
    """Look for a title or path without its quotes."""
    token = stuck.token
    if token.kind not in _WORDS or "STRING" not in stuck.accepts:
        return None
    words = f'"{token.text}"'
    slip = stuck.slip("S128", fixes=(put(token.span, words),), word=token.text)
    return stuck.replaced(slip, Token("STRING", words, token.span), sure=False)


def _no_variant(stuck: Stuck) -> Slip | None:
    """Say nothing of a text that has no variant: that it has none is said once, at its end."""
    return None if any(token.kind == "VARIANT" for token in stuck.tokens) else Slip(None)


def _unknown_block(stuck: Stuck) -> Slip | None:
    """Look for ``翻 {``."""
    token = stuck.token
    after = stuck.kinds_after(2)
    opens = after[:1] == ["LBRACE"] or after == ["NAME", "LBRACE"]
    if "BLOCK" not in stuck.accepts or token.kind not in _WORDS or not opens:
        return None
    known = stuck.likely(token.text, frozenset({"BLOCK"}), _VARIANT)
    if known is None:
        return stuck.replaced(stuck.slip("S112", word=token.text), token.turned("BLOCK"))
    word = known[0]
    slip = stuck.slip("S112", fixes=(put(token.span, word),), word=token.text)
    return stuck.replaced(slip, Token("BLOCK", word, token.span))


def _bare_brace(stuck: Stuck) -> Slip | None:
    """Look for a block without its word."""
    if stuck.token.kind != "LBRACE" or "BLOCK" not in stuck.accepts:
        return None
    return stuck.replaced(stuck.slip("S113"), stuck.made("BLOCK", ""), stuck.token)


def _row_outside(stuck: Stuck) -> Slip | None:
    """Look for a row that stands in no block."""
    first = stuck.tokens[stuck.row]
    if "BLOCK" in stuck.accepts:
        return stuck.slip("S129", word=stuck.token.text)
    # 计 begins a clause of a row and a block too: what follows it tells.
    if first.kind == "BLOCK" and stuck.token.kind not in {"LBRACE", "RBRACE"}:
        return stuck.slip("S101", found=_quoted(stuck.token), expected=Bilingual("{", "{"))
    return None


def _quoted(token: Token) -> Bilingual:
    return Bilingual(f"「{token.text}」", f"`{token.text}`")


FILE_LOOKS: tuple[Look, ...] = (_misspelt, _no_variant, _keyword_as_name, _missing_name, _unquoted)
BLOCK_LOOKS: tuple[Look, ...] = (_unknown_block, _bare_brace, _keyword_as_name, _row_outside)
