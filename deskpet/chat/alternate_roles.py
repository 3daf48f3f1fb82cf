"""Make the roles of messages alternate, beginning with the user, as many chat templates require.

The character also speaks without being asked: greetings, reminders and reports of calls in the
background. A placeholder message of the user is inserted
before each of these.
"""

from collections.abc import Iterator

from deskpet.chat.messages import Message, user_message

BEGINNING = user_message("(The conversation begins. You speak first.)")
BACKGROUND_ENDED = user_message(
    "(Calls that went on in the background have ended. Their results stand where you made them. Say what came of them.)"
)
SILENCE = user_message("(Nothing was said. After a while you speak of your own accord.)")


def alternate_roles(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Insert a placeholder of the user before every assistant message that follows no user message."""
    return tuple(_with_placeholders(messages))


def _with_placeholders(messages: tuple[Message, ...]) -> Iterator[Message]:
    previous_role = None
    for message in messages:
        if message.role == "assistant" and previous_role != "user":
            yield BEGINNING if previous_role is None else BACKGROUND_ENDED if message.is_background_report else SILENCE
        previous_role = message.role
        yield message
