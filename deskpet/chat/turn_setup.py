"""What a turn is set up with: who answers, with which tools, and within which limits."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

from deskpet.chat.messages import ToolUse
from deskpet.chat.model import ChatModel
from deskpet.chat.textmode.prompt import TextForm
from deskpet.chat.tool import Toolbox

Approve = Callable[[str, int, ToolUse], Awaitable[bool]]
"""Asks a person whether a call may run: the answer's id, the block's index in it, and the call. Cancelled on Stop."""


class OnToolError(StrEnum):
    """What a failed tool means for the answer: the model is told and goes on, or everything stops at once."""

    CONTINUE = "continue"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """How much may come, in characters: far more than any model means to write, and little enough to hold.

    A server that never ends its answer would else fill the memory and the disk. `message` counts the words, thoughts,
    arguments and pictures of the whole answer, `arguments` those of one call.
    """

    message: int = 16 * 1024 * 1024
    arguments: int = 12 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class TurnSetup:
    """Who answers and with what: everything a turn needs but the conversation."""

    model: ChatModel
    toolbox: Toolbox
    system: str = ""
    max_rounds: int = 8
    native_tools: bool = True
    text_form: TextForm | None = None
    """Set in text mode: how the model is asked to write its calls, in any form of which they are then found."""
    on_tool_error: OnToolError = OnToolError.CONTINUE
    pictures: bool = True
    """Whether pictures are sent; where they are not, the model is told that there was one."""
    context_tokens: int = 0
    """How many tokens a request may have; what is too much is trimmed and compressed. 0: there is no limit."""
    limits: SizeLimits = SizeLimits()
    approve: Approve | None = None
    """Asked before a tool runs whose policy is to ask. Where there is nobody to ask, such a call is refused."""
