"""The few words that every report needs, in both languages, and how a value or a mend is spelled.

Sentences about a fault are not here: they stand in the catalogue, one per code.
"""

from __future__ import annotations

from phzdsl.text.diagnostics import Bilingual, Fix, Language, Severity, Value

__all__ = ["counted", "mend", "severity_word", "spell"]

_SEVERITIES = {
    Severity.ERROR: Bilingual("错误", "error"),
    Severity.WARNING: Bilingual("警告", "warning"),
    Severity.NOTE: Bilingual("说明", "note"),
}
_NOTHING = Bilingual("没有发现问题", "no faults found")
_DID_YOU_MEAN = Bilingual("是否想写：", "did you mean ")
_LONGEST_VALUE = 200


def severity_word(severity: Severity, language: Language) -> str:
    """Return the word for a severity, such as 错误 or ``error``."""
    return _SEVERITIES[severity].in_language(language)


def spell(value: Value, language: Language) -> str:
    """Write a value in the reader's language; the middle of a very long one is left out.

    >>> spell(Bilingual("番", "pattern"), Language.EN), spell(15, Language.ZH)
    ('pattern', '15')
    """
    text = value.in_language(language) if isinstance(value, Bilingual) else str(value)
    if len(text) <= _LONGEST_VALUE:
        return text
    half = _LONGEST_VALUE // 2
    return f"{text[:half]}...{text[-half:]}"


def mend(fix: Fix, language: Language) -> str:
    """Write a mend as a question: 是否想写：… or ``did you mean …``."""
    question = _DID_YOU_MEAN.in_language(language) + spell(fix.words, language)
    return question if language is Language.ZH else f"{question}?"


def counted(counts: dict[Severity, int], language: Language) -> str:
    """Write how many faults of each severity there are, the worst first.

    >>> counted({Severity.ERROR: 3, Severity.WARNING: 1}, Language.ZH)
    '3 个错误，1 个警告'
    >>> counted({Severity.ERROR: 3, Severity.WARNING: 1}, Language.EN)
    '3 errors, 1 warning'
    """
    present = [(severity, counts[severity]) for severity in Severity if counts.get(severity)]
    if not present:
        return _NOTHING.in_language(language)
    if language is Language.ZH:
        return "，".join(f"{number} 个{severity_word(severity, language)}" for severity, number in present)
    return ", ".join(
        f"{number} {severity_word(severity, language)}{'s' if number > 1 else ''}" for severity, number in present
    )
