"""The notices and call errors with which a request of a turn ends badly."""

from dataclasses import replace

from deskpet.chat.call_state import CANCELLED
from deskpet.chat.messages import CONTINUE, RETRY, Notice, ToolError
from deskpet.translation import tr, tr_noop

UNCLOSED_CALL = ToolError(
    "unclosed", tr_noop("The call was not closed as it must, so nothing was run. Write it again, whole.")
)
CUT_OFF = ToolError("cut_off", tr_noop("The call was cut off by the length limit: write less in one call."))
BROKEN_OFF = ToolError(
    "cut_off", tr_noop("The answer ended within the call, so nothing was run. Write it again, whole.")
)
NOT_RUN = ToolError("not_run", tr_noop("Not run: an earlier call failed."))
STOPPED = ToolError(CANCELLED, tr_noop("The call was stopped before it ended, because another one failed."))
EMPTY_REPLY = Notice(
    "error",
    "empty_reply",
    tr_noop("The model said nothing"),
    tr_noop("The server ended its answer without a word, often because it blocked the question."),
    tr_noop("Ask in other words, or try another model."),
    actions=(RETRY,),
)
ONLY_THOUGHT = Notice(
    "error",
    "empty_reply",
    tr_noop("The model thought, and said nothing"),
    tr_noop("The server ended its answer after the reasoning."),
    tr_noop("Try again, or ask in other words."),
    actions=(RETRY,),
)
LENGTH_LIMIT = Notice(
    "warning",
    "length",
    tr_noop("The answer reached its length limit"),
    tr_noop("The model or the server allows no longer answer."),
    tr_noop("Press Continue."),
    actions=(CONTINUE,),
)
INVENTS_TOOLS = Notice(
    "warning",
    "invents_tools",
    tr_noop("The model calls tools that don't exist"),
    tr_noop("It was told which ones there are, and called another one, so the answer was ended."),
    tr_noop("Ask again, or choose a larger model."),
    actions=(RETRY,),
)
CONTENT_FILTER = Notice(
    "warning",
    "filtered",
    tr_noop("The provider ended the answer"),
    tr_noop("Its content filter stepped in."),
    tr_noop("Ask in other words, or try another model."),
)


def asked_again(malformed: Notice) -> Notice:
    """Return the notice that the request is repeated because the provider refused a call."""
    return replace(malformed, level="info", next_step=tr("The model was asked again."), actions=())


def tool_failed(title: str, error: ToolError | None) -> Notice:
    """Return the notice that a failed tool stopped the answer."""
    return Notice(
        "warning",
        "tool_failed",
        tr("“{tool}” failed, so the answer was stopped", tool=title),
        tr(error.message) if error else "",
        tr("What was done is kept. Press Continue: the model is told what failed."),
        actions=(CONTINUE,),
    )


def arguments_too_long_error(limit: int) -> ToolError:
    """Return the error of a call whose arguments exceed `limit` characters."""
    return ToolError("arguments_too_long", f"Not run: the arguments are longer than {limit:,} characters.")


def arguments_too_long(tool_name: str, limit: int) -> Notice:
    """Return the notice that the arguments of a call exceed `limit` characters."""
    return Notice(
        "error",
        "arguments_too_long",
        tr("A tool call was too long"),
        tr(
            "The arguments of {tool} are longer than {limit:,} characters, so the answer was ended.",
            tool=tool_name,
            limit=limit,
        ),
        tr("What was received is kept. Press Continue: the model is told that the call was too long."),
        actions=(CONTINUE,),
    )


def answer_too_long(limit: int) -> Notice:
    """Return the notice that the answer exceeds `limit` characters."""
    return _answer_too_long(tr("It is longer than {limit:,} characters, so the connection was closed.", limit=limit))


def too_many_blocks(limit: int) -> Notice:
    """Return the notice that the answer has more than `limit` blocks."""
    return _answer_too_long(tr("It has more than {limit:,} parts, so the connection was closed.", limit=limit))


def _answer_too_long(cause: str) -> Notice:
    return Notice(
        "error",
        "answer_too_long",
        tr("The answer was too long"),
        cause,
        tr("What was received is kept. Ask for the rest with a new question."),
    )
