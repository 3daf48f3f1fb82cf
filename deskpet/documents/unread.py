"""Why a child process could not read a file, in its reply."""

from enum import StrEnum


class UnreadCause(StrEnum):
    """The cause: the file itself, or a limit of the process that read it."""

    DAMAGED = "damaged"
    ENCRYPTED = "encrypted"
    TOO_LARGE = "too_large"
    """More pages or text than can be used."""
    MEMORY = "memory"
    TOO_DEEP = "too_deep"
    FORBIDDEN_FILE = "forbidden_file"
    """The reader needed another file, which is a mistake of the program: it had to be loaded before."""
