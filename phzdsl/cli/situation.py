"""What a command line says of a hand besides its cards: how it was won, facts of play, options."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import attrs

from phzdsl.cli.choices import Choices, add_options, pair
from phzdsl.cli.console import FailedError
from phzdsl.cli.faults import about_hand, mends
from phzdsl.cli.variants import bound
from phzdsl.errors import HandError
from phzdsl.ruleset.expressions import Expr, bounds, refs
from phzdsl.ruleset.facts import FACTS, Fact, Origin, SizeBounds, fact
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import number_of
from phzdsl.ruleset.vocabulary import term
from phzdsl.scoring.hand import Hand
from phzdsl.scoring.notation import parse_hand
from phzdsl.scoring.score import Score, Scorer
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Value
from phzdsl.text.source import Source, Span

__all__ = ["Bench", "Situation", "add_situation", "facts_named", "greatest_of", "situation_of"]

_BY = ("self", "draw", "discard", "deal")
# The words of the rule language for them, which are taken too, and what some say besides.
_BY_WORDS = {
    "自摸": ("self", ""), "self-draw": ("self", ""),
    "他摸": ("draw", ""), "others-draw": ("draw", ""), "任摸": ("draw", ""), "any-draw": ("draw", ""),
    "上家摸": ("draw", ""), "previous-draw": ("draw", ""),
    "打": ("discard", ""), "discarded": ("discard", ""), "放炮": ("discard", ""),
    "他打": ("discard", ""), "others-discard": ("discard", ""),
    "上家打": ("discard", ""), "previous-discard": ("discard", ""),
    "亮张": ("draw", "shown-win"), "shown": ("draw", "shown-win"),
    "首打": ("discard", "first-discard-win"), "first-discard": ("discard", "first-discard-win"),
    "起手": ("deal", ""), "起手胡": ("deal", ""),
}  # fmt: skip
# What the cards and --by settle already.
_SETTLED = frozenset({"self-draw", "discard-win", "deal-win", "from-discard", "from-draw", "players"})
_GREATEST_XI = 1_000
_EXPRESSIONS = Expr.__args__


@attrs.frozen
class Situation:
    """What is said of a hand besides its cards.

    Attributes:
        by: how the winning card came.
        facts: ``NAME[=VALUE]`` as written.
        options: names and values as written.
    """

    by: str
    facts: tuple[str, ...]
    options: tuple[tuple[str, str], ...]


# Choices of options whose scorers are kept; a file of hands may ask for any number of them.
_MOST_SCORERS = 16


def add_situation(parser: Choices) -> None:
    """Add ``--by``, ``--fact`` and ``-o``."""
    parser.choice(
        "--by",
        zh="胡的那张怎么来：自摸 self，他摸 draw，打 discard，起手 deal，亮张 shown，首打 first-discard",
        en="how the winning card came: self 自摸, draw 他摸 (another's), discard 打, deal 起手, shown 亮张, first-discard 首打",
        choices=(*_BY, *_BY_WORDS),
        default="self",
        metavar="HOW",
    )
    parser.choice(
        "--fact",
        zh="牌面以外的事，可写多次",
        en="a fact of play, repeatable",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
    )
    add_options(parser)


def situation_of(arguments: argparse.Namespace) -> Situation:
    """Return what the arguments say."""
    by, fact_of_it = _BY_WORDS.get(arguments.by, (arguments.by, ""))
    return Situation(by, ((fact_of_it,) if fact_of_it else ()) + tuple(arguments.fact), tuple(arguments.options))


class Bench:
    """Scores hands of one variant; a ruleset is bound once for each choice of options."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._scorers: dict[tuple[tuple[str, str], ...], Scorer] = {}

    def score(self, hand: str, situation: Situation, span: Span | None = None) -> Score:
        """Score a hand as written; ``span`` is where it stands, for faults.

        Raises:
            FailedError: the hand, an option or a fact cannot be.
        """
        scorer = self._scorer(situation.options)
        where = span or Span(Source("HAND", hand), 0, len(hand))
        laid = _hand(hand, scorer.ruleset, situation, where)
        try:
            return scorer.score(laid)
        except HandError as error:
            raise FailedError(about_hand(error, where)) from error

    def _scorer(self, options: tuple[tuple[str, str], ...]) -> Scorer:
        if options not in self._scorers:
            self._scorers[options] = Scorer(bound(self._ruleset, dict(options)))
            if len(self._scorers) > _MOST_SCORERS:
                del self._scorers[next(iter(self._scorers))]
        return self._scorers[options]


