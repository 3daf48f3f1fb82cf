"""Conversations for tests."""

from collections.abc import Iterable

from deskpet.chat.conversation import Conversation
from deskpet.chat.message_tree import Node
from deskpet.chat.messages import UNASKED, Message, Notice


def open_messages(conversation: Conversation, messages: Iterable[Message]) -> tuple[Message, ...]:
    """Open these messages one after the other, and return them as they are shown."""
    nodes: list[Node] = []
    for message in messages:
        nodes.append(Node(message, nodes[-1].message.id if nodes else None))
    conversation.open(nodes, None)
    return conversation.messages


def is_unasked(message: Message) -> bool:
    """Return whether the character said this by herself, without a question."""
    first = message.blocks[0] if message.blocks else None
    return isinstance(first, Notice) and first.code == UNASKED
