"""Window in which the user reads a report before it is written to a file."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget

from deskpet.features.reports.report import Report, as_text, write
from deskpet.text.reasons import reason_of
from deskpet.translation import tr
from deskpet.ui.widgets import file_dialogs, language, theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import column_in, line_of, text_label
from deskpet.ui.widgets.screen_fit import ScreenFit

# In logical pixels.
_SIZE, _MINIMUM = QSize(640, 560), QSize(420, 320)


class ReportWindow(QWidget):
    """Shows all of a report, which can be selected, with a button that saves it."""

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setObjectName("report_window")
        self._report: Report = {}
        self._explanation = text_label("", "form_help")
        self.text = QPlainTextEdit(readOnly=True, lineWrapMode=QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.result = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.save_button = plain_button("", "save_report", "primary")
        self.save_button.clicked.connect(self._choose_file)
        buttons = line_of(-1, (self.result, 1), self.save_button)
        column_in(self, -1, self._explanation, (self.text, 1), buttons, margins=theme.S4)
        ScreenFit(self, _SIZE, lambda: _MINIMUM)
        language.keep_translated(self, self._retranslate)

    def show_report(self, content: Report) -> None:
        """Show a report, in front."""
        self._report = content
        self.text.setPlainText(as_text(content))
        self.result.clear()
        self.show()
        self.raise_()
        self.activateWindow()

    def save_to(self, file: Path) -> None:
        """Write the report, and show where it is or why that failed."""
        try:
            write(file, self._report)
        except OSError as error:
            self.result.setText(tr("{path} can't be written: {reason}", path=file, reason=reason_of(error)))
        else:
            self.result.setText(tr("Written to {file}. Nothing was sent.", file=file))

    def _choose_file(self) -> None:
        file_dialogs.save_file(self, tr("Save the report"), "", "deskpet-report.zip", self.save_to)

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("Report of faults"))
        self._explanation.setText(
            tr("This is all of it: no conversation, no key, no text of yours. It is sent nowhere; pass it on yourself.")
        )
        self.save_button.setText(tr("Save…"))
        self.text.setAccessibleName(tr("Report of faults"))
