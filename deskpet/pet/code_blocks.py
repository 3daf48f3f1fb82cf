"""Notice whether streamed text is in a code block."""

_FENCE = "```"


class CodeBlocks:
    """Follows the fences of Markdown code blocks in a text that arrives in pieces."""

    def __init__(self) -> None:
        self._is_code = False
        # What may be the beginning of a fence.
        self._end = ""

    def add_text(self, text: str) -> bool:
        """Return whether the text ends in a code block, after `text` was added to it."""
        text = self._end + text
        if "`" not in text:
            self._end = ""
            return self._is_code
        if text.count(_FENCE) % 2:
            self._is_code = not self._is_code
        rest = text.rpartition(_FENCE)[2]
        self._end = "`" * (len(rest) - len(rest.rstrip("`")))
        return self._is_code
