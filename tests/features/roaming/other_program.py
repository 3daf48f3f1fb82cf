"""Windows of another program, for tests of what she does with them."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager

_PROGRAM = """
import sys
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
app = QApplication([])
window = QWidget()
window.setWindowTitle("Other program")
window.setStyleSheet("background: " + sys.argv[1])
window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
window.setGeometry(QRect(*map(int, sys.argv[2:6])))
window.show()
app.processEvents()
print(int(window.winId()), flush=True)
app.exec()
"""


@contextmanager
def other_window(x: int, y: int, width: int, height: int, colour: str = "#cde") -> Generator[int]:
    """Show a window of another process, and yield its number."""
    places = map(str, (x, y, width, height))
    with subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, colour, *places], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout
        try:
            yield int(other.stdout.readline())
        finally:
            other.kill()


def move_window(number: int, x: int, y: int) -> None:
    """Move a window as its user would."""
    subprocess.run(["xdotool", "windowmove", str(number), str(x), str(y)], check=True)
