"""Floor 7: the command ``phz``.

Enters: the words of a command line. Leaves: text or JSON on standard output, faults on standard error, an exit
status: 0 nothing wrong, 1 faults found or no answer, 2 wrong usage. ``main.py`` finds the sub-command and imports
only its module; each of these has ``add_arguments`` and ``run``. Invariants: with ``--json`` standard output holds
one JSON document and nothing else; whatever a user gives, the answer is a sentence with a code and never a
traceback. Nothing else in the package imports this floor.
"""
