"""Export of the shown path of a conversation as Markdown, with tool calls and thoughts folded to a line."""

from deskpet.chat.message_tree import MessageTree
from deskpet.store.records import SavedConversation
from deskpet.text.local_time import local_time
from deskpet.translation import tr


def as_markdown(saved: SavedConversation) -> str:
    """Return the conversation as a document. Answers bear the name that the assistant had then."""
    session = saved.session
    title, begun = f"# {session.title or tr('Conversation')}", local_time(session.begun_at)
    head = (title, f"{begun:%Y-%m-%d %H:%M}") if begun else (title,)
    path = MessageTree(saved.nodes, saved.leaf).path
    sections: list[str] = []
    for message in path:
        name = tr("You") if message.role == "user" else saved.speakers.get(message.id) or tr("Assistant")
        sections += (f"## {name}", *filter(None, (block.as_markdown() for block in message.blocks)))
    return "\n\n".join((*head, *sections)) + "\n"
