"""A game as people write it down, for the judge: what was dealt, and what everybody did.

It is one object of JSON, a record of a program or one that somebody typed; the latter needs no checksum and
no digest, since the rules it is judged by are those of today. An action is an object as in records, or words
such as ``1 吃 三四五 一二三``: the seat, what it did, the set, the sets of the 比. A slip of the pen, such as a seat
that there is none of or an action of no such name, is told as one and not judged. For people the form stands in
``docs/play.md``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping

import attrs

from phzdsl.cards import Kind, write_cards
from phzdsl.errors import GameError, OptionError, RecordError
from phzdsl.game import form
from phzdsl.game.judge import Verdict, judge
from phzdsl.game.lines import opened
from phzdsl.game.rules import Game
from phzdsl.game.state import Action
from phzdsl.ruleset.export import words_of_options
from phzdsl.ruleset.meaning import Plain
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.vocabulary import translate
from phzdsl.text.diagnostics import Bilingual
from phzdsl.text.similar import closest

__all__ = ["Told", "judged_by", "told_from"]

_DONE = {"打": "discard", "不打": "no-discard", "过": "pass", "摸": "draw"}
# Stands for the parts that an action in words may leave out.
_NOTHING = ("", "", "")
_KEYS = ("variant", "options", "dealer", "deck", "actions", "carried", "judged")
_ACTION_KEYS = ("seat", "do", "cards", "bi")
# What stands for a seat in an action is not longer than this.
_DIGITS = 3


@attrs.frozen
class Told:
    """A game that was written down.

    Attributes:
        variant: id of the variant; empty where the game does not say it.
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
    if recorded:
        value = opened(line)
    else:
        _look_for_slips(value, _KEYS)
    options, actions = value.get("options", {}), _there(value, "actions", "各家做了什么", "what the seats did")
    _there(value, "deck", "整副牌，照发的先后", "the whole deck in the order in which it was dealt")
    if not isinstance(options, dict) or not all(isinstance(one, str | int) for one in options.values()):
        raise RecordError(Bilingual("「options」要是名字和值", "`options` is names with values"))
    if not isinstance(actions, list):
        raise RecordError(Bilingual("「actions」要是一列", "`actions` is a list"))
    return Told(
        variant=form.text_of(value, "variant") if "variant" in value else "",
        options=options,  # type: ignore[arg-type] # as was just looked at
        dealer=form.number_of(value, "dealer", 0),
        deck=form.cards_of(value, "deck"),
        actions=tuple(_placed(number, one) for number, one in enumerate(actions, start=1)),
        carried=value.get("carried"),
        judged=value.get("judged", not recorded) is True,
    )


def _object(line: str) -> dict[str, Plain]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise RecordError(Bilingual("不是一局：一局是一个 JSON 对象", "it is no game, which is an object of JSON"))
    return value


def _there(value: Mapping[str, Plain], key: str, zh: str, en: str) -> Plain:
    """Return what stands under a key that has to be there; ``zh`` and ``en`` say what belongs there."""
    if key not in value:
        raise RecordError(Bilingual(f"没有写「{key}」：{zh}", f"it has no `{key}`: {en}"))
    return value[key]


def _look_for_slips(value: Mapping[str, Plain], known: Iterable[str]) -> None:
    """Refuse a key that was likely meant to be another one; any other is a note of the writer's."""
    for key in value.keys() - {*known}:
        meant = next(iter(closest(key, [one for one in known if one not in value])), None)
        if meant is not None:
            raise RecordError(Bilingual(f"「{key}」是否想写「{meant}」", f"`{key}`: did you mean `{meant}`?"))


def _placed(number: int, value: Plain) -> Action:
    """Return an action; what is wrong with it is told with its number, from 1."""
    try:
        return _action(value)
    except RecordError as error:
        raise _at(number, error.words) from error


def _at(number: int, words: Bilingual) -> RecordError:
    return RecordError(Bilingual(f"动作 {number}：{words.zh}", f"action {number}: {words.en}"))


