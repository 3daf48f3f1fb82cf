"""The notices about requests that a server refused, and about what is changed or left out so that it accepts them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deskpet.chat.messages import RETRY, SETTINGS, TEXT_MODE, Action, Notice
from deskpet.chat.model import NoticeDelta
from deskpet.llm.error_patterns import context_limit
from deskpet.llm.refusals import RefusalKind
from deskpet.translation import tr, tr_noop

FIELD_REFUSED = "field_refused"
TOOLS_LEFT_OUT = "tools_left_out"
REQUEST_ADAPTED = "request_adapted"
_MAX_CAUSE, _MAX_DETAILS = 300, 4000
_MAX_NAMES = 10


@dataclass(frozen=True, slots=True)
class _Words:
    """The texts of a notice, and its buttons."""

    title: str
    next_step: str
    actions: tuple[Action, ...] = (SETTINGS, RETRY)


_WORDS: Mapping[RefusalKind, _Words] = {
    RefusalKind.TOOLS: _Words(
        tr_noop("This model takes no native tool calls"),
        tr_noop("Switch the mode to text: tools are then written in the answer, which works with any model."),
        (TEXT_MODE, SETTINGS),
    ),
    RefusalKind.TOOL_COUNT: _Words(
        tr_noop("There are too many tools for this model"),
        tr_noop("Turn off some tools or servers of tools in the settings, or choose another model."),
        (SETTINGS, RETRY),
    ),
    RefusalKind.TOOL_SCHEMA: _Words(
        tr_noop("The server refused the description of a tool"),
        tr_noop("The cause names the tool. Turn it off in the settings, or choose another model."),
        (SETTINGS, RETRY),
    ),
    RefusalKind.CALL_IDS: _Words(
        tr_noop("The server refused the tool calls of the conversation"),
        tr_noop(
            "It does not accept an earlier call, its id or its result. Begin a new conversation, or choose another "
            "model."
        ),
        (RETRY, SETTINGS),
    ),
    RefusalKind.ROLES: _Words(
        tr_noop("The server refused the order of the messages"),
        tr_noop("Its model takes other roles or another order. Begin a new conversation, or choose another model."),
        (RETRY, SETTINGS),
    ),
    RefusalKind.REASONING: _Words(
        tr_noop("The server refused the reasoning of earlier answers"),
        tr_noop("It is missing, or of another model. Begin a new conversation, or choose another model."),
        (RETRY, SETTINGS),
    ),
    RefusalKind.CONTENT_FILTER: _Words(
        tr_noop("The provider refused to answer"),
        tr_noop("Ask in other words, or try another model."),
        (),
    ),
    RefusalKind.CREDIT: _Words(
        tr_noop("The account has no credit left"),
        tr_noop("Add credit at the provider, or choose another model or provider in the settings."),
        (SETTINGS, RETRY),
    ),
    RefusalKind.KEY: _Words(
        tr_noop("The server did not accept the key"), tr_noop("Check the key in the settings."), (SETTINGS,)
    ),
    RefusalKind.OUTPUT_LIMIT: _Words(
        tr_noop("The limit for an answer is too high for this model"),
        tr_noop("Lower the longest answer in the settings, or leave it up to the server."),
        (SETTINGS, RETRY),
    ),
    RefusalKind.DATA_POLICY: _Words(
        tr_noop("The account's data policy excludes this model"),
        tr_noop("Change the privacy settings of the account at the provider, or choose another model."),
        (SETTINGS, RETRY),
    ),
}


def refusal_notice(kind: RefusalKind, message: str, status_suffix: str, details: str) -> NoticeDelta:
    """Return the notice about a refusal of `kind`; `status_suffix` follows the server's message."""
    cause = f"{_truncate(message, _MAX_CAUSE)}{status_suffix}"
    if kind is RefusalKind.IMAGES:
        return _images_refused(cause, message)
    if kind is RefusalKind.CONTEXT:
        return _context_exceeded(cause, message, details)
    words = _WORDS[kind]
    details = message if kind is RefusalKind.TOOLS else details
    notice = Notice(
        "error", kind.value, tr(words.title), cause.strip(), tr(words.next_step), _truncate(details), words.actions
    )
    return NoticeDelta(notice)


def _truncate(text: str, max_length: int = _MAX_DETAILS) -> str:
    return text if len(text) <= max_length else text[:max_length] + "…"


def _context_exceeded(cause: str, message: str, body: str) -> NoticeDelta:
    limit = context_limit(message) or context_limit(body[:_MAX_DETAILS])
    limit_sentence = tr("The model takes {limit:,} tokens.", limit=limit) if limit else ""
    ask_again = tr("Ask again: older turns are then summed up.")
    lower_limit = tr(
        "Lower the context in the settings, so that older turns are summed up sooner, or begin a new talk."
    )
    notice = Notice(
        "error",
        RefusalKind.CONTEXT,
        tr("The conversation is too long for this model"),
        f"{limit_sentence} {cause}".strip(),
        ask_again if limit else lower_limit,
        _truncate(body),
        (Action("retry", tr("Ask again")) if limit else RETRY, SETTINGS),
    )
    return NoticeDelta(notice)


def _images_refused(cause: str, message: str) -> NoticeDelta:
    notice = Notice(
        "error",
        RefusalKind.IMAGES,
        tr("This model takes no pictures"),
        cause,
        tr("Choose a model that accepts pictures, or ask again without them: it is then told that there was one."),
        _truncate(message),
        (Action("without_pictures", tr("Ask again without pictures")), SETTINGS),
    )
    return NoticeDelta(notice)


def field_refused(path: str, error: Notice) -> NoticeDelta:
    """The server refused an optional field of the request, with `error`; the request is sent again without it."""
    return _info(
        FIELD_REFUSED,
        tr("The model does not take {field}", field=path),
        error,
        tr("It is left out for this model from now on. A test of the connection tries it again."),
    )


def tools_left_out(names: Sequence[str], error: Notice) -> NoticeDelta:
    """The server refused these tools, with `error`; the request is sent again without them."""
    shown = tr(", ").join(names[:_MAX_NAMES]) + (f" (+{len(names) - _MAX_NAMES})" if len(names) > _MAX_NAMES else "")
    next_step = tr("They are left out for this model from now on. A test of the connection tries them again.")
    return _info(TOOLS_LEFT_OUT, tr("Tools were left out: {names}", names=shown), error, next_step)


def value_changed(field: str, value: object, error: Notice) -> NoticeDelta:
    """The server refused the value of an optional field, with `error`; the request is sent again with `value`."""
    return _info(
        REQUEST_ADAPTED,
        tr("{field} is {value} for this model", field=field, value=value),
        error,
        tr("The server refused another value. A test of the connection tries the usual one again."),
    )


def reasoning_left_out(error: Notice) -> NoticeDelta:
    """The server refused the signed reasoning of earlier answers, with `error`; the request is sent without it."""
    return _info(
        REQUEST_ADAPTED,
        tr("The reasoning of earlier answers was left out"),
        error,
        tr("The conversation itself is sent in full."),
    )


def reasoning_suspended(error: Notice) -> NoticeDelta:
    """The server wants reasoning that the conversation lacks, with `error`; this request is sent without any."""
    return _info(
        REQUEST_ADAPTED,
        tr("This step is answered without reasoning"),
        error,
        tr("The model reasons again from your next question on."),
    )


def _info(code: str, title: str, error: Notice, next_step: str) -> NoticeDelta:
    return NoticeDelta(Notice("info", code, title, error.cause, next_step, error.details))
