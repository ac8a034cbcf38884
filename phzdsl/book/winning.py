"""What a win is, how it is counted, step by step, and what the patterns are worth."""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.book.hands import Hands
from phzdsl.book.pages import Chapter, Line, Lines, Part, line
from phzdsl.book.playing import claim_called, narrowed
from phzdsl.book.teller import Teller
from phzdsl.book.tidy import tidied
from phzdsl.ruleset.expressions import Expr, Unit, refs
from phzdsl.ruleset.facts import Origin, fact
from phzdsl.ruleset.model import Pattern, PatternTable, Step, Way
from phzdsl.ruleset.parts import constant, word_of
from phzdsl.ruleset.read.count import COMBINE

__all__ = ["count", "counts_instead", "pattern_worth", "patterns", "step_told", "table_told", "ways_named", "win"]


def win(teller: Teller) -> Chapter:
    """Tell what a hand must be to win."""
    return Chapter(teller.say("怎样算胡", "What wins"), (Lines(tuple(_win(teller))),), name="win")


def _win(teller: Teller) -> Iterator[Line]:
    say, rules, said = teller.say, teller.room.win, teller.sentences
    if rules.groups is not None:
        number = said.amount(rules.groups.value)
        yield teller.told(
            rules.groups.row,
            say(
                f"手里和桌上的牌正好成 {number} 门",
                f"all cards, in hand and on the table, make exactly {number} groups",
            ),
        )
    if rules.minimum is not None:
        yield teller.told(rules.minimum.row, say("起胡：", "the least: ") + said.condition(rules.minimum.value))
    for setting in rules.requirements:
        yield teller.told(
            setting.row, f"{setting.row.written}{say('：必须', ': required: ')}{said.condition(setting.value)}"
        )
    bounded = [meld for meld in teller.room.melds if meld.exactly is not None]
    for meld in bounded:
        number = "" if meld.exactly is None else said.number(meld.exactly, "正好", "exactly")
        yield teller.line(f"{teller.nouns.meld(meld.id)}{say('：', ': ')}{number}")
    if rules.break_quad is not None:
        yield teller.told(rules.break_quad.row, _break_quad(rules.break_quad.value, teller))
    yield line(
        say("能胡的牌：", "Cards that may be won on: ") + "；".join(_won_on(teller)).replace("；", say("；", "; "))
    )
    if rules.winners_row is not None:
        who = teller.means("winners", word_of(rules.winners) or "first-seat")
        yield teller.told(rules.winners_row, say(f"几家都能胡时：{who}", f"when several could win: {who}"))
    for way in rules.ways:
        yield teller.told(way.row, f"{way.row.written}{say('：', ': ')}", _way(way, teller))


def _break_quad(expr: Expr, teller: Teller) -> str:
    may = teller.sentences.condition(expr)
    always, never = teller.say("总是", "always"), teller.say("从不", "never")
    if may == always:
        return teller.say(
            "来了第四张，可以不成四张，拆开来胡", "the fourth card may win elsewhere without making the quad"
        )
    if may == never:
        return teller.say("来了第四张，不能拆开来胡", "the fourth card may not win elsewhere: it makes the quad")
    return teller.say(
        f"来了第四张，可以拆开来胡，条件是{may}", f"the fourth card may win elsewhere without making the quad if {may}"
    )


def _won_on(teller: Teller) -> Iterator[str]:
    for claim in teller.room.claims:
        if claim.wins:
            on = teller.listed(map(teller.event, narrowed(claim)[0]))
            yield on if claim.id == "win" else f"{on}{teller.say('：', ': ')}{claim_called(claim, teller)}"


def _way(way: Way, teller: Teller) -> str:
    parts = [teller.sentences.condition(way.when)]
    if way.waives:
        waived = {
            "groups": teller.say("不问门数", "the number of groups is not asked"),
            "minimum": teller.say("不问起胡", "the least is not asked"),
        }
        parts += [waived.get(one, one) for one in sorted(way.waives)]
    for name in way.counts_as:
        known = fact(name)
        parts.append(teller.say(f"算{name if known is None else known.zh}", f"it counts as {name}"))
    return teller.say("；", "; ").join(parts)


# ---------------------------------------------------------------- the count


def count(teller: Teller, hands: Hands) -> Chapter:
    """Tell the steps of the count in order, and count one hand."""
    say, rules = teller.say, teller.room.count
    steps = {step.id: step for step in rules.steps}
    lines: list[Line] = []
    for key in rules.order:
        kind, _, name = key.partition(":")
        if kind == "step":
            lines.append(step_told(steps[name], teller))
        else:
            called = teller.table(name)
            lines.append(
                teller.line(
                    say(
                        f"{called}：中了哪些，合起来多少，看「{called}」",
                        f"{called}: which hold, and their total, see the chapter of that name",
                    )
                )
            )
    parts: list[Part] = [Lines(tuple(lines), numbered=True)] if lines else []
    named = tuple(_words(teller))
    if named:
        parts.append(Lines((line(say("其中：", "Here: "), say("；", "; ").join(named)),)))
    if any("÷" in teller.sentences.formula(tidied(step.formula)).replace("/", "÷") for step in rules.steps):
        parts.append(Lines((line(say("除不尽的只取整数。", "Quotients are rounded down.")),)))
    worked = hands.worked()
    under = (Chapter(say("算一手", "One hand, counted"), (worked,)),) if worked is not None else ()
    return Chapter(say("怎样算", "How to count"), tuple(parts), under, name="count")


