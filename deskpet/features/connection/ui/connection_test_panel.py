"""Connection test panel of the settings: start and stop button, progress and results."""

import time

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from deskpet.llm.connection_check import ConnectionReport, Finding, format_seconds
from deskpet.translation import join_sentences, tr, tr_noop
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import at_top, column_in, column_of, delete_widgets, line_of, text_label
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
        self._started_at = 0.0
        self._is_running = False
        self._ticks = QTimer(self, interval=_TICK_MS)
        self._ticks.timeout.connect(self._tick)
        self.button = plain_button(tr("Test connection"), "test_connection", "primary")
        self.button.clicked.connect(lambda: self.cancelled.emit() if self._is_running else self.requested.emit())
        self.status = text_label(tr(_HINT), "trial_status")
        self._results = column_of(0)
        column_in(self, 10, line_of(10, self.button, (self.status, 1)), self._results, margins=(14, 12, 14, 12))
        self._show_idle()

    def show_running(self) -> None:
        """Show the elapsed time of a test that has started."""
        delete_widgets(self._results)
        self._is_running, self._started_at = True, time.monotonic()
        theme.restyle(self.status, state="")
        self._set_button(tr("Stop"), "secondary")
        self._ticks.start()
        self._tick()

    def show_test_result(self, test: ConnectionReport | None) -> None:
        """Show the result of a test; None resets the panel after a cancelled test or a change of endpoint."""
        delete_widgets(self._results)
        self._show_idle()
        if test is None:
            return
        failed = test.failure is not None
        self._set_button(tr("Test again"), "primary")
        first_token = test.answer.first_token_seconds
        speed = "" if first_token is None else tr("First words after {time}.", time=format_seconds(first_token))
        self.status.setText(tr("It does not work yet.") if failed else join_sentences(tr("It works."), speed))
        theme.restyle(self.status, state="failed" if failed else "works")
        self._results.addWidget(_results(test))

    def _show_idle(self) -> None:
        self._is_running = False
        self._ticks.stop()
        self._set_button(tr("Test connection"), "primary")
        self.status.setText(tr(_HINT))
        theme.restyle(self.status, state="")

    def _set_button(self, text: str, kind: str) -> None:
        self.button.setText(text)
        self.button.setAccessibleName(text)
        theme.restyle(self.button, kind=kind)

    def _tick(self) -> None:
        seconds = time.monotonic() - self._started_at
        hint = tr("A local model may still be loading.") if seconds > 8 else ""
        self.status.setText(join_sentences(tr("Testing… {seconds:.1f} s.", seconds=seconds), hint))


def _results(test: ConnectionReport) -> QWidget:
    content = QWidget()
    column = column_in(content, 7, *map(_finding_line, test.findings), margins=(0, 2, 0, 2))
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


def _finding_line(finding: Finding) -> QHBoxLayout:
    """Return a finding with the icon of its level."""
    return line_of(9, at_top(Icon(*_ICONS[finding.level], 16, inset=1)), (_selectable(finding.text, "finding"), 1))


def _without_markup(words: str) -> str:
    document = QTextDocument()
    document.setMarkdown(words, QTextDocument.MarkdownFeature.MarkdownNoHTML)
    return document.toPlainText()


def _selectable(text: str, name: str) -> QLabel:
    label = text_label(text, name)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
