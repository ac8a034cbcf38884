"""``python -m phzdsl`` is the command ``phz``."""

import sys

from phzdsl.cli.main import run

if __name__ == "__main__":
    sys.exit(run())
