"""Reasoning written into the text: `<think>...</think>` at the start of an answer, as R1 and its kin send it."""

import re

from deskpet.chat.model import TextDelta, ThinkingDelta

_CLOSERS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    # Gemini's compatible endpoint.
    "<thought>": "</thought>",
    # Seed, Magistral and Kimi where the server does not tell the reasoning from the words.
    "<seed:think>": "</seed:think>",
    "[think]": "[/think]",
    "◁think▷": "◁/think▷",
}


class ThinkTags:
    """Tells the reasoning from the words, piece by piece. Only a tag that starts the answer counts, in any case."""

    def __init__(self) -> None:
        self._held = ""
        self._state = "start"
        self._close = ""
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
        for tag, close in _CLOSERS.items():
            there = begun[: len(tag)].lower()
            if there == tag:
                self._state, self._close, self._held = "thought", close, begun[len(tag) :]
                return self._in_thought()
            if len(begun) < len(tag) and tag.startswith(there):
                return []
        self._state = "words"
        return self._release_words()

    def _in_thought(self) -> list[TextDelta | ThinkingDelta]:
        if found := re.search(re.escape(self._close), self._held, re.IGNORECASE):
            thought = self._held[: found.start()]
            self._state, self._held = "words", self._held[found.end() :]
            return [*([ThinkingDelta(thought)] if thought else []), *self._release_words()]
        keep = next((n for n in range(len(self._close) - 1, 0, -1) if self._may_close(self._held[-n:], n)), 0)
        ready, self._held = self._held[: len(self._held) - keep], self._held[len(self._held) - keep :]
        return [ThinkingDelta(ready)] if ready else []

    def _may_close(self, end: str, count: int) -> bool:
        return end.lower() == self._close[:count]

    def _release_words(self) -> list[TextDelta | ThinkingDelta]:
        self.over = True
        held, self._held = self._held, ""
        return [TextDelta(held)] if held else []
