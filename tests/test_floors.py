"""The floors of the package: imports run downward only, and the engine names no variant."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import phzdsl
from phzdsl.ruleset.library import rules_folder

PACKAGE = Path(phzdsl.__file__).parent
FLOORS = {
    "errors": 0,
    "fields": 0,
    "cards": 0,
    "paths": 0,
    "text": 0,
    "syntax": 1,
    "ruleset": 2,
    "tables": 3,
    "scoring": 4,
    "game": 5,
    "analysis": 6,
    "cli": 7,
    "book": 7,
    "rl": 7,
    "__main__": 7,
}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def floor_of(module: str) -> int:
    """Return the floor of a dotted module name inside the package."""
    return FLOORS[module.split(".")[1]]


def dotted(path: Path) -> str:
    """Return the dotted name of a module's file."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Yield the modules of the package that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("phzdsl."))
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("phzdsl."):
            yield node.module


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_run_downward(path: Path) -> None:
    """Every import of a module is from its own floor or a lower one."""
    module = dotted(path)
    wrong = [name for name in imports(path) if floor_of(name) > floor_of(module)]
    assert not wrong, f"{module} imports upward: {wrong}"


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_modules_say_what_they_are_for(path: Path) -> None:
    """Every module opens with a docstring and holds one subject of at most 400 lines."""
    text = path.read_text("utf-8")
    assert ast.get_docstring(ast.parse(text)), f"{path} has no docstring"
    assert len(text.splitlines()) <= 400


def test_the_engine_knows_no_variant() -> None:
    """No id or title of a shipped variant stands in the code of the floors below the command line."""
    ids = [path.stem for path in rules_folder().glob("*.phz")]
    titles = ["常德", "泸州", "紫金岛", "遵义", "桂林", "怀化"]
    words = [word for word in ids if word != "common"] + titles
    pattern = re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, words)) + r")(?![\w-])")
    engine = [path for path in MODULES if FLOORS[dotted(path).split(".")[1]] in {2, 3, 4, 5}]
    # `peng` and `ban` are words of the game too: the claim, and half.
    found = {
        (dotted(path), word)
        for path in engine
        for word in pattern.findall(path.read_text("utf-8"))
        if word not in {"peng", "ban"}
    }
    assert not found
