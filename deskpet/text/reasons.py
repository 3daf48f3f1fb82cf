"""Says why something failed."""


def reason_of(error: Exception) -> str:
    """Return why an operation failed: the system's reason if it is an OSError with one, else the error's message."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
