"""Messages of an imported file as data: what was said, and what the file tells of calls; nothing that acts or allows.

Each block is built anew from the fields that are taken over, so that a field which is added later is left out until it
is named here.
"""

import json
from collections.abc import Iterable, Iterator

from deskpet.chat.call_state import CANCELLED
from deskpet.chat.continuation import is_hidden_notice
from deskpet.chat.messages import (
    Block,
    LaterRun,
    Message,
    Notice,
    StreamingText,
    Text,
    Thinking,
    ToolError,
    ToolUse,
)
from deskpet.chat.permission import EVERYTHING
from deskpet.chat.read_marks import sorted_marks
from deskpet.translation import tr_noop

QUOTED_NOTICE = "imported_notice"
"""Code of a notice that quotes one of an imported file in its details."""

_QUOTED_TITLE = tr_noop("The imported file has a notice here")
_NOT_ENDED = ToolError(CANCELLED, tr_noop("This call had not ended when the file was made. It did not run here."))


def as_imported(message: Message) -> Message:
    """Return a message of a file that anybody may have made. Doing so twice changes nothing more.

    Without answers, rules and questions of its calls, without buttons and reports of the program, which are quoted, and
    without what a provider would get back. It has ended. It counts as text of strangers, and as private: it may be an
    export of the user's own conversations, with what they have read.
    """
    return Message(
        message.role,
        tuple(_blocks(message.blocks)),
        message.id,
        message.created_at,
        ended="stop",
        reads=sorted_marks(EVERYTHING),
    )


def _blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        match block:
            case Text():
                yield Text(block.text, block.round)
            case Thinking():
                ended_at = block.started_at if block.ended_at is None else block.ended_at
                yield Thinking(block.text, block.started_at, ended_at, block.round)
            case ToolUse():
                yield _call(block)
            case Notice():
                if not is_hidden_notice(block):
                    yield _quoted(block)
            case _:
                # Other kinds have neither answers, rules nor what a provider would get back.
                yield block


def _call(call: ToolUse) -> ToolUse:
    has_ended = call.status != "running"
    # The card shows the value, and a model gets the text.
    text = call.input_text if call.input is None else StreamingText(json.dumps(call.input, ensure_ascii=False))
    return ToolUse(
        call.tool_name,
        call.call_id,
        call.status if has_ended else "error",
        text,
        call.input,
        call.output,
        call.error if has_ended else _NOT_ENDED,
        started_at=call.started_at,
        ended_at=call.ended_at,
        later_runs=tuple(
            LaterRun(run.started_at, run.ended_at, run.output, run.error)
            for run in call.later_runs
            if run.ended_at is not None
        ),
        round=call.round,
        reads=call.reads,
        is_imported=True,
    )


def _quoted(notice: Notice) -> Notice:
    if notice.code == QUOTED_NOTICE:
        words = notice.details
    else:
        words = "\n".join(filter(None, (notice.title, notice.cause, notice.next_step, notice.details)))
    return Notice("info", QUOTED_NOTICE, _QUOTED_TITLE, details=words)
