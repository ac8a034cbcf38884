"""A game as people write it down, for the judge: what was dealt, and what everybody did.

It is one object of JSON, a record of a program or one that somebody typed; the latter needs no checksum and
no digest, since the rules it is judged by are those of today. An action is an object as in records, or words
such as ``1 吃 三四五 一二三``: the seat, what it did, the set, the sets of the 比.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

import attrs

from phzdsl.cards import Kind
from phzdsl.errors import GameError, OptionError, RecordError
from phzdsl.game import form
from phzdsl.game.judge import Verdict, judge
from phzdsl.game.lines import opened
from phzdsl.game.rules import Game
from phzdsl.game.state import Action
from phzdsl.ruleset.meaning import Plain
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.vocabulary import translate
from phzdsl.text.diagnostics import Bilingual

__all__ = ["Told", "judged_by", "told_from"]

_DONE = {"打": "discard", "不打": "no-discard", "过": "pass", "摸": "draw"}
# Stands for the parts that an action in words may leave out.
_NOTHING = ("", "", "")


@attrs.frozen
class Told:
    """A game that was written down.

    Attributes:
        variant: id of the variant.
        options: by name, what the room chose, as words or numbers.
        dealer: seat of the dealer.
        deck: the cards in the order in which they were dealt.
        actions: what everybody did.
        carried: what earlier hands left, as plain values; None for nothing.
        judged: forced claims stand among the actions.
    """

    variant: str
    options: Mapping[str, str | int]
    dealer: int
    deck: tuple[Kind, ...]
    actions: tuple[Action, ...]
    carried: Plain = None
    judged: bool = True


def told_from(line: str) -> Told:
    """Read a game.

    Raises:
        RecordError: it is none (``D960``), or a record that was damaged (``D961``).
    """
    value = _object(line)
    recorded = "check" in value
    value = opened(line) if recorded else value
    options, actions = value.get("options", {}), value.get("actions")
    if not isinstance(options, dict) or not all(isinstance(one, str | int) for one in options.values()):
        raise RecordError(Bilingual("「options」要是名字和值", "`options` is names with values"))
    if not isinstance(actions, list):
        raise RecordError(Bilingual("「actions」要是一列", "`actions` is a list"))
    return Told(
        variant=form.text_of(value, "variant"),
        options=options,  # type: ignore[arg-type] # as was just looked at
        dealer=form.number_of(value, "dealer", 0),
        deck=form.cards_of(value, "deck"),
        actions=tuple(_action(one) for one in actions),
        carried=value.get("carried"),
        judged=value.get("judged", not recorded) is True,
    )


def _object(line: str) -> dict[str, Plain]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise RecordError(Bilingual("不是一个 JSON 对象", "it is no object of JSON"))
    return value


def _action(value: Plain) -> Action:
    """Return an action, in words or as records have it."""
    if isinstance(value, str):
        seat, do, cards, *bi = [*value.split(), *_NOTHING]
        if not seat.isdecimal() or not do:
            raise RecordError(Bilingual(f"「{value}」不是一个动作", f"`{value}` is no action"))
        value = {"seat": int(seat), "do": do, "cards": cards, "bi": [one for one in bi if one]}
    act = form.action_of(value)
    sets_of = tuple(tuple(sorted(one)) for one in act.bi)
    do = _DONE.get(act.do) or translate(act.do, to_chinese=False)
    return Action(act.seat, do, tuple(sorted(act.cards)), sets_of)


def judged_by(told: Told, rules: Ruleset | Game) -> Verdict:
    """Judge a game that was written down.

    Args:
        told: the game.
        rules: the variant, which is bound to the room's options; or the rules of such a room.

    Raises:
        RecordError: there is no such room, or the deck or the dealer is not this game's (``D960``).
    """
    try:
        game = rules if isinstance(rules, Game) else Game(bind(rules, _words(told.options)))
        carried = form.carried_of(told.carried, game.total)
        return judge(game, told.deck, told.actions, dealer=told.dealer, carried=carried, judged=told.judged)
    except OptionError as error:
        raise RecordError(error.words or Bilingual("选项不对", f"its options: {error}")) from error
    except GameError as error:
        raise form.unfit(error) from error


def _words(options: Mapping[str, str | int]) -> dict[str, str]:
    return {name: str(value) for name, value in options.items()}
