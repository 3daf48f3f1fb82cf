"""Tools that write, edit, move and delete files. Each shows its effect before it runs, and can be undone."""

from functools import partial

from pydantic import JsonValue

from deskpet.chat.function_tool import tool
from deskpet.chat.permission import NOTHING
from deskpet.chat.tool import Arguments, Proposal, ResultKind, Scope, ToolFailed
from deskpet.config.choices import Policy
from deskpet.text.sizes import format_size
from deskpet.tools.files import file_change
from deskpet.tools.files.file_change import FileChange, FileMove, present_content, require_plain_name
from deskpet.tools.files.handles import MAX_FILE_BYTES
from deskpet.tools.files.path_names import printable
from deskpet.tools.files.reading import path_preview
from deskpet.tools.files.running_files import caution_of_path
from deskpet.tools.files.text_file import TextFormat, decode
from deskpet.tools.files.trash import Trash
from deskpet.tools.files.undo_copies import UndoCopies
from deskpet.tools.files.unified_diff import unified_diff
from deskpet.tools.files.workspace import Location, Workspace, path_in_scratch, path_scope
from deskpet.translation import tr, tr_noop


def _undo(arguments: Arguments, output: JsonValue, *, workspace: Workspace, undo_copies: UndoCopies) -> str:
    """Restore the file as it was before a call with this output."""
    number = output.get("undo") if isinstance(output, dict) else None
    location = file_change.revert(str(number), workspace, undo_copies)
    return tr("{file} is as it was before.", file=location.path)


_changing_tool = partial(tool, group="files", policy=Policy.ASK, reads=NOTHING, undo=_undo)
_tool_of_path = partial(_changing_tool, preview=path_preview, scope=path_scope, exempt=path_in_scratch)


def _diff(location: Location, before: str | None, after: str | None, change: FileChange) -> Proposal:
    return Proposal(unified_diff(before, after, location.path), ResultKind.DIFF, change)


def _require_size(data: bytes, location: Location) -> bytes:
    if len(data) > MAX_FILE_BYTES:
        raise ToolFailed("too_large", f"{location.path} would have more than 5 MB. Write less.")
    return data


def _apply(proposal: Proposal | None, workspace: Workspace, copies: UndoCopies) -> JsonValue:
    """Write what was proposed."""
    change = proposal.state if proposal else None
    assert isinstance(change, FileChange)
    assert change.after is not None
    undo, location = file_change.apply(change, workspace, copies), change.location
    return {"path": location.path, "name": printable(location.parts[-1]), "size": len(change.after), "undo": undo}


def _propose_write(path: str, content: str, *, workspace: Workspace) -> Proposal:
    location = workspace.locate(path)
    present = present_content(workspace, location)
    if present is None:
        require_plain_name(location)
    old = decode(present.data, location.path) if present else None
    data = _require_size((old.format if old else TextFormat()).encode(content, location.path), location)
    if present and present.data == data:
        raise ToolFailed("no_change", f"{location.path} has this content already.")
    after = decode(data, location.path).text
    return _diff(location, old.text if old else None, after, FileChange(location, present, data))


def _caution(arguments: Arguments, *, workspace: Workspace) -> str:
    return caution_of_path(arguments.get("path"), workspace)


@_tool_of_path(
    "write_file",
    title=tr_noop("Write a file"),
    icon="edit",
    about=tr_noop("Writes a text file in the folders that you chose. You see the change before."),
    prepare=_propose_write,
    caution=_caution,
    result=ResultKind.FILE,
)
def write_file(
    path: str, content: str, *, workspace: Workspace, undo_copies: UndoCopies, proposal: Proposal | None
) -> JsonValue:
    """Write a text file with this content: a new one, with its folders, or all of an existing one.

    The user sees the difference and may refuse. To change a part of a file, call edit_file instead.

    path: an absolute path, or one relative to the first folder of the user.
    content: the whole text.
    """
    return _apply(proposal, workspace, undo_copies)


def _propose_edit(path: str, old_text: str, new_text: str, *, workspace: Workspace) -> Proposal:
    location = workspace.locate(path)
    present = present_content(workspace, location)
    if present is None:
        raise ToolFailed("not_found", f"There is no {location.path}. Call write_file to create it.", workspace.names())
    file = decode(present.data, location.path)
    if file.format.encode(file.text, location.path) != present.data:
        message = f"{location.path} is stored as {file.format.encoding}, and other parts of it would change as well."
        raise ToolFailed("not_encodable", message)
    if file.format.newline:
        old_text, new_text = (text.replace("\r\n", "\n") for text in (old_text, new_text))
    if old_text == new_text:
        raise ToolFailed("no_change", "`old_text` and `new_text` are equal.")
    _require_one(file.text, old_text, location)
    after = file.text.replace(old_text, new_text, 1)
    data = _require_size(file.format.encode(after, location.path), location)
    return _diff(location, file.text, after, FileChange(location, present, data))


