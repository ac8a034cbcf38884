"""A ruleset as one document of plain values, and the digest of what its rules mean.

Enters: a ruleset, bound to a room's options or not. Leaves: values of which ``json.dumps`` makes the document of
``phz export``. The digest is taken of ``rules`` alone (``meaning.py``): two files that mean the same have the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256

from phzdsl.ruleset.meaning import Plain, canonical, meaning
from phzdsl.ruleset.model import Example, Ruleset

__all__ = ["SCHEMA", "called_rows", "chosen_options", "digest", "export", "row_digests", "words_of_options"]

SCHEMA = 1
"""The form of the document; a change that a reader could trip over raises it, and with it every digest."""

_SHORT = 8


def export(ruleset: Ruleset) -> dict[str, Plain]:
    """Return the whole variant.

    Keys: ``schema``, ``digest``; ``variant``, ``title``, ``line`` (its parents, itself first); ``options``, the room's
    values by name, or None where it is not bound; ``rules``, what each row means by its path; ``rows``, by the same
    paths how it is written, called, cited and who states it; ``examples``.
    """
    rules = meaning(ruleset)
    return {
        "schema": SCHEMA,
        "digest": _digest_of(rules),
        "variant": ruleset.id,
        "title": ruleset.title,
        "line": [*ruleset.line],
        "options": None if ruleset.bound is None else {**chosen_options(ruleset)},
        "rules": rules,
        "rows": _about(ruleset, rules),
        "examples": [_example(one) for one in ruleset.examples],
    }


def digest(ruleset: Ruleset) -> str:
    """Return the digest of what the rules mean: 64 hexadecimal digits."""
    return _digest_of(meaning(ruleset))


def row_digests(ruleset: Ruleset) -> dict[str, str]:
    """Return by path a short digest of what each row means, by which rows that differ can be named."""
    return {path: _hash(content)[:_SHORT] for path, content in meaning(ruleset).items()}


def chosen_options(ruleset: Ruleset) -> dict[str, str | int]:
    """Return the values that a ruleset is bound to, by name: words, numbers, yes or no; empty where it is not bound."""
    found: dict[str, str | int] = {}
    for name, value in ruleset.bound or ():
        option = ruleset.option(name)
        if option is not None and option.choices:
            found[name] = bool(value) if option.truth else option.choices[value]
        else:
            found[name] = value
    return found


def words_of_options(options: Mapping[str, str | int]) -> dict[str, str]:
    """Return values of options, as ``chosen_options`` gives them, in the words that ``bind`` takes."""
    return {name: ("no", "yes")[value] if isinstance(value, bool) else str(value) for name, value in options.items()}


def _digest_of(rules: dict[str, Plain]) -> str:
    return _hash({"schema": SCHEMA, "rules": {**rules}})


def _hash(value: Plain) -> str:
    return sha256(canonical(value).encode()).hexdigest()


# ---------------------------------------------------------------- what is said of rows besides


def _about(ruleset: Ruleset, rules: dict[str, Plain]) -> dict[str, Plain]:
    called = dict(called_rows(ruleset))
    about: dict[str, Plain] = {}
    for row in ruleset.rows:
        if row.path in rules:
            about[row.path] = {
                "written": row.written,
                "called": called.get(row.path),
                "origin": row.origin,
                "cites": [*row.cites],
                "unclear": row.doubt,
            }
    return dict(sorted(about.items()))


def called_rows(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield the path of each row that players may call otherwise than a rule file does, and what they call it."""
    yield from ((meld.row.path, meld.called) for meld in ruleset.melds)
    yield from ((claim.row.path, claim.called) for claim in ruleset.claims)
    yield from ((pattern.row.path, pattern.called) for _, pattern in ruleset.patterns())


def _example(example: Example) -> Plain:
    return {
        "title": example.title,
        "hand": example.hand,
        "by": example.by,
        "facts": {**dict(example.facts)},
        "options": {**dict(example.options)},
        "expects": {**dict(example.expects)},
        "cites": [*example.row.cites],
    }
