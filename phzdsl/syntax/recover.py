"""A text with faults, read as far as it can be, with every fault told where it is.

The text is read again with its strange signs and unpaired braces put right. Then, wherever the machine stops,
``slips.py`` says what the slip is; if it knows what was meant, the row is read again with that in place, and otherwise
the machine goes back to where the row began and the rest of the row is skipped. So a fault costs its row at most.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter, deque
from collections.abc import Iterator

import attrs

from phzdsl.syntax import nodes
from phzdsl.syntax.bounds import Watch
from phzdsl.syntax.braces import Braces, unclosed_brackets
from phzdsl.syntax.build import Builder
from phzdsl.syntax.grammar import END
from phzdsl.syntax.lexicon import keywords_of
from phzdsl.syntax.limits import Limits
from phzdsl.syntax.machine import Machine
from phzdsl.syntax.rows import rows_of
from phzdsl.syntax.signs import Signs
from phzdsl.syntax.slips import explain
from phzdsl.syntax.stuck import Stuck
from phzdsl.syntax.tokens import Token, end_of, tokens_of
from phzdsl.text.diagnostics import Diagnostic, ordered
from phzdsl.text.source import Source, Span

__all__ = ["recover"]

_MOST_MENDS = 8
# While a text is only looked over, its rows are longer and its brackets deeper than they are meant to be.
_SLACK = 4
_BLOCK = 2
_HEADERS = frozenset({"VERSION", "SOURCES", "VARIANT"})
# What a variant without beginning or end is filled up with; the first that fits.
_FILLING = {END: "", "RBRACE": "}", "LBRACE": "{", "NAME": "?", "VARIANT": "变体"}


def recover(source: Source, limits: Limits) -> tuple[nodes.FileNode, tuple[Diagnostic, ...], tuple[Span, ...]]:
    """Return the tree of a text with faults as far as it could be read, the faults, and the rows that were guessed."""
    span = Span(source, 0, len(source.text))
    guard, watch = Watch(limits, slack=_SLACK), Watch(limits)
    if not guard.admits(source):
        return nodes.FileNode(None, (), None, (), span=span), tuple(guard.faults), ()
    deque(guard.passing(rows_of(tokens_of(source, [], limits.rows))), maxlen=0)
    comments: list[Token] = []
    signs = Signs(source)
    raw = signs.read(list(tokens_of(source, comments, limits.rows, guard.stop)))
    braces = Braces(source, cut=guard.stop is not None)
    paired = braces.pair(raw)
    tokens = [*watch.passing(rows_of(paired, unclosed_brackets(paired))), end_of(source, guard.stop)]
    faults = [*signs.faults, *braces.faults, *watch.faults]
    if watch.stop is None and guard.stop is not None:
        faults.append(guard.faults[-1])
    cut = watch.stop is not None or guard.stop is not None
    reader = _Reader(source, tokens, signs.doubtful, cut, faults)
    tree = reader.file()
    while reader.rest:
        reader = _Reader(source, reader.rest, signs.doubtful, cut, faults)
        reader.file()
    kept = tuple(nodes.Comment(token.text.rstrip(), span=token.span) for token in comments)
    return attrs.evolve(tree, comments=kept), ordered(faults), tuple(_guessed(tree, signs.doubtful))


def _guessed(tree: nodes.FileNode, doubtful: list[int]) -> Iterator[Span]:
    for block in () if tree.variant is None else tree.variant.blocks:
        for row in block.rows():
            found = bisect_left(doubtful, row.span.start)
            if found < len(doubtful) and doubtful[found] <= row.span.end:
                yield row.span


@attrs.define
class _Reader:
    """One run of the machine over tokens.

    Attributes:
        source: the text.
        tokens: its tokens; mends change them.
        doubtful: offsets near which what seems wrong may only follow from a fault already told.
        cut: whether the tokens end before the text does.
        faults: where faults are put.
        rest: tokens of a second variant.
    """

    source: Source
    tokens: list[Token]
    doubtful: list[int]
    cut: bool
    faults: list[Diagnostic]
    rest: list[Token] = attrs.field(factory=list)
    _at: int = 0
    _depth: int = 0
    _row: int = 0
    _mark: int = 1
    _mends: Counter[int] = attrs.field(factory=Counter)
    _machine: Machine = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._machine = Machine(Builder(self.source))

    def file(self) -> nodes.FileNode:
        """Read the tokens; return the tree, in which what could not be read is left out."""
        while self._at < len(self.tokens):
            token = self.tokens[self._at]
            if self._machine.run((token,)) is None:
                self._took(token)
            elif token.kind == END:
                self._end(token)
                break
            else:
                self._stuck(token)
        return self._tree()

    def _took(self, token: Token) -> None:
        """Note where a row begins: where to go back to if it cannot be read."""
        kind = token.kind
        self._at += 1
        if kind in {"LBRACE", "RBRACE", "ROW_END"}:
            self._depth += (kind == "LBRACE") - (kind == "RBRACE")
            self._row, self._mark = self._at, self._machine.mark()
        elif kind == "BLOCK" or kind in _HEADERS:
            self._row, self._mark = self._at - 1, self._machine.mark() - 1

    def _stuck(self, token: Token) -> None:
        accepts = self._machine.accepts()
        if self._depth == 0 and END in accepts:
            self._after_variant(token)
            return
        if not self._is_doubtful():
            slip = explain(Stuck(self.source, self.tokens, self._at, self._row, self._depth, accepts))
            if slip.diagnostic is not None:
                self.faults.append(slip.diagnostic)
            if not slip.sure:
                insort(self.doubtful, token.span.start)
            if slip.at is not None and self._mends[self._row] < _MOST_MENDS:
                self._mends[self._row] += 1
                self.tokens[slip.at : slip.at + slip.count] = slip.instead
                self._at = self._row
                self._machine.back(self._mark)
                return
        self._skip()

    def _is_doubtful(self) -> bool:
        """Tell whether something of this row was left out already."""
        end = self._at
        while self.tokens[end].kind not in {"ROW_END", "LBRACE", "RBRACE", END}:
            end += 1
        found = bisect_left(self.doubtful, self.tokens[self._row].span.start)
        return found < len(self.doubtful) and self.doubtful[found] <= self.tokens[end].span.end

    # ------------------------------------------------------------ going on behind what cannot be read

    def _skip(self) -> None:
        if self._depth == 0 and self.tokens[self._row].kind == "VARIANT" and self._at > self._row:
            self._skip_to_brace()
            return
        self._machine.back(self._mark)
        level = 0
        while not (level == 0 and self._is_landing()):
            kind = self.tokens[self._at].kind
            if kind == END:
                break
            level = max(0, level + (kind == "LBRACE") - (kind == "RBRACE"))
            self._at += 1
        if self.tokens[self._at].kind == "ROW_END":
            self._at += 1
        self._row = self._at

    def _is_landing(self) -> bool:
        """Tell whether the machine can go on at this token."""
        kind = self.tokens[self._at].kind
        if kind == END or self._depth == 0:
            return kind == END or kind in _HEADERS
        if kind == "RBRACE" or self._depth >= _BLOCK:
            return kind in {"RBRACE", "ROW_END"}
        following = [token.kind for token in self.tokens[self._at + 1 : self._at + 3]]
        return kind == "BLOCK" and (following[0] == "LBRACE" or following == ["NAME", "LBRACE"])

    def _skip_to_brace(self) -> None:
        """Give up the first line of a variant, but not its blocks."""
        while self.tokens[self._at].kind not in {"LBRACE", END}:
            self._at += 1
        if "NAME" in self._machine.accepts():
            self._fill("NAME")

    def _after_variant(self, token: Token) -> None:
        """Say that nothing may follow a variant; a second one is read for its faults."""
        if token.kind == "VARIANT":
            self.faults.append(Diagnostic("S114", token.span))
            self.rest = self.tokens[self._at :]
            self._at = len(self.tokens) - 1
            return
        last = token
        only_headers = True
        while self.tokens[self._at].kind not in {"VARIANT", END}:
            last = self.tokens[self._at]
            only_headers = only_headers and last.kind in {"VERSION", "SOURCES", "NUMBER", "DIGITS", "STRING"}
            self._at += 1
        # The headers of a second variant are no fault besides it.
        if not only_headers or self.tokens[self._at].kind == END:
            self.faults.append(Diagnostic("S115", token.span.to(last.span)))

    # ------------------------------------------------------------ the end

    def _end(self, token: Token) -> None:
        """Fill up what is missing at the end, so that what was read makes a tree."""
        if self._depth == 0 and not self.cut:
            self._end_outside()
        self._machine.back(self._mark)
        while self._machine.run((token,)) is not None:
            accepts = self._machine.accepts()
            self._fill(next(kind for kind in _FILLING if kind in accepts))

    def _end_outside(self) -> None:
        if len(self.tokens) == 1:
            self.faults.append(Diagnostic("S001", Span(self.source, 0, 0)))
        elif not any(one.kind == "VARIANT" for one in self.tokens):
            self.faults.append(Diagnostic("S102", self.tokens[0].span))
        elif not self._is_doubtful():
            slip = explain(Stuck(self.source, self.tokens, self._at, self._row, 0, self._machine.accepts()))
            if slip.diagnostic is not None:
                self.faults.append(slip.diagnostic)

    def _fill(self, kind: str) -> None:
        place = self.tokens[self._at].span.start
        self._machine.run((Token(kind, _FILLING[kind], Span(self.source, place, place)),))

    def _tree(self) -> nodes.FileNode:
        tree = self._machine.value
        if tree.variant is None or not any(token.kind == "VARIANT" for token in self.tokens):
            return attrs.evolve(tree, variant=None)
        known = {word.id for word in keywords_of("BLOCK")}
        blocks = tuple(block for block in tree.variant.blocks if block.word.id in known)
        return attrs.evolve(tree, variant=attrs.evolve(tree.variant, blocks=blocks))
