"""A hand of play as a record: what it takes to play it again, and what came of it.

Enters: a state, or the line of a record. Leaves: a ``Record``, its line, or the state that playing it again comes to.
A record holds the digest of the rules it was played under, and by short digests of their rows it can tell which of
them are others now. No file is read or written here.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

import attrs

from phzdsl.cards import Kind, write_cards
from phzdsl.errors import GameError, OptionError, RecordError
from phzdsl.game import form
from phzdsl.game.lines import opened, sealed
from phzdsl.game.rules import Game
from phzdsl.game.state import Action, State
from phzdsl.game.step import apply, new_hand, shuffled
from phzdsl.ruleset.export import chosen_options, digest, row_digests, words_of_options
from phzdsl.ruleset.meaning import Plain
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.vocabulary import translate
from phzdsl.syntax.lexicon import KEYWORDS
from phzdsl.text.diagnostics import Bilingual

__all__ = ["FORMAT", "Record", "Recorder", "line_of", "record_from", "record_of", "replay", "room_of"]

FORMAT = 1
"""The form of a record; a change that a reader could trip over raises it."""

# So many rows that differ are named.
_NAMED = 8


@attrs.frozen
class Record:
    """A hand of play, written down.

    Attributes:
        variant: id of the variant.
        digest: of the rules as the room's options settled them.
        options: the value of every option, by name, as words or numbers.
        rows: by path a short digest of each row; empty where a file states them once for many hands.
        dealer: seat of the dealer.
        carried: what earlier hands left, as plain values; None for nothing.
        seed: where the deck came from, if it came from one.
        deck: the cards in the order in which they were dealt.
        judged: forced claims were asked for, as in records of human play.
        players: by seat, who played.
        actions: what the players did, in order.
        events: everything that happened, as plain values.
        payments: by seat, points received less points paid.
        result: how it ended, as plain values; None for a hand that had not.
    """

    variant: str
    digest: str
    options: Mapping[str, str | int]
    dealer: int
    deck: tuple[Kind, ...]
    actions: tuple[Action, ...]
    events: tuple[Plain, ...]
    payments: tuple[int, ...]
    result: dict[str, Plain] | None
    rows: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    carried: Plain = None
    seed: int | None = None
    judged: bool = False
    players: tuple[str, ...] = ()


# ---------------------------------------------------------------- from play to a line


class Recorder:
    """Writes down hands played under one room's rules; what these are is worked out once.

    Attributes:
        game: the rules.
        digest: of the rules.
        options: the value of every option, by name.
        rows: by path a short digest of each row.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.digest = digest(game.ruleset)
        self.options = chosen_options(game.ruleset)
        self.rows = row_digests(game.ruleset)

    def record(
        self, state: State, *, seed: int | None = None, players: tuple[str, ...] = (), with_rows: bool = True
    ) -> Record:
        """Write down a hand of play; ``with_rows`` as it stands alone, without as one of a file that has them."""
        return Record(
            variant=self.game.ruleset.id,
            digest=self.digest,
            options=self.options,
            dealer=state.dealer,
            deck=_dealt_deck(state),
            actions=state.actions,
            events=tuple(form.event_forms(state.events)),
            payments=state.paid,
            result=None if state.result is None else form.result_form(state.result),
            rows=self.rows if with_rows else {},
            carried=form.carried_form(state.carried),
            seed=seed,
            judged=state.judged,
            players=players,
        )


def record_of(state: State, *, seed: int | None = None, players: tuple[str, ...] = ()) -> Record:
    """Write down one hand of play; for many, keep a ``Recorder``."""
    return Recorder(state.game).record(state, seed=seed, players=players)


def _dealt_deck(state: State) -> tuple[Kind, ...]:
    """Return the deck as it was given: a red bottom card that changed places with the top one is put back."""
    deck, game = state.deck, state.game
    swapped = game.shown == "stock-bottom" and "red-swapped" in game.last and state.shown in game.red
    if not swapped or game.stock <= 1:
        return deck
    top, bottom = state.end - game.stock, state.end - 1
    return (*deck[:top], deck[bottom], *deck[top + 1 : bottom], deck[top], *deck[bottom + 1 :])


