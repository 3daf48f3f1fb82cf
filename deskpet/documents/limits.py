"""Limits of documents, for the program and its child processes."""

MAX_BYTES = 64 << 20
"""Maximum size of a file."""
MAX_PAGES = 5000
"""Maximum number of pages, slides or sheets."""
MAX_CHARACTERS = 4_000_000
"""Maximum length of the text, about a million tokens."""
