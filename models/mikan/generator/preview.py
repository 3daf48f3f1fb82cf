"""A window that draws a motion again whenever a file of this generator changes.

`python -m models.mikan.generator.preview Wave --character yuki`: the model goes into a temporary folder, so that the
committed one stays as it is until `make sheet`.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QProcess, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea

from .characters import CHARACTERS

SOURCES = Path(__file__).parent
SETTLED_MS = 300
"""After the last change: an editor may write a file in several steps."""


class Preview(QScrollArea):
    """Shows the frames of a motion, or what went wrong when they were drawn."""

    def __init__(self, folder: Path, character: str, motion: str) -> None:
        """folder: an empty one for the model and its picture."""
        super().__init__()
        model, self._picture = folder / character, folder / "frames.png"
        self._label = QLabel(f"Drawing {motion}")
        self.setWidget(self._label)
        self.setWidgetResizable(True)
        self._steps = (
            ("models.mikan.generator", str(model), "--character", character, "--hurried"),
            ("models.mikan.generator.sheet", str(model), "--motion", motion, "--sheet", str(self._picture)),
        )
        self._at = 0
        self._process = QProcess(self)
        self._process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        self._process.finished.connect(self._on_finished)
        self._timer = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._timer.timeout.connect(self._begin)
        self._watcher = QFileSystemWatcher([str(SOURCES), *map(str, SOURCES.glob("*.py"))], self)
        self._watcher.fileChanged.connect(self._on_changed)
        self._watcher.directoryChanged.connect(self._on_changed)
        self._begin()

    def _on_changed(self, _path: str) -> None:
        # A file that an editor has replaced is watched no longer.
        self._watcher.addPaths([str(path) for path in SOURCES.glob("*.py")])
        self._timer.start()

    def _begin(self) -> None:
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._timer.start()
            return
        self._at = 0
        self._run()

    def _run(self) -> None:
        self.setWindowTitle("Drawing…")
        self._process.start(sys.executable, ["-m", *self._steps[self._at]])

    def _on_finished(self, code: int) -> None:
        said = bytes(self._process.readAll().data()).decode(errors="replace")
        self._at += 1
        if code:
            self.setWindowTitle("It can't be drawn")
            self._label.setText(said)
        elif self._at < len(self._steps):
            self._run()
        else:
            self.setWindowTitle("Frames")
            self._label.setPixmap(QPixmap(str(self._picture)))


def main() -> None:
    """Show the preview of what the command line names, until its window is closed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("motion", help="a group of motions, such as Wave")
    parser.add_argument("--character", choices=CHARACTERS, default="mikan", help="who (default: mikan)")
    options = parser.parse_args()
    application = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        preview = Preview(Path(folder), options.character, options.motion)
        preview.resize(1400, 480)
        preview.show()
        application.exec()


if __name__ == "__main__":
    main()
