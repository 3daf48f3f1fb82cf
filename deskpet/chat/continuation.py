"""Continue an answer that was cut off: find the text to append to, and filter words that the model repeats."""

import re
from collections.abc import Sequence
from itertools import islice, takewhile

from deskpet.chat.events import NoticeResolved, TextAppended
from deskpet.chat.messages import Block, Message, Notice, Text, Thinking, ToolUse
from deskpet.chat.reduce import AnswerBuilder

_MAX_LENGTH, _MAX_MATCHES = 400, 16
# Shorter repetitions may be coincidence. A Chinese or Japanese character carries as much as two or three letters.
_MIN_LENGTH, _MIN_LENGTH_CJK = 8, 4
_MIN_WORD_LENGTH = 3
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_LAST_WORD = re.compile("[A-Za-z]+$")


def resumable_text(answer: Message) -> int | None:
    """Return the index of the text block that a continuation appends to; None if the last block is no such text."""
    index = _last_content(answer)
    last = answer.blocks[index] if index >= 0 else None
    if not isinstance(last, Text) or not last.text or last.echo:
        return None
    has_calls = any(isinstance(block, ToolUse) and block.round == last.round for block in answer.blocks)
    return None if has_calls else index


def is_hidden_notice(block: Block) -> bool:
    """Return whether `block` is a hidden notice: the text that it says was cut off has been continued."""
    return isinstance(block, Notice) and block.resolution == "joined"


def last_visible_block(blocks: Sequence[Block]) -> int | None:
    """Return the index of the last visible block; None if there is none."""
    return next((index for index in range(len(blocks) - 1, -1, -1) if not is_hidden_notice(blocks[index])), None)


def _last_content(answer: Message) -> int:
    """Return the index of the last block that is no notice, preferring a continued text; -1 if there is none."""
    content = [index for index, block in enumerate(answer.blocks) if not isinstance(block, Notice)]
    non_thinking = [index for index in content if not isinstance(answer.blocks[index], Thinking)]
    # Reasoning after a continued text is older than the end of that text, or no text has followed it.
    if non_thinking and _is_continued(answer, non_thinking[-1]):
        return non_thinking[-1]
    return content[-1] if content else -1


def is_continuation(answer: Message) -> bool:
    """Return whether the last request was to continue a text, so that its result is a part of that text."""
    index = _last_content(answer)
    return index >= 0 and _is_continued(answer, index)


def _is_continued(answer: Message, index: int) -> bool:
    notices = (answer.blocks[at] for at in _notices_after(answer, index))
    return any(isinstance(notice, Notice) and notice.resolution in ("continued", "joined") for notice in notices)


def _notices_after(answer: Message, index: int) -> tuple[int, ...]:
    """Return the indices of the notices that directly follow block `index`."""
    following = enumerate(answer.blocks[index + 1 :], index + 1)
    return tuple(at for at, _ in takewhile(lambda each: isinstance(each[1], Notice), following))


class RepetitionFilter:
    """Removes the end of a text where its continuation repeats it, as some models do when asked to continue.

    Text is held back only as long as it may still be such a repetition.
    """

    def __init__(self, previous: str) -> None:
        self._previous = previous[-_MAX_LENGTH:]
        self._held = ""
        self._is_done = not previous

    def feed(self, text: str) -> str:
        """Add a piece of the continuation and return the text that can be shown now."""
        if self._is_done:
            return text
        self._held += text
        if self._may_be_longer_repetition():
            return ""
        return self.close()

    def close(self) -> str:
        """Stop filtering; return the text held back, without a repetition at its start."""
        self._is_done = True
        held, self._held = self._held, ""
        longest = min(len(held), len(self._previous))
        beginnings = (held[:length] for length in range(longest, 0, -1))
        repeated = next(
            (each for each in beginnings if self._previous.endswith(each) and self._is_distinctive(each)), ""
        )
        return held.removeprefix(repeated)

    def _may_be_longer_repetition(self) -> bool:
        """Return whether the text held back is the beginning of a longer repetition."""
        matches = islice(re.finditer(f"(?={re.escape(self._held)})", self._previous), _MAX_MATCHES)
        ends = (self._previous[match.start() :] for match in matches)
        return any(len(end) > len(self._held) and self._is_distinctive(end) for end in ends)

    def _is_distinctive(self, end: str) -> bool:
        """Return whether `end` is long and irregular enough that its repetition is a mistake of the model."""
        word = _LAST_WORD.search(self._previous)
        if word and word[0] == end:
            return len(end) >= _MIN_WORD_LENGTH
        if len(end) < (_MIN_LENGTH_CJK if _CJK.search(end) else _MIN_LENGTH):
            return False
        # A recurring pattern, such as the lines of a table, may legitimately recur once more: a shorter text that is
        # written at least twice, the last time possibly cut off.
        is_periodic = any(end.startswith(end[period:]) for period in range(1, len(end) // 2 + 1))
        return not self._previous.endswith(end + end) and not is_periodic


class ResumedText:
    """The block of a text that was cut off; it continues at its last character.

    has_continued: whether text followed. is_closed: whether what follows gets a block of its own.
    """

    def __init__(self, builder: AnswerBuilder, index: int) -> None:
        self.has_continued = False
        self.is_closed = False
        self._builder = builder
        self._index = index
        block = builder.message.blocks[index]
        self._repetition = RepetitionFilter(str(block.text) if isinstance(block, Text) else "")

    def append(self, text: str) -> None:
        """Append to the block. The notice that said that it was cut off is hidden with the first text."""
        if not self.has_continued:
            self.has_continued = True
            for at in _notices_after(self._builder.message, self._index):
                notice = self._builder.message.blocks[at]
                if isinstance(notice, Notice) and notice.resolution == "continued":
                    self._builder.emit(NoticeResolved(at, "joined"))
        self._emit(self._repetition.feed(text))

    def close(self) -> None:
        """Append what was held back, and nothing more."""
        if not self.is_closed:
            self.is_closed = True
            self._emit(self._repetition.close())

    def _emit(self, text: str) -> None:
        if text:
            self._builder.emit(TextAppended(self._index, text))
