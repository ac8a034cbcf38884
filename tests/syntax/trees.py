"""Trees of rule files at random: everything that the grammar can say, and nothing that no text could."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import strategies as st

from phzdsl.syntax import nodes
from phzdsl.syntax.lexicon import KEYWORDS, keywords_of
from phzdsl.text.source import Source, Span

__all__ = ["expressions", "files"]

NOWHERE = Span(Source("nowhere", ""), 0, 0)
RESERVED = {spelling for word in KEYWORDS for spelling in (word.zh, word.en)}

T = TypeVar("T")

_LETTERS = "红胡乌点门对坎碰大小xyz"
_plain_names = st.from_regex(rf"[{_LETTERS}][{_LETTERS}0-9_]{{0,3}}(-[a-z]{{1,3}})?", fullmatch=True)
names = _plain_names.filter(lambda text: text not in RESERVED).map(lambda text: nodes.Name(text, span=NOWHERE))
_texts = st.text(st.characters(codec="utf-8", exclude_characters='\r\n"”」'), max_size=8)
texts = (_texts | _texts.map(lambda text: f'{text}"') | _texts.map(lambda text: f'"{text}”')).map(
    lambda text: nodes.Text(text, span=NOWHERE)
)
numbers = st.integers(0, 1_000_000_000).map(lambda value: nodes.Number(value, span=NOWHERE))
digits = st.text("一二十壹拾百〇", min_size=1, max_size=4).map(lambda text: nodes.Digits(text, span=NOWHERE))
cites = st.from_regex(r"[a-z][a-z0-9]?\.[a-z0-9\-]{1,5}", fullmatch=True).map(
    lambda text: nodes.Cite(text, span=NOWHERE)
)


def words(terminal: str) -> st.SearchStrategy[nodes.Word]:
    """Return the keywords of a terminal."""
    return st.sampled_from(keywords_of(terminal)).map(lambda word: nodes.Word(word.id, span=NOWHERE))


def tuples(values: st.SearchStrategy[T], least: int = 0, most: int = 3) -> st.SearchStrategy[tuple[T, ...]]:
    """Return short tuples of values."""
    return st.lists(values, min_size=least, max_size=most).map(tuple)


# ---------------------------------------------------------------- expressions


def _ranges(values: st.SearchStrategy[nodes.Expression]) -> st.SearchStrategy[nodes.RangeNode]:
    return (
        st.builds(nodes.RangeNode, values, values, span=st.just(NOWHERE))
        | st.builds(nodes.RangeNode, values, st.none(), span=st.just(NOWHERE))
        | st.builds(nodes.RangeNode, st.none(), values, span=st.just(NOWHERE))
    )


def _larger(values: st.SearchStrategy[nodes.Expression]) -> st.SearchStrategy[nodes.Expression]:
    """Return expressions made of smaller ones."""
    span = st.just(NOWHERE)
    items = values | _ranges(values)
    arms = st.builds(nodes.ArmNode, tuples(items), values, span=span)
    return st.one_of(
        st.builds(nodes.Call, names, tuples(items), span=span),
        st.builds(nodes.Negative, values, span=span),
        st.builds(nodes.Arithmetic, st.sampled_from(["+", "-", "*", "/", "mod", "^"]), values, values, span=span),
        st.builds(nodes.Comparison, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), values, values, span=span),
        st.builds(nodes.Within, values, tuples(items, least=1), span=span),
        st.builds(nodes.Not, values, span=span),
        st.builds(nodes.Combined, st.sampled_from(["and", "or"]), tuples(values, least=2), span=span),
        st.builds(nodes.Choice, values, values, values, span=span),
        st.builds(nodes.LookupNode, values, tuples(arms, least=1), span=span),
    )


_atoms: st.SearchStrategy[nodes.Expression] = names | numbers | digits
expressions = st.recursive(_atoms, _larger, max_leaves=12)
_arguments = expressions | _ranges(expressions)


# ---------------------------------------------------------------- rows


def _after(node: nodes.Argument) -> bool:
    """Tell whether ``=`` behind a value would be taken for a comparison with it."""
    match node:
        case nodes.RangeNode():
            return False
        case nodes.Comparison() | nodes.Within():
            return False
        case nodes.Not():
            return _after(node.operand)
        case nodes.Combined():
            return _after(node.operands[-1])
        case nodes.Choice():
            return _after(node.otherwise)
        case _:
            return True


def _takes_equals(arguments: tuple[nodes.Argument, ...], keyed: tuple[nodes.Keyed, ...]) -> bool:
    last = keyed[-1].value if keyed else arguments[-1] if arguments else None
    return last is not None and _after(last)


@st.composite
def _values(draw: st.DrawFn) -> tuple[tuple[nodes.Argument, ...], tuple[nodes.Keyed, ...]]:
    if draw(st.booleans()):
        return draw(tuples(_arguments)), ()
    keyed = st.builds(nodes.Keyed, words("KEY"), expressions, span=st.just(NOWHERE))
    return (), draw(tuples(keyed))


@st.composite
def _clauses(draw: st.DrawFn) -> nodes.Clause:
    kind = draw(st.sampled_from(["values", "equals", "text", "hand"]))
    if kind == "equals":
        return nodes.Clause(nodes.Word("=", span=NOWHERE), (draw(expressions),), span=NOWHERE)
    if kind == "hand":
        cards = tuples(names | digits)
        groups = draw(tuples(st.builds(nodes.Group, names, cards, span=st.just(NOWHERE)), least=1))
        return nodes.Clause(draw(words("HAND")), hand=nodes.HandNode(groups, span=NOWHERE), span=NOWHERE)
    word = draw(words("CLAUSE"))
    if kind == "text":
        return nodes.Clause(word, text=draw(texts), span=NOWHERE)
    arguments, keyed = draw(_values())
    return nodes.Clause(word, arguments, keyed, span=NOWHERE)


@st.composite
def _rows(draw: st.DrawFn) -> nodes.RowNode:
    arguments, keyed = draw(_values())
    clauses: list[nodes.Clause] = []
    taken = _takes_equals(arguments, keyed)
    for clause in draw(st.lists(_clauses(), max_size=3)):
        if clause.word.id == "=" and taken:
            continue
        clauses.append(clause)
        taken = _takes_equals(clause.arguments, clause.keyed)
    return nodes.RowNode(
        draw(st.none() | words("OPERATION")),
        draw(names),
        arguments,
        keyed,
        tuple(clauses),
        draw(tuples(words("CLAUSE"), most=2)),
        draw(tuples(cites, most=2)),
        span=NOWHERE,
    )


# ---------------------------------------------------------------- files

_ranks = st.builds(nodes.RankNode, tuples(_rows()), span=st.just(NOWHERE))
_blocks = st.builds(
    nodes.BlockNode, words("BLOCK"), st.none() | names, tuples(_rows() | _ranks, most=4), span=st.just(NOWHERE)
)
_variants = st.builds(
    nodes.VariantNode,
    names,
    st.none() | texts,
    st.none() | names | texts,
    tuples(_blocks),
    span=st.just(NOWHERE),
)
files = st.builds(
    nodes.FileNode,
    st.none() | st.integers(0, 99).map(lambda value: nodes.Number(value, span=NOWHERE)),
    tuples(texts, most=2),
    _variants,
    st.just(()),
    span=st.just(NOWHERE),
)
