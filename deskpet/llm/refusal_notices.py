"""The notices about requests that a server refused, and about what is changed or left out so that it accepts them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from deskpet.chat.messages import RETRY, SETTINGS, TEXT_MODE, Action
from deskpet.chat.model import NoticeDelta
from deskpet.llm.error_patterns import context_limit
from deskpet.llm.notices import MAX_CAUSE, MAX_DETAILS, NoticeText, truncated
from deskpet.llm.refusals import RefusalKind
from deskpet.translation import tr, tr_noop

_MAX_NAMES = 10


def _text(
    kind: RefusalKind, title: str, next_step: str, actions: tuple[Action, ...] = (SETTINGS, RETRY)
) -> tuple[RefusalKind, NoticeText]:
    """Return a kind with its texts; the cause is what the server said."""
    return kind, NoticeText(kind.value, title, "", next_step, actions)


_TEXTS: Mapping[RefusalKind, NoticeText] = dict(
    (
        _text(
            RefusalKind.TOOLS,
            tr_noop("This model takes no native tool calls"),
            tr_noop("Switch the mode to text: tools are then written in the answer, which works with any model."),
            (TEXT_MODE, SETTINGS),
        ),
        _text(
            RefusalKind.TOOL_COUNT,
            tr_noop("There are too many tools for this model"),
            tr_noop("Turn off some tools or servers of tools in the settings, or choose another model."),
        ),
        _text(
            RefusalKind.TOOL_SCHEMA,
            tr_noop("The server refused the description of a tool"),
            tr_noop("The cause names the tool. Turn it off in the settings, or choose another model."),
        ),
        _text(
            RefusalKind.CALL_IDS,
            tr_noop("The server refused the tool calls of the conversation"),
            tr_noop(
                "It does not accept an earlier call, its id or its result. Begin a new conversation, or choose another "
                "model."
            ),
            (RETRY, SETTINGS),
        ),
        _text(
            RefusalKind.ROLES,
            tr_noop("The server refused the order of the messages"),
            tr_noop("Its model takes other roles or another order. Begin a new conversation, or choose another model."),
            (RETRY, SETTINGS),
        ),
        _text(
            RefusalKind.REASONING,
            tr_noop("The server refused the reasoning of earlier answers"),
            tr_noop("It is missing, or of another model. Begin a new conversation, or choose another model."),
            (RETRY, SETTINGS),
        ),
        _text(
            RefusalKind.CONTENT_FILTER,
            tr_noop("The provider refused to answer"),
            tr_noop("Ask in other words, or try another model."),
            (),
        ),
        _text(
            RefusalKind.CREDIT,
            tr_noop("The account has no credit left"),
            tr_noop("Add credit at the provider, or choose another model or provider in the settings."),
        ),
        _text(
            RefusalKind.KEY,
            tr_noop("The server did not accept the key"),
            tr_noop("Check the key in the settings."),
            (SETTINGS,),
        ),
        _text(
            RefusalKind.OUTPUT_LIMIT,
            tr_noop("The limit for an answer is too high for this model"),
            tr_noop("Lower the longest answer in the settings, or leave it up to the server."),
        ),
        _text(
            RefusalKind.DATA_POLICY,
            tr_noop("The account's data policy excludes this model"),
            tr_noop("Change the privacy settings of the account at the provider, or choose another model."),
        ),
        _text(
            RefusalKind.IMAGES,
            tr_noop("This model takes no pictures"),
            tr_noop(
                "Choose a model that accepts pictures, or ask again without them: it is then told that there was one."
            ),
            (Action("without_pictures", tr_noop("Ask again without pictures")), SETTINGS),
        ),
    )
)
_CONTEXT_EXCEEDED = NoticeText(
    RefusalKind.CONTEXT,
    tr_noop("The conversation is too long for this model"),
    "",
    tr_noop("Lower the context in the settings, so that older turns are summed up sooner, or begin a new talk."),
    (RETRY, SETTINGS),
)
_CONTEXT_LEARNED = replace(
    _CONTEXT_EXCEEDED,
    next_step=tr_noop("Ask again: older turns are then summed up."),
    actions=(Action("retry", tr_noop("Ask again")), SETTINGS),
)


def refusal_notice(kind: RefusalKind, message: str, status_suffix: str, details: str) -> NoticeDelta:
    """Return the notice about a refusal of `kind`; `status_suffix` follows the server's message."""
    cause = f"{truncated(message, MAX_CAUSE)}{status_suffix}".strip()
    if kind is not RefusalKind.CONTEXT:
        return _TEXTS[kind].notice(message if kind in {RefusalKind.TOOLS, RefusalKind.IMAGES} else details, cause)
    limit = context_limit(message) or context_limit(details[:MAX_DETAILS])
    if not limit:
        return _CONTEXT_EXCEEDED.notice(details, cause)
    return _CONTEXT_LEARNED.notice(details, f"{tr('The model takes {limit:,} tokens.', limit=limit)} {cause}".strip())


# What is changed or left out so that the server accepts the request; the cause is that of the refusal.
FIELD_REFUSED = NoticeText(
    "field_refused",
    tr_noop("The model does not take {field}"),
    "",
    tr_noop("It is left out for this model from now on. A test of the connection tries it again."),
    (),
    "info",
)
TOOLS_LEFT_OUT = NoticeText(
    "tools_left_out",
    tr_noop("Tools were left out: {names}"),
    "",
    tr_noop("They are left out for this model from now on. A test of the connection tries them again."),
    (),
    "info",
)
VALUE_CHANGED = NoticeText(
    "request_adapted",
    tr_noop("{field} is {value} for this model"),
    "",
    tr_noop("The server refused another value. A test of the connection tries the usual one again."),
    (),
    "info",
)
REASONING_LEFT_OUT = replace(
    VALUE_CHANGED,
    title=tr_noop("The reasoning of earlier answers was left out"),
    next_step=tr_noop("The conversation itself is sent in full."),
)
REASONING_SUSPENDED = replace(
    VALUE_CHANGED,
    title=tr_noop("This step is answered without reasoning"),
    next_step=tr_noop("The model reasons again from your next question on."),
)


def shown_names(names: Sequence[str]) -> str:
    """Return the names of tools for people, and how many more there are."""
    more = f" (+{len(names) - _MAX_NAMES})" if len(names) > _MAX_NAMES else ""
    return tr(", ").join(names[:_MAX_NAMES]) + more
