"""Convert what a server returned into parts as ResultKind.PARTS describes. Imported in the child process only."""

import json
import re
from typing import Any, cast

import mcp_types as types

from deskpet.features.foreign.parts import MAX_PARTS, MAX_PICTURE, MAX_TEXT, Part, cut_parts, unshown

_FENCED = re.compile(r"```(?:json)?\s*\n(.*)\n```", re.DOTALL)


def result_parts(result: types.CallToolResult) -> list[Part]:
    """Return the parts of a result: texts, pictures and JSON values, cut to the limits.

    Servers repeat structured content as text, for clients that don't know it, or the text as structured content. What
    is said twice is sent once.
    """
    structured: Any = result.structured_content
    parts = [_part(each) for each in result.content[:MAX_PARTS]]
    if len(result.content) > MAX_PARTS:
        parts.append(f"({len(result.content) - MAX_PARTS} more parts are left out.)")
    if structured is not None and not _is_repeated(structured, result.content, parts):
        parts = [part for part in parts if not _is_in(part, structured)]
        parts.append(structured)
    return cut_parts(parts)


def result_text(result: types.CallToolResult) -> str:
    """Return the texts of a result that is an error."""
    texts = [part if isinstance(part, str) else "" for part in map(_part, result.content[:MAX_PARTS])]
    return "\n".join(filter(None, texts))[:MAX_TEXT]


def _part(block: types.ContentBlock) -> Part:
    match block:
        case types.TextContent():
            return block.text
        case types.ImageContent():
            return _picture(block.mime_type, block.data)
        case types.AudioContent():
            return unshown("sound", block.mime_type, block.data)
        case types.ResourceLink():
            return f"{block.title or block.name}: {block.uri}"
        case types.EmbeddedResource():
            return _resource(block.resource)


def _resource(resource: types.TextResourceContents | types.BlobResourceContents) -> Part:
    if isinstance(resource, types.TextResourceContents):
        return resource.text
    media_type = resource.mime_type or "application/octet-stream"
    if media_type.startswith("image/"):
        return _picture(media_type, resource.blob)
    return unshown(str(resource.uri), media_type, resource.blob)


def _picture(media_type: str, data: str) -> Part:
    if len(data) > MAX_PICTURE:
        return unshown("picture", media_type, data)
    return {"media_type": media_type, "data": data}


def _is_repeated(structured: Any, blocks: list[types.ContentBlock], parts: list[Part]) -> bool:
    """Return whether structured content says only what the other parts say, as `{"result": ...}` or under any key.

    It is the text, a list of the texts, or the list of the parts as MCP has them.
    """
    is_complete = 0 < len(parts) == len(blocks)
    if not is_complete or not isinstance(structured, dict) or len(cast("dict[str, Any]", structured)) != 1:
        return False
    (value,) = cast("dict[str, Any]", structured).values()
    if isinstance(value, str) and all(isinstance(part, str) for part in parts):
        return _is_same_text("\n".join(parts), value)
    items = cast("list[Any]", value) if isinstance(value, list) else [value]
    return len(items) == len(parts) and all(
        _repeats(part, item) or _is_block(block, item) for part, block, item in zip(parts, blocks, items, strict=True)
    )


def _is_block(block: types.ContentBlock, item: Any) -> bool:
    """Return whether a value of structured content is a part as MCP has it."""
    return isinstance(item, dict) and block.model_dump(by_alias=True, mode="json", exclude_none=True) == item


def _is_in(part: Part, structured: Any) -> bool:
    """Return whether structured content has what a part says, as a whole or in one of its members."""
    members = list(cast("dict[str, Any]", structured).values()) if isinstance(structured, dict) else []
    return _repeats(part, structured) or any(_repeats(part, each) for each in members if each not in ("", None))


def _repeats(part: Part, value: Any) -> bool:
    """Return whether a part is the text `value`, or the JSON of it, in a code block or not."""
    if not isinstance(part, str) or len(part) > MAX_TEXT:
        return False
    if isinstance(value, str) and _is_same_text(part, value):
        return True
    fenced = _FENCED.fullmatch(part.strip())
    try:
        return _canonical(json.loads(fenced[1] if fenced else part)) == _canonical(value)
    except (ValueError, RecursionError):
        return False


def _canonical(value: Any) -> str:
    """Return the JSON of a value; in Python, 1 is the same as true."""
    return json.dumps(value, sort_keys=True)


def _is_same_text(one: str, other: str) -> bool:
    return one.strip() == other.strip()
