"""``phz check``: every fault of rule files, in one run, for people or for programs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.files import named_files
from phzdsl.paths import rules_folder

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    import argparse

    from phzdsl.cli.parser import Parser
    from phzdsl.cli.variants import Library
    from phzdsl.cli.verdicts import Verdicts
    from phzdsl.ruleset.library import Loaded
    from phzdsl.text.diagnostics import Diagnostic

__all__ = ["add_arguments", "run"]


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes(
        "paths", "规则文件、文件夹或变体名", "rule files, folders or ids of variants", nargs="+", metavar="PATH"
    )
    parser.choice(
        "--format",
        zh="text 给人看；json、sarif、github 给程序看",
        en="text for people; json, sarif, github for programs",
        choices=("text", "json", "sarif", "github"),
        default="text",
    )
    parser.choice("--json", zh="同 --format json", en="the same as --format json", action="store_true")
    parser.choice(
        "--no-proofs",
        zh="不证明规则本身（永远胡不出的番等）",
        en="leave out the proofs about the rules (a pattern that nobody can have, ...)",
        action="store_true",
    )
    parser.choice(
        "--no-cache",
        zh="没改过、上次没有问题的文件也重新检查",
        en="check files anew that were found in order before and did not change",
        action="store_true",
    )
    parser.choice("--strict", zh="有警告也算不合格", en="warnings fail too", action="store_true")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Check everything that is named, and say what was found."""
    verdicts = None if arguments.no_cache or arguments.no_proofs else _remembered()
    files = _in_order(arguments.paths, verdicts)
    found: list[Diagnostic] = []
    unproved = False
    if files is None:
        files, found, unproved = _checked(arguments.paths, verdicts, proofs=not arguments.no_proofs)
    _write("json" if arguments.json else arguments.format, files, found, console, unproved=unproved)
    counts = Counter(one.severity.value for one in found)
    failing = counts["error"] + (counts["warning"] if arguments.strict else 0)
    return int(failing > 0)


def _remembered() -> Verdicts:
    from phzdsl.cli.verdicts import Verdicts  # noqa: PLC0415 - digests are slow to import

    return Verdicts()


def _in_order(names: list[str], verdicts: Verdicts | None) -> list[str] | None:
    """Return the files when all of them are known to be in order; None when they must be looked at."""
    files = [file for name in names for file in (named_files(name) or (None,))]
    if verdicts is None or not all(file is not None and verdicts.clean(file) for file in files):
        return None
    return list({str(file.absolute()): str(file) for file in files if file is not None}.values())


def _checked(names: list[str], verdicts: Verdicts | None, *, proofs: bool) -> tuple[list[str], list[Diagnostic], bool]:
    """Return the files looked at, each once, the faults in them, and whether errors kept proofs from being made."""
    from phzdsl.cli.variants import Library  # noqa: PLC0415 - files known to be in order do not pay for it

    library = Library()
    found: list[Diagnostic] = []
    seen: dict[str, str] = {}
    unproved = False
    for name in names:
        try:
            for path in library.files(name):
                if str(path.absolute()) not in seen:
                    seen[str(path.absolute())] = str(path)
                    loaded, faults = _faults_of(library, path, verdicts, proofs=proofs)
                    found.extend(faults)
                    unproved |= proofs and loaded is not None and not loaded.ok
        except FailedError as failed:
            found.extend(failed.diagnostics)
    return list(seen.values()), found, unproved


def _faults_of(
    library: Library, path: Path, verdicts: Verdicts | None, *, proofs: bool
) -> tuple[Loaded | None, tuple[Diagnostic, ...]]:
    """Return a variant, None where it cannot be read, and its faults."""
    try:
        loaded = library.load(str(path))
    except FailedError as failed:
        return None, failed.diagnostics
    found = loaded.diagnostics + (_proved(loaded) if proofs else ())
    if not found and verdicts is not None:
        verdicts.keep(path, _beside(loaded))
    return loaded, found


def _beside(loaded: Loaded) -> list[Path]:
    """Return the files that a file was checked with: its parents and all source lists."""
    lists = [Path(loaded.source.name).parent / one.text for one in loaded.tree.sources]
    return [*(Path(name) for name in loaded.files), *lists, *sorted((rules_folder() / "sources").glob("*.toml"))]


def _proved(loaded: Loaded) -> tuple[Diagnostic, ...]:
    """Return what is proved wrong with the rules of a variant that has no errors, each at a place in its own file."""
    variant = loaded.tree.variant
    if not loaded.ok or loaded.ruleset is None or variant is None:
        return ()
    from phzdsl.analysis.lint import lint  # noqa: PLC0415 - a file with faults does not pay for it
    from phzdsl.ruleset.library import own_place  # noqa: PLC0415 - loaded by now

    # What a row is told already is not told of it again; rows of a parent are told at one place, and are many rows.
    told = {(name, start, end) for _, name, start, end in loaded.found} | {_place(one) for one in loaded.diagnostics}
    found = lint(loaded.ruleset)
    return tuple(own_place(one, loaded.source, variant) for one in found if _place(one) not in told)


def _place(found: Diagnostic) -> tuple[str, int, int]:
    return found.span.source.name, found.span.start, found.span.end


def _write(form: str, files: list[str], found: list[Diagnostic], console: Console, *, unproved: bool) -> None:
    match form:
        case "json":
            from phzdsl.text.machine import report  # noqa: PLC0415 - only this form needs it

            console.write_json(report(files, found, console.language))
        case "sarif":
            from phzdsl import __version__  # noqa: PLC0415 - only this form needs it
            from phzdsl.text.sarif import sarif  # noqa: PLC0415 - as above

            console.write_json(sarif(found, console.language, version=__version__))
        case "github":
            from phzdsl.text.machine import github  # noqa: PLC0415 - only this form needs it

            console.out.write(github(found, console.language))
            console.note(_summary(files, found, console))
        case _:
            _write_text(files, found, console, unproved=unproved)


def _write_text(files: list[str], found: list[Diagnostic], console: Console, *, unproved: bool) -> None:
    if found:
        from phzdsl.cli.faults import shown  # noqa: PLC0415 - a file without faults does not pay for it

        for one in found:
            console.write(shown(one, console.language, colour=console.coloured()) + "\n")
    if unproved:
        console.write(
            console.say(
                "有错误的文件没有往下证明（有没有永远胡不出的番等），改好了再检查一次",
                "nothing was proved of files with errors (a pattern that nobody can have, ...); mend them and check again",
            )
        )
    console.write(_summary(files, found, console))


def _summary(files: list[str], found: list[Diagnostic], console: Console) -> str:
    from phzdsl.text.words import counted  # noqa: PLC0415 - as above

    looked = console.say(
        f"检查了 {len(files)} 个文件：", f"{len(files)} file{'s' if len(files) != 1 else ''} checked: "
    )
    return looked + counted(Counter(one.severity for one in found), console.language)
