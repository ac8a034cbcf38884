"""One language in two spellings: a file turned into English word by word is the same ruleset."""

from __future__ import annotations

import re

import attrs
import pytest

from phzdsl.ruleset.facts import FACTS
from phzdsl.ruleset.library import Folder, Loader, rules_folder, shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.vocabulary import VOCABULARY, translate
from phzdsl.syntax.lexicon import KEYWORDS, Zone
from phzdsl.syntax.tokens import Token, tokens_of
from phzdsl.text.source import Source

_LIST = (
    {fact.zh: fact.id for fact in FACTS}
    | {word.zh: word.id for word in VOCABULARY}
    | {"番表": "fan-table", "最大": "max", "最小": "min"}
)
_COUNT = re.compile(r"(.+)数")


def english(text: str) -> str:
    """Turn every word that the language knows into English; names that the author chose stay."""
    words: list[dict[str, str]] = [{word.zh: word.en for word in KEYWORDS if word.zone is zone} for zone in Zone]
    comments: list[Token] = []
    found = text
    depth = 0
    edits: list[tuple[int, int, str]] = []
    for token in tokens_of(Source("x", text), comments, 10_000):
        if token.kind == "WORD":
            written = words[min(depth, 2)].get(token.text) or (_name(token.text) if depth else token.text)
            edits.append((token.span.start, token.span.end, f" {written} "))
        depth += {"LBRACE": 1, "RBRACE": -1}.get(token.kind, 0)
    for start, end, written in reversed(edits):
        found = found[:start] + written + found[end:]
    return found


def _name(name: str) -> str:
    if name in _LIST:
        return _LIST[name]
    counted = _COUNT.fullmatch(name)
    return f"{_LIST[counted[1]]}-count" if counted and counted[1] in _LIST else name


def ruleset(text: str) -> Ruleset:
    """Load a file that has no faults."""
    loaded = Loader(Folder()).load(Source("common.phz", text))
    assert [(one.code, one.span.text) for one in loaded.diagnostics if one.severity.value == "error"] == []
    assert loaded.ruleset is not None
    return loaded.ruleset


@pytest.mark.parametrize("variant", shipped())
def test_english_files_mean_the_same(variant: str) -> None:
    """Keywords, facts and words of the lists in English give the same rules as in Chinese."""
    text = (rules_folder() / f"{variant}.phz").read_text("utf-8")
    assert plain(ruleset(english(text))) == plain(ruleset(text))


def plain(part: object) -> object:
    """Return what a part of a ruleset means: its fields but for how names are spelled."""
    if isinstance(part, str):
        # The text of a hand has the names of its groups as written.
        return " ".join(translate(word, to_chinese=False) for word in part.split())
    if isinstance(part, tuple | list):
        return [plain(one) for one in part]
    if attrs.has(type(part)):
        fields = attrs.fields(type(part))  # type: ignore[arg-type]  # has() says that it has them
        kept = [field for field in fields if field.eq and field.name not in {"written", "called"}]
        return type(part).__name__, [(field.name, plain(getattr(part, field.name))) for field in kept]
    return part
