"""Classifies the error messages of servers: images or tools not supported, TLS required, context length exceeded."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, cast

from pydantic_core import from_json


def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern for the texts of servers."""
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


# "image_url is only supported by certain models", "unknown variant `image_url`", "is not a multimodal model", "No
# endpoints found that support image input", "image input is not supported", "Image input is not enabled for".
_IMAGE = r"(?:image|vision|picture|multi-?modal)"
_DENIED = r"(?:not|n't|un|only)[ -]?(?:be )?(?:support|enabl|accept|allow|available|handle)"
_NO_IMAGE_SUPPORT = compiled(
    rf"{_IMAGE}.{{0,80}}?{_DENIED}|(?:{_DENIED}|no endpoints|unknown variant|missing data).{{0,60}}?{_IMAGE}"
    r"|not a (?:vision|multi-?modal)"
    # The content is a string without images, and a list with them.
    r"|content.{0,20} must be a string|invalid type: sequence, expected a string"
)
_INVALID_IMAGE = compiled(
    r"format|mime|media.?type|too (?:large|big|many)|exceed|dimension|resolution|unsupported image(?! input)"
)
# "llama3 does not support tools", "tools is not supported in this model", "Function calling is not enabled",
# "Tool use with function calling is unsupported", "No endpoints found that support tool use", '"auto" tool choice
# requires --enable-auto-tool-choice', "tools param requires --jinja flag", "Unrecognized request argument supplied:
# tools", "body -> tools: extra fields not permitted", 'Unknown name "tools"', "This model is not able to use tools",
# "the model has no tool calling", "Unsupported parameter: tools".
_TOOLS = r"(?:\btools?\b|tool[ _-]?(?:call|use|choice)|function[ _-]?call|\bfunctions\b|工具|函数调用|ツール)"
_NOT_TAKEN = (
    r"(?:(?:\bnot|n't|\bno longer|\bun)[ -]?(?:\w+ )?(?:support|enabl|accept|allow|permitted|recogni[sz]ed|available)"
    r"|not able to|unable to|incapable of|\bcan(?:not|'t) (?:use|call)|\bdisabled|no endpoints|\black(?:s|ing)?\b"
    r"|\b(?:has|have|with) no\b|\bnot have\b|n't have\b"
    r"|unknown (?:name|field|param\w*|argument)|unexpected keyword"
    r"|不支持|不能使用|无法使用|未启用|未开启|サポートされていません)"
)
_NO_TOOL_SUPPORT = compiled(
    rf"{_NOT_TAKEN}.{{0,80}}?{_TOOLS}|{_TOOLS}.{{0,80}}?{_NOT_TAKEN}"
    r"|\btool.{0,40} requires --|extra (?:fields|inputs).{0,80}\btools\b"
)
# Errors that mention tools and don't refuse them: a model that has them in its name does not exist, or another part of
# the request can't be combined with them. Text mode would change nothing, or hide what can be mended.
_OTHER_TOOL_ERROR = compiled(
    r"\bmodel\b.{0,120}?\b(?:not found|not exist)|reasoning[ _-]?effort|tool_choice\W{1,4}(?:required|any|object)"
    r"|parallel[ _]tool|\btools?\b.{0,20}\b(?:not found|not exist)"
)

# Groq: the code `tool_use_failed`, "Failed to call a function", "Failed to parse tool call arguments as JSON".
CALL_REJECTED = compiled(r"tool_use_failed|malformed_function_call|failed to (?:call a function|parse tool call)")
# "maximum context length is 8192 tokens", "exceeds the available context size (4096 tokens)", "prompt is too long:
# 208310 tokens > 200000 maximum", "exceeds the maximum number of tokens allowed (1048576)", "input length exceeds the
# context window", "Please reduce the length of the messages".
CONTEXT_EXCEEDED = compiled(
    r"context.{0,20}(?:length|window|size|limit)|(?:prompt|input) (?:is too long|length)|max message tokens"
    r"|maximum number of tokens|reduce the length|"
    r"too many tokens|exceed_context"
)
_LIMIT_PATTERNS = (
    compiled(r"context (?:length|window|size)(?: of| is|:| \()*[^\d]{0,20}([\d,]{4,})"),
    compiled(r"tokens? > ([\d,]{4,}) maximum"),
    compiled(r"(?:prompt|input) length(?: is| should be)\D{0,3}(?:1, ?)?([\d,]{4,})"),
    compiled(r"maximum number of tokens allowed[^\d]{0,12}([\d,]{4,})"),
    compiled(r'"n_ctx":\s*(\d{3,})'),
)
# Messages of nginx, Go and Apache.
HTTPS_REQUIRED = compiled(
    r"plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|plain HTTP to an SSL"
)
_MIN_LIMIT, _MAX_LIMIT = 512, 100_000_000


def rejects_images(message: str) -> bool:
    """Whether the model supports no images at all, rather than rejecting this one."""
    return bool(_NO_IMAGE_SUPPORT.search(message)) and not _INVALID_IMAGE.search(message)


def rejects_tools(message: str) -> bool:
    """Whether the model or its server takes no native tools at all, rather than rejecting these or their calls."""
    return bool(_NO_TOOL_SUPPORT.search(message)) and not _OTHER_TOOL_ERROR.search(message)


def context_limit(message: str) -> int:
    """Return the context length in tokens that the message names; 0 if there is none."""
    matches = (pattern.search(message) for pattern in _LIMIT_PATTERNS)
    limit = next((int(each[1].replace(",", "")) for each in matches if each), 0)
    return limit if _MIN_LIMIT <= limit <= _MAX_LIMIT else 0


_NAME_PARTS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")
# Fields of an error that name a part of the request, or say what is wrong with it.
_NAMING_FIELDS = {
    *("message", "msg", "param", "loc", "field", "description"),
    *("detail", "details", "error", "errors", "fieldViolations"),
}
_MAX_ERROR, _MAX_ERROR_DEPTH, _MAX_ERROR_ITEMS = 16_384, 6, 20


def named_field(message: str, paths: Iterable[str]) -> str:
    """Return the one of the optional fields `paths` that a message names first; empty if it names none.

    Of an error body, only the texts about the error are searched: some servers repeat the whole request in it.
    """
    found: dict[str, int] = {}
    for path in paths:
        # The last part of a path as a word, in snake_case, camelCase or with spaces.
        parts = map(re.escape, _NAME_PARTS.findall(path.rpartition(".")[2]) or [path])
        if match := compiled(rf"(?<![a-z0-9]){'[^a-z0-9]?'.join(parts)}(?![a-z0-9])").search(message):
            found[path] = match.start()
    return min(found, key=lambda path: found[path], default="")


def error_texts(body: str) -> Iterator[str]:
    """Yield the texts about the error in an error body, without a repetition of the request."""
    body = body[:_MAX_ERROR]
    try:
        value = from_json(body)
    except ValueError:
        yield body
        return
    yield from _texts_in(value, _MAX_ERROR_DEPTH)


def _texts_in(value: object, depth: int) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict() if depth:
            for key, inner in cast("dict[str, Any]", value).items():
                if key in _NAMING_FIELDS:
                    yield from _texts_in(inner, depth - 1)
        case list() if depth:
            for inner in cast("list[Any]", value)[:_MAX_ERROR_ITEMS]:
                # A place in the request is a list of names and positions.
                yield from _texts_in(str(inner) if type(inner) is int else inner, depth - 1)
        case _:
            pass