def _hand(text: str, ruleset: Ruleset, situation: Situation, span: Span) -> Hand:
    if not text.strip():
        raise FailedError(Diagnostic("D920", span, {"what": Bilingual("什么也没写", "nothing is written")}))
    facts = dict(_fact(written, ruleset) for written in situation.facts)
    try:
        return parse_hand(text, ruleset, situation.by, facts)
    except HandError as error:
        raise FailedError(about_hand(error, span)) from error


def _fact(written: str, ruleset: Ruleset) -> tuple[str, int]:
    """Read ``NAME`` or ``NAME=VALUE``."""
    name, value = pair(written)
    source = Source(f"--fact {written}", written)
    known = fact(name)
    if known is None or known.takes is not None:
        span = Span(source, 0, len(name))
        fixes = mends(name, _names(), span)
        named = facts_named(ruleset)
        listed = Bilingual("、".join(one.zh for one in named) or "没有", ", ".join(one.id for one in named) or "none")
        raise FailedError(Diagnostic("D927", span, {"name": name, "known": listed}, fixes=fixes))
    if known.origin in {Origin.CARDS, Origin.DIVISION} or known.id in _SETTLED:
        raise FailedError(Diagnostic("D906", Span(source, 0, len(name)), {"name": name}))
    number = _number(value) if "=" in written.replace("＝", "=") else 1
    greatest = greatest_of(known, ruleset)
    if number is None or not 0 <= number <= greatest:
        values: dict[str, Value] = {"name": name, "value": value, "low": 0, "high": greatest}
        raise FailedError(Diagnostic("D905", Span(source, len(written) - len(value), len(written)), values))
    return known.id, number


def _number(value: str) -> int | None:
    truth = term("option-value", value)
    if truth is not None:
        return int(truth.id == "yes")
    return number_of(value)


def _names() -> Iterator[str]:
    for one in FACTS:
        if one.origin in {Origin.PLAY, Origin.TABLE} and one.id not in _SETTLED:
            yield from (one.zh, one.id)


def greatest_of(known: Fact, ruleset: Ruleset) -> int:
    """Return the greatest value of a fact in any room of a variant."""
    players = bounds(ruleset.seats.players.value)[1] if ruleset.seats.players else 4
    cards = sum(len(part.kinds) * bounds(part.each)[1] for part in ruleset.deck.cards)
    return known.greatest(SizeBounds(cards, cards // 3, players, cards, cards, cards, cards, _GREATEST_XI))


def facts_named(ruleset: Ruleset) -> Sequence[Fact]:
    """Return the facts of play that a variant's rows name and a command line may state, in the order of the list."""
    keys = {ref.key for expr in _expressions(ruleset) for ref in refs(expr)}
    return [
        one
        for one in FACTS
        if f"fact:{one.id}" in keys and one.origin in {Origin.PLAY, Origin.TABLE} and one.id not in _SETTLED
    ]


def _expressions(part: object) -> Iterator[Expr]:
    """Yield every expression inside a part of the model."""
    if isinstance(part, tuple):
        for one in part:
            yield from _expressions(one)
    elif isinstance(part, _EXPRESSIONS):
        yield part
    elif attrs.has(type(part)) and not isinstance(part, Span):
        for field in attrs.fields(type(part)):  # type: ignore[arg-type]  # what has fields is a class of values
            yield from _expressions(getattr(part, field.name))
