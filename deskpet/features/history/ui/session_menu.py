"""The menu of one or several conversations in the list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtWidgets import QWidget

from deskpet.features.history.export_form import ExportForm
from deskpet.store import Session
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.widgets.popup_menu import PopupMenu

_FORMS = (
    (ExportForm.MARKDOWN, tr_noop("Save as Markdown…")),
    (ExportForm.HTML, tr_noop("Save as web page…")),
    (ExportForm.PDF, tr_noop("Save as PDF…")),
    (ExportForm.JSON, tr_noop("Save as JSON…")),
)
_FORMS_OF_SEVERAL = (ExportForm.MARKDOWN, ExportForm.JSON)

Ids = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SessionActions:
    """What the menu can do with the sessions of some ids. rename: None where their title can't be edited."""

    rename: Callable[[], object] | None
    pin: Callable[[str, bool], object]
    archive: Callable[[Ids, bool], object]
    move: Callable[[Ids, str], object]
    begin_folder: Callable[[Ids], object]
    export: Callable[[Ids, ExportForm], object]
    delete: Callable[[Ids], object]


def session_menu(
    parent: QWidget, sessions: Sequence[Session], folders: Sequence[str], act: SessionActions
) -> PopupMenu:
    """Return the menu of these sessions. `folders` are the names of all folders."""
    menu, ids = PopupMenu(parent), tuple(each.id for each in sessions)
    if len(ids) > 1:
        heading = tr_plural(len(ids), "1 conversation", "{n} conversations")
        menu.add("", heading, lambda: None, enabled=False)
    elif not sessions[0].is_archived:
        if act.rename:
            menu.add("edit", tr("Rename"), act.rename, keys="F2")
        pin = not sessions[0].is_pinned
        menu.add("pin" if pin else "unpin", tr("Pin" if pin else "Unpin"), partial(act.pin, sessions[0].id, pin))
    _add_folders(menu, sessions, folders, act)
    if all(each.is_archived for each in sessions):
        menu.add("archive", tr("Bring back from the archive"), partial(act.archive, ids, False))
    else:
        menu.add("archive", tr("Archive"), partial(act.archive, ids, True))
    menu.addSeparator()
    for form, words in _FORMS:
        if len(ids) > 1 and form not in _FORMS_OF_SEVERAL:
            continue
        menu.add("export", tr(words), partial(act.export, ids, form))
    menu.addSeparator()
    menu.add("trash", tr("Delete"), partial(act.delete, ids), keys="Del")
    return menu


def _add_folders(menu: PopupMenu, sessions: Sequence[Session], folders: Sequence[str], act: SessionActions) -> None:
    ids, present = tuple(each.id for each in sessions), {each.folder for each in sessions}
    inner = PopupMenu(menu)
    inner.setTitle(tr("Move to a folder"))
    for folder in folders:
        # An ampersand would underline the next letter.
        name = folder.replace("&", "&&")
        inner.add("folder", name, partial(act.move, ids, folder), enabled=present != {folder})
    inner.add("new", tr("New folder"), partial(act.begin_folder, ids))
    if present != {""}:
        inner.addSeparator()
        inner.add("undo", tr("Take out of the folder"), partial(act.move, ids, ""))
    menu.addMenu(inner)
    menu.set_action_icon(inner.menuAction(), "folder")
