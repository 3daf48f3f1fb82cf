"""The card for backups on the data page: which parts, and a passphrase."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from deskpet.features.data.backup_file import SUFFIX
from deskpet.features.data.parts import Part
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets import file_dialogs, theme
from deskpet.ui.widgets.buttons import BusyButton, CheckBox
from deskpet.ui.widgets.flow_layout import FlowLayout
from deskpet.ui.widgets.form import FormCard, column_in

PART_NAMES = {
    Part.CONVERSATIONS: tr_noop("Conversations"),
    Part.MEMORY: tr_noop("Memory"),
    Part.TOGETHER: tr_noop("Diary"),
    Part.PERSONAS: tr_noop("Personas"),
    Part.CHARACTERS: tr_noop("Characters"),
    Part.NOTES: tr_noop("Notes"),
    Part.REMINDERS: tr_noop("Reminders"),
    Part.PROMPTS: tr_noop("Prompts"),
    Part.CONNECTIONS: tr_noop("Connections"),
    Part.SETTINGS: tr_noop("Settings"),
    Part.RULES: tr_noop("Rules"),
}


class BackupCard(FormCard):
    """Requests backups.

    backup_requested: Emitted with the Path to write, the chosen Parts and the passphrase, which may be empty.
    """

    backup_requested = Signal(object, object, str)

    def __init__(self) -> None:
        text = tr(
            "Everything in one file, for another computer or a disk in a drawer. Keys are never in it. With a "
            "passphrase nobody else can read it; without the passphrase, you can't either."
        )
        super().__init__("export", tr("Backup"), text)
        self.boxes = {part: CheckBox(tr(name)) for part, name in PART_NAMES.items()}
        for part, box in self.boxes.items():
            box.setObjectName(f"backup_{part}")
            box.setAccessibleName(tr(PART_NAMES[part]))
            box.setChecked(True)
            box.toggled.connect(self._update)
        self.passphrase = QLineEdit()
        self.passphrase.setObjectName("backup_passphrase")
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setPlaceholderText(tr("Passphrase (if you want one)"))
        self.passphrase.setAccessibleName(tr("Passphrase of the backup"))
        self.save = BusyButton(tr("Back up…"), name="backup_save")
        self.save.triggered.connect(self._choose_target)
        self.banner, content = Banner(), QWidget()
        parts, buttons = FlowLayout(theme.S3, *self.boxes.values()), FlowLayout(theme.S2, self.save)
        column_in(content, theme.S3, parts, self.passphrase, buttons, self.banner)
        self.add(content)

    def show_result(self, message: BannerText | None = None) -> None:
        """End the busy state and show the result; None if it was cancelled."""
        self.save.set_busy(False)
        self._update()
        self.banner.show_message(message)

    def _update(self) -> None:
        self.save.setEnabled(any(box.isChecked() for box in self.boxes.values()))

    def _choose_target(self) -> None:
        parts = tuple(part for part, box in self.boxes.items() if box.isChecked())
        file_dialogs.save_file(
            self,
            tr("Backup"),
            file_kinds(),
            f"deskpet{SUFFIX}",
            lambda file: self.backup_requested.emit(file, parts, self.passphrase.text()),
        ).rejected.connect(self.show_result)


def file_kinds() -> str:
    """Return what the file dialogs call backups."""
    return tr("Backups of deskpet (*{suffix})", suffix=SUFFIX)