def _require_one(text: str, part: str, location: Location) -> None:
    """Raise ToolFailed unless `part` occurs exactly once."""
    begin = text.find(part) if part else -1
    if begin < 0:
        hint = (
            "It has to be exactly as in the file, with all spaces and without line numbers. Call read_file to see it."
        )
        raise ToolFailed("no_match", f"`old_text` does not occur in {location.path}. {hint}")
    if (second := text.find(part, begin + 1)) >= 0:
        lines = " and ".join(str(text.count("\n", 0, at) + 1) for at in (begin, second))
        message = f"`old_text` occurs more than once in {location.path}, such as in the lines {lines}."
        raise ToolFailed("many_matches", f"{message} Add lines before or after it, until it occurs once.")


@_tool_of_path(
    "edit_file",
    title=tr_noop("Change a file"),
    icon="edit",
    about=tr_noop("Replaces a part of a text file in the folders that you chose. You see the change before."),
    prepare=_propose_edit,
    caution=_caution,
    result=ResultKind.FILE,
)
def edit_file(
    path: str,
    old_text: str,
    new_text: str,
    *,
    workspace: Workspace,
    undo_copies: UndoCopies,
    proposal: Proposal | None,
) -> JsonValue:
    """Replace a part of a text file. Read the file before. The user sees the difference and may refuse.

    path: an absolute path, or one relative to the first folder of the user.
    old_text: the part to replace, exactly as in the file. It has to occur once.
    new_text: what stands there instead; empty to delete the part.
    """
    return _apply(proposal, workspace, undo_copies)


def _move_preview(arguments: Arguments) -> str:
    source, destination = (path_preview({"path": arguments.get(key)}) for key in ("source", "destination"))
    return f"{source} \N{RIGHTWARDS ARROW} {destination}" if destination else source


def _move_scope(arguments: Arguments, *, workspace: Workspace) -> Scope | None:
    return workspace.scope(arguments.get("source"), arguments.get("destination"))


def _move_in_scratch(arguments: Arguments, *, workspace: Workspace) -> bool:
    return workspace.is_scratch(arguments.get("source"), arguments.get("destination"))


def _move_caution(arguments: Arguments, *, workspace: Workspace) -> str:
    return caution_of_path(arguments.get("destination"), workspace)


def _propose_move(source: str, destination: str, *, workspace: Workspace) -> Proposal:
    move = file_change.propose_move(workspace.locate(source), workspace.locate(destination), workspace)
    return Proposal(f"{move.source.path}\n\N{RIGHTWARDS ARROW} {move.destination.path}", ResultKind.TEXT, move)


@_changing_tool(
    "move_file",
    title=tr_noop("Move a file"),
    icon="right",
    about=tr_noop("Moves or renames a file or a folder within the folders that you chose."),
    preview=_move_preview,
    prepare=_propose_move,
    scope=_move_scope,
    exempt=_move_in_scratch,
    caution=_move_caution,
)
def move_file(
    source: str, destination: str, *, workspace: Workspace, undo_copies: UndoCopies, proposal: Proposal | None
) -> JsonValue:
    """Move or rename a file or a folder. Missing folders are created, and nothing is overwritten.

    source: its path, absolute or relative to the first folder of the user.
    destination: its new path with its name.
    """
    move = proposal.state if proposal else None
    assert isinstance(move, FileMove)
    undo = file_change.apply_move(move, workspace, undo_copies)
    return {"source": move.source.path, "path": move.destination.path, "undo": undo}


def _propose_delete(path: str, *, workspace: Workspace) -> Proposal:
    location = workspace.locate(path)
    present = present_content(workspace, location)
    if present is None:
        raise ToolFailed("not_found", f"There is no {location.path}.", workspace.names())
    change = FileChange(location, present, None)
    try:
        text = decode(present.data, location.path).text
    except ToolFailed:
        return Proposal(f"{location.path} ({format_size(len(present.data))})", ResultKind.TEXT, change)
    return _diff(location, text, None, change)


@_tool_of_path(
    "delete_file",
    title=tr_noop("Delete a file"),
    icon="trash",
    about=tr_noop("Moves a file in the folders that you chose to the trash."),
    prepare=_propose_delete,
)
def delete_file(
    path: str, *, workspace: Workspace, undo_copies: UndoCopies, trash: Trash, proposal: Proposal | None
) -> JsonValue:
    """Move a file to the user's trash. Folders can't be deleted.

    path: an absolute path, or one relative to the first folder of the user.
    """
    change = proposal.state if proposal else None
    assert isinstance(change, FileChange)
    undo = file_change.discard(change, workspace, undo_copies, trash)
    return {"deleted": change.location.path, "undo": undo}


CHANGING_TOOLS = (write_file, edit_file, move_file, delete_file)
