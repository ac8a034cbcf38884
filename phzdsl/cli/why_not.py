"""``phz why-not``: why a hand does not have a pattern, and the smallest change that gives it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from phzdsl.cards import write_cards, write_kind
from phzdsl.cli.answer import answer, options_of
from phzdsl.cli.came import by_words
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.counting import counting
from phzdsl.cli.faults import about_hand, mends, nowhere
from phzdsl.cli.formula import facts_in, written
from phzdsl.cli.names import cited, option_value, option_word
from phzdsl.cli.situation import Bench, add_situation, situation_of
from phzdsl.cli.table import aligned
from phzdsl.cli.variants import Library
from phzdsl.errors import HandError
from phzdsl.ruleset.expressions import Comparison, Unit, refs
from phzdsl.ruleset.facts import fact
from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.told import short_of
from phzdsl.text.cells import visible
from phzdsl.text.diagnostics import Bilingual, Diagnostic
from phzdsl.text.source import Source, Span

if TYPE_CHECKING:
    from phzdsl.analysis.whynot import Change, Part, WhyNot
    from phzdsl.cli.parser import Parser
    from phzdsl.scoring.score import Score

__all__ = ["add_arguments", "run"]

_KINDS = {
    "play": Bilingual("换怎么胡的", "won otherwise"),
    "option": Bilingual("换选项", "other options"),
    "cards": Bilingual("换牌", "other cards"),
    "both": Bilingual("换牌，也换怎么胡的", "other cards, won otherwise"),
}
_SPACE = Bilingual(
    "怎么胡的、哪张最后来、问得到的牌局情形，改得最少的在前（情形太多时只试同时有几样的）；选项改一个，再改两个（太多时只改一个）；牌换手里的，桌上的不动，换一张、两张、"
    "三张的一种不漏（多一副四张就多一张）；这些单独都不成，再试换一两张牌同时改怎么胡的",
    "how the card came, which card came last and the facts of play that are asked for, fewest changes first (of very many only those where few hold together); one option, then "
    "two (of very many only one); one card, then two, then three replaced, every set of them (one more for one more quad), melds on the table left as they are; where none of these is enough "
    "alone, one or two cards together with how it was won",
)


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes("variant", "变体名或规则文件", "id of a variant, or a rule file", metavar="VARIANT")
    parser.takes(
        "hand",
        "一手牌，写法和 phz score 一样",
        "a hand, written as for phz score",
        nargs="+",
        metavar="HAND",
    )
    parser.takes("pattern", "番名", "name of a pattern", metavar="PATTERN")
    add_situation(parser)
    parser.json_choice()


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Look, and tell."""
    ruleset = Library().usable(arguments.variant)
    score = Bench(ruleset).score(" ".join(arguments.hand), situation_of(arguments))
    found = _found(ruleset, score, arguments.pattern, console)
    if arguments.json:
        console.write_json(_value(ruleset, arguments.pattern, found, console))
    else:
        for line in _lines(ruleset, arguments.pattern, found, console):
            console.write(line)
    return 0


def _found(ruleset: Ruleset, score: Score, name: str, console: Console) -> WhyNot:
    with counting(console) as check:
        from phzdsl.analysis.whynot import pattern_named, why_not  # noqa: PLC0415 - numpy, which not everybody has

        path = pattern_named(ruleset, name)
        if path is None:
            raise FailedError(_no_pattern(ruleset, name))
        try:
            return why_not(ruleset, score.hand, path, dict(score.ruleset.bound or ()), check=check)
        except HandError as error:  # a hand near it can be divided in too many ways
            raise FailedError(about_hand(error, nowhere(ruleset.id))) from error


def _no_pattern(ruleset: Ruleset, name: str) -> Diagnostic:
    known = list(dict.fromkeys(one.called for _, one in ruleset.patterns()))
    span = Span(Source("PATTERN", name), 0, len(name))
    listed = Bilingual("、".join(known) or "没有番", ", ".join(known) or "none")
    values: dict[str, Any] = {"variant": ruleset.id, "name": name, "known": listed}
    return Diagnostic("D939", span, values, fixes=mends(name, known, span))


