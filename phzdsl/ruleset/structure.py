"""Whether rows have the parts that their block gives them: the schema, applied to a tree.

Asks of each row as written: is there such a row, may each clause stand here, once, with what it takes.
What the words mean is asked by the readers.
"""

from __future__ import annotations

from collections.abc import Iterator

from phzdsl.ruleset.inherit import MergedRow
from phzdsl.ruleset.schema import EVERY_ROW, BlockRule, RowRule, Takes, block_rule
from phzdsl.ruleset.scope import canonical
from phzdsl.ruleset.suggest import instead, suggestions
from phzdsl.ruleset.vocabulary import terms
from phzdsl.ruleset.words import joined, keyword_words
from phzdsl.syntax import nodes
from phzdsl.syntax.lexicon import KEYWORDS
from phzdsl.syntax.tokens import in_english
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Value
from phzdsl.text.source import Span

__all__ = ["check_needed", "check_structure"]

_KEYED = frozenset({Takes.SIZES, Takes.SEATS})
_CONDITIONS = (nodes.Comparison, nodes.Within, nodes.Not, nodes.Combined, nodes.Call)
_BARE = frozenset({Takes.NOTHING, Takes.TEXT, Takes.HAND, Takes.CLAUSES})


def check_structure(variant: nodes.VariantNode) -> Iterator[Diagnostic]:
    """Yield the faults of form of the rows that a file states."""
    for block in variant.blocks:
        rule = block_rule(block.word.id)
        if block.name is not None and not rule.named:
            yield Diagnostic("N210", block.name.span, {"name": block.name.text, "block": _block_word(rule.id)})
        for row in block.rows():
            yield from _row(row, rule)


def check_needed(row: MergedRow) -> Iterator[Diagnostic]:
    """Yield a fault for each clause that a row, complete with what it inherits, still lacks."""
    rule = block_rule(row.block.split("/")[0]).row(row.name)
    for clause in rule.clauses if rule else ():
        if clause.needed and row.clause(clause.word) is None:
            means = Bilingual(clause.means_zh, clause.means_en)
            values: dict[str, Value] = {"word": keyword_words(clause.word), "row": row.node.name.text, "means": means}
            yield Diagnostic("N207", row.node.name.span, values)


def row_rule(block: BlockRule, written: str) -> RowRule | None:
    """Return the rule of a row by its written name."""
    fixed = canonical(block.group, written)
    found = block.row(fixed)
    return found if found is not None else None


def _row(row: nodes.RowNode, block: BlockRule) -> Iterator[Diagnostic]:
    rule = row_rule(block, row.name.text)
    if rule is None:
        words = terms(block.group or "").values()
        known = Bilingual(joined(one.zh for one in words).zh, joined(one.id for one in words).en)
        fixes = suggestions(row.name.text, terms(block.group or ""), row.name.span)
        values: dict[str, Value] = {"name": row.name.text, "block": _block_word(block.id), "known": known}
        yield Diagnostic("N204", row.name.span, values, fixes=fixes)
        return
    removing = row.operation is not None and row.operation.id in {"remove", "move"}
    given = bool(row.arguments or row.keyed)
    bare = None if removing else _bare_condition(row, rule)
    if bare is not None:
        yield bare
    elif given and (rule.takes is Takes.NOTHING or removing):
        yield Diagnostic("T312", _given_span(row), {"word": row.name.text})
    changing = row.operation is not None and row.operation.id != "add"
    if not given and rule.takes is not Takes.NOTHING and not changing:
        yield Diagnostic("T319", row.name.span, {"word": row.name.text, "means": _means(rule)})
    if row.keyed and rule.takes not in _KEYED:
        yield Diagnostic("T312", row.keyed[0].span, {"word": row.name.text})
    yield from _clauses(row, rule)


def _bare_condition(row: nodes.RowNode, rule: RowRule) -> Diagnostic | None:
    """Return what is said of a condition right behind the name of a row, without the word that begins it."""
    when = rule.clause("when")
    if when is None or rule.takes is not Takes.NOTHING or any(clause.word.id == "when" for clause in row.clauses):
        return None
    # A name alone may be anything, but for rows that must have a condition.
    conditions = (*_CONDITIONS, nodes.Name) if when.needed else _CONDITIONS
    if len(row.arguments) != 1 or not isinstance(row.arguments[0], conditions):
        return None
    span = row.arguments[0].span
    # A word that a mend put there has no text.
    words = [text for clause in row.clauses if (text := clause.word.span.text)]
    written = "when" if (any(map(str.isascii, words)) if words else in_english(span.source)) else "当"
    fix = instead(Span(span.source, span.start, span.start), f"{written} ", f"{written} {span.text}")
    return Diagnostic("S132", span, {"text": span.text, "word": keyword_words("when")}, fixes=(fix,))


def _clauses(row: nodes.RowNode, rule: RowRule) -> Iterator[Diagnostic]:
    seen: dict[str, nodes.Clause] = {}
    for clause in row.clauses:
        word = clause.word.id
        known = rule.clause(word)
        if known is None and word == "at-most" and row.clauses[0] is not clause:
            # 红牌 至多 10, where 至多 begins no clause.
            fix = instead(clause.word.span, "<=")
            yield Diagnostic("S131", clause.word.span, {"word": clause.word.span.text, "sign": "<="}, fixes=(fix,))
        elif known is None:
            allowed = [one.word for one in (*rule.clauses, *EVERY_ROW)]
            names = Bilingual(
                "、".join(keyword_words(one).zh for one in allowed), ", ".join(keyword_words(one).en for one in allowed)
            )
            values: dict[str, Value] = {"word": clause.word.span.text, "row": row.name.text, "allowed": names}
            yield Diagnostic("N205", clause.word.span, values)
        elif word in seen and word != "remark":
            yield Diagnostic("N206", clause.word.span, {"word": clause.word.span.text, "row": row.name.text})
        else:
            seen[word] = clause
            yield from _takes(clause, known.takes, Bilingual(known.means_zh, known.means_en))


def _takes(clause: nodes.Clause, takes: Takes, means: Bilingual) -> Iterator[Diagnostic]:
    given = bool(clause.arguments or clause.keyed)
    word = clause.word.span.text
    if takes in _BARE:
        if takes is Takes.TEXT and clause.text is None:
            yield Diagnostic("T320", clause.span, {"word": word})
        elif given or (clause.text is not None and takes is not Takes.TEXT):
            yield Diagnostic("T312", clause.span, {"word": word})
    elif clause.text is not None:
        yield Diagnostic("T312", clause.text.span, {"word": word})
    elif not given and takes is not Takes.SOME_NAMES:
        yield Diagnostic("T319", clause.word.span, {"word": word, "means": means})
    elif clause.keyed and takes not in _KEYED:
        yield Diagnostic("T312", clause.keyed[0].span, {"word": word})
    elif takes in {Takes.FORMULA, Takes.TRUTH, Takes.NAME, Takes.CHOICE, Takes.SIZES} and len(clause.arguments) > 1:
        yield Diagnostic("T321", clause.arguments[1].span, {"word": word})


def _given_span(row: nodes.RowNode) -> Span:
    return (row.arguments or row.keyed)[0].span


def _means(rule: RowRule) -> Bilingual:
    return Bilingual(rule.means_zh, rule.means_en)


def _block_word(block_id: str) -> Bilingual:
    found = next(word for word in KEYWORDS if word.id == block_id and word.terminal == "BLOCK")
    return Bilingual(found.zh, found.en)
