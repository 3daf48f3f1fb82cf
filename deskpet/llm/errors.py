"""What a server says in place of an answer, or in the middle of one, as notices: what happened, why, and what to do."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from pydantic_core import from_json

from deskpet.chat.actions import CONTINUE, RETRY, SETTINGS, TEXT_MODE
from deskpet.chat.messages import Action, Notice
from deskpet.chat.model import NoticeDelta
from deskpet.llm.refusals import context_limit, is_too_long, refuses_pictures, refuses_tools, wants_https
from deskpet.llm.secrets import without_secrets
from deskpet.words import tr, tr_noop

_MAX_DETAILS = 4000
_MAX_CAUSE = 300
# What a server says is read for its meaning to here: the patterns take longer than the text grows.
_MAX_WORDS = 4000
_MAX_READ = 64 * 1024
_MAX_DEPTH, _MAX_ITEMS = 8, 40


def failure(code: str, title: str, cause: str, next_step: str, details: str, *actions: Action) -> NoticeDelta:
    """The answer has failed. `code` is for programs, the others for people; of `details` the beginning is kept."""
    return NoticeDelta(Notice("error", code, title, cause, next_step, _bounded(details), actions))


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what it came from."""
    seen: list[BaseException] = []
    while error is not None and error not in seen:
        seen.append(error)
        yield error
        error = error.__cause__ or error.__context__


def without_key(delta: NoticeDelta, key: str) -> NoticeDelta:
    """The same notice without the key and without the secrets of any URL in it, whoever sent them back.

    What a notice means must be known by now: a redacted text may mean something else.
    """
    shown = delta.notice
    texts = {name: without_secrets(getattr(shown, name), key) for name in ("title", "cause", "next_step", "details")}
    return NoticeDelta(replace(shown, **texts))


def _bounded(text: str, most: int = _MAX_DETAILS) -> str:
    return text if len(text) <= most else text[:most] + "…"


def _excerpt(value: object) -> str:
    """A JSON value as text for the details; of a large one the beginning, so that writing it takes no time."""
    return json.dumps(_small(value, _MAX_DEPTH), ensure_ascii=False, indent=2)


def _small(value: object, depth: int) -> object:
    match value:
        case str():
            return _bounded(value)
        case dict() | list() if not depth:
            return "…"
        case dict():
            fields = list(cast("dict[str, Any]", value).items())[:_MAX_ITEMS]
            return {_bounded(name): _small(each, depth - 1) for name, each in fields}
        case list():
            return [_small(each, depth - 1) for each in cast("list[Any]", value)[:_MAX_ITEMS]]
        case _:
            return value


def cut_stream(details: str = "") -> NoticeDelta:
    """The body ended before the server said that the answer was over.

    `details`: what the server sent last. llama.cpp's server names an error's field `error:`, which is no event.
    """
    try:
        said = _words_of(from_json(details.strip().removeprefix("error:"))) if len(details) <= _MAX_READ else ""
    except ValueError:
        said = ""
    return failure(
        "cut_stream",
        tr("The answer was cut off"),
        said or tr("The connection ended before the server had said everything."),
        tr("What came is kept. Try again, or let it go on from there."),
        details,
        RETRY,
        CONTINUE,
    )


def empty_body() -> NoticeDelta:
    """The answer has no bytes at all."""
    return failure(
        "empty_reply",
        tr("The server said nothing"),
        tr("It accepted the request and sent an empty answer."),
        tr("Try again; if it stays, check the model's name and the server's own log."),
        "",
        RETRY,
    )


def unreadable(raw: str) -> NoticeDelta:
    """A piece of the answer is no JSON."""
    if raw[:_MAX_WORDS].lstrip().startswith("<"):
        return html(raw)
    return failure(
        "unreadable",
        tr("Part of the answer could not be read"),
        tr("The server sent something that is not valid JSON."),
        tr("Try again. If it happens often, the server or a proxy before it damages its streams."),
        raw,
        RETRY,
    )


