"""A conversation as one HTML file that needs nothing else: no scripts, no files, no network.

Everything that was said is escaped. Addresses of pictures on the web are shown as links.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from functools import partial
from html import escape
from types import MethodType
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from deskpet.chat.message_tree import MessageTree
from deskpet.chat.messages import Block, Document, Image, Message, Text, Thinking, ToolUse
from deskpet.markdown.parser import parser
from deskpet.store.records import SavedConversation
from deskpet.text.local_time import local_time
from deskpet.translation import language, tr

# Longer code is not highlighted, as in the chat.
_MAX_HIGHLIGHTED = 100_000
_ADDRESS = re.compile(r"(?:https?|mailto):", re.IGNORECASE)
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
_BASE64 = re.compile(r"[A-Za-z0-9+/=]+")
# QTextDocument, which draws the PDF, knows a part of CSS only.
_STYLE = """
body { font-family: "Noto Sans", "Segoe UI", "Helvetica Neue", sans-serif; color: #2e2a26; }
h1 { font-size: 1.5em; margin-bottom: 0; }
.speaker { font-weight: bold; margin-top: 1.6em; margin-bottom: 0.3em; color: #a8480a; }
.user .speaker { color: #2f6f6a; }
time, .muted, summary { color: #7a6350; font-size: 0.85em; font-weight: normal; }
pre { background-color: #f6f1e8; padding: 0.7em; white-space: pre-wrap; overflow-wrap: anywhere; }
pre, code { font-family: monospace; font-size: 0.92em; }
blockquote { color: #7a6350; border-left: 3px solid #e4d8c6; margin-left: 0; padding-left: 1em; }
table { border-collapse: collapse; }
th, td { border: 1px solid #e4d8c6; padding: 0.3em 0.6em; }
img { max-width: 100%; }
.said { white-space: pre-wrap; overflow-wrap: anywhere; }
@media screen {
  body { max-width: 46em; margin: 2em auto; padding: 0 1em; background-color: #fffdf9; line-height: 1.5; }
}
"""


def as_html(saved: SavedConversation) -> str:
    """Return the shown path of a conversation as a page. Answers bear the name that the assistant had then."""
    title = escape(saved.session.title or tr("Conversation"))
    path = MessageTree(saved.nodes, saved.leaf).path
    sections = (_section(message, saved.speakers.get(message.id) or tr("Assistant")) for message in path)
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    return "\n".join((
        f'<!DOCTYPE html>\n<html lang="{escape(language() or "en")}">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>{_STYLE}</style>',
        f"</head>\n<body>\n<h1>{title}</h1>\n<p>{_time(saved.session.begun_at)}</p>",
        *sections,
        "</body>\n</html>\n",
    ))  # fmt: skip


def _time(seconds: float) -> str:
    time = local_time(seconds)
    return f"<time>{time:%Y-%m-%d %H:%M}</time>" if time and seconds else ""


def _section(message: Message, speaker: str) -> str:
    name = tr("You") if message.role == "user" else speaker
    head = f'<p class="speaker">{escape(name)} {_time(message.created_at)}</p>'
    blocks = "\n".join(_blocks(message.blocks, is_user=message.role == "user"))
    return f'<div class="{message.role}">\n{head}\n{blocks}\n</div>'


def _blocks(blocks: Iterable[Block], *, is_user: bool) -> Iterable[str]:
    """Yield the blocks as HTML; those that have no form of their own here as what they are in markdown."""
    for block in blocks:
        match block:
            case Text():
                text = str(block.text)
                yield f'<p class="said">{escape(text.strip())}</p>' if is_user else _rendered(text)
            case Thinking():
                yield _folded(tr("Thinking"), f'<p class="said muted">{escape(str(block.text).strip())}</p>')
            case ToolUse():
                yield _call(block)
            case Image():
                yield _picture(block)
            case Document():
                text = "\n\n".join(page.strip() for page in block.pages)
                yield _folded(block.name, f"<pre>{escape(text)}</pre>")
            case _:
                yield _rendered(block.as_markdown())


def _folded(summary: str, content: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>\n{content}</details>"


def _call(call: ToolUse) -> str:
    if call.error:
        result = f"{call.error.code}: {call.error.message}"
    else:
        result = call.output if isinstance(call.output, str) else json.dumps(call.output, ensure_ascii=False)
    return _folded(call.tool_name, f"<pre>{escape(str(call.input_text))}</pre>\n<pre>{escape(result)}</pre>")


def _picture(image: Image) -> str:
    if image.media_type not in _PICTURES or not _BASE64.fullmatch(image.data):
        return f'<p class="muted">{escape(tr("A picture of a kind that is not shown here"))}</p>'
    return f'<p><img alt="" src="data:{image.media_type};base64,{image.data}"></p>'


def _rendered(markdown: str) -> str:
    environment: MutableMapping[str, Any] = {}
    renderer = RendererHTML()
    renderer.rules |= {name: MethodType(partial(_of_token, html), renderer) for name, html in _RULES.items()}
    return renderer.render(parser().parse(markdown, environment), parser().options, environment)


def _of_token(
    html: Callable[[Token], str], _: RendererHTML, tokens: Sequence[Token], index: int, *_more: object
) -> str:
    return html(tokens[index])


def _picture_link(token: Token) -> str:
    address = str(token.attrGet("src") or "")
    return f"{_link(address)}{escape(token.content or address)}</a>"


def _link(address: str) -> str:
    """Return the start of a link, which leads to web pages and mail addresses only."""
    return f'<a href="{escape(address)}" rel="noreferrer">' if _ADDRESS.match(address) else "<a>"


_RULES: Mapping[str, Callable[[Token], str]] = {
    "fence": lambda token: f"<pre>{_highlighted(token.content, token.info.strip().partition(' ')[0])}</pre>\n",
    "code_block": lambda token: f"<pre>{escape(token.content)}</pre>\n",
    "maths": lambda token: f"<code>{escape(token.content)}</code>",
    "footnote": lambda token: f"<sup>[{escape(token.content)}]</sup>",
    "image": _picture_link,
    "summary_open": lambda _: "<p><strong>",
    "summary_close": lambda _: "</strong></p>\n",
    "link_open": lambda token: _link(str(token.attrGet("href") or "")),
}


def _highlighted(code: str, language_name: str) -> str:
    """Return code as HTML, coloured by Pygments if it knows the language."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import find_lexer_class_by_name
    from pygments.util import ClassNotFound

    if not language_name or len(code) > _MAX_HIGHLIGHTED:
        return escape(code)
    try:
        lexer = find_lexer_class_by_name(language_name)
    except ClassNotFound:
        return escape(code)
    return highlight(code, lexer(stripnl=False), HtmlFormatter(noclasses=True, nowrap=True, style="friendly"))
