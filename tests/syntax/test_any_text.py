"""Any text at all: it is read without an exception, and what is said of it has a place inside it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phzdsl.syntax.lexicon import KEYWORDS
from phzdsl.syntax.limits import Limits
from phzdsl.syntax.parse import Parsed, parse
from phzdsl.syntax.tokens import Token, tokens_of
from phzdsl.text.catalogue import entry, holes
from phzdsl.text.diagnostics import Diagnostic
from phzdsl.text.source import Source, Span

RULES = [path.read_text("utf-8") for path in sorted((Path(__file__).parents[2] / "rules").glob("*.phz"))]
SMALL = Limits(characters=400, rows=6, nesting=4, row_tokens=20, row_operators=4, magnitude=1000)

_words = sorted({spelling for word in KEYWORDS for spelling in (word.zh, word.en)})
_signs = list("{}{}{}()[]（）｛｝,，;；:：=＝<>≥+-×÷/^%!！?？&|@#.…~\"“”「」'$\n\n\n\r \t　")
_pieces = st.sampled_from(
    [*_words, *_signs, "甲", "x", "一二", "3", "当红牌", "自摸且天胡", "變體", "@s0.x", '"话"', "..", "=="]
)
texts = (
    st.lists(_pieces, max_size=60).map(" ".join) | st.lists(_pieces, max_size=60).map("".join) | st.text(max_size=80)
)


def spans(found: Diagnostic) -> list[Span]:
    """Return every place that a fault speaks of."""
    edits = [edit for fix in found.fixes for edit in fix.edits]
    return [found.span, *(related.span for related in found.related), *(edit.span for edit in edits)]


def sound(source: Source, parsed: Parsed) -> None:
    """Assert what holds of every reading."""
    assert parsed.tree.span.source is source
    assert parsed.diagnostics or parsed.tree.variant is not None
    for found in parsed.diagnostics:
        assert set(found.values) == holes(entry(found.code).message.zh)
        for span in spans(found):
            assert span.source is source
            assert 0 <= span.start <= span.end <= len(source.text)
    starts = [found.span.start for found in parsed.diagnostics]
    assert starts == sorted(starts)
    for span in parsed.guessed:
        assert 0 <= span.start <= span.end <= len(source.text)


@settings(max_examples=400, deadline=None)
@given(texts)
def test_any_text(text: str) -> None:
    """Words, signs and nonsense in any order are read; each fault is inside the text, with all its values."""
    source = Source("x", text)
    sound(source, parse(source))


@settings(max_examples=200, deadline=None)
@given(texts)
def test_any_text_with_small_limits(text: str) -> None:
    """The same holds where limits break in the middle of anything."""
    source = Source("x", f"变体 x {{ 番 {{ {text}")
    sound(source, parse(source, SMALL))


def damaged(text: str, random: Random) -> tuple[str, int]:
    """Return a text with one token left out, doubled, cut or put elsewhere, and where."""
    source = Source("x", text)
    tokens: list[Token] = [token for token in tokens_of(source, [], 10_000) if token.kind != "NEWLINE"]
    span = random.choice(tokens).span
    other = random.choice(tokens).text
    at = random.randrange(span.start, span.end)
    return random.choice(
        [
            (text[: span.start] + text[span.end :], span.start),
            (f"{text[: span.end]} {span.text}{text[span.end :]}", span.start),
            (text[:at] + text[at + 1 :], span.start),
            (f"{text[: span.start]} {other} {text[span.start :]}", span.start),
            (text[: span.end] + text[span.end : span.end + 1].strip() + text[span.end + 1 :], span.start),
        ]
    )


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_damaged_rule_files(random: Random, times: int) -> None:
    """Real files with some tokens damaged are read as soundly."""
    text = random.choice(RULES)
    for _ in range(times):
        text, _ = damaged(text, random)
    source = Source("x", text)
    sound(source, parse(source))


def test_one_slip_is_seldom_more_than_one_fault() -> None:
    """Of hundreds of single slips in real files nearly all give at most one fault, and nearly all where they are."""
    random = Random(7)
    many = far = 0
    rounds = 300
    for _ in range(rounds):
        text, place = damaged(random.choice(RULES), random)
        source = Source("x", text)
        line = source.place(place).line
        found = parse(source).diagnostics
        many += len(found) > 1
        # A brace that is missing is told at its partner.
        far += any(abs(one.span.start_place.line - line) > 2 for one in found if one.code not in {"S103", "S108"})
    assert many <= rounds * 0.08
    assert far <= rounds * 0.02


@pytest.mark.parametrize("text", RULES)
def test_every_beginning_of_a_file(text: str) -> None:
    """A file cut off anywhere, as while it is being typed, is read, and its rows so far are kept."""
    rows = -1
    for end in range(0, len(text), max(1, len(text) // 60)):
        source = Source("x", text[:end])
        parsed = parse(source)
        sound(source, parsed)
        blocks = parsed.tree.variant.blocks if parsed.tree.variant else ()
        now = sum(len(block.rows()) for block in blocks)
        assert now >= rows - 1
        rows = max(rows, now)
