"""The end of a program's output, which is quoted at whole lines."""


def last_lines(text: str, most: int) -> str:
    """Return the last lines of a text that have at most `most` characters together.

    A last line that is longer is cut at its beginning, which an ellipsis marks.
    """
    if len(text) <= most:
        return text
    kept = text[-most:]
    if text[-most - 1] == "\n":
        return kept
    _, end, rest = kept.partition("\n")
    return rest if end and rest.strip() else f"…{kept[1:]}"
