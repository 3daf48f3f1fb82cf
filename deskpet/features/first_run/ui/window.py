"""First-run assistant: three steps in a panel beside the pet, which can be skipped one by one or all at once."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QStackedWidget, QWidget

from deskpet.config.settings import Settings
from deskpet.features.connection.ui.page import ConnectionRows
from deskpet.features.first_run.ui.meet import MeetStep
from deskpet.llm.catalog import find_preset
from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.beside_panel import BesidePanel
from deskpet.ui.platform import global_shortcut
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.settings.page import Field
from deskpet.ui.settings.settings_form import SettingsForm
from deskpet.ui.widgets import tab_order, theme, tooltip
from deskpet.ui.widgets.buttons import BusyButton, plain_button
from deskpet.ui.widgets.form import STRETCH, TextInputRow, at_top, column_in, line_of, page_in, text_label
from deskpet.ui.widgets.painting import paint_box, smooth_painter


class HelloRow(QWidget):
    """Button that plays the sample, and a banner with the result.

    button: plays the sample; `show_spoken` or `show_trouble` has to follow.
    voice_wanted: Emitted when the user turns the voice on.
    """

    voice_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.button = BusyButton(tr("Let her say hello aloud"), "secondary", "first_run_hello")
        self.button.triggered.connect(lambda: self.banner.show_message(None))
        self.banner = Banner()
        column_in(self, -1, (self.button, 0, Qt.AlignmentFlag.AlignLeft), self.banner)

    def show_spoken(self) -> None:
        """Offer to turn the voice on."""
        self.button.set_busy(False)
        told = tr("The settings have other voices.")
        self.banner.show_message(
            BannerText("success", tr("This is how she sounds"), told, button=tr("Speak aloud"), act=self._want_voice)
        )

    def show_trouble(self, title: str, text: str) -> None:
        """Show why the sample failed, and what to do."""
        self.button.set_busy(False)
        self.banner.show_message(BannerText("info", title, text))

    def _want_voice(self) -> None:
        self.banner.show_message(BannerText("success", tr("She speaks aloud from now on")))
        self.voice_wanted.emit()


WIDTH, MAX_HEIGHT = 448, 628
# Margin at each side, and the part of it between a step and its scroll bar.
_MARGIN, _SCROLL_GAP = 22, 6
_RIGHT_INSET = _SCROLL_GAP + theme.SCROLL_BAR


# Title and subtitle of each step, with the character's name in place of `{name}`, and the text of the button.
STEPS = (
    (
        tr_noop("Hi, I'm {name}!"),
        tr_noop("I talk right away, without a model or a network. Who shall live on your desktop?"),
        tr_noop("Continue"),
    ),
    (
        tr_noop("Connect a model"),
        tr_noop("A model makes {name} a real conversation partner. Or stay offline: you can do it later."),
        tr_noop("Continue"),
    ),
    (
        tr_noop("One last thing"),
        tr_noop("How {name} may call you, and how a model moves her while it talks."),
        tr_noop("Start talking"),
    ),
)
_OFFLINE = tr_noop("Stay offline")
# The last step without a model, which has no tools.
_LAST_OFFLINE = tr_noop("How {name} may call you, and how you find the chat again.")


class FirstRun(SettingsForm):
    """The three steps as one form; changes apply at once.

    finished: Emitted after the last step, or when the assistant is skipped.
    """

    finished = Signal()

    def __init__(self, name: str, settings: Settings) -> None:
        """`name` is the character's name."""
        super().__init__(settings)
        self.setObjectName("first_run")
        self._name = name
        self._dots = _ProgressDots()
        self._title, self._subtitle = text_label("", "first_run_title"), text_label("", "first_run_told")
        self.connection = ConnectionRows(self, self)
        self.meet = MeetStep()
        self.hello = HelloRow()
        self._finding = text_label("", "field_help")
        self._steps = QStackedWidget()
        for number, content in enumerate((self.meet, self._connection_sheet(), self._preferences_sheet())):
            area = QScrollArea()
            area.setObjectName(f"first_run_step_{number + 1}")
            # The scroll bar is in the window's margin.
            page_in(area, "first_run_area", "first_run_page", -1, content, margins=(0, 0, _SCROLL_GAP, 0))
            area.verticalScrollBar().rangeChanged.connect(lambda *_, area=area: self._keep_results_visible(area))
            self._steps.addWidget(area)
        self.skip = _button(tr("Skip"), "first_run_skip", tr("Skip the introduction"), "link")
        self.back = _button(tr("Back"), "first_run_back", tr("Back to the step before"))
        self.next = _button(tr("Continue"), "first_run_next", tr("Continue"), "primary")
        self.skip.clicked.connect(self.finish)
        self.back.clicked.connect(lambda: self.show_step(self.step - 1))
        self.next.clicked.connect(self._go_next)
        self._lay_out()
        self.follow(self._show_endpoint, "endpoint", "character.call_shortcut")
        self._initialize(self)
        self.show_step(0)

    @property
    def step(self) -> int:
        """The current step, from 0."""
        return self._steps.currentIndex()

    def show_step(self, step: int) -> None:
        """Switch to a step, from 0."""
        self.settle()
        self._steps.setCurrentIndex(step)
        self._dots.show_step(step, len(STEPS))
        self.back.setVisible(step > 0)
        self._update_texts()
        self.take_focus()

    def take_focus(self) -> None:
        """Focus the first field of the current step."""
        (self.next, self.connection.provider_row.button, self._user.edit)[self.step].setFocus()

    def show_name(self, name: str) -> None:
        """Show the name of the character now on the desktop."""
        self._name = name
        self._update_texts()

    def finish(self) -> None:
        """Close the assistant; the changes made so far stay."""
        self.settle()
        self.closed.emit()
        self.finished.emit()

    def _connection_sheet(self) -> QWidget:
        sheet, rows = _Sheet(), self.connection
        sheet.add(rows.provider_row)
        self.add_row(sheet, "endpoint", "base_url", rows.address_row)
        self.add_row(sheet, "endpoint", "model", rows.model_row)
        sheet.add(rows.key_row)
        sheet.add(rows.test_panel)
        return sheet

    def _preferences_sheet(self) -> QWidget:
        sheet = _Sheet()
        self.add_field(sheet, "persona", Field("user", tr("The name you like to hear")))
        user = self._rows["persona", "user"]
        assert isinstance(user, TextInputRow)
        self._user = user
        self._user.edit.returnPressed.connect(self._go_next)
        self.add_row(sheet, "chat", "mode", self.connection.modes_row)
        sheet.add(self._finding)
        page = QWidget()
        column_in(page, theme.S3, sheet, self.hello)
        return page

    def _lay_out(self) -> None:
        head = line_of(-1, (self._title, 1), at_top(self._dots))
        foot = line_of(theme.S2, self.skip, STRETCH, self.back, self.next)
        for part in (head, self._subtitle, foot):
            part.setContentsMargins(0, 0, _RIGHT_INSET, 0)
        margins = (_MARGIN, 18, _MARGIN - _RIGHT_INSET, 16)
        parts = (head, self._subtitle, theme.S2, (self._steps, 1), theme.S2, foot)
        column_in(self, theme.S1, *parts, margins=margins)

    def _keep_results_visible(self, area: QScrollArea) -> None:
        """Keep the test results visible when the height of the step has changed."""
        if self.connection.test_panel.findChild(QWidget, "trial_results"):
            area.ensureWidgetVisible(self.connection.test_panel)
        if self.hello.banner.message is not None:
            area.ensureWidgetVisible(self.hello)

    def _go_next(self) -> None:
        if self.step + 1 < len(STEPS):
            self.show_step(self.step + 1)
        else:
            self.finish()

    def _update_texts(self) -> None:
        title, subtitle, label = STEPS[self.step]
        self._title.setText(tr(title, name=self._name))
        is_offline = not self._settings.endpoint.base_url
        is_last = self.step + 1 == len(STEPS)
        self._subtitle.setText(tr(_LAST_OFFLINE if is_offline and is_last else subtitle, name=self._name))
        self._finding.setText(self._how_to_find())
        label = tr(_OFFLINE if is_offline and self.step == 1 else label)
        self.next.setText(label)
        self.next.setAccessibleName(label)
        description = tr(
            "Step {step} of {count}: {title}", step=self.step + 1, count=len(STEPS), title=self._title.text()
        )
        self.next.setAccessibleDescription(description)

    def _how_to_find(self) -> str:
        keys = global_shortcut.shown_keys("chat", self._settings.character.call_shortcut)
        if keys:
            return tr(
                "A click on {name} opens the chat at any time, and so do the keys {keys}.", name=self._name, keys=keys
            )
        return tr("A click on {name} opens the chat at any time.", name=self._name)

    def _show_endpoint(self, settings: Settings) -> None:
        base_url, rows = settings.endpoint.base_url, self.connection
        # Hide the address of a known provider.
        rows.address_row.setVisible(find_preset(base_url) is None)
        for row in (rows.model_row, rows.key_row, rows.test_panel, rows.modes_row):
            row.setVisible(bool(base_url))
        self._update_texts()

    def focusNextPrevChild(self, forward: bool) -> bool:
        tab_order.apply_reading_order(self)
        return super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.finish()
        else:
            super().keyPressEvent(event)


