"""``phz test``: the examples in rule files, run; what each gives against what it says; rows they exercise."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import attrs

from phzdsl.cli.console import Console, FailedError, has_colour
from phzdsl.cli.examples import Outcome, RowKey, exercised, rows_of, run_examples
from phzdsl.cli.faults import shown
from phzdsl.cli.names import step_name
from phzdsl.cli.variants import Library
from phzdsl.errors import HandError
from phzdsl.ruleset.model import Row
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Language, Severity

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]


@attrs.define
class _Run:
    """What a run over several files gave."""

    outcomes: list[Outcome] = attrs.field(factory=list)
    rows: dict[RowKey, Row] = attrs.field(factory=dict)
    faults: list[Diagnostic] = attrs.field(factory=list)
    unread: list[tuple[str, int]] = attrs.field(factory=list)

    @property
    def failures(self) -> list[Outcome]:
        """The examples that did not pass."""
        return [one for one in self.outcomes if not one.passed]

    def uncovered(self) -> list[Row]:
        """Return the rows that no example exercises, in the order of the files."""
        covered = exercised(self.outcomes)
        return [row for key, row in self.rows.items() if key not in covered]


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes(
        "paths", "规则文件、文件夹或变体名", "rule files, folders or ids of variants", nargs="+", metavar="PATH"
    )
    parser.choice(
        "--uncovered", zh="列出没有例子用到的行", en="list the rows that no example exercises", action="store_true"
    )
    parser.json_choice()


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Run the examples of everything that is named."""
    ran = _ran(arguments.paths)
    if arguments.json:
        console.write_json(_value(ran, console.language))
    else:
        _write(ran, console, uncovered=arguments.uncovered)
    return int(bool(ran.failures or ran.faults))


def _ran(names: list[str]) -> _Run:
    ran, library, seen = _Run(), Library(), set()
    for name in names:
        try:
            for path in library.files(name):
                if path.absolute() not in seen:
                    seen.add(path.absolute())
                    _run_file(str(path), library, ran)
        except FailedError as failed:
            ran.faults.extend(failed.diagnostics)
    return ran


def _run_file(name: str, library: Library, ran: _Run) -> None:
    try:
        ruleset = library.usable(name)
    except FailedError as failed:
        ran.faults.extend(failed.diagnostics)
        errors = sum(one.severity is Severity.ERROR for one in failed.diagnostics)
        ran.unread.append((name, errors))
        return
    ran.rows |= rows_of(ruleset)
    ran.outcomes.extend(run_examples(ruleset))


# ---------------------------------------------------------------- failures in words


def _fault(outcome: Outcome) -> Diagnostic:
    """Return an example that did not pass as a fault at its place in the file."""
    example = outcome.example
    if outcome.error is not None:
        words = outcome.error.words or Bilingual(str(outcome.error), str(outcome.error))
        what = Bilingual(f"例「{example.title}」，{words.zh}", f"example `{example.title}`, {words.en}")
        code = "D901" if isinstance(outcome.error, HandError) else "D932"
        return Diagnostic(code, example.row.span, {"what": what})
    return Diagnostic("D931", example.row.span, {"name": example.title, "what": _difference(outcome)})


def _difference(outcome: Outcome) -> Bilingual:
    zh, en = [], []
    for key, expected, got in outcome.wrong:
        if key == "win":
            reason = outcome.score.reason if outcome.score is not None else None
            zh.append("应是不胡，算来是胡" if reason is None else f"应是胡，算来不是胡（{reason.words.zh}）")
            en.append(
                "no win expected, and it is one"
                if reason is None
                else f"a win expected, and it is none ({reason.words.en})"
            )
        elif got is not None:
            due, came = _shown(key, expected), _shown(key, got)
            zh.append(f"{_key_name(key, Language.ZH)} 应是 {due.zh}，算得 {came.zh}")
            en.append(f"{_key_name(key, Language.EN)}: expected {due.en}, got {came.en}")
    return Bilingual("；".join(zh), "; ".join(en))


def _key_name(key: str, language: Language) -> str:
    kind, _, name = key.partition(":")
    if kind == "step":
        return step_name(name, language)
    return name.rpartition("/")[2] if kind == "pattern" else name


def _shown(key: str, value: int) -> Bilingual:
    if key.startswith(("pattern:", "way:")) and value in {0, 1}:
        return Bilingual("中", "counts") if value else Bilingual("不中", "does not count")
    return Bilingual(str(value), str(value))


# ---------------------------------------------------------------- output


def _write(ran: _Run, console: Console, *, uncovered: bool) -> None:
    colour = has_colour(console.out)
    for fault in ran.faults:
        console.write(shown(fault, console.language, colour=colour) + "\n")
    for outcome in ran.failures:
        console.write(shown(_fault(outcome), console.language, colour=colour))
        if outcome.score is not None:
            from phzdsl.cli.trace import trace  # noqa: PLC0415 - only a failure needs it

            steps = trace(outcome.score, console.language).splitlines()
            console.write("\n".join(f"    {line}".rstrip() for line in steps))
        console.write("")
    missed = ran.uncovered()
    if uncovered:
        for row in missed:
            console.write(f"{row.origin}  {row.path}")
    for name, errors in ran.unread:
        zh = f"{name}：文件有 {errors} 个错误，例子没有核对"
        en = f"{name}: {errors} error{'s' if errors != 1 else ''} in the file; its examples were not run"
        console.write(console.say(zh, en))
    if ran.rows or not ran.unread:
        console.write(_summary(ran, len(missed), console))


def _summary(ran: _Run, missed: int, console: Console) -> str:
    examples, failed, rows = len(ran.outcomes), len(ran.failures), len(ran.rows)
    zh = f"例子 {examples} 个，{examples - failed} 个对，{failed} 个不对"
    en = f"{examples} example{'s' if examples != 1 else ''}: {examples - failed} passed, {failed} failed"
    if rows:
        zh += f"。门子、胡法、步和番一共 {rows} 行，有例子算到的 {rows - missed} 行"
        en += f". Of {rows} rows (melds, ways to win, steps, patterns) some example counts {rows - missed}"
    if missed:
        zh += f"；没算到的 {missed} 行，--uncovered 会列出来"
        en += f"; --uncovered lists the other {missed}"
    return console.say(zh, en)


def _value(ran: _Run, language: Language) -> dict[str, Any]:
    from phzdsl.text.machine import diagnostic_value  # noqa: PLC0415 - only for programs

    missed = ran.uncovered()
    return {
        "examples": len(ran.outcomes),
        "passed": len(ran.outcomes) - len(ran.failures),
        "failed": len(ran.failures),
        "failures": [_failure(one, language) for one in ran.failures],
        "coverage": {
            "rows": len(ran.rows),
            "covered": len(ran.rows) - len(missed),
            "uncovered": [
                {
                    "variant": row.origin,
                    "row": row.path,
                    "file": row.span.source.name,
                    "line": row.span.start_place.line,
                }
                for row in missed
            ],
        },
        "diagnostics": [diagnostic_value(one, language) for one in ran.faults],
    }


def _failure(outcome: Outcome, language: Language) -> dict[str, Any]:
    from phzdsl.text.catalogue import sentence  # noqa: PLC0415 - as above

    fault, span = _fault(outcome), outcome.example.row.span
    return {
        "variant": outcome.ruleset.id,
        "example": outcome.example.title,
        "file": span.source.name,
        "line": span.start_place.line,
        "hand": outcome.example.hand,
        "code": fault.code,
        "message": sentence(fault, language),
        "differences": [{"key": key, "expected": expected, "got": got} for key, expected, got in outcome.wrong],
    }
