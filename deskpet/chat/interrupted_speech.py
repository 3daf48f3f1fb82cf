"""Mark the position at which the user interrupted the voice, for requests: the rest was shown, but not heard."""

from collections.abc import Iterable
from dataclasses import replace

from deskpet.chat.messages import Block, Message, Text
from deskpet.chat.streaming_text import StreamingText

MARK = " [the user interrupted here, and did not hear the rest] "
NOTHING_HEARD = "[the user interrupted before anything was heard] "


def with_speech_interruption_marks(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Return the messages with MARK in the text of each answer whose voice was interrupted."""
    return tuple(message if message.heard_up_to is None else _marked(message) for message in messages)


def _marked(message: Message) -> Message:
    left = message.heard_up_to or 0
    blocks: list[Block] = []
    is_marked = False
    for block in message.blocks:
        if not isinstance(block, Text) or is_marked:
            blocks.append(block)
            continue
        text = str(block.text)
        if is_marked := left < len(text):
            mark = MARK if message.heard_up_to else NOTHING_HEARD
            blocks.append(replace(block, text=StreamingText(text[:left].rstrip() + mark + text[left:].lstrip())))
        else:
            blocks.append(block)
            left -= len(text)
    return replace(message, blocks=tuple(blocks))
