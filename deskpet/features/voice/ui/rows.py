"""Form rows that the voice and the microphone share: a trial, a sound device, and the folder of a model."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo
from PySide6.QtCore import Qt, Signal
from shiboken6 import isValid

from deskpet.chat.messages import NoticeError
from deskpet.translation import join_sentences, tr
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.buttons import BusyButton, MenuButton, plain_button
from deskpet.ui.widgets.form import FormRow, TextInputRow, help_of, line_of, text_label, title_of


class TrialRow(FormRow):
    """A button that tries what is set, and the last result. `line` has room for a widget beside the button.

    requested: Emitted to try it; `show_message` or `show_failure` ends it.
    """

    requested = Signal()

    def __init__(self, label: str, name: str) -> None:
        super().__init__("")
        self.button, self.banner = BusyButton(label, "secondary"), Banner()
        self.button.setObjectName(name)
        self.button.triggered.connect(self._request)
        self.line = line_of(theme.S3, (self.button, 0, Qt.AlignmentFlag.AlignLeft))
        self.column.addLayout(self.line)
        self.column.addWidget(self.banner)
        self.end()

    def clear(self) -> None:
        """Forget the last result."""
        self.banner.show_message(None)

    def show_message(self, message: BannerText | None) -> None:
        """Show the result; None shows nothing."""
        self.button.set_busy(False)
        self.banner.show_message(message)

    def show_failure(self, error: NoticeError) -> None:
        """Show why there is no result."""
        self.show_message(BannerText("error", error.title, join_sentences(error.cause, error.next_step)))

    def _request(self) -> None:
        self.clear()
        self.requested.emit()


class DeviceRow(FormRow):
    """The chosen device, and a menu of those that are connected. The empty name is that of the system's own choice.

    names_requested: Emitted when the menu opens; `show_names` fills it.
    """

    names_requested = Signal()

    at_once = True

    def __init__(self, field: FieldInfo, changed: Callable[[str], None]) -> None:
        super().__init__(title_of(field))
        self._changed, self._name = changed, ""
        self._names: tuple[str, ...] = ()
        self.button = MenuButton(title_of(field))
        self.button.setObjectName("device_button")
        self.button.setAccessibleDescription(help_of(field))
        self.menu = self.button.menu_below
        self.button.clicked.connect(self.names_requested)
        self.column.addWidget(self.button)
        self.end(help_of(field))
        self._fill()

    def show_value(self, value: Any) -> None:
        self._name = str(value)
        self.button.setText(self._name or tr("The system's choice"))
        self._fill()

    def show_names(self, names: Iterable[str]) -> None:
        """Offer these devices; the chosen one stays in the list, also when it is not connected."""
        self._names = tuple(dict.fromkeys(names))
        self._fill()

    def _fill(self) -> None:
        self.menu.clear()
        missing = () if self._name in self._names else (self._name,)
        for name in ("", *self._names, *filter(None, missing)):
            self.menu.addAction(name or tr("The system's choice"), lambda name=name: self._choose(name))

    def _choose(self, name: str) -> None:
        self.show_value(name)
        self._changed(name)


class ModelFolderRow(TextInputRow):
    """Input of a folder's path. choose: title of the folder dialog. sources: text about where to download models."""

    def __init__(self, choose: str, sources: str, field: FieldInfo, changed: Callable[[str], None]) -> None:
        """`choose` and `sources` are in English."""
        super().__init__(field, "", changed)
        self._title, self._changed = tr(choose), changed
        self.button = plain_button(tr("Choose…"), "choose_model_folder", "secondary")
        self.button.setAccessibleName(self._title)
        self.button.clicked.connect(self._choose)
        self.line.addWidget(self.button)
        self.column.insertWidget(self.column.indexOf(self.error), text_label(tr(sources), "field_help"))

    def _choose(self) -> None:
        start = self.edit.text() or file_dialogs.default_folder(file_dialogs.StandardLocation.DownloadLocation)
        file_dialogs.open_folder(self, self._title, start, self._on_chosen, "pick_model_folder")

    def _on_chosen(self, folder: Path) -> None:
        self.show_value(str(folder))
        self._changed(str(folder))


async def show_devices(
    row: DeviceRow, names_of: Callable[[], Iterable[str]], explain: Callable[[NoticeError], str] = str
) -> None:
    """Show in a row what `names_of`, which blocks, returns; or why there are no names, as `explain` words its error."""
    names: Iterable[str] | None = None
    trouble = ""
    try:
        names = await event_loop.in_thread(names_of)
    except NoticeError as error:
        trouble = explain(error)
    # The window may be gone.
    if isValid(row):
        row.show_error(trouble)
        if names is not None:
            row.show_names(names)
