"""Chats of SillyTavern: a file with a JSON object on each line, the first of which names who talks.

The `swipes` of a message are its variants, of which `swipe_id` is shown.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from deskpet.features.history.imports.source import LeftOutCounts, LeftOutKind, SourceConversation, SourceMessage
from deskpet.features.history.imports.values import Fields, number_of, text_of, texts, thoughts, time_of

# January 2, 2024 3:04pm, and 2024-1-2 @15h 04m 05s 678ms.
_PROGRAM = "SillyTavern System"
_WRITTEN = "%B %d, %Y %I:%M%p"
_NUMBERS = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)\s*@\s*(\d\d?)h\s*(\d\d?)m\s*(\d\d?)s(?:\s*(\d{1,3})ms)?")


def is_chat(lines: list[Any]) -> bool:
    """Return whether the values of a file's lines are a chat of this form."""
    return any("mes" in each and "is_user" in each for each in map(Fields, lines[:3]))


def read(lines: Iterable[Any], left_out: LeftOutCounts) -> SourceConversation:
    """Return the chat of a file; what it does not take over is counted in `left_out`."""
    messages: list[SourceMessage] = []
    last: str | None = None
    title, identifier = "", ""
    for number, line in enumerate(map(Fields, lines)):
        if "mes" not in line:
            title = title or line.text("character_name")
            identifier = identifier or f"{line.get('create_date')}"
            continue
        if _is_note(line):
            left_out.add(LeftOutKind.NOTES)
            continue
        variants = _variants(line, number, last)
        messages += variants
        if variants:
            last = variants[_chosen(line, len(variants))].id
    character = next((each.speaker for each in messages if each.speaker), title)
    begun = next((each.created_at for each in messages if each.created_at), 0.0)
    return SourceConversation(f"{character}/{identifier or begun}", character, tuple(messages), last, begun)


def _is_note(line: Fields) -> bool:
    """Whether the program said it. A message that is only hidden from the model is one of the chat."""
    return line.flag("is_system") and (line.part("extra").flag("type") or line.get("name") == _PROGRAM)


def _variants(line: Fields, number: int, last: str | None) -> list[SourceMessage]:
    is_user, shown = line.flag("is_user"), line.text("mes")
    swipes = [text_of(each) for each in line.items("swipes")] if not is_user else []
    chosen = _chosen(line, len(swipes))
    if swipes:
        swipes[chosen] = shown
    at, reasoning = _time(line.get("send_date")), line.part("extra").text("reasoning")
    role, speaker = ("user", "") if is_user else ("assistant", line.text("name"))
    found: list[SourceMessage] = []
    for index, words in enumerate(swipes or [shown]):
        # The reasoning of the other variants is not kept beside their words.
        thought = thoughts(reasoning, at) if index == chosen and not is_user else ()
        blocks = (*thought, *texts(words))
        found.append(SourceMessage(f"{number}.{index}", last, role if blocks else "", blocks, at, speaker))
    return found


def _chosen(line: Fields, count: int) -> int:
    return min(max(int(number_of(line.get("swipe_id"))), 0), max(count - 1, 0))


def _time(value: object) -> float:
    """Return a time in Unix seconds, 0 if it can't be told. Without a time zone it is taken as UTC."""
    if found := _NUMBERS.fullmatch(text_of(value).strip()):
        year, month, day, hour, minute, second, *_ = (int(each or 0) for each in found.groups())
        try:
            return datetime(year, month, day, hour, minute, second, tzinfo=UTC).timestamp()
        except ValueError:
            return 0.0
    if at := time_of(value):
        return at
    try:
        return datetime.strptime(text_of(value).strip(), _WRITTEN).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0