# ---------------------------------------------------------------- text


def _lines(ruleset: Ruleset, name: str, found: WhyNot, console: Console) -> Iterator[str]:
    """Yield the page."""
    from phzdsl.cli.trace import trace  # noqa: PLC0415 - only here

    say = console.say
    yield say(f"{visible(ruleset.title)}（{ruleset.id}）", ruleset.id)
    if found.has:
        yield say(f"这手牌有「{visible(name)}」", f"the hand has {visible(name)}")
        yield ""
        yield trace(found.score, console.language)
        return
    yield say(f"这手牌没有「{visible(name)}」", f"the hand does not have {visible(name)}")
    yield ""
    yield from _why(found, console)
    for at, (kind, change) in enumerate(_changes(found), 1):
        yield ""
        yield f"{at}. {_KINDS[kind].in_language(console.language)}{say('：', ': ')}{_said(change, console)}"
        # Whose rules these are stands above.
        yield from (f"   {line}".rstrip() for line in trace(change.score, console.language).splitlines()[1:])
    if not found.changes:
        yield ""
        yield from _nowhere(found, console)
    yield ""
    yield say("试的是：", "tried: ") + _SPACE.in_language(console.language)


def _why(found: WhyNot, console: Console) -> Iterator[str]:
    """Yield what fails."""
    say, pattern, reason = console.say, found.pattern, found.score.reason
    if reason is not None:
        yield say("不是胡牌：", "not a win: ") + visible(reason.words.in_language(console.language))
    if pattern is None or found.condition is None:
        yield say("照这样的选项，没有这个番", "with these options there is no such pattern")
        return
    if found.held and reason is None:
        yield _instead(found, console)
    yield say("条件", "condition") + f"  {cited(pattern.row)}".rstrip()
    yield from aligned(list(_parts(found.condition, found, console, 1)))


def _instead(found: WhyNot, console: Console) -> str:
    """Say which pattern counts instead of this one."""
    own = found.pattern.id if found.pattern is not None else ""
    counted = found.score.counted
    kept = [one for table in (counted.tables if counted is not None else ()) for one, _ in table.counted]
    by = next((one.called for one in kept if own in one.replaces), None)
    if by is None:
        return console.say(
            "条件成立，可是算了别的番，没有算它", "its condition holds, and other patterns count instead"
        )
    return console.say(
        f"条件成立，可是由「{visible(by)}」代替了", f"its condition holds, and {visible(by)} counts instead"
    )


def _parts(part: Part, found: WhyNot, console: Console, depth: int) -> Iterator[tuple[str, str, str]]:
    """Yield a row for a condition and each of its parts: whether it holds, what it is, the values it names."""
    say, condition, values = console.say, part.condition, found.values
    marks = {True: say("成立", "holds"), False: say("不成立", "fails"), None: say("看不出", "unknown")}
    known = all(ref.key in values for ref in refs(condition))
    facts = facts_in(condition, values, console.language) if known and not part.parts else ""
    short = short_of(condition, values) if known and isinstance(condition, Comparison) else 0  # type: ignore[arg-type]  # any mapping
    more = say(f"差 {short}", f"{short} off") if short else ""
    yield (
        f"{'  ' * depth}{marks[part.holds]}",
        written(condition, console.language),
        say("，", ", ").join(one for one in (facts, more) if one),
    )
    for one in part.parts:
        yield from _parts(one, found, console, depth + 1)


def _changes(found: WhyNot) -> Iterator[tuple[str, Change]]:
    every = zip(_KINDS, (found.play, found.option, found.cards, found.both), strict=True)
    yield from ((kind, change) for kind, change in every if change is not None)


def _said(change: Change, console: Console) -> str:
    """Say in what the hand is another."""
    say = console.say
    parts = []
    if change.out or change.into:
        parts.append(_replaced(change, console))
    if change.by is not None:
        parts.append(by_words(change.by, console.language))
    if change.card is not None:
        parts.append(say(f"胡的那张是 {write_kind(change.card)}", f"wins on {write_kind(change.card)}"))
    for name, before, after in change.facts:
        known = fact(name)
        spelled = name if known is None else say(known.zh, known.id)
        truth = known is not None and known.unit is Unit.TRUTH
        values = [say("否是"[one], ("no", "yes")[one]) if truth else str(one) for one in (before, after)]
        parts.append(f"{spelled} {values[0]} → {values[1]}")
    for option, before, after in change.options:
        words = [option_word(option, one, console.language) for one in (before, after)]
        parts.append(f"{visible(option.id)} {visible(words[0])} → {visible(words[1])}")
    return say("，", ", ").join(parts)


