"""Throws damaged rule files and hands at parser, checker, printer and scorer; nothing may raise.

``python -m tests.fuzz --inputs 20000 --seed 1`` damages the shipped files at random: characters, words and rows
dropped, doubled, moved between files, replaced by odd ones. What still loads is bound under random options and
scores random hands. ``--atheris`` lets the coverage-guided fuzzer choose the damage instead (extra ``fuzz``).
Prints how many inputs were tried and how far they came; an exception ends the run with the input that raised it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random

from phzdsl.cards import KINDS
from phzdsl.errors import HandError, OptionError
from phzdsl.ruleset.library import Folder, Loader, rules_folder
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.hand import By, Hand
from phzdsl.scoring.notation import check_hand
from phzdsl.scoring.score import Scorer
from phzdsl.syntax.format import format_file
from phzdsl.syntax.limits import Limits
from phzdsl.syntax.parse import parse
from phzdsl.syntax.reading import read_source
from phzdsl.text.diagnostics import Diagnostic, Language
from phzdsl.text.render import render_all

ODD = ("", " ", "\n", "\r", "\t", "{", "}", "(", ")", "[", "]", "；", "，", "“", '"', "#", "@", "..", "÷", "0", "999999999", "\x00", "\ufeff",
       "𠀀", "番", "增", "改", "删", "当", "若", "则", "否则", "在", "1..", "-", "^", "查", "未定", "须", "s11", "廿")  # fmt: skip

# Parents are loaded once for so many inputs; a loader keeps all that it has loaded.
_ONE_LOADER = 200


def texts() -> list[str]:
    """Return the shipped rule files."""
    return [path.read_text("utf-8") for path in sorted(rules_folder().glob("*.phz"))]


def damaged(random: Random, originals: list[str]) -> str:
    """Return a shipped file with some damage."""
    text = random.choice(originals)
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.choice((0, 1, 1, 2, 4, 12, 80)))
        other = random.choice(originals)
        at = random.randrange(len(other))
        new = random.choice((random.choice(ODD), text[start:end] * 2, other[at : at + random.choice((1, 6, 60))], ""))
        text = text[:start] + new + text[end:]
    return text


def try_text(name: str, text: str, loader: Loader, random: Random, reached: Counter[str]) -> None:
    """Run one text through everything that it can reach."""
    source = read_source(name, text.encode("utf-8", "surrogatepass"))
    if isinstance(source, Diagnostic):
        reached["unreadable"] += 1
        return
    parsed = parse(source, Limits())
    if not parsed.diagnostics:
        reached["parsed"] += 1
        format_file(parsed)
    loaded = loader.load(source)
    for language in Language:
        render_all(loaded.diagnostics, language)
    if loaded.ok and loaded.ruleset is not None:
        reached["loaded"] += 1
        score_some(loaded.ruleset, random, reached)


def score_some(ruleset: Ruleset, random: Random, reached: Counter[str]) -> None:
    """Bind a ruleset to random options and score random hands."""
    chosen = {one.id: random.choice(one.numbers or tuple(range(len(one.choices)))) for one in ruleset.options}
    try:
        bound = bind(ruleset, {name: value for name, value in chosen.items() if random.random() < 0.5})
    except OptionError:
        reached["options refused"] += 1
        return
    scorer = Scorer(bound)
    for _ in range(3):
        cards = sorted(
            random.sample([kind for kind in range(KINDS) for _ in range(4)], random.choice((14, 15, 20, 21)))
        )
        by = random.choice(list(By))
        card = cards.pop(random.randrange(len(cards))) if by is not By.DEAL else None
        hand = Hand((), tuple(cards), card, by)
        try:
            check_hand(hand, bound)
        except HandError:
            reached["hands refused"] += 1
            continue
        found = scorer.score(hand)
        reached["wins" if found.win else "no wins"] += 1


def run(inputs: int, seed: int) -> Counter[str]:
    """Try damaged files; raise what any of them raises, after printing it."""
    random = Random(seed)
    originals = texts()
    reached: Counter[str] = Counter()
    loader = Loader(Folder())
    for number in range(inputs):
        if number % _ONE_LOADER == 0:
            loader = Loader(Folder())
        text = damaged(random, originals)
        try:
            try_text(f"fuzz-{number}.phz", text, loader, random, reached)
        except BaseException:
            print(f"input {number} of seed {seed}:\n{text!r}", file=sys.stderr)
            raise
    return reached


def run_atheris(inputs: int, seed: int) -> None:
    """Let atheris choose the damage: which file, where, and what stands there instead."""
    import atheris  # noqa: PLC0415 - an extra

    originals = texts()
    reached: Counter[str] = Counter()
    atheris.instrument_all()

    def one(data: bytes) -> None:
        chosen = atheris.FuzzedDataProvider(data)
        text = originals[chosen.ConsumeIntInRange(0, len(originals) - 1)]
        while chosen.remaining_bytes():
            start = chosen.ConsumeIntInRange(0, len(text))
            end = min(len(text), start + chosen.ConsumeIntInRange(0, 80))
            new = ODD[chosen.ConsumeIntInRange(0, len(ODD) - 1)] + chosen.ConsumeUnicodeNoSurrogates(4)
            text = text[:start] + new + text[end:]
        try_text("fuzz.phz", text, Loader(Folder()), Random(seed), reached)
        if sum(reached.values()) % 200 == 0:
            print(dict(reached), flush=True)

    atheris.Setup([sys.argv[0], f"-runs={inputs}", f"-seed={seed}", "-max_len=120", "-len_control=0"], one)
    atheris.Fuzz()


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--atheris", action="store_true")
    arguments = parser.parse_args()
    if arguments.atheris:
        run_atheris(arguments.inputs, arguments.seed)
        return 0
    reached = run(arguments.inputs, arguments.seed)
    print(
        f"{arguments.inputs} inputs, none raised: "
        + ", ".join(f"{name} {count}" for name, count in reached.most_common())
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
