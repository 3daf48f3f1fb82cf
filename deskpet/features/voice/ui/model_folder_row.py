"""Row for the folder of a model: its path, and a button that opens a folder dialog."""

from collections.abc import Callable
from pathlib import Path

from pydantic.fields import FieldInfo
from PySide6.QtWidgets import QFileDialog

from deskpet.translation import tr
from deskpet.ui.widgets import file_dialogs
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import TextInputRow, text_label


class ModelFolderRow(TextInputRow):
    """Input of a folder's path. choose: title of the folder dialog. sources: text about where to download models."""

    def __init__(self, field: FieldInfo, choose: str, changed: Callable[[str], None], sources: str) -> None:
        super().__init__(field, "", changed)
        self._title, self._changed = choose, changed
        self.button = plain_button(tr("Choose…"), "choose_model_folder", "secondary")
        self.button.setAccessibleName(choose)
        self.button.clicked.connect(self._choose)
        self.line.addWidget(self.button)
        self.column.insertWidget(self.column.indexOf(self.error), text_label(sources, "field_help"))

    def _choose(self) -> None:
        start = self.edit.text() or file_dialogs.default_folder(file_dialogs.StandardLocation.DownloadLocation)
        dialog = QFileDialog(self, self._title, start)
        dialog.setObjectName("pick_model_folder")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self._on_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_chosen(self, path: str) -> None:
        folder = str(Path(path))
        self.show_value(folder)
        self._changed(folder)