def _replaced(change: Change, console: Console) -> str:
    """Say which cards are others; with another number of quads there is one more or less."""
    out, into = write_cards(change.out), write_cards(change.into)
    if len(change.out) == len(change.into):
        many = len(change.out)
        return console.say(f"换 {many} 张，{out} → {into}", f"{many} replaced, {out} → {into}")
    gone = [console.say(f"去 {out}", f"{out} taken out")] if out else []
    come = [console.say(f"添 {into}", f"{into} put in")] if into else []
    return console.say("，", ", ").join(gone + come)


def _nowhere(found: WhyNot, console: Console) -> Iterator[str]:
    """Say that nothing near has the pattern, and whether anything has."""
    from phzdsl.cli.trace import trace  # noqa: PLC0415 - loaded by now

    say = console.say
    if found.looked:
        yield say(
            f"怎么胡的、选项都改不出来，换 {found.looked} 张以内的牌也没有，同时改也没有",
            f"no other way to win and no option gives it, nor do up to {found.looked} other cards, nor both together",
        )
    else:
        # So as it was won no cards could have it.
        yield say(
            "怎么胡的、选项都改不出来，同时换一两张牌也没有",
            "no other way to win and no option gives it, nor one or two other cards with them",
        )
    match found.never.value:
        case "all":
            yield say("证明了：照这样的选项，没有一手胡牌会有它", "it is proved that with these options no win has it")
        case "groups":
            yield say(
                "证明了：照这样的选项，凑够门数的胡牌没有一手会有它（免门数的胡法没有证）",
                "it is proved that with these options no win that makes its groups has it (not of wins that need no groups)",
            )
    if found.example is not None:
        yield say(
            "有它的牌，桌上没有门子的，最小的是这手：", "the smallest hand that has it, no meld on the table, is this:"
        )
        yield from (f"   {line}".rstrip() for line in trace(found.example, console.language).splitlines()[1:])


# ---------------------------------------------------------------- JSON


def _value(ruleset: Ruleset, name: str, found: WhyNot, console: Console) -> dict[str, Any]:
    pattern, language = found.pattern, console.language
    return {
        "variant": ruleset.id,
        "title": ruleset.title,
        "options": options_of(found.score.ruleset),
        "pattern": name,
        "cites": [] if pattern is None else list(pattern.row.cites),
        "in_room": pattern is not None,
        "has": found.has,
        "held": found.held,
        "condition": None if found.condition is None else _part(found.condition, found, console),
        "score": answer(found.score, language),
        "changes": [_change(kind, change, console) for kind, change in _changes(found)],
        "cards_tried": found.looked,
        "never": found.never.value,
        "example": None if found.example is None else answer(found.example, language),
        "space": _SPACE.in_language(language),
    }


def _part(part: Part, found: WhyNot, console: Console) -> dict[str, Any]:
    named = {ref.key: found.values[ref.key] for ref in refs(part.condition) if ref.key in found.values}
    return {
        "text": written(part.condition, console.language),
        "holds": part.holds,
        "values": named,
        "parts": [_part(one, found, console) for one in part.parts],
    }


def _change(kind: str, change: Change, console: Console) -> dict[str, Any]:
    return {
        "kind": kind,
        "by": None if change.by is None else change.by.value,
        "card": None if change.card is None else write_kind(change.card),
        "facts": [{"name": name, "before": before, "after": after} for name, before, after in change.facts],
        "options": [
            {"name": option.id, "before": option_value(option, before), "after": option_value(option, after)}
            for option, before, after in change.options
        ],
        "out": write_cards(change.out),
        "into": write_cards(change.into),
        "score": answer(change.score, console.language),
    }
