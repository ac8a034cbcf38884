"""Misuse of the Python interface: every wrong argument is refused by an exception of our own, in words, at the door."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import phzdsl
from phzdsl.errors import ArgumentError, MissingError, PhzError, ReadError, ResolverError
from phzdsl.scoring.hand import By

HAND = "碰 二二二 / 手 一二三贰柒拾四五六八八伍陆 / 提 玖玖玖玖 / 胡 柒"
TEXT = "版本 1\n变体 t 继承 common {\n}\n"
LISTED = '版本 1\n出处 "list.toml"\n变体 t 继承 common {\n}\n'
UNKNOWN = "版本 1\n变体 t 继承 nowhere {\n}\n"

# What is called here is called wrongly on purpose, so its types are not asked.
lib: Any = phzdsl


class Resolver:
    """A resolver that gives, or raises, what a test puts into it."""

    def __init__(self, **gives: object) -> None:
        self._gives: dict[str, object] = {"variant": None, "source_list": None, "known": ()} | gives

    def _given(self, name: str) -> object:
        given = self._gives[name]
        if isinstance(given, Exception):
            raise given
        return given

    def variant(self, name: str, *, beside: str, quoted: bool) -> object:
        """Return a parent."""
        assert name
        assert beside
        assert quoted in {True, False}
        return self._given("variant")

    def source_list(self, name: str, *, beside: str) -> object:
        """Return a list."""
        assert name
        assert beside
        return self._given("source_list")

    def known(self) -> object:
        """Return the ids."""
        return self._given("known")


def refused(call: Callable[[], object], kind: type[PhzError], said: str) -> None:
    """Hold a call to its exception: ours, below the builtin that it should be, with these words."""
    with pytest.raises(kind) as caught:
        call()
    assert said in str(caught.value)


@pytest.fixture(scope="module")
def rules() -> Any:  # noqa: ANN401 - misused on purpose
    """Return a bound ruleset."""
    return phzdsl.bind(phzdsl.load("cd-quan"))


# ---------------------------------------------------------------- load, loads


@pytest.mark.parametrize("name", [3, None, b"cd-quan", ["cd-quan"]])
def test_a_name_that_is_none(name: object) -> None:
    """A variant is named by a text or a path."""
    refused(lambda: lib.load(name), ArgumentError, "name must be the id of a variant or the path of a rule file, not")
    assert issubclass(ArgumentError, TypeError)


@pytest.mark.parametrize("name", ["nope", "", "a\0b", Path("no/such/file.phz")])
def test_a_variant_that_is_not_there(name: object) -> None:
    """What is missing is a missing file, told with what there is."""
    refused(lambda: lib.load(name), MissingError, "cd-quan")
    assert issubclass(MissingError, FileNotFoundError)


def test_a_near_name_is_asked_for() -> None:
    """A mistyped id is answered with the one that was meant."""
    refused(lambda: lib.load("cd-qaun"), MissingError, "did you mean 'cd-quan'?")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A folder, or a name that no file can have, is told as the system tells it, with its name."""
    refused(lambda: lib.load(tmp_path), ReadError, str(tmp_path))
    refused(lambda: lib.load("x" * 5000), ReadError, "too long")
    assert issubclass(ReadError, OSError)


@pytest.mark.parametrize("text", [3, None, b"x"])
def test_a_text_that_is_none(text: object) -> None:
    """A text is a string, and so is its name."""
    refused(lambda: lib.loads(text), ArgumentError, "text must be the text of a rule file, not")
    refused(lambda: lib.loads(TEXT, name=text), ArgumentError, "name must be a name for the text, not")


def test_a_text_of_any_name() -> None:
    """A name that no file can have is fine for a text."""
    assert lib.loads(TEXT, name="a\0b").id == "t"


@pytest.mark.parametrize(
    "call", [lambda limits: lib.load("common", limits), lambda limits: lib.loads(TEXT, limits=limits)]
)
def test_limits_that_are_none(call: Callable[[object], object]) -> None:
    """Limits are limits, and each of them a number."""
    refused(lambda: call(3), ArgumentError, "limits must be Limits or None, not int 3")
    refused(lambda: call(lib.Limits(rows="x")), ArgumentError, "limits.rows must be a number, not str 'x'")


