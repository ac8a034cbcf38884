"""Text to tree, with every fault of the text in one run.

A text without faults is parsed whole. Otherwise it is cut at blocks and rows, which braces and line ends
mark off, and each is parsed alone: a fault costs its own row and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from itertools import pairwise

import attrs
from lark import Lark, Token, UnexpectedToken

from phzdsl.paths import cache_folder
from phzdsl.syntax import nodes
from phzdsl.syntax.build import Builder
from phzdsl.syntax.limits import Limits
from phzdsl.syntax.slips import explain
from phzdsl.syntax.tokens import TokenFilter, row_tokens
from phzdsl.text.diagnostics import Diagnostic
from phzdsl.text.source import Source, Span

__all__ = ["Parsed", "parse"]

_STARTS = ("file", "header", "row")


@attrs.frozen
class Parsed:
    """What a text gave: the tree as far as it could be read, and the faults."""

    tree: nodes.FileNode
    diagnostics: tuple[Diagnostic, ...]


def parse(source: Source, limits: Limits | None = None) -> Parsed:
    """Parse a rule file.

    Never raises for what the text says: faults are returned, all of them.
    """
    limits = limits or Limits()
    faults: list[Diagnostic] = []
    aside: list[Token] = []
    tokens = _tokens(source, limits, aside, faults)
    comments = tuple(nodes.Comment(str(token), span=_span(source, token, token)) for token in aside)
    if not faults:
        whole = _feed("file", tokens)
        if not isinstance(whole, UnexpectedToken):
            tree: nodes.FileNode = Builder(source).transform(whole)
            return Parsed(attrs.evolve(tree, comments=comments), ())
    tree = _Recovery(source, tokens, faults).file()
    return Parsed(attrs.evolve(tree, comments=comments), tuple(faults))


# ---------------------------------------------------------------- lexing


@cache
def _lark() -> Lark:
    """Build the parser once; its tables are kept in the cache folder, keyed by grammar and version."""
    grammar = resources.files("phzdsl.syntax").joinpath("phz.lark").read_text("utf-8")
    folder = cache_folder()
    kept: str | bool = str(folder / "grammar.bin") if folder else False
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        start=list(_STARTS),
        postlex=TokenFilter(),
        maybe_placeholders=True,
        cache=kept,
    )


def _tokens(source: Source, limits: Limits, comments: list[Token], faults: list[Diagnostic]) -> list[Token]:
    """Lex a text up to a limit; what breaks a limit is a fault, and ends the list."""
    if len(source.text) > limits.characters:
        faults.append(_fault("L001", source, 0, 1, limit=limits.characters, found=len(source.text)))
        return []
    tokens: list[Token] = []
    nesting = rows = in_row = 0
    for token in row_tokens(_lark().lex(source.text), comments):
        kind = token.type
        in_row = 0 if kind in {"ROW_END", "LBRACE"} else in_row + 1
        rows += kind == "ROW_END"
        if kind in {"LBRACE", "LPAREN", "LBRACKET"}:
            nesting += 1
        elif kind in {"RBRACE", "RPAREN", "RBRACKET"}:
            nesting = max(0, nesting - 1)
        broken = _broken_limit(limits, nesting, rows, in_row)
        if broken:
            code, limit = broken
            faults.append(_fault(code, source, token.start_pos or 0, token.end_pos or 0, limit=limit))
            break
        if kind == "NUMBER" and (len(token) > len(str(limits.magnitude)) or int(token) > limits.magnitude):
            start, end = token.start_pos or 0, token.end_pos or 0
            faults.append(_fault("L005", source, start, end, limit=limits.magnitude))
            token = token.update(value="0")
        tokens.append(token)
    return tokens


def _broken_limit(limits: Limits, nesting: int, rows: int, in_row: int) -> tuple[str, int] | None:
    if nesting > limits.nesting:
        return "L002", limits.nesting
    if rows > limits.rows:
        return "L003", limits.rows
    if in_row > limits.row_tokens:
        return "L004", limits.row_tokens
    return None


# ---------------------------------------------------------------- parsing


def _feed(start: str, tokens: Iterable[Token]) -> object:
    """Run the parser over tokens; return the tree, or the error that stopped it."""
    machine = _lark().parse_interactive("", start=start)
    last = None
    try:
        for last in tokens:
            machine.feed_token(last)
        return machine.feed_eof(last)
    except UnexpectedToken as error:
        return error


class _Recovery:
    """Reads what can be read of a text with faults, piece by piece."""

    def __init__(self, source: Source, tokens: list[Token], faults: list[Diagnostic]) -> None:
        self._source = source
        self._tokens = tokens
        self._faults = faults
        self._builder = Builder(source)

    def file(self) -> nodes.FileNode:
        """Read headers and the variant."""
        at = next((index for index, token in enumerate(self._tokens) if token.type == "VARIANT"), None)
        head = self._tokens if at is None else self._tokens[:at]
        found = [node for piece in _headers(head) if (node := self._piece("header", piece)) is not None]
        versions = [node for node in found if isinstance(node, nodes.Number)]
        sources = tuple(node for node in found if isinstance(node, nodes.Text))
        variant = None if at is None else self._variant(at)
        if at is None and not self._faults:
            self._faults.append(_fault("S102", self._source, 0, min(1, len(self._source.text))))
        span = Span(self._source, 0, len(self._source.text))
        return nodes.FileNode(versions[0] if versions else None, sources, variant, (), span=span)

    def _variant(self, at: int) -> nodes.VariantNode | None:
        tokens = self._tokens
        brace = next((index for index in range(at, len(tokens)) if tokens[index].type == "LBRACE"), None)
        blocks = self._blocks(len(tokens) if brace is None else brace + 1)
        head = tokens[at : len(tokens) if brace is None else brace]
        closed = [*head, _made("LBRACE", "{", head[-1]), _made("RBRACE", "}", head[-1])]
        read = self._piece("file", closed)
        if not isinstance(read, nodes.FileNode) or read.variant is None:
            return None
        return attrs.evolve(read.variant, blocks=blocks, span=_span(self._source, tokens[at], tokens[-1]))

    def _blocks(self, at: int) -> tuple[nodes.BlockNode, ...]:
        """Read the blocks that follow, each up to its closing brace."""
        tokens = self._tokens
        found: list[nodes.BlockNode] = []
        while at < len(tokens):
            start = at
            at = self._block_end(start)
            piece = tokens[start:at]
            if piece[0].type == "RBRACE":
                if at < len(tokens):
                    self._unexpected(tokens[at], {"$END"})
                return tuple(found)
            block = self._block(piece)
            if block is not None:
                found.append(block)
        self._open_brace()
        return tuple(found)

    def _block_end(self, start: int) -> int:
        """Return the index past a block: past the brace that closes it, or where the next block starts."""
        depth = 0
        for index in range(start, len(self._tokens)):
            kind = self._tokens[index].type
            depth += (kind == "LBRACE") - (kind == "RBRACE")
            if kind == "RBRACE" and depth <= 0:
                return index + 1
            if kind == "BLOCK" and index > start and depth <= 0:
                return index
        return len(self._tokens)

    def _block(self, piece: list[Token]) -> nodes.BlockNode | None:
        brace = next((index for index, token in enumerate(piece) if token.type == "LBRACE"), None)
        closed = piece[-1].type == "RBRACE"
        if brace is None or piece[0].type != "BLOCK":
            self._unexpected(piece[0], {"BLOCK", "RBRACE"} if piece[0].type != "BLOCK" else {"LBRACE"})
            return None
        body = piece[brace + 1 : -1] if closed else piece[brace + 1 :]
        head = [*piece[: brace + 1], _made("RBRACE", "}", piece[brace])]
        shell = self._shell(head)
        entries = tuple(self._entries(body))
        if shell is None:
            return None
        return attrs.evolve(shell, entries=entries, span=_span(self._source, piece[0], piece[-1]))

    def _shell(self, head: list[Token]) -> nodes.BlockNode | None:
        """Read a block's first line by wrapping it in an empty variant."""
        at = head[0]
        lead = [_made("VARIANT", "变体", at), _made("NAME", "x", at), _made("LBRACE", "{", at)]
        read = self._piece("file", [*lead, *head, _made("RBRACE", "}", at)])
        return read.variant.blocks[0] if isinstance(read, nodes.FileNode) and read.variant else None

    def _entries(self, body: list[Token]) -> Iterator[nodes.RowNode | nodes.RankNode]:
        ranked: list[nodes.RowNode] = []
        opening: Token | None = None
        for piece in _pieces(body):
            if piece[0].type == "RANK":
                opening = piece[0]
            elif piece[0].type == "RBRACE" and opening is not None:
                yield nodes.RankNode(tuple(ranked), span=_span(self._source, opening, piece[0]))
                ranked, opening = [], None
            else:
                row = self._piece("row", piece)
                if isinstance(row, nodes.RowNode):
                    if opening is None:
                        yield row
                    else:
                        ranked.append(row)
        if opening is not None:
            yield nodes.RankNode(tuple(ranked), span=_span(self._source, opening, body[-1]))

    def _piece(self, start: str, tokens: list[Token]) -> object:
        """Parse one piece alone; a fault is noted and gives None."""
        read = _feed(start, tokens)
        if isinstance(read, UnexpectedToken):
            self._unexpected(read.token, set(read.accepts or read.expected), tokens)
            return None
        return self._builder.transform(read)

    def _unexpected(self, token: Token, expected: set[str], around: list[Token] | None = None) -> None:
        if token.type == "$END" and around:
            last = around[-1]
            token = Token.new_borrow_pos("$END", "", last)
            token.start_pos, token.end_pos = last.end_pos, last.end_pos
        self._faults.append(explain(self._source, token, expected, around or [token]))

    def _open_brace(self) -> None:
        end = len(self._source.text)
        stack: list[Token] = []
        for token in self._tokens:
            if token.type == "LBRACE":
                stack.append(token)
            elif token.type == "RBRACE" and stack:
                stack.pop()
        if stack and not any(fault.code.startswith("L") for fault in self._faults):
            place = stack[-1]
            self._faults.append(_fault("S103", self._source, place.start_pos or 0, place.end_pos or end))


