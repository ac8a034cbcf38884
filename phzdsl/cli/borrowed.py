"""Examples of a parent for a new rule file: the same hands, scored under the new rules, as rows still to be confirmed.

A hand whose result changes comes first, for it shows the difference; then one that both rule sheets count alike.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.cli.draft import Parent, Say, Stated
from phzdsl.cli.examples import Outcome, run_examples
from phzdsl.ruleset.facts import fact
from phzdsl.ruleset.inherit import MergedRow
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.vocabulary import term

__all__ = ["borrowed"]

_STEPS = ("xi", "deng", "fan", "base")
_MOST = 2
_CLAUSES = ("by", "given", "sets")


def borrowed(parent: Parent, child: Ruleset, say: Say) -> tuple[Stated, ...]:
    """Return one or two rows of examples; where the parent has none, a comment on how one is written."""
    stated = {row.name: row for row in parent.loaded.layer.rows("examples")}
    ran = [one for one in run_examples(attrs.evolve(child, examples=parent.ruleset.examples)) if one.error is None]
    rows = []
    for outcome in _chosen(ran):
        row = stated.get(outcome.example.row.name)
        if row is not None:
            rows.append(_row(parent.ruleset.id, row, outcome, say))
    if rows:
        return tuple(rows)
    zh = "例子待补：名字  牌面 碰 壹壹壹 / …… / 手 …… / 胡 ……  由 他摸  得 息 = ……, 番 = ……"
    en = "examples to come: NAME hand peng b1b1b1 / ... / hand-cards ... / win ... by others-draw gives xi = ..., fan = ..."
    return (Stated("例", "", say(zh, en)),)


def _chosen(ran: list[Outcome]) -> Iterator[Outcome]:
    """Yield the fullest example that comes out otherwise, then the fullest of the others."""
    full = sorted((one for one in ran if one.score is not None), key=_fullness)
    changed = [one for one in full if one.wrong]
    alike = [one for one in full if not one.wrong]
    found = [*changed[:1], *alike[:_MOST], *changed[1:]]
    yield from found[:_MOST]


def _fullness(outcome: Outcome) -> tuple[bool, int]:
    """Order wins before what is none, and many patterns before few."""
    return outcome.score is None or not outcome.score.win, -len(_patterns(outcome))


def _row(origin: str, row: MergedRow, outcome: Outcome, say: Say) -> Stated:
    clauses = [clause.span.text for word in ("hand", *_CLAUSES) if (clause := row.clause(word)) is not None]
    text = f"{row.node.name.text} {' '.join(clauses)} 得 {', '.join(_gives(outcome))}"
    says = say(
        f"{origin} 的例子，照这里重算：待和牌单核对",
        f"an example of {origin}, scored anew: to be confirmed against the sheet",
    )
    if outcome.wrong:
        says += say("（那边算出来不一样）", " (it comes to something else there)")
    return Stated("例", text, says)


def _gives(outcome: Outcome) -> Iterator[str]:
    score = outcome.score
    if score is None or not score.win or score.counted is None:
        yield "不胡"
        return
    for name in _STEPS:
        value = score.counted.values.get(f"step:{name}")
        found = term("step", name)
        if value is not None and found is not None:
            yield f"{found.zh} = {value}"
    for key, value in outcome.got:
        kind, _, name = key.partition(":")
        role = term("role", name)
        if kind == "pays" and role is not None and value is not None:
            yield f"{role.zh}付 = {value}"
    yield from _patterns(outcome)


def _patterns(outcome: Outcome) -> list[str]:
    """Return the patterns that count, without those whose name could be read as something else."""
    score = outcome.score
    every = [one.id for _, one in score.ruleset.patterns()] if score is not None else []
    counted = score.patterns if score is not None else ()
    return [one.row.written for one in counted if every.count(one.row.name) == 1 and fact(one.row.written) is None]