@pytest.mark.parametrize("resolver", [3, "x", object(), type("Half", (), {"variant": print})()])
def test_a_resolver_that_is_none(resolver: object) -> None:
    """What lacks a method of a resolver is refused before anything is loaded."""
    refused(lambda: lib.loads(TEXT, resolver=resolver), ArgumentError, "resolver must be a Resolver, with a method")


@pytest.mark.parametrize(
    ("text", "gives", "said"),
    [
        (TEXT, {"variant": "a text"}, "the resolver's variant gives a Source, a Diagnostic or None, not str"),
        (TEXT, {"variant": 3}, "the resolver's variant gives"),
        (TEXT, {"variant": RuntimeError("boom")}, "the resolver's variant failed: RuntimeError: boom"),
        (TEXT, {"variant": OSError("gone")}, "the resolver's variant failed: OSError: gone"),
        (LISTED, {"source_list": b"x"}, "the resolver's source_list gives a text or None, not bytes"),
        (LISTED, {"source_list": KeyError("x")}, "the resolver's source_list failed: KeyError"),
        (UNKNOWN, {"known": None}, "the resolver's known gives a tuple of ids, not NoneType"),
        (UNKNOWN, {"known": (3,)}, "the resolver's known gives a tuple of ids, not int"),
        (UNKNOWN, {"known": ValueError("x")}, "the resolver's known failed: ValueError: x"),
    ],
)
def test_a_resolver_that_fails(text: str, gives: dict[str, object], said: str) -> None:
    """A resolver that raises or gives something else is told as such, with the cause kept."""
    refused(lambda: lib.loads(text, resolver=Resolver(**gives)), ResolverError, said)


# ---------------------------------------------------------------- bind


@pytest.mark.parametrize("ruleset", [3, None, "cd-quan"])
def test_a_ruleset_that_is_none(ruleset: object, rules: Any) -> None:  # noqa: ANN401 - misused on purpose
    """Wherever a ruleset is asked for, something else is refused by that name."""
    hand = lib.parse_hand(HAND, rules)
    for call in (
        lambda: lib.bind(ruleset),
        lambda: lib.parse_hand(HAND, ruleset),
        lambda: lib.score(ruleset, hand),
        lambda: lib.Scorer(ruleset),
    ):
        refused(call, ArgumentError, "ruleset must be a Ruleset, such as load() gives, not")


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"x": 1}, "cd-quan has no option 'x'; it has "),
        ({3: 1}, "cd-quan has no option 3"),
        ({"自摸底": 99}, "option 自摸底 is one of 番后, 番前, not 99"),
        ({"自摸底": -1}, "not -1"),
        ({"自摸底": 1.0}, "not 1.0"),
        ({"自摸底": float("nan")}, "not nan"),
        ({"自摸底": None}, "not None"),
        ({"自摸底": [1]}, "not [1]"),
        ({"自摸底": "番中"}, "option 自摸底 is one of 番后, 番前, not '番中'"),
    ],
)
def test_options_that_are_none(chosen: object, said: str) -> None:
    """An unknown option or value is told with those that there are."""
    refused(lambda: lib.bind(lib.load("cd-quan"), chosen), phzdsl.OptionError, said)
    assert issubclass(phzdsl.OptionError, ValueError)


@pytest.mark.parametrize("chosen", [["自摸底"], 3, "自摸底"])
def test_options_that_are_no_mapping(chosen: object) -> None:
    """Options come as a mapping."""
    refused(
        lambda: lib.bind(lib.load("cd-quan"), chosen), ArgumentError, "chosen must be a mapping of options to values"
    )


def test_options_in_words_and_presets() -> None:
    """Values may be written as people write them; a preset sets several, and only when it is said yes to."""
    loaded = lib.load("cd-quan")
    assert lib.bind(loaded, {"自摸底": "番前"}) == lib.bind(loaded, {"自摸底": 1})
    guilin = lib.load("guilin")
    assert dict(lib.bind(guilin, {"八一字牌": "是"}).bound)["海底子"] == 3
    refused(lambda: lib.bind(guilin, {"八一字牌": "否"}), phzdsl.OptionError, "八一字牌 is a preset, chosen with yes")


def test_a_ruleset_that_is_bound_stays_so() -> None:
    """Binding again with the same values gives the same; other values would be a lie, since the rules are bound."""
    bound = lib.bind(lib.load("cd-quan"))
    assert lib.bind(bound) is bound
    assert lib.bind(bound, {"自摸底": 0}) is bound
    refused(lambda: lib.bind(bound, {"自摸底": 1}), phzdsl.OptionError, "cd-quan is bound already")


