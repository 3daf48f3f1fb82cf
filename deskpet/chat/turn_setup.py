"""The configuration of a turn: model, tools, prompt, limits and the approval callback."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from deskpet.chat.background import BackgroundCalls
from deskpet.chat.document_texts import Passages, first_pages
from deskpet.chat.messages import ToolUse
from deskpet.chat.model import ChatModel
from deskpet.chat.permission import Decision, Reads, Rule
from deskpet.chat.question import Question, Reply
from deskpet.chat.recollection import Recall
from deskpet.chat.toolbox import Toolbox
from deskpet.config.choices import DEFAULT_MAX_ROUNDS, CallFormat, OnToolError

Approve = Callable[[str, int, ToolUse], Awaitable[Decision]]
"""Ask the user whether a call may run. Called with message id, block index and the call; cancelled on Stop."""

AskUser = Callable[[str, int, Question], Awaitable[Reply]]
"""Ask the user what a running call wants to know. Called with message id and block index; cancelled on Stop."""


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """Maximum sizes in characters, far above the length of any real answer.

    Without them a server that never ends its answer would fill the memory and the disk. `message` limits the text,
    reasoning, arguments and pictures of the whole answer, `arguments` the arguments of one call. `blocks` limits the
    number of blocks, each of which makes every further event slower.
    """

    message: int = 16 * 1024 * 1024
    arguments: int = 2 * 1024 * 1024
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
    """Called before a tool runs that needs the user's word. If None, such calls are refused."""
    ask: AskUser | None = None
    """Called with what the program behind a tool asks. If None, its questions are cancelled."""
    rules: Callable[[], Iterable[Rule]] = tuple
    """Returns the user's rules of this moment; those given in the conversation stand in its messages."""
    reads: frozenset[Reads] = frozenset()
    """Origins of the prompt's contents, besides those of what calls have read: a persona's words may be anybody's."""
    recall: Recall | None = None
    """Returns what is remembered of the user for the question; None while memory is off."""
    passages: Passages = first_pages
    """Chooses what is sent of a document that is too long."""
    compresses: bool = True
    """Whether older messages may be replaced by a summary; a turn that is given only the last ones can't know them."""
    summary_model: ChatModel | None = None
    """Writes the summary of older messages; without it the model itself does."""
    background: BackgroundCalls | None = None
    """Runs the calls that go on after the answer; without it they are awaited like all others."""
