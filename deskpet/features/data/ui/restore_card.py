"""The card that restores a backup: what it has beside what is here, which parts, the progress and the result."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from deskpet.features.data.parts import Part
from deskpet.features.data.restoring import ON_DEMAND
from deskpet.features.data.ui.backup_card import PART_NAMES, file_kinds
from deskpet.store.transfer import Counts
from deskpet.translation import tr, tr_noop, tr_plural
from deskpet.ui.blocks.progress_row import ProgressRow
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.buttons import CheckBox, plain_button
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import FormCard, column_in, delete_widgets, text_label

_COLUMNS = (
    tr_noop("Part"),
    tr_noop("In the file"),
    tr_noop("Here"),
    tr_noop("New"),
    tr_noop("Newer"),
    tr_noop("Same"),
    tr_noop("Older"),
)
_EXPLANATION = tr_noop(
    "What is new is added, and what is newer in the file replaces what is here. What is the same, or newer here, stays "
    "as it is. What is here now goes into a backup first."
)
_CAREFUL = tr_noop(
    "Connections, settings and rules are only restored if you choose them: they decide to which servers words and keys "
    "go, and what may run without a question."
)


class RestoreCard(FormCard):
    """Asks for a file, then shows both sides, then requests the restore of the chosen parts.

    file_chosen: Emitted with the Path of a backup and its passphrase, which may be empty, to compare it.
    restore_requested: Emitted with the Path, the passphrase and the chosen Parts.
    """

    file_chosen = Signal(object, str)
    restore_requested = Signal(object, str, object)

    def __init__(self) -> None:
        text = tr("Merges a backup into what is here. You see both sides before anything is changed.")
        super().__init__("undo", tr("Restore a backup"), text)
        self._file = Path()
        self.choose = plain_button(tr("Choose a backup…"), "restore_choose", "secondary")
        self.passphrase = QLineEdit()
        self.passphrase.setObjectName("restore_passphrase")
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setPlaceholderText(tr("Passphrase of this backup"))
        self.passphrase.setAccessibleName(tr("Passphrase of this backup"))
        self.open = plain_button(tr("Open"), "restore_open", "primary")
        self.restore = plain_button(tr("Restore"), "restore_go", "primary")
        self.cancel = plain_button(tr("Cancel"), "restore_cancel", "secondary")
        self.progress = ProgressRow("restore_stop", tr_noop("Cancel"))
        self.boxes: dict[Part, CheckBox] = {}
        self.file_label, self._notes = text_label("", "field_title"), text_label("", "field_help")
        self._table, self.banner, content = QWidget(), Banner(), QWidget()
        self._grid = QGridLayout(self._table)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.S3)
        self._grid.setVerticalSpacing(theme.S2)
        buttons = FlowLayout(theme.S2, self.choose, self.open, self.restore, self.cancel)
        shown = (self.file_label, self._table, self._notes, self.passphrase, buttons, self.progress, self.banner)
        column_in(content, theme.S3, *shown)
        self.add(content)
        self._connect()
        self._show_only(self.choose)

    def _connect(self) -> None:
        self.choose.clicked.connect(self._choose)
        self.passphrase.returnPressed.connect(self._open)
        self.open.clicked.connect(self._open)
        self.restore.clicked.connect(self._restore)
        self.cancel.clicked.connect(lambda: self.show_result(None))

    def show_progress(self) -> None:
        """Show that something is done with the file."""
        self.file_label.setText(self._file.name)
        self.banner.show_message(None)
        self._show_only(self.file_label, self.progress)

    def ask_passphrase(self, message: BannerText | None = None) -> None:
        """Ask for the passphrase of the file. message: why the last one was wrong."""
        self.progress.stop()
        self._show_only(self.file_label, self.passphrase, self.open, self.cancel)
        self.passphrase.selectAll()
        self.passphrase.setFocus()
        self.banner.show_message(message)

    def show_comparison(self, counts: Mapping[Part, Counts]) -> None:
        """Show what the file has beside what is here, and let the user choose parts."""
        self.progress.stop()
        delete_widgets(self._grid)
        self.boxes.clear()
        for column, title in enumerate(_COLUMNS):
            self._add_cell(0, column, tr(title), "field_help")
        for row, part in enumerate((each for each in PART_NAMES if each in counts), 1):
            self._add_part(row, part, counts[part])
        self._grid.setColumnStretch(0, 1)
        careful = tr(_CAREFUL) if any(part in ON_DEMAND and each.total for part, each in counts.items()) else ""
        self._notes.setText("\n".join(filter(None, (tr(_EXPLANATION), careful, *_left_out(counts)))))
        self._show_only(self.file_label, self._table, self._notes, self.restore, self.cancel)
        self._update()
        self.restore.setFocus()

    def show_result(self, message: BannerText | None) -> None:
        """Show the result, and that another file can be chosen; None if it was cancelled."""
        self.progress.stop()
        self.passphrase.clear()
        self.banner.show_message(message)
        self._show_only(self.choose)

    def _add_cell(self, row: int, column: int, text: str, name: str = "field_title") -> None:
        side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
        label = text_label(text, name)
        label.setWordWrap(False)
        self._grid.addWidget(label, row, column, side | Qt.AlignmentFlag.AlignVCenter)

    def _add_part(self, row: int, part: Part, counts: Counts) -> None:
        box = self.boxes[part] = CheckBox(tr(PART_NAMES[part]))
        box.setObjectName(f"restore_{part}")
        box.setAccessibleName(tr(PART_NAMES[part]))
        box.setChecked(part not in ON_DEMAND and counts.total > 0)
        box.setEnabled(counts.total > 0)
        box.toggled.connect(self._update)
        self._grid.addWidget(box, row, 0)
        numbers = (counts.total, counts.here, counts.new, counts.newer, counts.same, counts.older)
        for column, number in enumerate(numbers, 1):
            self._add_cell(row, column, str(number), "field_title" if number else "field_help")
        spoken = (f"{tr(title)}: {number}" for title, number in zip(_COLUMNS[1:], numbers, strict=True))
        box.setAccessibleDescription(tr(", ").join(spoken))

    def _update(self) -> None:
        self.restore.setEnabled(any(box.isChecked() for box in self.boxes.values()))

    def _show_only(self, *parts: QWidget) -> None:
        buttons = (self.choose, self.open, self.restore, self.cancel)
        for part in (self.file_label, self._table, self._notes, self.passphrase, *buttons):
            part.setVisible(part in parts)

    def _choose(self) -> None:
        file_dialogs.open_file(self, tr("Choose a backup…"), f"{file_kinds()};;*", self._on_chosen, name="restore_file")

    def _on_chosen(self, file: Path) -> None:
        self._file = file
        self.passphrase.clear()
        self.file_chosen.emit(file, "")

    def _open(self) -> None:
        if words := self.passphrase.text():
            self.file_chosen.emit(self._file, words)

    def _restore(self) -> None:
        parts = tuple(part for part, box in self.boxes.items() if box.isChecked())
        self.restore_requested.emit(self._file, self.passphrase.text(), parts)


def _left_out(counts: Mapping[Part, Counts]) -> tuple[str, ...]:
    """Return a line about each part of which something can't be used."""
    return tuple(
        tr_plural(
            each.left_out,
            "{part}: 1 is left out, because it is not valid or there is no room for it.",
            "{part}: {n} are left out, because they are not valid or there is no room for them.",
            part=tr(PART_NAMES[part]),
        )
        for part, each in counts.items()
        if each.left_out
    )


def result_of(counts: Mapping[Part, Counts], before: Path, more: str) -> BannerText:
    """Return what a restore has done. more: what has to be done still; empty for nothing."""
    added, replaced = (sum(getattr(each, name) for each in counts.values()) for name in ("new", "newer"))
    title = tr("Restored: {added} added, {replaced} replaced", added=added, replaced=replaced)
    if not added and not replaced:
        title = tr("Nothing had to be restored: all of it was here already")
    kept = tr("What was here before is in {file}.", file=before)
    return BannerText("success", title, "\n".join(filter(None, (*_left_out(counts), more, kept))))
