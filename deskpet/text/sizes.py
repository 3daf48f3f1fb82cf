"""Sizes for people and models."""

_UNITS = ((1e3, "kB"), (1e6, "MB"), (1e9, "GB"), (1e12, "TB"))


def format_size(size: int) -> str:
    """Format a number of bytes with decimal units, alike in all languages: `812 B`, `4.2 kB`, `1.3 MB`, `5.1 GB`."""
    if size < 1000:
        return f"{size} B"
    one, unit = next((each for each in _UNITS if size < 999.95 * each[0]), _UNITS[-1])
    return f"{size / one:.1f} {unit}"
