"""Tools that reach the web: search it, read a page, open an address in the browser."""

from deskpet.chat.tool import Tool
from deskpet.tools.web.fetch_page import FETCH_TOOLS
from deskpet.tools.web.open_url import OPEN_TOOLS
from deskpet.tools.web.web_search import SEARCH_TOOLS

WEB_TOOLS: tuple[Tool, ...] = (*SEARCH_TOOLS, *FETCH_TOOLS, *OPEN_TOOLS)
