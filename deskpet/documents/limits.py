"""Limits of documents, for the program and its child processes."""

MAX_BYTES = 64 << 20
"""Maximum size of a file."""
MAX_PAGES = 5000
"""Maximum number of pages, slides or sheets."""
MAX_CHARACTERS = 4_000_000
"""Maximum length of the text, about a million tokens."""
SECONDS = 60
"""Processor time of a child, and the time that its reply may take."""
MEGABYTES = 700
"""Memory that a child may take in addition to that of its libraries."""
