"""Batches: arguments in every form, rows that no hand can be, and the path of every sort of hand."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from phzdsl.errors import ArgumentError, HandError, MissingError, PhzError
from phzdsl.ruleset.library import load
from phzdsl.ruleset.options import bind
from phzdsl.scoring.batch import BY_CODES, BatchScorer, score_batch
from phzdsl.scoring.fast import FastScorer
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.outcomes import LOSS, UNSURE, OutcomeIndex, OutcomeList
from phzdsl.tables.kernel import CHUNK
from phzdsl.tables.points import Outcome
from tests.scoring.agreement import Trio, batch_answers, can_lie, plain_answer
from tests.scoring.hands import Dealer, counts_of

Rows = NDArray[np.uint8]
DATA = Path(__file__).parent / "data"
RUN_OF_HAND = "一二三四五六七八九贰柒拾壹贰叁伍陆柒十十拾"
COUNTS = tuple(RUN_OF_HAND.count(card) for card in "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾")


def rows(number: int = 1) -> Rows:
    """Return as many copies of one complete hand of 15 息: 一二三 3, 贰柒拾 6, 壹贰叁 6."""
    return np.array([COUNTS] * number, np.uint8).reshape(number, len(COUNTS))


def test_one_hand_added_up_by_hand() -> None:
    """15 息 is 1 等, ten red cards are 2 番: 1 x 2; own draw adds 1."""
    found = score_batch("jiben", rows(2), by=np.array([0, 1]))
    assert found.win.tolist() == [True, True]
    assert found.xi.tolist() == [15, 15]
    assert found.points.tolist() == [3, 2]


def test_arguments_in_every_form() -> None:
    """A ruleset bound or not, or its id; one value for all, or a column; both spellings of a fact."""
    ruleset = load("cd-quan")
    hands = rows(3)
    plain = score_batch(bind(ruleset), hands, by=By.DRAW, facts={"dealer": 1, "last": 1})
    for given in ("cd-quan", ruleset):
        columns: dict[str, Any] = {"庄家": np.ones(3, np.int8), "末张": [1, 1, 1]}
        found = score_batch(given, hands, by=[1, 1, 1], facts=columns, card=np.full(3, 255, np.uint8))
        assert found.points.tolist() == plain.points.tolist()
    assert len(plain) == 3
    assert score_batch("cd-quan", rows(0)).points.tolist() == []
    assert score_batch("cd-quan", rows(0), card=np.array([], np.int64), facts={"dealer": []}).win.tolist() == []


def test_columns_are_kept_apart() -> None:
    """Rows that came in different ways, some with a card: each as if it were alone."""
    ruleset = bind(load("cd-quan"))
    dealer = Dealer(ruleset, Random(11))
    hands = [hand for hand in dealer.hands(400, closed=True) if can_lie(hand, ruleset)]
    scorer = BatchScorer(ruleset)
    together = batch_answers(scorer, hands)
    alone = [batch_answers(scorer, [hand])[0] for hand in hands]
    assert together == alone
    assert len({hand.by for hand in hands}) == len(By)


def test_more_rows_than_a_chunk() -> None:
    """The same few hands again and again, over the border of chunks, give the same again and again."""
    ruleset = bind(load("jiben"))
    few = [hand for hand in Dealer(ruleset, Random(3)).hands(60, By.DRAW, closed=True) if can_lie(hand, ruleset)]
    counts = np.array([counts_of(hand) for hand in few], np.uint8)
    card = np.array([hand.card for hand in few])
    many = np.arange(CHUNK + 100) % len(few)
    for cards in (None, card):
        once = score_batch(ruleset, counts, card=cards, by=By.DRAW)
        again = score_batch(ruleset, counts[many], card=None if cards is None else cards[many], by=By.DRAW)
        for part in ("win", "xi", "fan", "points"):
            assert (getattr(again, part) == getattr(once, part)[many]).all()


@pytest.mark.parametrize("name", ["unsettled", "placed"])
def test_variants_that_ask_more(name: str) -> None:
    """Further requirements, cases that are not settled, the place of the winning card; expected: the plain search."""
    trio = Trio(bind(load(DATA / f"{name}.phz")))
    dealer = Dealer(trio.ruleset, Random(name))
    hands = [*dealer.hands(300), *dealer.hands(200, closed=True)]
    assert list(trio.disagreements(hands)) == []
    reasons = [trio.plain.score(hand).reason for hand in hands]
    assert name != "unsettled" or sum(one is not None and one.code == "undefined" for one in reasons) > 10


@pytest.mark.parametrize("limit", ["_MOST_STATES", "_LEAST_BITS"])
def test_limits_change_nothing(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that would be too large (each hand alone), and a hash table that grows, give the same."""
    ruleset = bind(load("cd-quan"))
    dealer = Dealer(ruleset, Random(2))
    hands = [hand for hand in dealer.hands(300, closed=True) if can_lie(hand, ruleset)]
    expected = batch_answers(BatchScorer(ruleset), hands)
    module = "batch" if limit == "_MOST_STATES" else "outcomes"
    monkeypatch.setattr(f"phzdsl.scoring.{module}.{limit}", 4)
    monkeypatch.setenv("PHZDSL_CACHE", "/dev/null/none")
    assert batch_answers(BatchScorer(ruleset), hands) == expected


