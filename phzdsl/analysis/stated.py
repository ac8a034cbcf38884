"""Each row of a bound ruleset as one line of a rule file, complete: with what it inherits and what the room chose.

For reports that set two rulesets side by side. A row as its author wrote it, which may be only a change to another, is
what ``phz show`` has; here all is written anew from the model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from phzdsl.analysis.spelled import meld_word, named, spelled, word
from phzdsl.cards import KINDS, Kind, is_big, write_cards
from phzdsl.ruleset.expressions import Constant, Expr, Unit
from phzdsl.ruleset.model import Claim, Meld, PatternTable, Row, Ruleset
from phzdsl.ruleset.parts import Bonus, Value
from phzdsl.ruleset.read.melds import spell_shape
from phzdsl.ruleset.turned import turned
from phzdsl.ruleset.vocabulary import terms
from phzdsl.text.diagnostics import Bilingual, Language

__all__ = ["statements"]

_Line = tuple[Row, list[str]]
_SMALLS = KINDS // 2


def statements(ruleset: Ruleset) -> dict[str, Bilingual]:
    """Return each row of a bound ruleset in words, by its path; examples are left out."""
    found: dict[str, Bilingual] = {}
    for row, parts in _lines(ruleset):
        undefined = [] if row.undefined is None or _is(row.undefined, 0) else ["未定", spelled(row.undefined)]
        text = " ".join(part for part in (*parts, *undefined) if part)
        zh, en = f"{named(row)} {text}", f"{named(row, Language.EN)} {turned(text, Language.EN)}"
        found[row.path] = Bilingual(zh.rstrip(), en.rstrip())
    return found


def _lines(ruleset: Ruleset) -> Iterator[_Line]:
    yield from _deck(ruleset)
    yield from _seats(ruleset)
    taken: set[tuple[Kind, ...]] = set()
    for meld in ruleset.melds:
        yield meld.row, _meld(meld, taken)
        taken.update(meld.forms if meld.in_hand and not meld.same else ())
    ranks = sorted({claim.rank for claim in ruleset.claims})
    for claim in ruleset.claims:
        yield claim.row, _claim(claim, ranks.index(claim.rank) + 1)
    for bar in ruleset.bars:
        yield bar.row, ["禁", _listed(word("claim", one) for one in bar.actions), *_when(bar.when)]
    for rule in ruleset.discards:
        yield rule.row, ["免打" if rule.skips else "禁打", "可" if rule.free else "", *_when(rule.when)]
    yield from _win(ruleset)
    for step in ruleset.count.steps:
        yield step.row, ["=", spelled(step.formula)]
    for table in ruleset.count.tables:
        yield from _table(table)
    yield from _play(ruleset)


# ---------------------------------------------------------------- block by block


def _deck(ruleset: Ruleset) -> Iterator[_Line]:
    deck = ruleset.deck
    for part in deck.cards:
        yield part.row, [write_cards(sorted(part.kinds)), "各", spelled(part.each)]
    if deck.red_row is not None:
        yield deck.red_row, [write_cards(sorted(deck.red))]
    for setting in (deck.wild, deck.removed):
        if setting is not None:
            yield setting.row, [spelled(setting.value)]
    for bonus in (deck.bonus, deck.indicator):
        if bonus is not None:
            yield bonus.row, _bonus(bonus)


def _bonus(bonus: Bonus) -> list[str]:
    parts = ["配", _listed(spelled(one, "match") for one in bonus.match)]
    if bonus.turns:
        parts += ["翻", _listed(word("turned", one) for one in bonus.turns)]
    return parts if bonus.again is None else [*parts, "再翻", spelled(bonus.again)]


def _seats(ruleset: Ruleset) -> Iterator[_Line]:
    seats = ruleset.seats
    for setting in (seats.players, seats.stock):
        if setting is not None:
            yield setting.row, [spelled(setting.value)]
    for row, expr, group in ((seats.sitter_row, seats.sitter, "role"), (seats.shown_row, seats.shown, "shown-card")):
        if row is not None:
            yield row, [] if expr is None else [spelled(expr, group)]
    if seats.deal_row is not None and seats.dealer_cards is not None and seats.other_cards is not None:
        yield seats.deal_row, ["庄", spelled(seats.dealer_cards), "闲", spelled(seats.other_cards)]
    if seats.last_row is not None:
        yield seats.last_row, [_listed(word("last-card", one) for one in sorted(seats.last))]


def _meld(meld: Meld, taken: Collection[tuple[Kind, ...]]) -> list[str]:
    parts = [_listed(_shapes(meld.forms, taken))]
    parts += ["手中"] * meld.in_hand + ["桌上"] * meld.on_table
    if meld.whole_for:
        every = len(meld.whole_for) == len({one.id for one in terms("split").values()})
        parts += ["不拆", "" if every else _listed(word("split", one) for one in sorted(meld.whole_for))]
    parts += ["值", _value(meld.value)]
    for clause, amount in (("亮", meld.face_up), ("恰", meld.exactly), ("至多", meld.at_most)):
        if amount is not None:
            parts += [clause, spelled(amount)]
    return [*parts, *_called(meld.called, meld_word(meld.id), meld.row)]


def _shapes(forms: tuple[tuple[Kind, ...], ...], taken: Collection[tuple[Kind, ...]]) -> Iterator[str]:
    """Yield shapes and sets of cards that spell forms; those that a meld above takes count as spelled."""
    left = dict.fromkeys(forms)
    for shape in dict.fromkeys(one.id for one in terms("shape").values()):
        spelled_out = spell_shape(shape)
        held = [form for form in spelled_out if form in left]
        if held and all(form in left or form in taken for form in spelled_out):
            yield word("shape", shape)
            left = {form: None for form in left if form not in spelled_out}
    for form in left:
        big = tuple(kind + _SMALLS for kind in form)
        if not any(map(is_big, form)):
            # Small cards stand for the big ones too.
            yield write_cards(form) if big in left else f"{write_cards(form)}（小）"
        elif not (all(map(is_big, form)) and tuple(kind - _SMALLS for kind in form) in left):
            yield write_cards(form)


def _value(value: Value) -> str:
    small_black, small_red, big_black, big_red = (spelled(part) for part in value.parts())
    if small_black == small_red == big_black == big_red:
        text = small_black
    elif (small_black, big_black) == (small_red, big_red):
        text = f"小 {small_black} 大 {big_black}"
    elif (small_black, small_red) == (big_black, big_red):
        text = f"黑 {small_black} 红 {small_red}"
    else:
        text = f"小黑 {small_black} 小红 {small_red} 大黑 {big_black} 大红 {big_red}"
    for key, amount in (("小升", value.raised_small), ("大升", value.raised_big)):
        text += "" if amount is None else f" {key} {spelled(amount)}"
    return text


def _claim(claim: Claim, rank: int) -> list[str]:
    parts = [f"级 {rank}", "见", _listed(word("event", one) for one in claim.events)]
    if claim.holding:
        parts += ["持", _listed("对" if one == "two" else meld_word(one) for one in claim.holding)]
    if claim.into:
        parts += ["成", _listed("胡" if one == "win" else meld_word(one) for one in claim.into)]
    parts.append("必" if claim.forced else "可")
    parts += _when(claim.when)
    if claim.bi is not None:
        parts += ["比", spelled(claim.bi, "bi")]
    if claim.at_most is not None:
        parts += ["至多", spelled(claim.at_most)]
    return [*parts, *_called(claim.called, word("claim", claim.id), claim.row)]


def _win(ruleset: Ruleset) -> Iterator[_Line]:
    win = ruleset.win
    for setting in (win.groups, win.minimum, win.break_quad):
        if setting is not None:
            yield setting.row, [spelled(setting.value)]
    if win.winners_row is not None and win.winners is not None:
        yield win.winners_row, [spelled(win.winners, "winners")]
    for way in win.ways:
        parts = _when(way.when)
        if way.waives:
            parts += ["免", _listed(word("win-row", one) for one in sorted(way.waives))]
        if way.counts_as:
            parts += ["算", _listed(turned(one, Language.ZH) for one in way.counts_as)]
        yield way.row, parts
    for setting in win.requirements:
        yield setting.row, ["须", spelled(setting.value)]


def _table(table: PatternTable) -> Iterator[_Line]:
    if table.combine_row is not None:
        unit = [] if table.unit is Unit.FAN else ["单位", word("unit", table.unit.value)]
        yield table.combine_row, [spelled(table.combine, "combine"), *unit]
    if table.cap is not None:
        yield table.cap.row, [spelled(table.cap.value)]
    for pattern in table.patterns:
        parts = [*_when(pattern.when), "计", spelled(pattern.worth)]
        if pattern.replaces:
            parts += ["代替", _listed(pattern.replaces)]
        yield pattern.row, [*parts, *_called(pattern.called, pattern.id, pattern.row)]


def _play(ruleset: Ruleset) -> Iterator[_Line]:
    for pay in ruleset.payments:
        events = _listed(_event(one) for one in pay.events)
        parts = ["于", events, "出", word("role", pay.payer), "入", word("role", pay.payee), "计", spelled(pay.amount)]
        yield pay.row, [*parts, *_when(pay.when)]
    for fault in ruleset.faults:
        parts = [] if fault.result is None else ["果", word("result", fault.result)]
        at = ["于", _listed(_event(one) for one in fault.events)] if fault.events else []
        yield fault.row, [*at, *parts, *_when(fault.when)]
    for rule in ruleset.session.rules:
        shown = rule.amount if rule.word is None else rule.word
        group = {"settle": "settle", "restart": "restart", "taking": "taking"}.get(rule.id, "role")
        yield rule.row, [*([] if shown is None else [spelled(shown, group)]), *_when(rule.when)]
    for stake in ruleset.session.stakes:
        yield stake.row, ["选", _listed(map(str, sorted(stake.numbers)))]


def _event(event: str) -> str:
    groups = ("claim", "pay-event", "event", "fault", "fault-event")
    return next((spelling for group in groups if (spelling := word(group, event)) != event), event)


# ---------------------------------------------------------------- clauses


def _when(when: Expr | None) -> list[str]:
    return [] if when is None or _is(when, 1) else ["当", spelled(when)]


def _called(called: str, usual: str, row: Row) -> list[str]:
    return [] if called in {usual, row.written, row.name} else ["名", f'"{called}"']


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def _is(expr: Expr, value: int) -> bool:
    return isinstance(expr, Constant) and expr.value == value
