"""What is paid, what is a fault, how the session goes, what the room chose, and which readings the sources leave open."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.book.pages import Chapter, Line, Lines, Table, line
from phzdsl.book.teller import Teller
from phzdsl.cli.names import block_name, option_word
from phzdsl.ruleset.check.walk import amounts
from phzdsl.ruleset.expressions import Constant, refs
from phzdsl.ruleset.intervals import runs
from phzdsl.ruleset.model import Fault, Option, Row, SessionRule
from phzdsl.ruleset.parts import word_of
from phzdsl.ruleset.vocabulary import term

__all__ = ["faults", "left_out", "open_readings", "options", "payments", "session"]

# More rows of an option are only counted.
_MOST_NAMED = 6
_SESSION_WORDS = {"settle": "settle", "restart": "restart", "taking": "taking"}


def payments(teller: Teller) -> Chapter:
    """Tell who pays whom, at what, how much."""
    say = teller.say
    rows = []
    for pay in teller.room.payments:
        amount = teller.sentences.amount(pay.amount)
        unit = teller.unit(pay.amount.unit)
        rows.append((
            teller.cell(pay.row, pay.row.written),
            line(teller.listed(_event(one, teller) for one in pay.events)),
            line("" if pay.when is None else teller.sentences.condition(pay.when)),
            line(teller.party(pay.payer)),
            line(_payee(pay.payee, pay.events, teller)),
            line(f"{amount} {unit}" if amount.isdecimal() else amount, teller.remarks(pay.row)),
        ))  # fmt: skip
    heads = say("项目 什么时候 条件 谁付 付给谁 多少", "what at if who-pays to how-much").split()
    table = Table(tuple(one.replace("-", " ") for one in heads), tuple(rows))
    lines = [line(say("没有谁付谁：只记账。", "Nobody pays: accounts are kept."))] if not rows else []
    if teller.room.session.only_booked and rows:
        lines.append(
            line(say("每局不付，只记在胡的人账上。", "Nothing is paid after a hand: the winner's account grows."))
        )
    parts = (*((Lines(tuple(lines)),) if lines else ()), *((table,) if rows else ()))
    return Chapter(say("谁付谁", "Payments"), parts, name="payments")


def _payee(payee: str, events: tuple[str, ...], teller: Teller) -> str:
    return teller.party("winner" if payee == "actor" and events == ("win",) else payee)


def _event(event: str, teller: Teller) -> str:
    """Return what an event of a payment is called: a claim as players call it, else what its word means."""
    claim = next((one for one in teller.room.claims if one.id == event), None)
    if claim is not None:
        return teller.say(claim.called, claim.id)
    groups = ("claim", "pay-event", "fault", "event", "fault-event")
    return next((teller.means(group, event) for group in groups if term(group, event) is not None), event)


# ---------------------------------------------------------------- faults, session


def faults(teller: Teller) -> Chapter | None:
    """Tell what is a fault, None where nothing is."""
    lines = tuple(teller.told(one.row, _fault(one, teller)) for one in teller.room.faults)
    return Chapter(teller.say("犯规", "Faults"), (Lines(lines),), name="faults") if lines else None


def _fault(fault: Fault, teller: Teller) -> str:
    known = term("fault", fault.id)
    name = fault.row.written if known is None else teller.say(known.zh, known.id)
    parts = [] if known is None or known.means_zh == known.zh else [teller.say(known.means_zh, known.means_en)]
    if fault.events:
        at = teller.listed(_event(one, teller) for one in fault.events)
        parts.append(teller.say(f"在{at}上", f"at {at}"))
    if fault.when is not None:
        parts.append(teller.sentences.condition(fault.when))
    follows = "" if fault.result is None else teller.say("：", ": ") + teller.means("result", fault.result)
    return f"{name}{teller.say('（', ' (') + teller.say('，', ', ').join(parts) + teller.say('）', ')') if parts else ''}{follows}"


def session(teller: Teller) -> Chapter | None:
    """Tell how hands follow each other, None where nothing is said of that."""
    lines = [teller.told(one.row, _session_rule(one, teller)) for one in teller.room.session.rules]
    for stake in teller.room.session.stakes:
        numbers = teller.listed(runs(stake.numbers))
        said = teller.say(
            f"{stake.row.written}：开局前各家下注，可以下 {numbers}",
            f"{stake.row.written}: before a hand each player stakes one of {numbers}",
        )
        lines.append(teller.told(stake.row, said))
    return (
        Chapter(teller.say("一局接一局", "Hand after hand"), (Lines(tuple(lines)),), name="session") if lines else None
    )


def _session_rule(rule: SessionRule, teller: Teller) -> str:
    what = teller.means("session-row", rule.id)
    parts = []
    word = word_of(rule.word)
    if word is not None:
        group = _SESSION_WORDS.get(rule.id)
        parts.append(teller.party(word) if group is None else teller.means(group, word))
    if rule.amount is not None:
        parts.append(teller.sentences.amount(rule.amount))
    if rule.when is not None:
        when = teller.sentences.condition(rule.when)
        parts.append(teller.say(f"条件是{when}", f"when {when}"))
    return what + teller.say("：", ": ") + teller.say("，", ", ").join(parts)


# ---------------------------------------------------------------- options


def options(teller: Teller) -> Chapter:
    """Tell what may be chosen and what this room chose."""
    say, bound = teller.say, dict(teller.room.bound or ())
    rows = []
    for option in teller.ruleset.options:
        value = bound.get(option.id, option.default)
        listed = (
            runs(option.numbers)
            if option.numbers
            else tuple(_value(option, one, teller) for one in range(len(option.choices)))
        )
        chosen = _value(option, value, teller)
        rows.append((
            teller.cell(option.row, option.id),
            line(say("、", ", ").join(listed)),
            line(_value(option, option.default, teller)),
            line(chosen if value == option.default else say(f"{chosen}（改了）", f"{chosen} (set)")),
            line(teller.say("；", "; ").join(filter(None, (_only(option, teller), _about(option, teller))))),
        ))  # fmt: skip
    heads = say("选项 可以选 不说就是 这一桌 说明", "option choices default this-room remarks").split()
    parts: list[Lines | Table] = [Table(tuple(one.replace("-", " ") for one in heads), tuple(rows))] if rows else []
    lines = [*_presets(teller), *_forbidden(teller)]
    if not rows:
        lines.insert(0, line(say("没有可选的。", "There is nothing to choose.")))
    return Chapter(
        say("这一桌选了什么", "Options of the room"),
        (*parts, *((Lines(tuple(lines)),) if lines else ())),
        name="options",
    )


def _value(option: Option, value: int, teller: Teller) -> str:
    return option_word(option, value, teller.language)


def _only(option: Option, teller: Teller) -> str:
    if option.when is None or isinstance(option.when, Constant):
        return ""
    when = teller.sentences.formula(option.when)
    return teller.say(f"{when} 时才有", f"only if {when}")


def _about(option: Option, teller: Teller) -> str:
    """Return what an option's author remarks; where that is nothing, the rows that it bears on."""
    if option.row.remark:
        return teller.remark(option.row)
    ruleset, key = attrs.evolve(teller.ruleset, examples=(), presets=(), forbidden=()), f"option:{option.id}"
    rows = dict.fromkeys(row for row, expr in amounts(ruleset) if any(ref.key == key for ref in refs(expr)))
    named = [_named(row, teller) for row in rows if row.path != option.row.path]
    if not named:
        return teller.say("没有哪一行用到它", "no row names it")
    more = len(named) - _MOST_NAMED
    if more > 0:
        named = [*named[:_MOST_NAMED], teller.say(f"另外 {more} 行", f"{more} other rows")]
    return teller.say("用在：", "used in ") + teller.listed(named)


