"""Connection test panel of the settings: start and stop button, progress and results."""

import time

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from deskpet.llm.connection_check import ConnectionReport, Finding, format_seconds
from deskpet.translation import join_sentences, tr, tr_noop
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import line_in, text_label
from deskpet.ui.widgets.icons import Icon

_HINT = tr_noop("Asks a short question, shows a small picture, and says what works.")
_TICK_MS = 100
_ICONS = {
    "good": ("check", "success"),
    "info": ("info", "teal"),
    "warning": ("warning", "warning"),
    "error": ("error", "error"),
}


class ConnectionTestPanel(QFrame):
    """Starts the connection test, and shows its result until the endpoint changes.

    requested: Emitted to start the test.
    cancelled: Emitted to stop it.
    """

    requested = Signal()
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("trial_panel")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(14, 12, 14, 12)
        self._column.setSpacing(10)
        self._started_at = 0.0
        self._is_running = False
        self._ticks = QTimer(self, interval=_TICK_MS)
        self._ticks.timeout.connect(self._tick)
        self.button = QPushButton(tr("Test connection"))
        self.button.setObjectName("test_connection")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(self._pressed)
        self.status = text_label(tr(_HINT), "trial_status")
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self.button)
        line.addWidget(self.status, 1)
        self._column.addLayout(line)
        self._results: QWidget | None = None
        self._show_idle()

    @property
    def is_running(self) -> bool:
        """Whether a test is running."""
        return self._is_running

    def show_running(self) -> None:
        """Show the elapsed time of a test that has started."""
        self._clear()
        self._is_running, self._started_at = True, time.monotonic()
        self._set_state("")
        self._set_button(tr("Stop"), "secondary")
        self._ticks.start()
        self._tick()

    def show_test_result(self, test: ConnectionReport | None) -> None:
        """Show the result of a test; None resets the panel after a cancelled test or a change of endpoint."""
        self._clear()
        self._show_idle()
        if test is None:
            return
        failed = test.failure is not None
        self._set_button(tr("Test again"), "primary")
        first_token = test.answer.first_token_seconds
        speed = "" if first_token is None else tr("First words after {time}.", time=format_seconds(first_token))
        self.status.setText(tr("It does not work yet.") if failed else join_sentences(tr("It works."), speed))
        self._set_state("failed" if failed else "works")
        self._results = _results(test)
        self._column.addWidget(self._results)

    def _pressed(self) -> None:
        (self.cancelled if self._is_running else self.requested).emit()

    def _show_idle(self) -> None:
        self._is_running = False
        self._ticks.stop()
        self._set_button(tr("Test connection"), "primary")
        self.status.setText(tr(_HINT))
        self._set_state("")

    def _set_button(self, text: str, kind: str) -> None:
        self.button.setText(text)
        self.button.setAccessibleName(text)
        self.button.setProperty("kind", kind)
        self.button.style().polish(self.button)

    def _set_state(self, state: str) -> None:
        self.status.setProperty("state", state)
        self.status.style().polish(self.status)

    def _tick(self) -> None:
        seconds = time.monotonic() - self._started_at
        hint = tr("A local model may still be loading.") if seconds > 8 else ""
        self.status.setText(join_sentences(tr("Testing… {seconds:.1f} s.", seconds=seconds), hint))

    def _clear(self) -> None:
        if self._results:
            self._results.hide()
            self._column.removeWidget(self._results)
            self._results.deleteLater()
            self._results = None


def _results(test: ConnectionReport) -> QWidget:
    content = QWidget()
    column = QVBoxLayout(content)
    column.setContentsMargins(0, 2, 0, 2)
    column.setSpacing(7)
    for finding in test.findings:
        column.addWidget(_FindingLine(finding))
    if test.answer.sample:
        column.addSpacing(3)
        quote = _selectable(tr("“{words}”", words=_without_markup(test.answer.sample)), "quote")
        quote.setContentsMargins(theme.S3, theme.S2, theme.S3, theme.S2)
        column.addWidget(quote)
    if failure := test.failure:
        banner = Banner()
        banner.show_message(BannerText("error", failure.title, f"{failure.cause}\n{failure.next_step}".strip()))
        column.addWidget(banner)
    content.setObjectName("trial_results")
    content.setAccessibleName("\n".join(test.lines))
    return content


class _FindingLine(QWidget):
    """A finding with the icon of its level."""

    def __init__(self, finding: Finding) -> None:
        super().__init__()
        line = line_in(self, 9)
        line.addWidget(Icon(*_ICONS[finding.level], 16, inset=1), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(_selectable(finding.text, "finding"), 1)


def _without_markup(words: str) -> str:
    document = QTextDocument()
    document.setMarkdown(words, QTextDocument.MarkdownFeature.MarkdownNoHTML)
    return document.toPlainText()


def _selectable(text: str, name: str) -> QLabel:
    label = text_label(text, name)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
