"""The configuration of a turn: model, tools, prompt, limits and the approval callback."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from deskpet.chat.messages import ToolUse
from deskpet.chat.model import ChatModel
from deskpet.chat.tool import Toolbox
from deskpet.choices import DEFAULT_MAX_ROUNDS, CallFormat, OnToolError

Approve = Callable[[str, int, ToolUse], Awaitable[bool]]
"""Ask the user whether a call may run. Called with message id, block index and the call; cancelled on Stop."""


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """Maximum sizes in characters, far above the length of any real answer.

    Without them a server that never ends its answer would fill the memory and the disk. `message` limits the text,
    reasoning, arguments and pictures of the whole answer, `arguments` the arguments of one call. `blocks` limits the
    number of blocks, each of which makes every further event slower.
    """

    message: int = 16 * 1024 * 1024
    arguments: int = 12 * 1024 * 1024
    blocks: int = 2000


@dataclass(frozen=True, slots=True)
class TurnSetup:
    """Everything a turn needs except the conversation."""

    model: ChatModel
    toolbox: Toolbox
    system: str = ""
    max_rounds: int = DEFAULT_MAX_ROUNDS
    native_tools: bool = True
    call_format: CallFormat | None = None
    """Set in text mode: the format in which the model is asked to write calls. All formats are parsed."""
    on_tool_error: OnToolError = OnToolError.CONTINUE
    pictures: bool = True
    """Whether pictures are sent; otherwise a placeholder text is sent for each."""
    context_tokens: int = 0
    """Maximum size of a request in tokens; the excess is trimmed and compressed. 0 means no limit."""
    limits: SizeLimits = SizeLimits()
    approve: Approve | None = None
    """Called before a tool runs whose policy is ASK. If None, such calls are refused."""
