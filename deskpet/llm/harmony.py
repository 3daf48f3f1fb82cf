"""Restore the marks of gpt-oss' answers (harmony) where a server has removed the special tokens.

Of `<|channel|>analysis<|message|>I smile.<|end|><|start|>assistant<|channel|>final<|message|>Hello!` it leaves
`analysisI smile.assistantfinalHello!`. Only an answer that begins so is changed.
"""

import re

_START = re.compile(
    r"(?:assistant)?(?:analysis(?=[^a-z\s.,;:!?()-])|final(?=[A-Z])|commentary(?= to=functions\.)|commentary(?=[A-Z]))"
    r"|assistant(?= to=functions\.)"
)
_STARTS = (
    *("analysis", "final", "commentary to=functions."),
    *("assistantanalysis", "assistantfinal", "assistantcommentary to=functions.", "assistant to=functions."),
)
_HEADER = re.compile(
    r"assistant(?:(?P<channel>analysis|final|commentary)|(?P<call> to=[\w.-]{1,100}?)(?=commentary|analysis|[ {]))"
    r"|(?<=\w)(?P<after>commentary|analysis)(?= ?(?:json|code)? ?\{)"
)
_HEADER_WORDS = ("assistantanalysis", "assistantfinal", "assistantcommentary to=")
_MAX_NAME = 140


class UnmarkedHarmony:
    """Restores the marks in the text of one answer. `is_off` is set once it is known to need none."""

    def __init__(self) -> None:
        self.is_off = False
        self._is_on = False
        self._buffer = ""

    def feed(self, text: str) -> str:
        """Return the text with its marks, as far as it is known."""
        if self.is_off:
            return text
        self._buffer += text
        return self._read(is_last=False)

    def close(self) -> str:
        """Return the rest, because something else follows or the answer ends."""
        return "" if self.is_off else self._read(is_last=True)

    def _read(self, *, is_last: bool) -> str:
        if not self._is_on and not self._detect(is_last=is_last):
            if not self.is_off:
                return ""
            text, self._buffer = self._buffer, ""
            return text
        end = len(self._buffer) if is_last else _decided_length(self._buffer)
        text, self._buffer = self._buffer[:end], self._buffer[end:]
        return _HEADER.sub(_marked, text)

    def _detect(self, *, is_last: bool) -> bool:
        """Return whether the answer begins without its marks."""
        start = self._buffer.lstrip()
        # The channel is a token of its own: a single letter is the beginning of any other text.
        if not is_last and (not start or (len(start) > 1 and any(each.startswith(start) for each in _STARTS))):
            return False
        match = _START.match(start)
        self.is_off, self._is_on = match is None, match is not None
        if match:
            prefix = "" if match[0].startswith("assistant") else "assistant"
            self._buffer = prefix + start
        return self._is_on


def _marked(header: re.Match[str]) -> str:
    if call := header["call"]:
        return f"<|end|><|start|>assistant{call}"
    if channel := header["after"]:
        return f"<|channel|>{channel}"
    is_call = header.string.startswith(" to=", header.end())
    return f"<|end|><|start|>assistant<|channel|>{header['channel']}{'' if is_call else '<|message|>'}"


def _decided_length(text: str) -> int:
    """Return how much of the text can't be changed by what follows."""
    begin = text.rfind("assistant to=", max(0, len(text) - _MAX_NAME))
    if begin >= 0 and "{" not in text[begin:]:
        return begin
    tail = range(max(0, len(text) - len("assistantcommentary to=")), len(text))
    begins = (*_HEADER_WORDS, "assistant to=")
    return next((at for at in tail if any(each.startswith(text[at:]) for each in begins)), len(text))
