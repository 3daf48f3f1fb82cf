"""Reasoning written into the text: `<think>...</think>` at the start of an answer, as R1 and its kin send it."""

from deskpet.chat.model import TextDelta, ThinkingDelta

_OPEN, _CLOSE = "<think>", "</think>"


class ThinkTags:
    """Tells the reasoning from the words, piece by piece. Only a tag that starts the answer counts."""

    def __init__(self) -> None:
        self._held = ""
        self._state = "start"
        # Whether all that follows is words for the reader.
        self.over = False

    def feed(self, text: str) -> list[TextDelta | ThinkingDelta]:
        """The deltas in `text`; what may still become a tag is held back."""
        if self.over:
            return [TextDelta(text)] if text else []
        self._held += text
        if self._state == "start":
            return self._at_start()
        return self._in_thought()

    def close(self) -> list[TextDelta | ThinkingDelta]:
        """What was held back when the answer ended."""
        held, self._held = self._held, ""
        if not held:
            return []
        return [ThinkingDelta(held)] if self._state == "thought" else [TextDelta(held)]

    def _at_start(self) -> list[TextDelta | ThinkingDelta]:
        begun = self._held.lstrip()
        if begun.startswith(_OPEN):
            self._state, self._held = "thought", begun[len(_OPEN) :]
            return self._in_thought()
        if _OPEN.startswith(begun):
            return []
        self._state = "words"
        return self._release_words()

    def _in_thought(self) -> list[TextDelta | ThinkingDelta]:
        thought, tag, rest = self._held.partition(_CLOSE)
        if tag:
            self._state, self._held = "words", rest
            return [*([ThinkingDelta(thought)] if thought else []), *self._release_words()]
        keep = next((n for n in range(len(_CLOSE) - 1, 0, -1) if thought.endswith(_CLOSE[:n])), 0)
        ready, self._held = thought[: len(thought) - keep], thought[len(thought) - keep :]
        return [ThinkingDelta(ready)] if ready else []

    def _release_words(self) -> list[TextDelta | ThinkingDelta]:
        self.over = True
        held, self._held = self._held, ""
        return [TextDelta(held)] if held else []
