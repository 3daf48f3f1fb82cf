"""What a server's refusal means, by its words: no pictures, no tools, no TLS, or more than the model takes."""

import re

# "image_url is only supported by certain models", "unknown variant `image_url`", "is not a multimodal model", "No
# endpoints found that support image input", "image input is not supported", "Image input is not enabled for".
_SEEING = r"(?:image|vision|picture|multi-?modal)"
_DENIED = r"(?:not|n't|un|only)[ -]?(?:be )?(?:support|enabl|accept|allow|available|handle)"
_NO_PICTURES = re.compile(
    rf"{_SEEING}.{{0,80}}?{_DENIED}|(?:{_DENIED}|no endpoints|unknown variant|missing data).{{0,60}}?{_SEEING}"
    r"|not a (?:vision|multi-?modal)"
    # Words go as a string, and only with a picture as a list.
    r"|content.{0,20} must be a string|invalid type: sequence, expected a string",
    re.IGNORECASE | re.DOTALL,
)
_OF_ONE_PICTURE = re.compile(
    r"format|mime|media.?type|too (?:large|big|many)|exceed|dimension|resolution|unsupported image(?! input)",
    re.IGNORECASE,
)
_NO_TOOLS = re.compile(r"(?:not support|unsupported|no endpoints).*(?:tool|function)", re.IGNORECASE | re.DOTALL)

# "maximum context length is 8192 tokens", "exceeds the available context size (4096 tokens)", "prompt is too long:
# 208310 tokens > 200000 maximum", "exceeds the maximum number of tokens allowed (1048576)", "input length exceeds the
# context window", "Please reduce the length of the messages".
_TOO_LONG = re.compile(
    r"context.{0,20}(?:length|window|size)|prompt is too long|maximum number of tokens|reduce the length|"
    r"too many tokens|exceed_context",
    re.IGNORECASE | re.DOTALL,
)
_LIMITS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"context (?:length|window|size)(?: of| is|:| \()*[^\d]{0,20}([\d,]{4,})",
        r"tokens? > ([\d,]{4,}) maximum",
        r"maximum number of tokens allowed[^\d]{0,12}([\d,]{4,})",
        r'"n_ctx":\s*(\d{3,})',
    )
)
# nginx, Go, and Apache.
_WANTS_HTTPS = re.compile(
    r"plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|plain HTTP to an SSL", re.IGNORECASE
)
_LEAST, _MOST = 512, 100_000_000


def refuses_pictures(said: str) -> bool:
    """Whether a model takes no pictures at all; another one may do where one of them was wrong."""
    return bool(_NO_PICTURES.search(said)) and not _OF_ONE_PICTURE.search(said)


def refuses_tools(said: str, code: int | None = None) -> bool:
    """Whether native tools are refused; with an HTTP status of such a refusal, fewer words say so."""
    if code is None:
        return _NO_TOOLS.search(said) is not None
    words = said.lower()
    names_tools = any(word in words for word in ("tool", "function call", "functions"))
    return code in (400, 404, 422) and names_tools


def wants_https(said: str) -> bool:
    """Whether a port for TLS was spoken to without it."""
    return _WANTS_HTTPS.search(said) is not None


def is_too_long(said: str) -> bool:
    """Whether the request has more tokens than the model takes."""
    return _TOO_LONG.search(said) is not None


def context_limit(said: str) -> int:
    """How many tokens the model takes, by what its server says; 0 where it does not say."""
    found = (pattern.search(said) for pattern in _LIMITS)
    limit = next((int(each[1].replace(",", "")) for each in found if each), 0)
    return limit if _LEAST <= limit <= _MOST else 0
