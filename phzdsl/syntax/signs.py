"""Signs that the language does not have, read as what they were meant for.

Works on tokens before words are named. Each slip is a fault, and where the meaning is plain (``&&`` for 且)
the sign is put in, so that the rest of its row can still be read. Otherwise it is left out, and its place is noted as
doubtful: what else seems wrong in that row may only follow from it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import attrs

from phzdsl.syntax.tokens import Token
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix
from phzdsl.text.source import Source, Span

__all__ = ["Signs"]

# The sign of other languages, the terminal it means, and how that is written here in each language.
_MEANT = {
    "&&": ("AND", "且", "and"), "&": ("AND", "且", "and"), "||": ("OR", "或", "or"), "|": ("OR", "或", "or"),
    "!": ("NOT", "非", "not"), "！": ("NOT", "非", "not"), "%": ("MODULO", "余", "mod"), "％": ("MODULO", "余", "mod"),
    "**": ("POWER", "^", "^"), "<>": ("COMPARE", "!=", "!="), "≧": ("COMPARE", ">=", ">="),
    "≦": ("COMPARE", "<=", "<="), "=>": ("COMPARE", ">=", ">="), "=<": ("COMPARE", "<=", "<="),
}  # fmt: skip
_OPENING_QUOTES = "\"'“‘「『"
_QUOTES = frozenset("\"'“”‘’「」『』＂＇")
# An unclosed quotation ends before these: a brace swallowed by it would spoil the rest of the file.
_ENDS_QUOTE = frozenset({"NEWLINE", "LBRACE", "RBRACE", "CITE", "COMMENT"})
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cn"})


@attrs.define
class Signs:
    """Reads the signs of one text.

    Attributes:
        source: the text.
        faults: what was found.
        doubtful: offsets of what was left out.
    """

    source: Source
    faults: list[Diagnostic] = attrs.field(factory=list)
    doubtful: list[int] = attrs.field(factory=list)

    def read(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens with every strange sign replaced or left out."""
        out: list[Token] = []
        at = 0
        while at < len(tokens):
            kind = tokens[at].kind
            if kind == "FOREIGN":
                at = self._foreign(tokens, at, out)
            elif kind == "UNKNOWN":
                at = self._unknown(tokens, at, out)
            elif tokens[at].text in {"//", "--"} and (not out or out[-1].kind == "NEWLINE"):
                at = self._comment(tokens, at)
            else:
                out.append(tokens[at])
                at += 1
        return out
