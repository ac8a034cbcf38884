"""Runs the commands of the README as a reader would: each block as written, in a copy of the checkout.

``python -m tests.readme --run-in FOLDER`` makes the copy, saves the file examples under the names that the
text gives them, and runs every ``sh`` block of README.md in order, in one environment. A block that fails
ends the run with its status.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SAVED_AS = re.compile(r"`([\w-]+\.phz)`")
_LEFT_OUT = (".git", ".venv", "*.egg-info", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis")


def blocks(text: str) -> list[tuple[str, str]]:
    """Return the fenced blocks of a page: language and content."""
    return [(found[1], found[2]) for found in _BLOCK.finditer(text)]


def saved_files(text: str) -> dict[str, str]:
    """Return the rule files that the page asks to save: the name last given before each ``phz`` block."""
    files = {}
    for found in _BLOCK.finditer(text):
        names = _SAVED_AS.findall(text[: found.start()])
        if found[1] == "phz" and names:
            files[names[-1]] = found[2]
    return files


def run(folder: Path) -> None:
    """Run the README in a copy of the checkout; stops at the first command that fails."""
    text = (ROOT / "README.md").read_text("utf-8")
    copy = folder / "phzdsl"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*_LEFT_OUT))
    for name, content in saved_files(text).items():
        (copy / name).write_text(content, "utf-8")
    path = f"{copy / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    for language, commands in blocks(text):
        if language == "sh":
            print(f"$ {commands.strip()}", flush=True)
            subprocess.run(
                ["bash", "-euo", "pipefail", "-c", commands], cwd=copy, env={**os.environ, "PATH": path}, check=True
            )


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--run-in", type=Path, required=True, metavar="FOLDER")
    try:
        run(parser.parse_args().run_in)
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
