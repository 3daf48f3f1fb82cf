"""Convert what a server returned into parts as ResultKind.PARTS describes. Imported in the child process only."""

import json
from typing import Any, cast

import mcp_types as types

from deskpet.tools.foreign.parts import MAX_PARTS, MAX_PICTURE, MAX_TEXT, Part, cut_parts, unshown


def result_parts(result: types.CallToolResult) -> list[Part]:
    """Return the parts of a result: texts, pictures and JSON values, cut to the limits.

    Servers repeat structured content as text, for clients that don't know it; such a text is left out.
    """
    structured: Any = result.structured_content
    parts = [_part(each) for each in result.content[:MAX_PARTS]]
    if len(result.content) > MAX_PARTS:
        parts.append(f"({len(result.content) - MAX_PARTS} more parts are left out.)")
    if structured is not None and not _is_wrapped_text(structured, parts):
        parts = [part for part in parts if not _repeats(part, structured)]
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


def _is_wrapped_text(structured: Any, parts: list[Part]) -> bool:
    """Return whether the structured content is only the text as `{"result": ...}`, as Python servers send it."""
    if not isinstance(structured, dict) or [*cast("dict[str, Any]", structured)] != ["result"]:
        return False
    value = cast("dict[str, Any]", structured)["result"]
    items = cast("list[Any]", value) if isinstance(value, list) else [value]
    return len(items) == len(parts) and all(
        part == item or (not isinstance(item, str) and _repeats(part, item))
        for part, item in zip(parts, items, strict=True)
    )


def _repeats(part: Part, structured: Any) -> bool:
    if not isinstance(part, str) or len(part) > MAX_TEXT:
        return False
    try:
        return json.loads(part) == structured
    except (ValueError, RecursionError):
        return False
