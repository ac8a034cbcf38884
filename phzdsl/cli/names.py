"""What things of a ruleset are called in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from phzdsl.ruleset.expressions import Unit
from phzdsl.ruleset.model import Option, Row, Ruleset
from phzdsl.ruleset.vocabulary import term
from phzdsl.ruleset.words import UNIT_WORDS
from phzdsl.text.diagnostics import Bilingual, Language

__all__ = [
    "block_name",
    "cited",
    "meld_name",
    "option_value",
    "option_word",
    "paid_in",
    "step_name",
    "unit_name",
    "word",
]

_UNITS = {Unit.NUMBER: Bilingual("", "")}
_ENGLISH_UNITS = {Unit.XI: "xi", Unit.DENG: "deng", Unit.FAN: "fan"}


def word(group: str, word_id: str, language: Language) -> str:
    """Return a word of a list by its id; a name of the author's own stays as it is."""
    found = term(group, word_id)
    return word_id if found is None else found.zh if language is Language.ZH else found.id


def meld_name(ruleset: Ruleset, meld_id: str, language: Language) -> str:
    """Return what a meld is called: by the variant's players in Chinese, by its id in English."""
    if language is Language.ZH:
        called = next((meld.called for meld in ruleset.melds if meld.id == meld_id), meld_id)
        return word("meld", called, language) if called == meld_id else called
    return word("meld", meld_id, language)


def step_name(step_id: str, language: Language) -> str:
    """Return what a step is called."""
    return word("step", step_id, language)


def unit_name(unit: Unit, language: Language) -> str:
    """Return the word for a unit after a number, empty for a plain number."""
    if language is Language.EN and unit in _ENGLISH_UNITS:
        return _ENGLISH_UNITS[unit]
    return _UNITS.get(unit, UNIT_WORDS[unit]).in_language(language)


def paid_in(ruleset: Ruleset, language: Language) -> Mapping[str, str]:
    """Return by the path of each row of payments what its amount is counted in; a plain number is points."""
    units = {one.row.path: one.amount.unit for one in ruleset.payments}
    return {path: unit_name(Unit.POINTS if unit is Unit.NUMBER else unit, language) for path, unit in units.items()}


def block_name(block: str, language: Language) -> str:
    """Return the keyword of a block, with its own name where it has one."""
    from phzdsl.syntax.lexicon import KEYWORDS  # noqa: PLC0415 - only ``show`` and ``test`` need it

    kind, _, name = block.partition("/")
    found = next((one for one in KEYWORDS if one.id == kind and one.terminal == "BLOCK"), None)
    spelled = kind if found is None else found.zh if language is Language.ZH else found.en
    return f"{spelled} {name}".strip()


def cited(row: Row) -> str:
    """Return the citations of a row as a rule file writes them."""
    return " ".join(f"@{one}" for one in row.cites)


def option_word(option: Option, value: int, language: Language) -> str:
    """Return the value of an option as people write it after ``-o NAME=``."""
    if option.truth:
        return word("option-value", option.choices[value], language)
    return str(option_value(option, value))


def option_value(option: Option, value: int) -> str | int | bool:
    """Return the value of an option as a script reads it: a word, a number, yes or no."""
    if option.truth:
        return bool(value)
    return option.choices[value] if option.choices else value
