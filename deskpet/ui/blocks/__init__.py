"""One view class per kind of block: a new kind is a new file here and a case in `_view_type`."""

from typing import assert_never

from deskpet.chat.messages import Block, Document, Image, Notice, Text, Thinking, ToolUse
from deskpet.ui.blocks.attached_document import AttachedDocumentView
from deskpet.ui.blocks.base import BlockView, Context, ToolLook, default_look
from deskpet.ui.blocks.image import ImageView
from deskpet.ui.blocks.notice import NoticeView
from deskpet.ui.blocks.text import TextView
from deskpet.ui.blocks.thinking import ThinkingView
from deskpet.ui.blocks.tool_use import ToolUseView

__all__ = ["BlockView", "Context", "ToolLook", "default_look", "view_of"]


def view_of(block: Block, context: Context) -> BlockView:
    """Create the view of a block."""
    view = _view_type(block)(context)
    view.show_block(block)
    return view


def _view_type(block: Block) -> type[BlockView]:
    view: type[BlockView]
    match block:
        case Text():
            view = TextView
        case Thinking():
            view = ThinkingView
        case ToolUse():
            view = ToolUseView
        case Image():
            view = ImageView
        case Document():
            view = AttachedDocumentView
        case Notice():
            view = NoticeView
        case _:
            assert_never(block)
    return view
