"""Views of message blocks: one file and one entry in `VIEWS` for each kind of block."""

from deskpet.chat.messages import Block, Image, Notice, Text, Thinking, ToolUse
from deskpet.ui.blocks.base import BlockView, Context, ToolLook, default_look
from deskpet.ui.blocks.image import ImageView
from deskpet.ui.blocks.notice import NoticeView
from deskpet.ui.blocks.text import TextView
from deskpet.ui.blocks.thinking import ThinkingView
from deskpet.ui.blocks.tool_use import ToolUseView

VIEWS: dict[type[Block], type[BlockView]] = {
    Text: TextView,
    Thinking: ThinkingView,
    ToolUse: ToolUseView,
    Image: ImageView,
    Notice: NoticeView,
}

__all__ = ["VIEWS", "BlockView", "Context", "ToolLook", "default_look", "view_of"]


def view_of(block: Block, context: Context) -> BlockView:
    """Create the view of a block."""
    view = VIEWS[type(block)](context)
    view.show_block(block)
    return view