def line_of(record: Record) -> str:
    """Write a record as one line of JSON, without a line end."""
    value: dict[str, Plain] = {
        "format": FORMAT,
        "variant": record.variant,
        "digest": record.digest,
        "options": {**record.options},
        "rows": {**record.rows},
        "players": [*record.players] or None,
        "seed": record.seed,
        "dealer": record.dealer,
        "carried": record.carried,
        "judged": record.judged,
        "deck": write_cards(record.deck),
        "actions": [form.action_form(one) for one in record.actions],
        "events": [*record.events],
        "payments": [*record.payments],
        "result": record.result,
    }
    return sealed({key: one for key, one in value.items() if key == "result" or _says_something(one)})


def _says_something(value: Plain) -> bool:
    return value is not None and value is not False and value != {}


def record_from(line: str) -> Record:
    """Read the line of a record.

    Raises:
        RecordError: it is none, or not whole.
    """
    value = opened(line)
    if value.get("format") != FORMAT:
        raise RecordError(Bilingual(f"格式不是第 {FORMAT} 版", f"its format is not {FORMAT}"))
    seed, result, events, players = (value.get(key) for key in ("seed", "result", "events", "players"))
    if not isinstance(events, list) or not isinstance(result, dict | None):
        raise RecordError(
            Bilingual("「events」要是一列，「result」要是一个对象", "`events` is a list and `result` an object")
        )
    return Record(
        variant=form.text_of(value, "variant"),
        digest=form.text_of(value, "digest"),
        options=_named(value, "options"),
        dealer=form.number_of(value, "dealer"),
        deck=form.cards_of(value, "deck"),
        actions=tuple(form.action_of(one) for one in _listed(value, "actions")),
        events=tuple(events),
        payments=tuple(form.number_of({"payments": one}, "payments") for one in _listed(value, "payments")),
        result=result,
        rows={path: str(short) for path, short in _named(value, "rows").items()},
        carried=value.get("carried"),
        seed=None if seed is None else form.number_of(value, "seed"),
        judged=value.get("judged") is True,
        players=tuple(map(str, players)) if isinstance(players, list) else (),
    )


def _listed(value: Mapping[str, Plain], key: str) -> list[Plain]:
    found = value.get(key)
    if not isinstance(found, list):
        raise RecordError(Bilingual(f"「{key}」要是一列", f"`{key}` is a list"))
    return found


def _named(value: Mapping[str, Plain], key: str) -> dict[str, str | int]:
    found = value.get(key, {})
    if not isinstance(found, dict) or not all(isinstance(one, str | int) for one in found.values()):
        raise RecordError(Bilingual(f"「{key}」要是名字和值", f"`{key}` is names with values"))
    return found  # type: ignore[return-value] # as was just looked at


# ---------------------------------------------------------------- playing it again


def replay(record: Record, rules: Ruleset | Game) -> State:
    """Play a record again, and return where it comes to.

    Args:
        record: the hand.
        rules: the variant, which is bound to the record's options; or the rules of such a room.

    Raises:
        RecordError: it was played under other rules (``D962``), somebody does what may not be done (``D963``), it comes
            to another end (``D964``), or it is no hand of this game or its seed gives another deck (``D960``).
    """
    game = rules if isinstance(rules, Game) else room_of(record, rules)
    _same_rules(record, game)
    state = _played(record, game)
    if record.seed is not None and record.deck != shuffled(game, record.seed):
        said = form.short(record.seed)
        raise RecordError(Bilingual(f"这副牌不是种子 {said} 洗的", f"its deck is not the one that seed {said} gives"))
    _same_end(record, state)
    return state


