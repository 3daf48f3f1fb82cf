"""The tool that opens an address in the user's browser."""

import re
from collections.abc import Callable

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import NOTHING
from deskpet.chat.tool import Proposal, ResultKind, ToolFailed
from deskpet.config.choices import Policy
from deskpet.features.web.fetch_page import host_scope, url_preview
from deskpet.text.invisible import INVISIBLE
from deskpet.translation import tr_noop

_MAX_LENGTH = 4000
# Spaces and invisible characters would show another address on the card than the browser opens.
_UNCLEAR = re.compile(rf"[\s\\]|{INVISIBLE.pattern}")

UrlOpener = Callable[[str], bool]
"""Opens an http or https address in the user's browser. Returns whether it is one that can be opened."""


def _checked(url: str) -> tuple[str, str]:
    """Return the address as it will be opened, and its host, with a port that is not the usual one. Raises ToolFailed.

    Other ports are other servers, above all on this computer.
    """
    import httpx

    url = url.strip()
    if not re.match(r"https?://", url, re.IGNORECASE) or len(url) > _MAX_LENGTH or _UNCLEAR.search(url):
        raise ToolFailed("invalid_url", "Give a whole address that begins with http:// or https://, without spaces.")
    try:
        parsed = httpx.URL(url)
        host = parsed.raw_host.decode("ascii").lower().rstrip(".")
    except (httpx.InvalidURL, ValueError) as error:
        raise ToolFailed("invalid_url", f"That is no valid address: {error}"[:300]) from error
    if not host or parsed.userinfo:
        raise ToolFailed("invalid_url", "An address needs a host, and no user name before it.")
    # The usual ports are None.
    return str(parsed), host if parsed.port is None else f"{host}:{parsed.port}"


async def _prepare(url: str) -> Proposal:
    """Return the whole address, with the host as the browser will resolve it."""
    return Proposal(_checked(url)[0])


@tool(
    "open_url",
    group="web",
    title=tr_noop("Open an address"),
    icon="link",
    preview=url_preview,
    policy=Policy.ASK,
    reads=NOTHING,
    sends=True,
    result=ResultKind.TEXT,
    prepare=_prepare,
    scope=lambda arguments: host_scope(arguments, lambda url: _checked(url)[1]),
    about=tr_noop("Opens a web address in your browser. The whole address is shown before."),
)
async def open_url(url: str, *, opener: UrlOpener, proposal: Proposal) -> str:
    """Open a web address in the user's browser. You do not see the page; to read one, use fetch_page.

    url: the whole address, beginning with https:// or http://.
    """
    if not opener(str(proposal.shown)):
        raise ToolFailed("not_opened", f"{url} could not be opened.")
    return f"Opened {url} in the browser."


OPEN_TOOLS = (open_url,)
