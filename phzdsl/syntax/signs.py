"""Signs that the language does not have, read as what they were meant for.

Works on tokens before words are named. Each slip is a fault, and where the meaning is plain (``&&`` for 且)
the sign is put in, so that the rest of its row can still be read. Otherwise it is left out, and its place is noted as
doubtful: what else seems wrong in that row may only follow from it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import attrs

from phzdsl.syntax.ternary import read_ternary
from phzdsl.syntax.tokens import Token, in_english
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix
from phzdsl.text.source import Source, Span

__all__ = ["Signs"]

# The sign of other languages, the terminal it means, and how that is written here in each language.
_MEANT = {
    "&&": ("AND", "且", "and"), "&": ("AND", "且", "and"), "||": ("OR", "或", "or"), "|": ("OR", "或", "or"),
    "!": ("NOT", "非", "not"), "！": ("NOT", "非", "not"), "%": ("MODULO", "余", "mod"), "％": ("MODULO", "余", "mod"),
    "**": ("POWER", "^", "^"), "<>": ("COMPARE", "!=", "!="), "≧": ("COMPARE", ">=", ">="),
    "≦": ("COMPARE", "<=", "<="), ">": ("COMPARE", ">=", ">="), "<": ("COMPARE", "<=", "<="),
}  # fmt: skip
_COMMENTS = frozenset({"//", "/*", "--"})
_QUOTES = frozenset("\"'“”‘’「」『』＂＇`")
_ROW_STARTS = frozenset({"NEWLINE", "SEMICOLON", "LBRACE", "RBRACE"})
# An unclosed quotation ends before these: a brace swallowed by it would spoil the rest of the file.
_ENDS_QUOTE = frozenset({"NEWLINE", "LBRACE", "RBRACE", "CITE"})
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cn", "Cs"})


@attrs.define
class Signs:
    """Reads the signs of one text.

    Attributes:
        source: the text.
        faults: what was found.
        doubtful: offsets of what was left out, in the order of the text.
    """

    source: Source
    faults: list[Diagnostic] = attrs.field(factory=list)
    doubtful: list[int] = attrs.field(factory=list)

    def read(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens with every strange sign replaced or left out."""
        out: list[Token] = []
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.kind not in {"FOREIGN", "UNKNOWN"}:
                out.append(token)
                at += 1
            elif token.text in _COMMENTS:
                at = self._comment(tokens, at, out)
            elif token.text in "?？":
                self._ternary(tokens, at, out)
                at += 1
            elif token.kind == "FOREIGN":
                out.append(self._foreign(token))
                at += 1
            elif token.text in _QUOTES:
                at = self._quote(tokens, at, out)
            elif token.text in ".．" and _is_decimal(tokens, at):
                self._fault("S122", tokens[at - 1].span.to(tokens[at + 1].span))
                at += 2
            else:
                at = self._cite(tokens, at, out) if token.text in "@＠" else self._unknown(tokens, at)
        return out

    def _fault(self, code: str, span: Span, fixes: Iterable[Fix] = (), **values: str | Bilingual) -> None:
        self.faults.append(Diagnostic(code, span, dict(values), (), tuple(fixes)))

    def _put(self, span: Span, zh: str, en: str) -> Fix:
        """Return the mend that puts a sign where another stands, in the language that the file is in."""
        text = en if in_english(self.source) else zh
        words = Bilingual(text, f"`{text}`") if text else Bilingual("删去它", "leave it out")
        return Fix(words, (Edit(span, text),))

    # ------------------------------------------------------------ signs with a meaning

    def _ternary(self, tokens: list[Token], at: int, out: list[Token]) -> None:
        """Put words in the place of ``?`` and its colon; if parts of it are missing the row is doubtful."""
        found = read_ternary(out, tokens, at)
        self.faults.append(found.diagnostic)
        if found.start is None:
            self.doubtful.append(tokens[at].span.start)
            return
        place = out[found.start].span.start
        out.insert(found.start, Token("WORD", found.words[0], Span(self.source, place, place)))
        out.append(Token("WORD", found.words[1], tokens[at].span))
        tokens[found.colon] = Token("WORD", found.words[2], tokens[found.colon].span)

    def _foreign(self, token: Token) -> Token:
        sign = token.text
        if sign in _MEANT:
            kind, zh, en = _MEANT[sign]
        elif sign[-1] in "<>＜＞":
            kind, zh, en = _MEANT[unicodedata.normalize("NFKC", sign[-1])]
        else:
            kind, zh, en = "EQUALS", "=", "="
        fixes = [self._put(token.span, zh, en)]
        if sign == "|":
            fixes.append(self._put(token.span, ",", ","))
            self.doubtful.append(token.span.start)
        self._fault("S109", token.span, fixes, sign=sign, meant=Bilingual(zh, en))
        return Token(kind, zh, token.span)

    def _comment(self, tokens: list[Token], at: int, out: list[Token]) -> int:
        """Leave out a comment of another language, up to the end of its line."""
        token = tokens[at]
        if token.text == "--" and out and out[-1].kind not in _ROW_STARTS:
            span = token.span
            out.extend(
                Token("MINUS", "-", Span(self.source, place, place + 1)) for place in range(span.start, span.end)
            )
            return at + 1
        self._fault("S123", token.span, [self._put(token.span, "#", "#")], sign=token.text)
        return next((place for place in range(at, len(tokens)) if tokens[place].kind == "NEWLINE"), len(tokens))

    # ------------------------------------------------------------ quotes and strange characters

    def _quote(self, tokens: list[Token], at: int, out: list[Token]) -> int:
        """Read a quotation that is not closed, or closed by another mark; return the index past it."""
        start = tokens[at].span
        end = at + 1
        while end < len(tokens) and tokens[end].kind not in _ENDS_QUOTE:
            end += 1
            if tokens[end - 1].text in _QUOTES:
                close = tokens[end - 1].span
                words = f'"{self.source.text[start.end : close.start]}"'
                edits = (Edit(start, '"'), Edit(close, '"'))
                self._fault("S124", start.to(close), [Fix(Bilingual(words, words), edits)])
                out.append(Token("STRING", words, start.to(close)))
                return end
        last = tokens[end - 1].span
        place = Span(self.source, last.end, last.end)
        words = f'{self.source.text[start.start : last.end]}"'
        self._fault("S106", start, [Fix(Bilingual(words, words), (Edit(place, '"'),))])
        self.doubtful.append(start.start)
        out.append(Token("STRING", words, start.to(last)))
        return end

    def _cite(self, tokens: list[Token], at: int, out: list[Token]) -> int:
        """Read a citation with a blank behind its sign; return the index past it."""
        sign = tokens[at].span
        end = at + 1
        while end < len(tokens) and tokens[end].kind in {"WORD", "NUMBER", "MINUS", "UNKNOWN"}:
            if end > at + 1 and tokens[end].span.start != tokens[end - 1].span.end:
                break
            end += 1
        if end == at + 1:
            self._fault("S121", sign)
            self.doubtful.append(sign.start)
            return end
        first = tokens[at + 1].span.start
        whole = sign.to(tokens[end - 1].span)
        text = f"@{self.source.text[first : whole.end]}"
        fix = Fix(Bilingual(text, f"`{text}`"), (Edit(Span(self.source, sign.end, first), ""),))
        self._fault("S121", sign, [fix])
        out.append(Token("CITE", text, whole))
        return end

    def _unknown(self, tokens: list[Token], at: int) -> int:
        """Leave out characters that mean nothing, those side by side as one; return the index past them."""
        end = at + 1
        while end < len(tokens) and self._goes_with(tokens[end - 1], tokens[end]):
            end += 1
        span = tokens[at].span.to(tokens[end - 1].span)
        self.doubtful.append(span.start)
        number = f"U+{ord(span.text[0]):04X}"
        fixes = [self._put(span, "", "")] if unicodedata.category(span.text[0]) in _INVISIBLE else []
        self._fault("S104", span, fixes, character=span.text, number=number)
        return end

    @staticmethod
    def _goes_with(token: Token, following: Token) -> bool:
        alone = _QUOTES | set("@＠")
        return (
            following.kind == "UNKNOWN"
            and following.span.start == token.span.end
            and token.text not in alone
            and following.text not in alone
        )


def _is_decimal(tokens: list[Token], at: int) -> bool:
    """Tell whether a point stands between two numbers without a blank."""
    if not 0 < at < len(tokens) - 1:
        return False
    before, after = tokens[at - 1], tokens[at + 1]
    touching = before.span.end == tokens[at].span.start and tokens[at].span.end == after.span.start
    return touching and before.kind == after.kind == "NUMBER"