def test_the_index_keeps_what_it_was_told() -> None:
    """10,000 keys in any order, asked for again and again, each valued once; expected: a dictionary."""
    random = Random(1)
    told: dict[int, int] = {}

    def value(key: int) -> int:
        assert key not in told
        told[key] = key % 1009
        return told[key]

    index = OutcomeIndex(value)
    keys = [random.getrandbits(random.choice((4, 12, 40, 62))) for _ in range(10_000)]
    for _ in range(3):
        random.shuffle(keys)
        asked = np.array(keys, np.int64)
        assert index.numbers(asked).tolist() == [key % 1009 for key in keys]
    assert len(index) == len(set(keys))


# ---------------------------------------------------------------- what is refused


def changed(row: int, **kinds: int) -> Rows:
    """Return 40,000 good rows, one of them with other counts of some kinds (``k3=5``)."""
    many = rows(40_000)
    for kind, count in kinds.items():
        many[row, int(kind[1:])] = count
    return many


@pytest.mark.parametrize(
    ("many", "row", "message"),
    [
        (changed(39_000, k3=5), 39_000, "row 39000: 5 cards 四, and the deck has 4"),
        (changed(7, k3=255), 7, "row 7: 255 cards 四"),
        (changed(35_000, k3=0), 35_000, "row 35000: 20 cards, and such a hand has 21"),
        (changed(3, k3=4, k4=4), 3, "row 3: 27 cards, and such a hand has 21 to 23"),
    ],
)
def test_rows_that_no_player_can_hold(many: Rows, row: int, message: str) -> None:
    """The first faulty row is named, whether hands are read together, in several ways, or with cards."""
    card = np.zeros(len(many), np.int64)
    for extra in (
        {},
        {"facts": {"dealer": np.arange(len(many)) % 2}},
        {"card": card},
        {"by": By.DISCARD, "card": card},
    ):
        with pytest.raises(HandError, match=message) as caught:
            score_batch("jiben", many, **extra)
        assert caught.value.row == row


def test_the_first_of_several_faults_is_named() -> None:
    """Too few cards in row 5 come before too many of a kind in row 6."""
    many = changed(5, k3=0)
    many[6, 3] = 5
    with pytest.raises(HandError) as caught:
        score_batch("jiben", many)
    assert caught.value.row == 5


def test_a_quad_brings_one_more_card_but_not_at_the_deal() -> None:
    """22 cards with a quad can be held; won at the deal they are one too many."""
    many = rows(4)
    many[1, [3, 4, 5]] = (4, 0, 0)
    many[1, 6] += 0
    sizes = many.sum(axis=1)
    assert sizes.tolist() == [21, 22, 21, 21]
    assert not score_batch("jiben", many).win[1]
    with pytest.raises(HandError, match="row 1: 22 cards, and such a hand has 20 to 21"):
        score_batch("jiben", many, by=By.DEAL)


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (3, "row 1: the winning card 八 is not"),
        (20, "row 1: the winning card 20 is not"),
        (-7, "row 1: the winning card -7"),
    ],
)
def test_winning_cards_that_are_not_there(card: int, message: str) -> None:
    """A kind that the hand does not hold, and no kind at all."""
    many = rows(2)
    many[1, [3, 7]] = (2, 0)
    with pytest.raises(HandError, match=message):
        score_batch("jiben", many, card=np.array([0, 7 if card == 3 else card]))
    with pytest.raises(HandError, match="no winning card"):
        score_batch("jiben", many, card=np.array([0, 1]), by=By.DEAL)


@pytest.mark.parametrize("hands", [rows().astype(np.int64), rows()[0], rows()[:, :19], rows().tolist()])
def test_arrays_of_another_kind(hands: object) -> None:
    """Only uint8 [n, 20] are hands."""
    with pytest.raises(HandError, match=r"uint8|shape"):
        score_batch("jiben", hands)  # type: ignore[arg-type]  # misused on purpose


def test_columns_of_another_kind() -> None:
    """Columns have one whole number a row, codes are 0 to 3, facts are facts."""
    for extra in (
        {"card": [1.0]},
        {"card": [1, 2]},
        {"by": [4]},
        {"by": [[0]]},
        {"facts": {"dealer": [1, 0]}},
        {"facts": {"x": 1}},
    ):
        with pytest.raises(HandError):
            score_batch("jiben", rows(), **extra)


# ---------------------------------------------------------------- single closed hands


def test_single_closed_hands() -> None:
    """``points`` of the fast scorer on closed hands, with and without their card; expected: the plain search."""
    trio = Trio(bind(load("cd-quan")))
    fast = FastScorer(trio.ruleset)
    dealer = Dealer(trio.ruleset, Random(4))
    for hand in dealer.hands(200, closed=True):
        facts = dict(hand.facts)
        points = fast.points(counts_of(hand), hand.card, hand.by, facts)
        assert points == plain_answer(trio.plain.score(hand))[-1]
        alone = Hand((), tuple(sorted(hand.cards())), None, hand.by, hand.facts)
        assert fast.closed(hand.by, facts).points(counts_of(hand)) == trio.plain.score(alone).points


