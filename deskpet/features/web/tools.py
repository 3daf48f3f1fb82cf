"""Tools that reach the web: search it, read a page, open an address in the browser."""

from deskpet.chat.tool import Tool
from deskpet.features.web.fetch_page import FETCH_TOOLS
from deskpet.features.web.open_url import OPEN_TOOLS
from deskpet.features.web.web_search import SEARCH_TOOLS

WEB_TOOLS: tuple[Tool, ...] = (*SEARCH_TOOLS, *FETCH_TOOLS, *OPEN_TOOLS)
