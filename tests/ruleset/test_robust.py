"""Whatever a file says, loading it ends with diagnostics and not with a failure of the program."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from phzdsl.errors import OptionError
from phzdsl.ruleset.facts import FACTS
from phzdsl.ruleset.library import Folder, Loader, rules_folder, shipped
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.vocabulary import VOCABULARY
from phzdsl.syntax.lexicon import KEYWORDS
from phzdsl.syntax.tokens import Token, tokens_of
from phzdsl.text.diagnostics import Language
from phzdsl.text.render import render_all
from phzdsl.text.source import Source

FILES_A_SEED = 8


@cache
def words() -> tuple[str, ...]:
    """Return what a slip may put into a file: every word of the language, signs and numbers."""
    known = [*(word.zh for word in KEYWORDS), *(word.zh for word in VOCABULARY), *(fact.zh for fact in FACTS)]
    return (*known, *"()[]{}+×÷=,;@", "..", ">=", "0", "7", "100", "-1", "壹", "一二三", "番表", "\n")


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text."""
    return list(tokens_of(Source("t.phz", text), [], len(text)))


def spoilt(text: str, random: Random) -> str:
    """Return a text with a few words left out, replaced, or the rest of their line lost."""
    for _ in range(random.choice((1, 1, 2, 4))):
        chosen = random.choice(tokens(text)).span
        end = chosen.end
        match random.randrange(4):
            case 0:
                put = ""
            case 1:
                put, end = "", max(end, text.find("\n", end))
            case _:
                put = f" {random.choice(words())} "
        text = text[: chosen.start] + put + text[end:]
    return text


@pytest.mark.parametrize("seed", range(12))
def test_spoilt_files_load(seed: int) -> None:
    """Files that ship, spoilt at random, give a report in both languages; those without errors bind."""
    random = Random(seed)
    for _ in range(FILES_A_SEED):
        variant = random.choice(shipped())
        text = spoilt((rules_folder() / f"{variant}.phz").read_text("utf-8"), random)
        found = Loader(Folder()).load(Source(f"{variant}.phz", text))
        for language in Language:
            assert render_all(found.diagnostics, language)
        if found.ok and found.ruleset is not None:
            try:
                bind(found.ruleset)
            except OptionError as error:
                assert error.code == "D903"  # noqa: PT017 - the defaults of the spoilt file are forbidden