def room_of(record: Record, ruleset: Ruleset) -> Game:
    """Return the rules of a record's room; an option that is no more is left out, and the digest tells whether it mattered.

    Raises:
        RecordError: there is no such room now, so the rules are others (``D962``).
    """
    known = {name: value for name, value in record.options.items() if ruleset.option(name) is not None}
    words = words_of_options(known)
    try:
        return Game(bind(ruleset, words))
    except OptionError as error:
        chosen = "，".join(f"{name} = {value}" for name, value in words.items())
        what = error.words or Bilingual(f"没有这样的房间了（{chosen}）", f"there is no such room now ({error})")
        raise RecordError(what, code="D962") from error


def _same_rules(record: Record, game: Game) -> None:
    if record.digest != digest(game.ruleset):
        raise RecordError(_difference(record.rows, row_digests(game.ruleset)), code="D962")


def _difference(then: Mapping[str, str], now: Mapping[str, str]) -> Bilingual:
    """Say which rows are others now."""
    if not then:
        return Bilingual(
            "记录里没写各行的指纹，说不出是哪几行", "it does not hold its rows, so which differ is not known"
        )
    kinds = (
        (Bilingual("改了", "changed"), sorted(path for path in then.keys() & now.keys() if then[path] != now[path])),
        (Bilingual("多了", "added"), sorted(now.keys() - then.keys())),
        (Bilingual("少了", "removed"), sorted(then.keys() - now.keys())),
    )
    told = [(word, paths) for word, paths in kinds if paths]
    zh = "；".join(f"{word.zh}{_listing([_row_zh(path) for path in paths], '、', '等')}" for word, paths in told)
    en = "; ".join(f"{word.en} {_listing(paths, ', ', ' and more')}" for word, paths in told)
    return Bilingual(zh or "各行都一样", en or "no row differs")


def _listing(names: list[str], between: str, more: str) -> str:
    return between.join(names[:_NAMED]) + (more if len(names) > _NAMED else "")


def _row_zh(path: str) -> str:
    """Write the path of a row as Chinese files spell it."""
    block, _, name = path.rpartition("/")
    kind, _, table = block.partition("/")
    keyword = next((one.zh for one in KEYWORDS if one.id == kind and one.terminal == "BLOCK"), kind)
    return f"「{' '.join(part for part in (keyword, table, translate(name, to_chinese=True)) if part)}」"


def _played(record: Record, game: Game) -> State:
    try:
        carried = form.carried_of(record.carried, game.total)
        state = new_hand(game, deck=record.deck, dealer=record.dealer, carried=carried, judged=record.judged)
    except GameError as error:
        raise form.unfit(error) from error
    for number, action in enumerate(record.actions, start=1):
        try:
            state = apply(state, action)
        except GameError as error:
            what = Bilingual(
                f"第 {number} 个动作：座 {action.seat} 这时不能「{translate(action.do, to_chinese=True)}」",
                f"action {number}: seat {action.seat} may not {action.do} then",
            )
            raise RecordError(what, code="D963") from error
    return state


def _same_end(record: Record, state: State) -> None:
    """Refuse a record whose hand comes to another end, and name the first difference."""
    for number, (then, now) in enumerate(zip_longest(record.events, form.event_forms(state.events)), start=1):
        if then != now:
            raise _other_end(Bilingual(f"第 {number} 件事", f"event {number}"), then, now)
    if record.payments != state.paid:
        raise _other_end(Bilingual("付的", "the payments"), [*record.payments], [*state.paid])
    result = None if state.result is None else form.result_form(state.result)
    if record.result != result:
        raise _other_end(Bilingual("结果", "the result"), record.result, result)


def _other_end(part: Bilingual, then: Plain, now: Plain) -> RecordError:
    wrote, came = form.short(then), form.short(now)
    zh = f"{part.zh}记的是 {wrote}，算出来是 {came}"
    return RecordError(Bilingual(zh, f"{part.en} recorded as {wrote}, now {came}"), code="D964")
