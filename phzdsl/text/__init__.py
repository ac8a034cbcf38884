"""Floor 0: texts, places in them, and what is said about them.

Enters: the text of a file. Leaves: sources, spans, diagnostics, and their rendering for people and
machines. Nothing here knows the language or the game. A diagnostic holds no sentence: its code names
an entry of the catalogue, and the sentence is written in the reader's language when it is rendered.
"""
