"""Tests of controls and icons that grow with the text."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from deskpet.config.settings import fields_of
from deskpet.features.connection.ui.connection_test_panel import ConnectionTestPanel
from deskpet.ui.chat.composer import Composer
from deskpet.ui.chat.header import ChatHeader
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.settings.banner import Banner, BannerText
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import SwitchRow
from tests.gallery.settings_scenes import WORKS

LARGE = 1.4
# Largest difference of a channel between a pixel of a drawing and its colour of the theme.
TOLERANCE = 40


@pytest.fixture(autouse=True)
def usual_text(qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp)
    yield
    theme.apply(qapp)


def send_button() -> tuple[QWidget, QWidget]:
    composer = Composer()
    composer.set_text("Hello")
    return composer, composer.button


def banner_icon() -> tuple[QWidget, QWidget]:
    banner = Banner()
    banner.show_message(BannerText("error", "It can't be used"))
    return banner, in_layout(banner, 0)


def finding_icon() -> tuple[QWidget, QWidget]:
    panel = ConnectionTestPanel()
    panel.show_test_result(WORKS)
    return panel, in_layout(in_layout(panel, 1, 0), 0, 0)


def status_dot() -> tuple[QWidget, QWidget]:
    window = QWidget()
    header = ChatHeader("Mikan", window)
    dot = header.findChild(QWidget, "status_dot")
    assert dot
    return window, dot


def switch() -> tuple[QWidget, QWidget]:
    row = SwitchRow(fields_of("reminders")["sound"], lambda _on: None)
    return row, row.button


def in_layout(widget: QWidget, *positions: int) -> QWidget:
    """Return the widget at a position of the widget's layout, or of the layout at the position before."""
    layout = widget.layout()
    *outer, last = positions
    for position in outer:
        assert layout
        layout = layout.itemAt(position).layout()
    assert layout
    found = layout.itemAt(last).widget()
    assert found
    return found


# What is shown, its size at the normal text size, and a colour of what is drawn.
SCALED = (
    (send_button, (34, 34), "on_accent"),
    (banner_icon, (20, 20), "error"),
    (finding_icon, (16, 18), "success"),
    (status_dot, (8, 8), "teal"),
    (switch, (46, 28), "groove"),
)


@pytest.mark.parametrize(("make", "size", "role"), SCALED, ids=lambda value: getattr(value, "__name__", ""))
def test_it_grows_with_the_text(
    make: Callable[[], tuple[QWidget, QWidget]], size: tuple[int, int], role: str, qapp: QApplication, qtbot: QtBot
) -> None:
    window, widget = make()
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    assert widget.size().toTuple() == size
    usual = drawn(widget, role)
    theme.apply(qapp, scale=LARGE)
    qtbot.waitUntil(lambda: widget.size().toTuple() == tuple(round(side * LARGE) for side in size))
    large = drawn(widget, role)
    assert large.width() == pytest.approx(usual.width() * LARGE, abs=2)
    assert large.height() == pytest.approx(usual.height() * LARGE, abs=2)
    assert QRectF(widget.rect()).contains(large)
    # In the middle, as before.
    before = usual.center().toTuple()
    assert large.center().toTuple() == pytest.approx(tuple(each * LARGE for each in before), abs=1.5)


def drawn(widget: QWidget, role: str) -> QRectF:
    """Return the bounds of the pixels that have a colour of the theme."""
    wanted = theme.current().colour(role)
    image: QImage = widget.grab().toImage()
    pixels = ((x, y) for x in range(image.width()) for y in range(image.height()))
    near = [each for each in pixels if is_near(image.pixelColor(*each), wanted)]
    assert near
    columns, rows = zip(*near, strict=True)
    return QRectF(min(columns), min(rows), max(columns) + 1 - min(columns), max(rows) + 1 - min(rows))


def is_near(one: QColor, other: QColor) -> bool:
    channels = zip(one.getRgb(), other.getRgb(), strict=True)
    return all(abs(mine - its) <= TOLERANCE for mine, its in channels)


@pytest.mark.parametrize("scale", [0.8, 0.92, 1.0, LARGE])
@pytest.mark.parametrize("name", ["composer", "chip_mode", "jump"])
def test_round_ends_are_round_at_any_text_size(name: str, scale: float, qapp: QApplication, qtbot: QtBot) -> None:
    """Qt draws a corner without its radius where the widget is lower than twice the radius."""
    theme.apply(qapp, scale=scale)
    chat = ChatWindow()
    qtbot.addWidget(chat)
    with qtbot.waitExposed(chat):
        chat.show()
    widget = chat.findChild(QWidget, name)
    assert widget
    widget.adjustSize()
    image = widget.grab().toImage()
    edge = image.pixelColor(image.width() // 2, 0)
    assert image.pixelColor(0, 0) != edge
    assert image.pixelColor(image.width() - 1, image.height() - 1) != edge