# ---------------------------------------------------------------- hands and scores


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        ({"text": None}, ArgumentError, "text must be a hand in words, not NoneType None"),
        ({"text": HAND.encode()}, ArgumentError, "text must be a hand in words, not bytes"),
        ({"by": 3}, ArgumentError, "by must be a By, or one of its words, not int 3"),
        ({"by": None}, ArgumentError, "by must be a By, or one of its words"),
        ({"by": "x"}, phzdsl.HandError, "a card does not come by 'x'; it comes by one of self, draw, discard, deal"),
        ({"facts": 3}, ArgumentError, "facts must be a mapping of facts to numbers, not int 3"),
        ({"facts": ["dealer"]}, ArgumentError, "facts must be a mapping"),
        ({"facts": {3: 1}}, phzdsl.HandError, "no fact is called 3"),
        ({"facts": {"nope": 1}}, phzdsl.HandError, "no fact is called 'nope'"),
        ({"facts": {"dealer": "x"}}, phzdsl.HandError, "dealer cannot be 'x': it is a whole number from 0 to"),
        ({"facts": {"庄家": 1.5}}, phzdsl.HandError, "dealer cannot be 1.5"),
        ({"facts": {"庄家": float("nan")}}, phzdsl.HandError, "dealer cannot be nan"),
        ({"facts": {"庄家": -3}}, phzdsl.HandError, "dealer cannot be -3"),
        ({"facts": {"庄家": 10**40}}, phzdsl.HandError, "dealer cannot be 1000"),
    ],
)
def test_a_hand_that_is_none(words: dict[str, object], kind: type[PhzError], said: str, rules: Any) -> None:  # noqa: ANN401 - misused on purpose
    """Text, way and facts of a hand are looked at before it is read."""
    refused(lambda: lib.parse_hand(**({"text": HAND, "ruleset": rules} | words)), kind, said)
    assert issubclass(phzdsl.HandError, ValueError)


def test_an_unbound_ruleset_has_its_defaults(rules: Any) -> None:  # noqa: ANN401 - misused on purpose
    """Who forgets to bind gets the default options, wherever a ruleset is asked for."""
    loaded = lib.load("cd-quan")
    hand = lib.parse_hand(HAND, loaded)
    assert hand == lib.parse_hand(HAND, rules)
    assert lib.score(loaded, hand).points == lib.Scorer(loaded).score(hand).points == lib.score(rules, hand).points


@pytest.mark.parametrize(
    ("hand", "kind", "said"),
    [
        (None, ArgumentError, "hand must be a Hand, such as parse_hand() gives, not NoneType None"),
        (HAND, ArgumentError, "hand must be a Hand, such as parse_hand() gives, not str"),
        (lib.Hand(3, (), None, By.SELF), ArgumentError, "hand.table must be a tuple"),
        (lib.Hand((), [1], None, By.SELF), ArgumentError, "hand.concealed must be a tuple"),
        (lib.Hand((), (1,), None, "self"), ArgumentError, "hand.by must be a By, not str 'self'"),
        (lib.Hand((), (1,), "一", By.SELF), ArgumentError, "hand.card must be a kind or None"),
        (lib.Hand((3,), (1,), 1, By.SELF), ArgumentError, "a meld of hand.table must be a TableMeld"),
        (lib.Hand((), (1,), 1, By.SELF, {"dealer": 1}), ArgumentError, "hand.facts must be a tuple"),
        (lib.Hand((), (99,) * 20, 1, By.SELF), phzdsl.HandError, "a card is a kind from 0 to 19"),
        (lib.Hand((), ("一",), 1, By.SELF), phzdsl.HandError, "a card is a kind from 0 to 19"),
        (lib.Hand((), ([],), 1, By.SELF), phzdsl.HandError, "a card is a kind from 0 to 19"),
    ],
)
def test_a_hand_made_of_what_is_none(hand: object, kind: type[PhzError], said: str, rules: Any) -> None:  # noqa: ANN401 - misused on purpose
    """A hand that a program put together wrongly is refused by what is wrong with it."""
    refused(lambda: lib.score(rules, hand), kind, said)
    refused(lambda: lib.Scorer(rules).score(hand), kind, said)
