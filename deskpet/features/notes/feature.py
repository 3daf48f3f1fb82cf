"""Declares the notes: texts that she writes down and finds for the user."""

from typing import TYPE_CHECKING

from deskpet.features.feature import Feature

if TYPE_CHECKING:
    from deskpet.chat.tool import Tool


def _tools() -> "tuple[Tool, ...]":
    from deskpet.features.notes.tools import NOTE_TOOLS

    return NOTE_TOOLS


def _window_dependencies() -> dict[str, object]:
    from deskpet.config import paths
    from deskpet.features.notes.tools import Notes

    return {"notes": Notes(paths.data_folder() / "notes.json")}


NOTES = Feature(name="notes", tools=_tools, window_dependencies=_window_dependencies)
