"""``python -m phzdsl`` is the command ``phz``."""

import sys

from phzdsl.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