def step_told(step: Step, teller: Teller) -> Line:
    """Tell a step of the count: in words, and by its formula where that is not the same."""
    formula = teller.sentences.formula(tidied(step.formula)).replace(" * ", " × ").replace(" / ", " ÷ ")
    words = teller.sentences.amount(step.formula)
    name = teller.step(step.id)
    unit = "" if step.unit in {Unit.NUMBER, Unit.TRUTH} else teller.unit(step.unit)
    counted = teller.say(f"（{unit}）", f" ({unit})") if unit and unit != name else ""
    text = words if formula == words else f"{words}{teller.say('　〔', '  [')}{formula}{teller.say('〕', ']')}"
    return teller.told(step.row, f"{name}{counted} = {text}")


def _words(teller: Teller) -> Iterator[str]:
    """Yield what the formulas' words of the hand mean."""
    keys = dict.fromkeys(ref.key for step in teller.room.count.steps for ref in refs(step.formula))
    for key in keys:
        kind, _, name = key.partition(":")
        known = fact(name) if kind == "fact" else None
        if known is not None and known.origin is not Origin.PLAY and known.unit is not Unit.TRUTH:
            yield teller.say(
                f"{known.zh}是{known.means_zh}", f"{known.id} is the {known.means_en.removeprefix('the ')}"
            )


# ---------------------------------------------------------------- patterns


def patterns(teller: Teller, hands: Hands) -> Iterator[Chapter]:
    """Yield for each table of patterns a chapter, with each pattern under it."""
    for table in teller.room.count.tables:
        name = teller.table(table.id)
        lines = tuple(table_told(table, teller))
        under = tuple(_pattern(table, one, teller, hands) for one in table.patterns)
        yield Chapter(name[0].upper() + name[1:], (Lines(lines),), under, name=f"patterns-{table.id}")


def table_told(table: PatternTable, teller: Teller) -> Iterator[Line]:
    """Yield what holds for a table of patterns as a whole."""
    say = teller.say
    combine = teller.means("combine", COMBINE[constant(table.combine)])
    said = say(
        f"同时有几样：{combine}。单位是{teller.unit(table.unit)}",
        f"when several hold: {combine}. They are counted in {teller.unit(table.unit)}",
    )
    yield line(said) if table.combine_row is None else teller.told(table.combine_row, said)
    if table.cap is not None:
        most = teller.sentences.amount(table.cap.value)
        yield teller.told(table.cap.row, say(f"封顶：{most}", f"at most: {most}"))
    if not table.patterns:
        yield line(say("一样名堂也没有。", "There are no patterns."))


def pattern_worth(table: PatternTable, pattern: Pattern, teller: Teller) -> str:
    """Say what a pattern is worth."""
    worth, unit = teller.sentences.worth(pattern.worth), teller.unit(table.unit)
    return f"{worth} {unit}" if worth.isdecimal() else teller.say(f"{worth}（{unit}）", f"{worth} ({unit})")


def ways_named(pattern: Pattern, teller: Teller) -> Iterator[str]:
    """Yield what the ways to win are that a pattern names."""
    named = {ref.key for ref in refs(pattern.when)}
    for way in teller.room.win.ways:
        if f"way:{way.id}" in named:
            yield teller.say(
                f"「{way.id}」：{teller.sentences.condition(way.when)}。",
                f"{way.id}: {teller.sentences.condition(way.when)}.",
            )


def counts_instead(table: PatternTable, pattern: Pattern, teller: Teller) -> str:
    """Say which patterns a pattern counts instead of; empty for none."""
    called = {one.id: one.called for one in table.patterns}
    gone = teller.listed(called.get(one, one) for one in pattern.replaces)
    return gone and teller.say(f"中了它就不再算：{gone}。", f"It counts instead of {gone}.")


def _pattern(table: PatternTable, pattern: Pattern, teller: Teller, hands: Hands) -> Chapter:
    say = teller.say
    when = teller.sentences.condition(pattern.when)
    lines = [teller.told(pattern.row, when[0].upper() + when[1:] + say("。", "."))]
    if pattern.replaces:
        lines.append(line(counts_instead(table, pattern, teller)))
    lines += [line(one) for one in ways_named(pattern, teller)]
    shown = hands.of(table, pattern)
    if shown is None:
        lines.append(line(say("这里没有它的牌例。", "No hand that has it is shown here.")))
    elif pattern.row.path not in shown.counts:
        lines.append(
            line(
                say(
                    "下面这手也中，可是算的是别的，它不另算。",
                    "The hand below has it too, but another pattern counts instead.",
                )
            )
        )
    parts: tuple[Part, ...] = (Lines(tuple(lines)),) if shown is None else (Lines(tuple(lines)), shown)
    return Chapter(pattern.called, parts, row=pattern.row.path, worth=pattern_worth(table, pattern, teller))