def packed(encoding: str) -> NoticeDelta:
    """The answer is compressed in a way that was not asked for and can't be read."""
    return failure(
        "packed",
        tr("The answer is compressed and can't be read"),
        tr("It came with the encoding {encoding}, which was not asked for.", encoding=encoding[:40]),
        tr("Turn off compression in the server, or in the proxy before it."),
        "",
        SETTINGS,
    )


def html(raw: str) -> NoticeDelta:
    """A web page came instead of an answer."""
    return failure(
        "html",
        tr("A web page came instead of an answer"),
        tr("The address leads to a web page, a login or a proxy, not to a model's API."),
        tr("Check the base URL in the settings: it usually ends in /v1."),
        raw,
        SETTINGS,
    )


def needs_https(details: str) -> NoticeDelta:
    """The server speaks TLS at an address that begins with http://."""
    return failure(
        "needs_https",
        tr("The server wants a secure connection"),
        tr("It speaks TLS at this address, and was spoken to without it."),
        tr("Let the base URL in the settings begin with https://."),
        details,
        SETTINGS,
    )


def too_long(cause: str) -> NoticeDelta:
    """A part of the stream grew past all bounds."""
    title = tr("The answer was too long to read")
    told = tr("The server sent {what}; reading it would hold up everything else.", what=cause)
    return failure("too_long", title, told, tr("Ask for less at once, or try again."), "")


def in_stream(error: object, whole: Mapping[str, Any]) -> NoticeDelta:
    """An error that the server reported inside its answer."""
    said = _words_of(error)
    if refuses_pictures(said):
        return _refused_pictures("", said)
    if is_too_long(said):
        return _too_long_request("", said, _excerpt(whole))
    if refuses_tools(said):
        return _refused_tools("", said)
    return failure(
        "server_error",
        tr("The server reported an error"),
        said or tr("It gave no reason."),
        tr("Try again; if it stays, the details below are for the server's operator."),
        _excerpt(whole),
        RETRY,
    )


def ended_badly(reason: str, said: str = "") -> NoticeDelta:
    """The provider ended the answer with a word that means neither success nor a limit."""
    return failure(
        "ended_badly",
        tr("The provider broke off the answer"),
        said or tr("It gave the reason {reason}.", reason=reason),
        tr("What came is kept. Try again, or ask in other words."),
        f"finish reason: {reason}",
        RETRY,
    )


def spliced(second: object) -> NoticeDelta:
    """A second answer began inside the first one."""
    return failure(
        "spliced",
        tr("Two answers came in one"),
        tr("The server or a proxy before it mixed another answer into this one."),
        tr("What came is kept. Try again."),
        f"a second message began: {second}",
        RETRY,
    )


def blocked(reason: str, said: str = "") -> NoticeDelta:
    """The provider's filter stopped the question or the answer."""
    return failure(
        "blocked",
        tr("The provider refused to answer"),
        said or tr("Its content filter stepped in: {reason}.", reason=reason),
        tr("Ask in other words, or try another model."),
        f"reason: {reason}",
    )


def server_tool(name: str, value: object) -> NoticeDelta:
    """The provider used a tool of its own, or tells what it gave. It has run there: here it is only shown."""
    details = value if isinstance(value, str) else _excerpt(value)
    title = tr("The provider's own tool: {name}", name=name)
    return NoticeDelta(Notice("info", "server_tool", title, details=_bounded(details)))


def _words_of(error: Any) -> str:
    """The sentence in an error, in whichever of the many shapes it came; of a long one the beginning."""
    return _bounded(_found_words(error, _MAX_DEPTH), _MAX_WORDS)


def _found_words(error: Any, depth: int) -> str:
    match error:
        case str():
            return error
        case {"message": str(message)} if message:
            return message
        case {"error": inner} | {"detail": inner} | {"msg": inner} | {"errors": inner} if depth:
            return _found_words(inner, depth - 1)
        case [*several] if depth:
            return "; ".join(filter(None, (_found_words(each, depth - 1) for each in several[:_MAX_ITEMS])))
        case _:
            return ""


def status(code: int, body: str, retry_after: str | None, key: str) -> NoticeDelta:
    """An answer with an HTTP status that means failure. `key` never shows, whoever sent it back."""
    return without_key(_status(code, body, retry_after), key)


