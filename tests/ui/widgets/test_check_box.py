"""The check box: a checked one has a tick."""

from pytestqt.qtbot import QtBot

from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import CheckBox


def test_a_checked_box_has_a_tick(qtbot: QtBot) -> None:
    box = CheckBox("Select")
    qtbot.addWidget(box)
    box.setStyleSheet(f"QCheckBox::indicator {{ width: 14px; height: 14px; background: {theme.current().accent}; }}")
    unchecked = box.grab().toImage()
    box.setChecked(True)
    checked = box.grab().toImage()
    changed = {
        (x, y)
        for x in range(checked.width())
        for y in range(checked.height())
        if checked.pixel(x, y) != unchecked.pixel(x, y)
    }
    assert len(changed) > 10
    assert max(x for x, _ in changed) < 24
