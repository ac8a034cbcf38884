"""phzdsl: rule sheets of 字牌 games as data."""

__version__ = "0.1.0"