def _status(code: int, body: str, retry_after: str | None) -> NoticeDelta:
    if code == 400 and wants_https(body[:_MAX_WORDS]):
        return needs_https(f"HTTP {code}\n{body}")
    if body.lstrip()[:1] == "<":
        notice = html(body).notice
        if code not in _STATUS:
            return NoticeDelta(notice)
    try:
        said = _words_of(from_json(body))
    except ValueError:
        said = ""
    words = said or body[:_MAX_WORDS]
    if code not in (401, 429) and refuses_pictures(words):
        return _refused_pictures(f" (HTTP {code})", words)
    if code in (400, 413, 422, 500) and is_too_long(words):
        return _too_long_request(f" (HTTP {code})", words, body)
    if refuses_tools(words, code):
        return _refused_tools(f" (HTTP {code})", words)
    name, title, next_step, actions = _STATUS.get(code) or (_SERVER if code >= 500 else _OTHER)
    next_step = tr(next_step)
    if retry_after:
        next_step = tr(
            "The server asks to wait {seconds} seconds. {next_step}", seconds=retry_after[:40], next_step=next_step
        )
    cause = f"{said} (HTTP {code})" if said else tr("The server answered with HTTP {code}.", code=code)
    return failure(name, tr(title), cause, next_step, f"HTTP {code}\n{body}", *actions)


_KEY = (
    "unauthorized",
    tr_noop("The server did not accept the key"),
    tr_noop("Check the key in the settings."),
    (SETTINGS,),
)
_STATUS: dict[int, tuple[str, str, str, tuple[Action, ...]]] = {
    401: _KEY,
    403: (
        "forbidden",
        tr_noop("The server refused the request"),
        tr_noop("Check that the key may use this model, in the settings or at the provider."),
        (SETTINGS,),
    ),
    404: (
        "not_found",
        tr_noop("The server does not know this address or model"),
        tr_noop("Check the base URL (it usually ends in /v1) and the model's name in the settings."),
        (SETTINGS,),
    ),
    429: (
        "rate_limited",
        tr_noop("Too many requests"),
        tr_noop("Wait a little, then try again; or check the account's quota."),
        (RETRY,),
    ),
}
_SERVER = (
    "server_error",
    tr_noop("The server failed"),
    tr_noop("It is the server's fault. Wait a little, then try again."),
    (RETRY,),
)
_OTHER = (
    "refused",
    tr_noop("The server refused the request"),
    tr_noop("The details say why. Check the settings."),
    (SETTINGS, RETRY),
)


def _refused_tools(status_words: str, said: str) -> NoticeDelta:
    return failure(
        "tools_refused",
        tr("This model takes no native tool calls"),
        f"{_bounded(said, _MAX_CAUSE)}{status_words}",
        tr("Switch the mode to text: tools are then written in the answer, which works with any model."),
        said,
        TEXT_MODE,
        SETTINGS,
    )


def _too_long_request(status_words: str, said: str, body: str) -> NoticeDelta:
    limit = context_limit(said) or context_limit(body[:_MAX_WORDS])
    takes = tr("The model takes {limit:,} tokens.", limit=limit) if limit else ""
    summed_up = tr("Ask again: older turns are then summed up.")
    smaller = tr("Lower the context in the settings, so that older turns are summed up sooner, or begin a new talk.")
    return failure(
        "context_full",
        tr("The conversation is too long for this model"),
        f"{takes} {_bounded(said, _MAX_CAUSE)}{status_words}".strip(),
        summed_up if limit else smaller,
        body,
        Action("retry", tr("Ask again")) if limit else RETRY,
        SETTINGS,
    )


def _refused_pictures(status_words: str, said: str) -> NoticeDelta:
    return failure(
        "images_refused",
        tr("This model takes no pictures"),
        f"{_bounded(said, _MAX_CAUSE)}{status_words}",
        tr("Choose a model that sees pictures, or ask again without them: it is then told that there was one."),
        said,
        Action("without_pictures", tr("Ask again without pictures")),
        SETTINGS,
    )
