"""Export of the shown path of a conversation as Markdown, with tool calls and thoughts folded to a line."""

from deskpet.chat.message_tree import MessageTree
from deskpet.chat.messages import Message
from deskpet.store.records import SavedConversation
from deskpet.text.local_time import local_time
from deskpet.translation import tr


def as_markdown(saved: SavedConversation) -> str:
    """Return the conversation as a document. Answers bear the name that the assistant had then."""
    session = saved.session
    title, date = f"# {session.title or tr('Conversation')}", _date(session.begun_at)
    head = (title, date) if date else (title,)
    path = MessageTree(saved.nodes, saved.leaf).path
    sections = (_message(message, saved.speakers.get(message.id) or tr("Assistant")) for message in path)
    return "\n\n".join((*head, *sections)) + "\n"


def _date(seconds: float) -> str:
    time = local_time(seconds)
    return f"{time:%Y-%m-%d %H:%M}" if time else ""


def _message(message: Message, speaker: str) -> str:
    name = tr("You") if message.role == "user" else speaker
    return "\n\n".join((f"## {name}", *(text for block in message.blocks if (text := block.as_markdown()))))