def _named(row: Row, teller: Teller) -> str:
    block = block_name(row.block, teller.language)
    return teller.say(f"{block}「{row.written}」", f"{block} {row.written}")


def _presets(teller: Teller) -> Iterator[Line]:
    for preset in teller.ruleset.presets:
        options_ = [(teller.ruleset.option(name), name, value) for name, value in preset.values]
        chosen = teller.listed(
            f"{name} = {value if one is None else _value(one, value, teller)}" for one, name, value in options_
        )
        yield teller.told(preset.row, teller.say(f"固定搭配「{preset.id}」：{chosen}", f"preset {preset.id}: {chosen}"))


def _forbidden(teller: Teller) -> Iterator[Line]:
    for rule in teller.ruleset.forbidden:
        when = teller.sentences.formula(rule.when)
        yield teller.told(rule.row, teller.say(f"{rule.row.written}：不许 {when}", f"{rule.row.written}: not {when}"))


def left_out(teller: Teller) -> Chapter | None:
    """Tell which rows the options leave out of this room, None where they leave out none."""
    lines = [_absent(row, teller) for row in teller.rows if not teller.enabled(row)]
    return (
        Chapter(teller.say("这一桌没有开的", "Left out by the options"), (Lines(tuple(lines)),), name="off")
        if lines
        else None
    )


def _absent(row: Row, teller: Teller) -> Line:
    when = "" if row.enabled is None else teller.sentences.formula(row.enabled)
    return teller.told(row, _named(row, teller) + teller.say(f"：要选 {when} 才有", f": only with {when}"))


# ---------------------------------------------------------------- open readings


def open_readings(teller: Teller) -> Chapter | None:
    """Tell which questions the sources leave open, None where they leave none."""
    rows = [row for row in teller.rows if row.doubt is not None and teller.enabled(row)]
    if not rows:
        return None
    said = teller.say(
        "原文没有说清的地方，这里这样读。开局前最好先说好。",
        "Where the sources are not clear, this is how they are read here. Agree on it before play.",
    )
    if any(teller.foreign(row.doubt or "") for row in rows):
        said += teller.say("问的照作者的原话。", " The questions are in the words of the rules' authors.")
    if any(map(teller.doubt_kept, rows)):
        said += teller.say(
            "标「上家的」：问的是所继承的变体里没改的那一行。",
            " Where it says (parent's), the question was asked of the row before it was changed.",
        )
    return Chapter(
        teller.say("存疑：先说好的", "Open readings"),
        (Lines((line(said),)), Lines(tuple(_doubt(row, teller) for row in rows))),
        name="open",
    )


def _doubt(row: Row, teller: Teller) -> Line:
    option = teller.ruleset.option(row.name) if row.block == "options" else None
    value = dict(teller.room.bound or ()).get(row.name)
    chosen = (
        ""
        if option is None or value is None
        else teller.say("；这一桌：", "; this room: ") + _value(option, value, teller)
    )
    kept = teller.say("（上家的）", "(parent's) ") if teller.doubt_kept(row) else ""
    asked = f"{_named(row, teller)}{teller.say('：', ': ')}{kept}{row.doubt}{chosen}"
    return teller.asked(row, teller.begun(asked))
