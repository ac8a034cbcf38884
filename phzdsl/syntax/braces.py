"""Braces that do not pair, put right where the words around them tell how.

A block word that opens a block inside another tells that the one before was not closed; a block after the variant's
end tells of a brace too many. So a missing brace costs one message, not the rest of the file. Works on tokens
before words are named, since what a word is depends on the braces around it.
"""

from __future__ import annotations

import attrs

from phzdsl.syntax.rows import terminals
from phzdsl.syntax.tokens import Token
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix, Related
from phzdsl.text.source import Source, Span

__all__ = ["Braces", "unclosed_brackets"]

_ROW_STARTS = frozenset({"NEWLINE", "SEMICOLON", "LBRACE", "RBRACE"})
_BLOCK = 2
_LONGEST_HEAD = 8
_NEXT_BLOCK = Bilingual("这里已经是下一块", "the next one begins here")


@attrs.define
class Braces:
    """Pairs the braces of one text.

    Attributes:
        source: the text.
        cut: whether the reading stopped before the end, so that open braces are no fault.
        faults: what was found.
    """

    source: Source
    cut: bool
    faults: list[Diagnostic] = attrs.field(factory=list)
    _open: list[Token] = attrs.field(factory=list)
    _out: list[Token] = attrs.field(factory=list)

    def pair(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens with every brace paired."""
        kinds = [token.kind for token in tokens]
        spare = kinds.count("LBRACE") - kinds.count("RBRACE")
        brace_due = -1
        for at, token in enumerate(tokens):
            if token.kind == "RBRACE":
                if spare > 0:
                    self._close_by_indent(token)
                self._closing(tokens, at, inside_row=spare < 0 and _goes_on(tokens, at))
                continue
            if token.kind == "LBRACE":
                self._close_before_head()
                self._open.append(token)
            elif token.kind == "WORD" and (at == 0 or kinds[at - 1] in _ROW_STARTS):
                brace_due = max(brace_due, self._end_of_bare_head(tokens, at))
            self._out.append(token)
            if at == brace_due:
                self._open_here(token)
        self._close(0, len(self._out), None)
        return self._out

    # ------------------------------------------------------------ too few

    def _close_before_head(self) -> None:
        """Close what is open where the words before a brace begin a block, or a variant, inside it."""
        out = self._out
        start = len(out)
        while start and out[start - 1].kind not in _ROW_STARTS and len(out) - start < _LONGEST_HEAD:
            start -= 1
        if start == len(out):
            return
        if len(self._open) >= _BLOCK and _is_block(out[start]):
            self._close(1, start, out[start])
        elif len(self._open) > _BLOCK and terminals()[_BLOCK].get(out[start].text) == "RANK":
            self._close(_BLOCK, start, out[start])
        elif self._open and _begins_variant(out[start]):
            self._close(0, start, out[start])

    def _close_by_indent(self, brace: Token) -> None:
        """Close what is open where a brace stands alone under the line of an outer one."""
        if len(self._open) < _BLOCK or self._line_before(brace).strip():
            return
        indent = self._indent(brace)
        if self._indent(self._open[-1]) > indent and any(self._indent(one) == indent for one in self._open[:-1]):
            self._close(len(self._open) - 1, len(self._out), None)

    def _close(self, depth: int, at: int, because: Token | None) -> None:
        """Put in closing braces down to a depth."""
        while at and self._out[at - 1].kind == "NEWLINE":
            at -= 1
        place = self._out[at - 1].span.end if at else 0
        span = Span(self.source, place, place)
        while len(self._open) > depth:
            opening = self._open.pop()
            self._out.insert(at, Token("RBRACE", "}", span))
            at += 1
            if self.cut or opening.span.start == opening.span.end:
                continue
            on_line = "\n" not in self.source.text[opening.span.start : place]
            words = " }" if on_line else f"\n{' ' * self._indent(opening)}}}"
            fix = Fix(Bilingual("在这一块后面补上 }", "a } after this block"), (Edit(span, words),))
            related = () if because is None else (Related(because.span, _NEXT_BLOCK),)
            self.faults.append(Diagnostic("S103", opening.span, {}, related, (fix,)))

    def _end_of_bare_head(self, tokens: list[Token], at: int) -> int:
        """Return the index after which a block or variant that begins here lacks its brace; -1 if it does not."""
        if not self._open and _begins_variant(tokens[at]):
            return _bare_variant(tokens, at)
        if len(self._open) == 1 and _is_block(tokens[at]):
            return _bare_block(tokens, at)
        if len(self._open) == _BLOCK and terminals()[_BLOCK].get(tokens[at].text) == "RANK":
            return -1 if _next_kind(tokens, at) == "LBRACE" else at
        return -1

    def _open_here(self, token: Token) -> None:
        span = Span(self.source, token.span.end, token.span.end)
        fix = Fix(Bilingual("补上 {", "put in {"), (Edit(span, " {"),))
        self.faults.append(Diagnostic("S120", token.span, {"word": token.text}, (), (fix,)))
        opening = Token("LBRACE", "{", span)
        self._open.append(opening)
        self._out.append(opening)

    def _line_before(self, token: Token) -> str:
        return self.source.text[max(0, token.span.start - 1000) : token.span.start].rpartition("\n")[2]

    def _indent(self, token: Token) -> int:
        line = self._line_before(token)
        return len(line) - len(line.lstrip())

    # ------------------------------------------------------------ too many

    def _closing(self, tokens: list[Token], at: int, *, inside_row: bool) -> None:
        """Take a closing brace, unless there is nothing that it could close."""
        token = tokens[at]
        if self._open and not inside_row and not (len(self._open) == 1 and _block_follows(tokens, at)):
            self._open.pop()
            self._out.append(token)
            return
        last = self.faults[-1] if self.faults else None
        if last is not None and last.code == "S108" and last.span.end == token.span.start:
            # One too many after another: said once.
            token = token._replace(span=self.faults.pop().span.to(token.span))
        fix = Fix(Bilingual("删去这个括号", "leave it out"), (Edit(token.span, ""),))
        self.faults.append(Diagnostic("S108", token.span, {"sign": token.text}, (), (fix,)))


def unclosed_brackets(tokens: list[Token]) -> frozenset[int]:
    """Return the offsets of round and square brackets that nothing in their rows closes.

    Without this a bracket left open would take the rows that follow into its own.
    """
    found: set[int] = set()
    pending: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind in {"LPAREN", "LBRACKET"}:
            pending.append(token.span.start)
        elif token.kind in {"RPAREN", "RBRACKET"} and pending:
            pending.pop()
        elif token.kind in {"LBRACE", "RBRACE", "SEMICOLON"} or _begins_row(tokens, at):
            found.update(pending)
            pending.clear()
    return frozenset(found.union(pending))


def _begins_row(tokens: list[Token], at: int) -> bool:
    operation = terminals()[_BLOCK].get(tokens[at].text) in {"OPERATION", "RANK"}
    return operation and at > 0 and tokens[at - 1].kind == "NEWLINE"


def _next_kind(tokens: list[Token], at: int) -> str | None:
    """Return the terminal of the next token that is no line end."""
    return next((token.kind for token in tokens[at + 1 : at + 3] if token.kind != "NEWLINE"), None)


def _is_block(token: Token) -> bool:
    return token.kind == "WORD" and token.text in terminals()[1]


def _begins_variant(token: Token) -> bool:
    return token.kind == "WORD" and terminals()[0].get(token.text) == "VARIANT"


def _bare_variant(tokens: list[Token], at: int) -> int:
    for place in range(at + 1, len(tokens)):
        kind = tokens[place].kind
        if kind in {"LBRACE", "RBRACE"}:
            return -1
        if kind == "NEWLINE" and place + 1 < len(tokens) and _is_block(tokens[place + 1]):
            return place - 1
    return -1


def _bare_block(tokens: list[Token], at: int) -> int:
    """Look past a block's word, and its name if it has one, for the brace."""
    for last in (at, at + 1):
        following = tokens[last + 1 : last + 2]
        if not following or _next_kind(tokens, last) == "LBRACE":
            return -1
        operation = terminals()[_BLOCK].get(following[0].text) in {"OPERATION", "RANK"}
        if following[0].kind == "NEWLINE" or operation:
            return last
        if following[0].kind != "WORD":
            return -1
    return -1


def _goes_on(tokens: list[Token], at: int) -> bool:
    """Tell whether a row goes on behind a closing brace: nothing else stands there on its line."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None or following.kind in _ROW_STARTS or following.kind == "COMMENT" or _is_block(following):
        return False
    return terminals()[_BLOCK].get(following.text) not in {"OPERATION", "RANK"}


def _block_follows(tokens: list[Token], at: int) -> bool:
    """Tell whether a block begins after a closing brace."""
    following = [token for token in tokens[at + 1 : at + 6] if token.kind not in {"NEWLINE", "RBRACE"}]
    if not following or not _is_block(following[0]):
        return False
    return any(token.kind == "LBRACE" for token in following[1:3])