def test_single_hands_that_are_none() -> None:
    """Counts that are no twenty numbers from 0 to 4, and a winning card that is not there."""
    closed = FastScorer(bind(load("jiben"))).closed()
    for counts in (COUNTS[:19], (5, *COUNTS[1:]), (-1, *COUNTS[1:]), ("a", *COUNTS[1:])):
        with pytest.raises(HandError):
            closed.points(counts)  # type: ignore[arg-type]  # misused on purpose
    with pytest.raises(HandError):
        FastScorer(bind(load("jiben"))).points(COUNTS, card=13)


def test_codes_are_in_the_order_of_the_ways() -> None:
    """The documented codes."""
    assert [by.value for by in BY_CODES] == ["self", "draw", "discard", "deal"]


def test_what_only_a_search_can_decide_stays_so() -> None:
    """Of two alternatives of a hand one is unsure, or both are as good and report different 番: unsure, in any order."""
    outcomes = OutcomeList()
    one, other, better = (
        outcomes.number(Outcome(True, 15, fan, 2, 3 + more)) for fan, more in ((1, 0), (2, 0), (1, 1))
    )
    cases = [
        (UNSURE, better, UNSURE),
        (better, UNSURE, UNSURE),
        (one, other, UNSURE),
        (one, better, better),
        (LOSS, one, one),
    ]
    numbers = np.array([before for before, _, _ in cases], np.int32)
    found = np.array([after for _, after, _ in cases], np.int32)
    outcomes.keep_better(numbers, np.arange(len(cases)), found)
    assert numbers.tolist() == [kept for _, _, kept in cases]


@pytest.mark.parametrize(
    ("words", "kind", "message"),
    [
        ({"facts": {"dealer": float("nan")}}, HandError, "dealer cannot be nan"),
        ({"facts": {"dealer": "x"}}, HandError, "dealer cannot be 'x'"),
        ({"facts": {"dealer": 0.5}}, HandError, "dealer cannot be 0.5"),
        ({"facts": {"dealer": None}}, HandError, "dealer cannot be None"),
        ({"facts": {"dealer": -1}}, HandError, "dealer cannot be -1"),
        ({"facts": {"dealer": 10**30}}, HandError, "dealer cannot be 1000"),
        ({"facts": {"dealer": [0, -1, -2]}}, HandError, "row 1: dealer cannot be -1"),
        ({"facts": {"dealer": np.array([0, 2**63, 1], np.uint64)}}, HandError, "row 1: dealer cannot be"),
        ({"facts": {"dealer": [1, 0]}}, HandError, "dealer has one whole number for each of 3 rows"),
        ({"facts": {"dealer": [0.5, 0, 1]}}, HandError, "dealer has one whole number for each of 3 rows"),
        (
            {"facts": {"dealer": np.zeros((3, 1), np.int64)}},
            HandError,
            "dealer has one whole number for each of 3 rows",
        ),
        ({"facts": {"dealer": [[1], [1, 2], 3]}}, HandError, "dealer has one whole number for each of 3 rows"),
        ({"facts": {"nope": 1}}, HandError, "no fact is called 'nope'"),
        ({"facts": {3: 1}}, HandError, "no fact is called 3"),
        ({"facts": ["dealer"]}, ArgumentError, "facts must be a mapping of facts to numbers"),
        ({"facts": 3}, ArgumentError, "facts must be a mapping of facts to numbers"),
        ({"card": [[1], [1, 2], 3]}, HandError, "card has one whole number for each of 3 rows"),
        ({"card": "x"}, HandError, "card has one whole number for each of 3 rows"),
        ({"card": [float("nan")] * 3}, HandError, "card has one whole number for each of 3 rows"),
        ({"card": np.array([0, 2**63, 1], np.uint64)}, HandError, "row 1: the winning card"),
        ({"by": "nope"}, HandError, "a card does not come by 'nope'"),
        ({"by": 3}, HandError, "by has one whole number for each of 3 rows"),
        ({"ruleset": None}, ArgumentError, "ruleset must be a Ruleset, or the id or path of one"),
        ({"ruleset": 3}, ArgumentError, "ruleset must be a Ruleset, or the id or path of one"),
        ({"ruleset": "nope"}, MissingError, "neither a variant that ships"),
    ],
)
def test_arguments_of_another_kind(words: dict[str, object], kind: type[PhzError], message: str) -> None:
    """Whatever is no ruleset, card, way or fact is refused by name, and never read as something else."""
    call: Any = score_batch
    with pytest.raises(kind) as caught:
        call(**({"ruleset": "jiben", "hands": rows(3)} | words))
    assert message in str(caught.value)


def test_a_way_may_be_named_by_its_word() -> None:
    """One way for all rows is a ``By`` or its word."""
    named, meant = score_batch("jiben", rows(), by="draw"), score_batch("jiben", rows(), by=By.DRAW)
    assert (named.win.tolist(), named.points.tolist()) == (meant.win.tolist(), meant.points.tolist())
