"""The order in which providers take messages: a person first, then in turns.

The character also speaks of her own accord: she greets, and she reminds. Many chat templates refuse a conversation
that an assistant begins, or in which one speaks twice; there, a word in brackets stands for the silence.
"""

from collections.abc import Iterator

from deskpet.chat.messages import Message, user_message

BEGINNING = user_message("(The conversation begins. You speak first.)")
SILENCE = user_message("(Nothing was said. After a while you speak of your own accord.)")


def alternate_roles(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """`messages` with a person's word before every one of the character's. What a person said stays as it is."""
    return tuple(_filled(messages))


def _filled(messages: tuple[Message, ...]) -> Iterator[Message]:
    before = None
    for message in messages:
        if message.role == "assistant" and before != "user":
            yield BEGINNING if before is None else SILENCE
        before = message.role
        yield message
