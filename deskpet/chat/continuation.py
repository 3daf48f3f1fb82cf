"""How an answer that was cut off goes on: where its text is joined, and which words of it are said twice."""

import re
from collections.abc import Sequence
from itertools import islice, takewhile

from deskpet.chat.messages import Block, Message, Notice, Text, Thinking, ToolUse

_LONGEST, _MOST_PLACES = 400, 16
# Fewer letters than that may be there twice by chance; a letter of Chinese or Japanese says as much as two or three.
_TELLING, _TELLING_CJK = 8, 4
_SHORTEST_WORD = 3
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_LAST_WORD = re.compile("[A-Za-z]+$")


def open_end(answer: Message) -> int | None:
    """The index of the text that goes on when `answer` does; None where something else came last."""
    index = _last_said(answer)
    last = answer.blocks[index] if index >= 0 else None
    if not isinstance(last, Text) or not last.text or last.echo:
        return None
    has_calls = any(isinstance(block, ToolUse) and block.round == last.round for block in answer.blocks)
    return None if has_calls else index


def is_gone(block: Block) -> bool:
    """Whether it is a notice that a text was cut off which went on since: nothing of it is to be seen."""
    return isinstance(block, Notice) and block.resolution == "joined"


def last_shown(blocks: Sequence[Block]) -> int | None:
    """The index of the last block that is to be seen."""
    return next((index for index in range(len(blocks) - 1, -1, -1) if not is_gone(blocks[index])), None)


def _last_said(answer: Message) -> int:
    """The last block but for notices, or the text that went on, whatever stands behind it; -1: there is none."""
    said = [index for index, block in enumerate(answer.blocks) if not isinstance(block, Notice)]
    worded = [index for index in said if not isinstance(answer.blocks[index], Thinking)]
    # Thoughts behind a text that went on are older than its end.
    if worded and any(is_gone(answer.blocks[at]) for at in notices_after(answer, worded[-1])):
        return worded[-1]
    return said[-1] if said else -1


def notices_after(answer: Message, index: int) -> tuple[int, ...]:
    """The indices of the notices that stand right behind block `index`."""
    behind = enumerate(answer.blocks[index + 1 :], index + 1)
    return tuple(at for at, _ in takewhile(lambda each: isinstance(each[1], Notice), behind))


class RepetitionFilter:
    """Leaves out the end of a text where its continuation says it again; some models do, asked to go on.

    A text is held back only as long as it may still be such a repetition.
    """

    def __init__(self, before: str) -> None:
        self._before = before[-_LONGEST:]
        self._held = ""
        self._is_over = not before

    def feed(self, text: str) -> str:
        """What of the continuation is to be shown now."""
        if self._is_over:
            return text
        self._held += text
        if self._may_go_on():
            return ""
        return self.close()

    def close(self) -> str:
        """What is still held back: no more will come, or it is no repetition."""
        self._is_over = True
        held, self._held = self._held, ""
        longest = min(len(held), len(self._before))
        repeated = next((n for n in range(longest, 0, -1) if self._repeats(held, n)), 0)
        return held[repeated:]

    def _may_go_on(self) -> bool:
        """Whether the text held back is the beginning of a longer end of the text before."""
        places = islice(re.finditer(f"(?={re.escape(self._held)})", self._before), _MOST_PLACES)
        ends = (self._before[place.start() :] for place in places)
        return any(len(end) > len(self._held) and self._is_telling(end) for end in ends)

    def _repeats(self, held: str, length: int) -> bool:
        return self._before.endswith(held[:length]) and self._is_telling(held[:length])

    def _is_telling(self, end: str) -> bool:
        """Whether nobody says this twice in a row but by mistake."""
        word = _LAST_WORD.search(self._before)
        if word and word[0] == end:
            return len(end) >= _SHORTEST_WORD
        if len(end) < (_TELLING_CJK if _CJK.search(end) else _TELLING):
            return False
        # A pattern that recurs, as the lines of a table do, recurs once more.
        return not self._before.endswith(end + end) and not _is_periodic(end)


def _is_periodic(text: str) -> bool:
    """Whether `text` is a shorter one written at least twice, perhaps cut off at the end."""
    half = len(text) // 2
    return any(text.startswith(text[period:]) for period in range(1, half + 1))
