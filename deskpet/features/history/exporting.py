"""Exports conversations to files of every form: from the open store, or from its file beside a running pet."""

import base64
import sqlite3
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from deskpet.features.history.export_form import ExportForm
from deskpet.features.history.html_page import as_html
from deskpet.processes.child_kinds import PDF
from deskpet.processes.one_shot import ChildFailed, run_once
from deskpet.store import SavedConversation, Session, StoreError, json_file, rows
from deskpet.store.database_files import replacement
from deskpet.store.markdown import as_markdown
from deskpet.store.opening import query_file
from deskpet.text.reasons import reason_of
from deskpet.translation import tr

_PDF_CHILD = "deskpet.features.history.ui.pdf_child"


def export_from(database: Path, file: Path, form: ExportForm, session: str) -> None:
    """Write conversations of a database to a file: one in any form, or all of them as JSON. Raises StoreError.

    session: the id of the conversation, or its title, of which the newest is taken; empty for all.
    """
    if not session and form is not ExportForm.JSON:
        raise StoreError(tr("All conversations can be exported as JSON only. Choose one by --session."))
    if not query_file(database, partial(_export, file=file, form=form, name=session), False):
        raise StoreError(tr("There is no such conversation."))


def write(file: Path, form: ExportForm, conversations: Iterable[SavedConversation]) -> None:
    """Write conversations as JSON or Markdown, or the first one as a page, in place of the file. Raises StoreError."""
    try:
        match form:
            case ExportForm.JSON:
                json_file.write(file, conversations)
            case ExportForm.MARKDOWN:
                _write_text(file, "\n\n".join(map(as_markdown, conversations)))
            case ExportForm.HTML:
                _write_text(file, as_html(next(iter(conversations))))
            case ExportForm.PDF:
                _write_pdf(file, as_html(next(iter(conversations))))
    except OSError as error:
        what = tr("{file} can't be written: {why}. Choose another place.", file=file, why=reason_of(error))
        raise StoreError(what) from error


def _write_text(file: Path, text: str) -> None:
    with replacement(file) as partial_file:
        partial_file.write_text(text, encoding="utf-8")


def _write_pdf(file: Path, html: str) -> None:
    """Let a child process draw a page as PDF: the layout would hold this one, and pictures are decoded for it."""
    try:
        data = run_once(PDF, _PDF_CHILD, html.encode(), lambda reply: base64.b64decode(reply["pdf"]))
    except ChildFailed as error:
        raise StoreError(tr("{file} could not be drawn as PDF. Save it as HTML.", file=file.name)) from error
    with replacement(file) as partial_file:
        partial_file.write_bytes(data)


def _export(database: sqlite3.Connection, file: Path, form: ExportForm, name: str) -> bool:
    """Write the conversation of this name, or all of them. Returns False if there is none."""
    database.execute("BEGIN")
    chosen = _chosen(rows.read_sessions(database), name)
    if chosen or not name:
        write(file, form, (saved for each in chosen if (saved := rows.read_session(database, each.id))))
    return bool(chosen or not name)


def _chosen(sessions: Iterable[Session], name: str) -> Iterable[Session]:
    """Return all sessions, or the one that has this id, or else the newest of this title."""
    if not name:
        return tuple(sessions)
    same = [each for each in sessions if each.id == name or each.title.casefold() == name.casefold()]
    return sorted(same, key=lambda each: (each.id == name, each.changed_at))[-1:]
