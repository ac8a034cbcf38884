"""A score for people: the hand by groups, each step with its numbers, what counted and why, who pays."""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.cards import write_cards, write_kind
from phzdsl.cli.answer import payee_of
from phzdsl.cli.came import came
from phzdsl.cli.formula import facts_in, with_numbers, written
from phzdsl.cli.names import cited, meld_name, option_word, step_name, unit_name, word
from phzdsl.cli.table import aligned
from phzdsl.ruleset.expressions import Comparison, Unit, refs
from phzdsl.ruleset.model import Pattern, Step
from phzdsl.ruleset.vocabulary import term
from phzdsl.scoring.counting import Counted, TableCount
from phzdsl.scoring.score import Missed, Score
from phzdsl.text.cells import visible
from phzdsl.text.diagnostics import Language

__all__ = ["trace"]

# A pattern that fails by more is no near miss.
_NARROWLY = 3
_MOST_MISSED = 6


def trace(score: Score, language: Language) -> str:
    """Write a score for people."""
    return _Trace(score, language).text()


class _Trace:
    def __init__(self, score: Score, language: Language) -> None:
        self._score = score
        self._language = language

    def text(self) -> str:
        blocks = [self._head(), self._hand()]
        counted = self._score.counted
        if counted is not None:
            blocks.append(self._count(counted) if self._whole() else self._asked(counted))
        blocks.append(self._missed())
        if self._score.payments:
            blocks.append(self._payments())
        return "\n\n".join(visible_lines(block) for block in blocks if block)

    def _say(self, zh: str, en: str) -> str:
        return zh if self._language is Language.ZH else en

    # ------------------------------------------------------------ parts

    def _head(self) -> str:
        score = self._score
        lines = [f"{score.ruleset.title}（{score.ruleset.id}）" if self._language is Language.ZH else score.ruleset.id]
        bound = dict(score.ruleset.bound or ())
        chosen = [
            f"{option.id}={option_word(option, bound[option.id], self._language)}"
            for option in score.ruleset.options
            if bound.get(option.id, option.default) != option.default
        ]
        if chosen:
            lines.append(self._say("选项：", "options: ") + " ".join(chosen))
        lines.append(self._verdict())
        return "\n".join(lines)

    def _verdict(self) -> str:
        score = self._score
        if score.reason is not None:
            return self._say("不是胡牌：", "not a win: ") + score.reason.words.in_language(self._language)
        # A step of the author's own says nothing without its name, which stands below.
        usual = [step for step in score.steps if step.unit is not Unit.NUMBER and term("step", step.name) is not None]
        amounts = [self._amount(step.value, step.unit) for step in usual]
        return self._say("胡了：", "a win: ") + self._say("，", ", ").join(amounts)

    def _hand(self) -> str:
        score = self._score
        card = score.hand.card
        said = came(score.hand, self._language)
        won = self._say("，", ", ").join(said if card is None else (write_kind(card), *said))
        lines = [self._say(f"牌（{won}）", f"hand ({won})")]
        rows = []
        for group in score.melds:
            name = meld_name(score.ruleset, group.meld, self._language)
            mark = self._say("← 胡", "← win") if group.wins else ""
            rows.append((name, write_cards(group.cards), self._amount(group.xi, Unit.XI), mark))
        if score.melds:
            rows.append(
                (self._say("合计", "total"), "", self._amount(sum(group.xi for group in score.melds), Unit.XI), "")
            )
        elif score.reading is None:
            rows.append((write_cards(score.hand.cards()), "", "", ""))
        lines.extend(aligned(rows, right=(2,), indent=2))
        if score.reading is not None and score.reading.rest:
            lines.append("  " + self._say("配不成门的：", "left over: ") + write_cards(score.reading.rest))
        if score.readings > 1:
            lines.append(
                "  "
                + self._say(f"一共有 {score.readings} 种配法，这是最大的", f"the best of {score.readings} readings")
            )
        return "\n".join(lines)

    def _count(self, counted: Counted) -> str:
        lines = [self._say("计算", "count")]
        lines.extend(f"  {self._way(way.row.written, cited(way.row))}" for way in counted.ways)
        tables = {one.table.id: one for one in counted.tables}
        steps = {step.id: (step, value) for step, value in counted.steps}
        for key in self._score.ruleset.count.order:
            kind, _, name = key.partition(":")
            if kind == "step" and name in steps:
                lines.append(self._step(*steps[name], counted))
            elif name in tables:
                lines.extend(self._table(tables[name], counted))
        return "\n".join(lines)

    def _whole(self) -> bool:
        """Tell whether all that was counted means something: not where the hand falls short of what a win must reach."""
        return self._score.reason is None or self._score.reason.code != "short"

    def _asked(self, counted: Counted) -> str:
        """Return the steps and tables that the requirements of a win name."""
        win = self._score.ruleset.win
        due = [one.value for one in (win.minimum, *win.requirements) if one is not None]
        keys = {ref.key for expr in due for ref in refs(expr)}
        lines = [self._step(step, value, counted) for step, value in counted.steps if f"step:{step.id}" in keys]
        for one in counted.tables:
            if f"table:{one.table.id}" in keys:
                lines.extend(self._table(one, counted))
        return "\n".join((self._say("计算", "count"), *lines)) if lines else ""

    def _way(self, name: str, cites: str) -> str:
        return f"{name}  {cites}".rstrip()

    def _step(self, step: Step, value: int, counted: Counted) -> str:
        formula = written(step.formula, self._language)
        numbers = with_numbers(step.formula, counted.values, self._language)
        result = self._amount(value, step.unit)
        parts = [step_name(step.id, self._language), formula]
        if numbers not in {formula, str(value)}:
            parts.append(numbers)
        return f"  {' = '.join(parts)} = {result}  {cited(step.row)}".rstrip()

    def _table(self, table: TableCount, counted: Counted) -> Iterator[str]:
        name = table.table.id if table.table.id != "fan" else self._say("番", "fan")
        if not table.counted:
            yield "  " + self._say(f"{name}：一个也没中", f"{name}: none")
            return
        yield "  " + self._say(f"{name}：", f"{name}:")
        yield from aligned(
            [self._pattern(pattern, worth, table, counted) for pattern, worth in table.counted], right=(1,), indent=4
        )
        if len(table.counted) > 1 or table.total != table.counted[0][1]:
            combine = getattr(table.table.combine, "label", None)
            how = word("combine", combine, self._language) if combine else ""
            total = self._amount(table.total, table.table.unit)
            yield "    " + self._say(f"合并{how}：{total}", f"combined, {how}: {total}")

    def _pattern(self, pattern: Pattern, worth: int, table: TableCount, counted: Counted) -> tuple[str, ...]:
        condition = written(pattern.when, self._language)
        facts = facts_in(pattern.when, counted.values, self._language)
        numbers = with_numbers(pattern.worth, counted.values, self._language)
        opening, closing = self._say("〔", " ["), self._say("〕", "]")
        why = (
            f"{condition}{opening}{facts}{closing}"
            if facts and facts != f"{condition} {self._say('是', 'yes')}"
            else condition
        )
        how = f"{written(pattern.worth, self._language)} = {numbers}" if numbers != str(worth) else ""
        return pattern.called, self._amount(worth, table.table.unit), why, how, cited(pattern.row)

    def _missed(self) -> str:
        near = [one for one in self._score.missed if one.short <= _NARROWLY]
        lines = [self._say("没算的", "not counted")] if near else []
        for one in near[:_MOST_MISSED]:
            table = self._table_of(one)
            why = "" if table is None else self._replaced(one, table) if one.replaced else self._short(one, table)
            lines.append(f"  {one.name}  {why}  {cited(one.row)}".rstrip())
        more = len(near) - _MOST_MISSED
        if more > 0:
            lines.append("  " + self._say(f"另有 {more} 个", f"and {more} more"))
        return "\n".join(lines)

    def _table_of(self, one: Missed) -> TableCount | None:
        tables = self._score.counted.tables if self._score.counted is not None else ()
        return next((table for table in tables if table.table.id == one.table), None)

    def _replaced(self, one: Missed, table: TableCount) -> str:
        """Say which pattern counts instead of one that holds, and why."""
        pattern = _pattern_of(one, table)
        counted = [kept for kept, _ in table.counted]
        by = next((kept.called for kept in counted if pattern is not None and pattern.id in kept.replaces), None)
        if by is not None:
            return self._say(f"已由「{by}」代替", f"replaced by {by}")
        combine = getattr(table.table.combine, "label", None)
        if combine == "best" and counted:
            best = counted[0].called
            return self._say(f"只算最高的「{best}」", f"only the best counts, {best}")
        if combine == "first-match" and counted:
            first = counted[0].called
            return self._say(f"只算排在前面的「{first}」", f"only the first counts, {first}")
        return self._say("已由别的番代替", "counted instead by another pattern")

    def _short(self, one: Missed, table: TableCount) -> str:
        """Say by how much a comparison fails: 红牌差 2."""
        pattern = _pattern_of(one, table)
        condition = pattern.when if pattern is not None else None
        if not isinstance(condition, Comparison):
            return self._say(f"差 {one.short}", f"{one.short} short")
        name, amount = written(condition.left, self._language), self._amount(one.short, condition.left.unit)
        amount = amount.removesuffix(f" {name}")
        if condition.operator in {"<", "<="}:
            return self._say(f"{name}多了 {amount}", f"{name} {amount} too many")
        if condition.operator == "=":
            return self._say(f"{name}与之相差 {amount}", f"{name} {amount} off")
        return self._say(f"{name}差 {amount}", f"{name} {amount} short")

    def _payments(self) -> str:
        lines = [self._say("谁付谁", "who pays")]
        for one in self._score.payments:
            payer, payee = (word("role", role, self._language) for role in (one.payer, payee_of(one)))
            amount = self._amount(one.amount, self._score.unit)
            lines.append(
                "  "
                + self._say(f"{payer}付{payee} {amount}", f"{payer} pay {payee} {amount}")
                + f"  {cited(one.row)}".rstrip()
            )
        return "\n".join(lines)

    def _amount(self, value: int, unit: Unit) -> str:
        return f"{value} {unit_name(unit, self._language)}".rstrip()


def _pattern_of(one: Missed, table: TableCount) -> Pattern | None:
    return next((pattern for pattern in table.table.patterns if pattern.row is one.row), None)


def visible_lines(text: str) -> str:
    """Make every line of a text harmless for a terminal; names come from rule files."""
    return "\n".join(visible(line) for line in text.split("\n"))