def create_panel(form: FirstRun) -> BesidePanel:
    """Return the assistant in a panel that is placed beside the pet; it is wider for larger text."""
    panel = BesidePanel(form, theme.scaled(WIDTH), MAX_HEIGHT)
    panel.setObjectName("first_run_window")
    panel.setWindowTitle(tr("Welcome to deskpet"))
    panel.setAccessibleName(tr("Welcome to deskpet"))
    return panel


def _button(text: str, name: str, accessible_name: str, kind: str = "") -> QPushButton:
    button = plain_button(text, name, kind, accessible_name)
    # Enter clicks the focused button, as in a dialog.
    button.setAutoDefault(True)
    return button


class _Sheet(QFrame):
    """Card without a header that holds form rows."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("settings_card")
        self._column = column_in(self, 14, margins=(theme.S4, 14, theme.S4, theme.S4))

    def add(self, widget: QWidget) -> None:
        self._column.addWidget(widget)


class _ProgressDots(QWidget):
    """Progress indicator: a dot for each step, a longer one for the current step."""

    def __init__(self) -> None:
        super().__init__()
        self._step, self._count = 0, 1
        tooltip.attach(self)
        self.setFixedHeight(26)

    def show_step(self, step: int, count: int) -> None:
        self._step, self._count = step, count
        self.setFixedWidth(14 * count + 6)
        self.setAccessibleName(tr("Step {step} of {count}", step=step + 1, count=count))
        self.setToolTip(self.accessibleName())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, left = smooth_painter(self), 0.0
        for number in range(self._count):
            width = 20.0 if number == self._step else 8.0
            paint_box(painter, QRectF(left, 9, width, 8), 4, "accent" if number <= self._step else "field_edge")
            left += width + 6
