"""The catalogue: every entry is whole, both languages agree, and what is not there is refused."""

from __future__ import annotations

import pytest

from phzdsl.errors import PhzError
from phzdsl.text.catalogue import UnknownCodeError, codes, entry, fill, holes, sentence
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Language
from phzdsl.text.source import Source, Span


def test_codes_are_sorted_and_hold_the_samples() -> None:
    """The list of codes is sorted, without doubles, and finds the files that are shipped."""
    assert list(codes()) == sorted(set(codes()))
    assert {"D901", "N201", "S101"} <= set(codes())


@pytest.mark.parametrize("code", codes())
def test_both_languages_have_the_same_holes(code: str) -> None:
    """A value that one language names is named by the other, so no reader learns less."""
    message = entry(code).message
    assert holes(message.zh) == holes(message.en)


@pytest.mark.parametrize("code", codes())
def test_every_entry_is_whole(code: str) -> None:
    """Each entry reads, says everything in both languages, and shows another example as right than as wrong."""
    known = entry(code)
    assert known.code == code
    for words in (known.title, known.message, known.explain):
        assert words.zh.strip()
        assert words.en.strip()
    assert not holes(known.title.zh + known.title.en + known.explain.zh + known.explain.en)
    assert "\n" not in known.message.zh + known.message.en
    assert known.good.strip()
    assert known.good not in {known.bad, known.bad_command}


def test_sentence_follows_the_language_and_its_values() -> None:
    """Values fill the sentence, a bilingual one in the language of the sentence."""
    found = Diagnostic("N201", Span(Source("a.phz", ""), 0, 0), {"name": "红乎", "kind": Bilingual("番", "pattern")})
    assert sentence(found, Language.ZH) == "没有叫「红乎」的番"
    assert sentence(found, Language.EN) == "there is no pattern named `红乎`"


def test_a_missing_value_leaves_its_hole() -> None:
    """A reader is never shown a crash for a value that a check forgot: the hole stays, the rest is said."""
    assert fill("no {kind} `{name}`", {"name": 3}, Language.EN) == "no {kind} `3`"


def test_values_are_not_templates() -> None:
    """Braces that come from the user's text are not taken for holes, and doubled braces of a template are one."""
    assert fill("{{{name}}} {", {"name": "{kind}", "kind": "x"}, Language.EN) == "{{kind}} {"
    assert holes("{{name}} {kind}") == {"kind"}


@pytest.mark.parametrize(
    ("code", "near"), [("n201", "N201"), ("N20", "N201"), ("S1O1", "S101"), (" D901 ", "D901"), ("D9011", "D901")]
)
def test_an_unknown_code_suggests_close_ones(code: str, near: str) -> None:
    """A mistyped code is refused by a lookup error that names the code meant."""
    with pytest.raises(UnknownCodeError, match=near) as caught:
        entry(code)
    assert near in caught.value.suggestions
    assert isinstance(caught.value, PhzError)
    assert isinstance(caught.value, KeyError)


@pytest.mark.parametrize("code", ["", "../codes/N201", "N201\n", "/etc/passwd", "红胡", "N20\0", "N٢٠١"])
def test_a_code_never_names_another_file(code: str) -> None:
    """What a user types as a code cannot reach a file outside the catalogue."""
    with pytest.raises(UnknownCodeError):
        entry(code)