def _action(value: Plain) -> Action:
    """Return an action, in words or as records have it."""
    if isinstance(value, str):
        seat, do, cards, *bi = [*value.split(), *_NOTHING]
        if not seat.isdecimal() or len(seat) > _DIGITS or not do:
            raise RecordError(Bilingual(f"「{value}」不是一个动作", f"`{value}` is no action"))
        value = {"seat": int(seat), "do": do, "cards": cards, "bi": [one for one in bi if one]}
    if isinstance(value, dict):
        _look_for_slips(value, _ACTION_KEYS)
    act = form.action_of(value)
    sets_of = tuple(tuple(sorted(one)) for one in act.bi)
    do = _DONE.get(act.do) or translate(act.do, to_chinese=False)
    if do == "discard" and len(act.cards) != 1:
        raise RecordError(Bilingual("打要写一张牌", "a discard names one card"))
    return Action(act.seat, do, tuple(sorted(act.cards)), sets_of)


def judged_by(told: Told, rules: Ruleset | Game) -> Verdict:
    """Judge a game that was written down.

    Args:
        told: the game.
        rules: the variant, which is bound to the room's options; or the rules of such a room.

    Raises:
        RecordError: there is no such room, or the deck, the dealer, a seat or an action is not this game's (``D960``).
    """
    try:
        game = rules if isinstance(rules, Game) else Game(bind(rules, words_of_options(told.options)))
        carried = form.carried_of(told.carried, game.total)
        _look_at_deal(told, game)
        _look_at(told.actions, game)
        return judge(game, told.deck, told.actions, dealer=told.dealer, carried=carried, judged=told.judged)
    except OptionError as error:
        raise RecordError(error.words or Bilingual("选项不对", f"its options: {error}")) from error
    except GameError as error:
        raise form.unfit(error) from error


def _look_at_deal(told: Told, game: Game) -> None:
    """Refuse a dealer that there is none of, or a deck that is not this game's: say what is missing or too much."""
    if not 0 <= told.dealer < game.total:
        raise RecordError(_no_seat(told.dealer, game))
    dealt, whole = Counter(told.deck), Counter(game.cards)
    if dealt == whole:
        return
    zh, en = f"要 {len(game.cards)} 张，写了 {len(told.deck)} 张", f"{len(told.deck)} cards, not {len(game.cards)}"
    for cards, said in ((whole - dealt, Bilingual("缺", "missing")), (dealt - whole, Bilingual("多", "too many"))):
        if cards:
            shown = write_cards(sorted(cards.elements()))
            zh, en = f"{zh}；{said.zh} {shown}", f"{en}; {said.en}: {shown}"
    raise RecordError(Bilingual(f"「deck」不是这个变体的一副牌：{zh}", f"`deck` is not that of this variant: {en}"))


def _look_at(actions: Iterable[Action], game: Game) -> None:
    """Refuse an action of a seat or of a name that this game has not."""
    claims = game.ruleset.claims
    zh = dict.fromkeys([*_DONE, *(claim.called for claim in claims)])
    en = dict.fromkeys([*_DONE.values(), *(claim.id for claim in claims)])
    for number, act in enumerate(actions, start=1):
        if not 0 <= act.seat < game.total:
            raise _at(number, _no_seat(act.seat, game))
        if act.do not in zh and act.do not in en and act.do != "win":
            raise _at(number, _no_such(act.do, zh, en))


def _no_seat(seat: int, game: Game) -> Bilingual:
    seats = f"0-{game.total - 1}"
    return Bilingual(f"没有座 {seat}，只有 {seats}", f"there is no seat {seat}, only {seats}")


def _no_such(do: str, zh: Iterable[str], en: Iterable[str]) -> Bilingual:
    near = closest(do, [*zh, *en])
    return Bilingual(
        f"这个变体没有「{do}」这个动作；" + (f"是否想写：{near[0]}" if near else f"可以写：{'、'.join(zh)}"),
        f"this variant has no action `{do}`; " + (f"did you mean {near[0]}?" if near else f"it has {', '.join(en)}"),
    )