def _headers(tokens: list[Token]) -> Iterator[list[Token]]:
    """Cut what stands before the variant at each header word."""
    cuts = [index for index, token in enumerate(tokens) if token.type in {"VERSION", "SOURCES"}]
    bounds = sorted({0, *cuts, len(tokens)})
    for start, end in pairwise(bounds):
        yield tokens[start:end]


def _pieces(body: list[Token]) -> Iterator[list[Token]]:
    """Cut a block's body into rows; the opening of a rank and its brace are pieces of their own."""
    piece: list[Token] = []
    for token in body:
        if token.type in {"ROW_END", "LBRACE", "RBRACE"} or token.type == "RANK":
            if piece and not (token.type == "LBRACE" and piece[0].type == "RANK"):
                yield piece
                piece = []
            if token.type == "RBRACE":
                yield [token]
            elif token.type == "RANK":
                piece = [token]
            elif token.type == "LBRACE" and piece:
                yield piece
                piece = []
        else:
            piece.append(token)
    if piece:
        yield piece


def _made(kind: str, text: str, beside: Token) -> Token:
    return Token.new_borrow_pos(kind, text, beside)


def _span(source: Source, first: Token, last: Token) -> Span:
    return Span(source, first.start_pos or 0, last.end_pos or 0)


def _fault(code: str, source: Source, start: int, end: int, **values: int | str) -> Diagnostic:
    return Diagnostic(code, Span(source, start, end), dict(values))
