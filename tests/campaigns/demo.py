"""Record a conversation with the offline companion in real windows: `make campaign NAME=demo`.

Writes assets/demo.png and assets/demo-animated.png. A question is typed into the chat, and the screen is recorded
while the answer streams.
"""

import asyncio
import os
import tempfile
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController, new_application
from deskpet.ui.platform import event_loop
from tests.support.waiting import until

ASSETS = Path(__file__).parents[2] / "assets"
FRAMES_PER_SECOND = 5
ANIMATED_WIDTH = 520
LONGEST_SECONDS = 60
SHOT = QRect(0, 0, 860, 640)
# The part of the screen on the still picture: left, top, right and bottom.
STILL = (10, 120, 770, 640)
WALLPAPER = "#b9cfe6"
# Only the first question is on the still picture, which has no room for two answers.
SAYS = ("Tell me a joke", "What time is it?")


class Wallpaper(QWidget):
    """A background of one colour, so that the transparency of the windows is visible and the pictures stay small."""

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnBottomHint)
        self.setGeometry(SHOT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(WALLPAPER))


def photograph() -> Image.Image:
    """Grab the screen."""
    shot = QGuiApplication.primaryScreen().grabWindow(0, SHOT.x(), SHOT.y(), SHOT.width(), SHOT.height())
    picture = shot.toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = bytes(picture.constBits())
    return Image.frombuffer("RGB", (picture.width(), picture.height()), rows, "raw", "RGB", picture.bytesPerLine(), 1)


class Recording:
    """Takes pictures at an even rate while something happens."""

    def __init__(self) -> None:
        self.frames: list[Image.Image] = []

    async def run(self) -> None:
        clock = asyncio.get_running_loop()
        began = clock.time()
        while len(self.frames) < LONGEST_SECONDS * FRAMES_PER_SECOND:
            self.frames.append(photograph())
            await asyncio.sleep(max(began + len(self.frames) / FRAMES_PER_SECOND - clock.time(), 0))

    def save(self, path: Path) -> None:
        """Write an animated PNG; equal consecutive frames become one longer frame."""
        shown: list[Image.Image] = []
        durations: list[int] = []
        for frame in self.frames:
            height = frame.height * ANIMATED_WIDTH // frame.width
            small = frame.resize((ANIMATED_WIDTH, height), Image.Resampling.LANCZOS)
            # The most frequent colours alone would leave none for small areas such as the scarf.
            small = small.quantize(128, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
            if shown and small.tobytes() == shown[-1].tobytes():
                durations[-1] += 1000 // FRAMES_PER_SECOND
            else:
                shown.append(small)
                durations.append(1000 // FRAMES_PER_SECOND)
        shown[0].save(path, save_all=True, append_images=shown[1:], duration=durations, loop=0, optimize=True)


async def say(talk: ChatController, text: str) -> None:
    """Type a message as a person does, and send it."""
    for letter in text:
        QTest.keyClicks(talk.chat.composer.field, letter)
        await asyncio.sleep(0.05)
    QTest.keyClick(talk.chat.composer.field, Qt.Key.Key_Return)
    await until(lambda: talk.conversation.is_running)
    await until(lambda: not talk.conversation.is_running)


async def record(settings: Path) -> int:
    """Play the conversation and write the pictures."""
    wallpaper = Wallpaper()
    wallpaper.show()
    pet = PetController(settings, offline=True)
    life = asyncio.ensure_future(pet.run())
    await until(lambda: bool(pet.chat_controller and pet.chat_controller.chat.isVisible()))
    assert pet.chat_controller
    pet.window.setPosition(30, 160)
    await asyncio.sleep(1.5)
    recording = Recording()
    camera = asyncio.ensure_future(recording.run())
    stills: list[Image.Image] = []
    for text in SAYS:
        await say(pet.chat_controller, text)
        await asyncio.sleep(0.8)
        stills.append(photograph())
    await asyncio.sleep(0.6)
    camera.cancel()
    stills[0].crop(STILL).save(ASSETS / "demo.png", optimize=True)
    recording.save(ASSETS / "demo-animated.png")
    pet.quit()
    await life
    return 0


def main() -> int:
    """Record in a temporary home, so that no user's settings or position are used."""
    app = new_application()
    with tempfile.TemporaryDirectory() as folder:
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ[variable] = folder
        settings = Path(folder) / "settings.toml"
        settings.write_text("", encoding="utf-8")
        return event_loop.run(app, record(settings))


if __name__ == "__main__":
    raise SystemExit(main())
