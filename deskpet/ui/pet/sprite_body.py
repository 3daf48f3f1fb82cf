"""SpriteBody: a body that shows the frames of a sprite sheet. Each is scaled once, and drawn only when it changes."""

import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QByteArray, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from deskpet.pet.attention import Attention
from deskpet.pet.body import UnknownName, require_motion
from deskpet.pet.gait import Posture, Stance
from deskpet.pet.motion_player import Priority
from deskpet.pet.sprite_file import CELL_HEIGHT, CELL_WIDTH, COLUMNS, IDLE, LOOKS, ROWS, SpriteFile
from deskpet.pet.things import Thing
from deskpet.pet.vowels import Vowel
from deskpet.ui.pet import gl
from deskpet.ui.pet.silhouette import MIN_ALPHA

# No frame of the format is shorter than 0.11 s.
MAX_RATE = 12
# The longest step in seconds, and the pace of the resting row while she sleeps.
MAX_STEP, ASLEEP_PACE = 2.0, 1 / 6
# Speeds in window heights per second from which she runs while she is carried, and below which she stops.
RUN_SPEED, STOP_SPEED = 0.2, 0.05
# The smallest gaze, 0..1, that is shown by the picture of a direction.
MIN_GAZE = 0.25
# Bytes of scaled frames that are kept.
_MAX_KEPT = 16 << 20
# Alpha that nobody sees, and how many pixels of more make a picture: compression leaves traces in empty cells.
_FAINT, _FEWEST_PIXELS = bytes(range(8)), 64
# The most colours of a cell that count as pixel art, if the alpha of less than this share of its pixels is soft.
_PIXEL_ART_COLOURS, _SOFT_SHARE = 256, 0.01

Cell = tuple[int, int]
"""Row and column in the sheet."""


class Surface(Protocol):
    """The part of the window's interface that a body of sprites uses."""

    def size(self) -> QSize: ...
    def devicePixelRatio(self) -> float: ...


def load_sheet(model: SpriteFile) -> QImage:
    """Return the picture of a checked sheet; a null one if it was changed since."""
    reader = QImageReader(str(model.sheet), QByteArray(b"png"))
    sheet = reader.read().convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    rows = len(ROWS) + (LOOKS // COLUMNS if model.has_looks else 0)
    return sheet if sheet.size() == QSize(COLUMNS * CELL_WIDTH, rows * CELL_HEIGHT) else QImage()


def scaled_cell(sheet: QImage, cell: Cell, size: QSize, *, is_pixel_art: bool) -> QImage:
    """Return a cell in another size: smooth, but with sharp pixels where pixel art is enlarged."""
    picture = sheet.copy(QRect(cell[1] * CELL_WIDTH, cell[0] * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT))
    factor = math.ceil(size.width() / CELL_WIDTH)
    if is_pixel_art and factor > 1:
        # Whole pixels first: at a factor such as 1.5 some would be twice as wide as others.
        picture = picture.scaled(picture.size() * factor)
    ignored, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    return picture if picture.size() == size else picture.scaled(size, ignored, smooth)


def is_pixel_art(sheet: QImage) -> bool:
    """Return whether the first cell is pixel art: few colours, and no soft edges."""
    cell = sheet.copy(0, 0, CELL_WIDTH, CELL_HEIGHT).convertToFormat(QImage.Format.Format_ARGB32)
    pixels = memoryview(bytes(cell.constBits())).cast("I").tolist()
    visible = [pixel for pixel in pixels if pixel >> 24]
    soft = sum(pixel >> 24 < 0xFF for pixel in visible)
    return soft <= len(visible) * _SOFT_SHARE and len(set(visible)) <= _PIXEL_ART_COLOURS


def drawn_rows(sheet: QImage) -> dict[str, tuple[int, tuple[float, ...]]]:
    """Return the number of the row of each motion, and how long each of its frames lasts.

    Some sheets have fewer frames than the format says. Cells without a picture at a row's end are left out, and a row
    without any picture is that of rest.
    """
    found: dict[str, tuple[int, tuple[float, ...]]] = {}
    for number, (name, durations) in enumerate(ROWS.items()):
        count = next((count for count in range(len(durations), 0, -1) if _is_drawn(sheet, (number, count - 1))), 0)
        found[name] = (number, (*durations[: count - 1], durations[-1])) if count else found.get(IDLE, (0, ROWS[IDLE]))
    return found


def _is_drawn(sheet: QImage, cell: Cell) -> bool:
    picture = sheet.copy(cell[1] * CELL_WIDTH, cell[0] * CELL_HEIGHT, CELL_WIDTH, CELL_HEIGHT)
    shape = picture.convertToFormat(QImage.Format.Format_Alpha8)
    alpha = bytes(shape.constBits())
    return len(alpha.translate(None, _FAINT)) >= _FEWEST_PIXELS


class SpriteBody:
    """The body of a sprite character. Points are in logical pixels of the window, times in seconds."""

    max_rate: int | None = MAX_RATE
    is_exact = repeats = walks = True
    canvas = (float(CELL_WIDTH), float(CELL_HEIGHT))

    def __init__(self, model: SpriteFile, sheet: QImage, window: Surface, idle_group: str | None = None) -> None:
        self.model = model
        self.on_sound: Callable[[Path], None] | None = None
        self._sheet, self._window, self._is_pixel_art = sheet, window, is_pixel_art(sheet)
        self._idle, self._pace = idle_group or IDLE, 1.0
        self._motion: tuple[str, Priority] | None = None
        self._carried: str | None = None
        self._travelling: str | None = None
        self._look: Cell | None = None
        self._row, self._column = self._idle, 0
        self._rows = drawn_rows(sheet)
        self._remaining = self._rows[self._row][1][0]
        self._scale, self._anchor = 1.0, (0.5, 0.5)
        # Scaled frames by cell, and the cell that was drawn last.
        self._frames: dict[Cell, QImage] = {}
        self._drawn: Cell | None = None

    def play_idle(self, group: str | None) -> None:
        """Show a row while no motion is played; None: the usual one, slowly, as she sleeps."""
        self._idle, self._pace = group or self._idle, 1.0 if group else ASLEEP_PACE
        if self._wanted_row != self._row:
            self._begin_row()

    def resize(self, width: int, height: int, scale: float = 1.0, anchor: tuple[float, float] = (0.5, 0.5)) -> None:
        """Fit a cell into the window, enlarged by `scale`; its point `anchor` is at the same fraction of the window."""
        self._scale, self._anchor = scale, anchor
        self._frames.clear()
        self._drawn = None

    def shown_for(self, seconds: float) -> float:
        """Return for how long the frame on screen is the right one, `seconds` after the last update; 0 if it is not."""
        if self._cell != self._drawn:
            return 0.0
        return math.inf if self._cell == self._look else max(0.0, self._remaining / self._current_pace - seconds)

    def update(self, seconds: float) -> None:
        """Go on to the frame that is due after `seconds`."""
        self._remaining -= min(max(seconds, 0.0), MAX_STEP) * self._current_pace
        while self._remaining <= 0:
            self._next_frame()

    def draw(self) -> None:
        """Draw the present frame into the whole framebuffer."""
        self._drawn = self._cell
        gl.draw_image(self._frame(self._drawn))

    def set_expression(self, name: str, seconds: float | None = None) -> None:
        """Raise UnknownName: sprites have none."""
        raise UnknownName("expression", name, ())

    def clear_expression(self) -> None:
        """Do nothing: there is one face only."""

    def start_motion(
        self, group: str, index: int = 0, priority: Priority = Priority.FORCE, *, replaces: bool = False
    ) -> None:
        """Play a row once, unless one of an equal or higher priority is playing. Raises UnknownName."""
        require_motion(self.model.motions, group, index)
        is_refused = self._motion and priority is not Priority.FORCE and priority <= self._motion[1]
        if replaces or not is_refused:
            self._motion = (group, priority)
            self._begin_row()

    @property
    def is_idle(self) -> bool:
        """Whether no motion is playing."""
        return self._motion is None

    def stop_motion(self) -> None:
        """End the motion that is playing."""
        if self._motion:
            self._motion = None
            self._begin_row()

    def look_at(self, x: float, y: float, *, is_held: bool = False) -> None:
        """Look in a direction: -1..1 to the right and up. Shown at rest, if the sheet has the directions."""
        self._look = None
        if self.model.has_looks and math.hypot(x, y) >= MIN_GAZE:
            number = round(math.atan2(x, y) / math.tau * LOOKS) % LOOKS
            self._look = (len(ROWS) + number // COLUMNS, number % COLUMNS)

    def open_mouth(self, amount: float | None, weight: float = 1.0, vowel: Vowel | None = None) -> None:
        """Do nothing: the mouth is part of the picture."""

    def attend(self, attention: Attention) -> None:
        """Do nothing: the motions show what she pays attention to."""

    def lean(self, degrees: float, speed: float = 0.0) -> None:
        """Run to the side to which she is carried. speed: to the right, in window heights per second."""
        limit = STOP_SPEED if self._carried else RUN_SPEED
        carried = None if abs(speed) < limit else "running-right" if speed > 0 else "running-left"
        if carried != self._carried:
            self._carried = carried
            self._begin_row()

    def assume(self, posture: Posture, /) -> None:
        """Run while she walks, and jump while she falls; the other stances are those of the motions."""
        row = None
        if posture.stance is Stance.WALKING:
            row = "running-right" if posture.heading > 0 else "running-left"
        elif posture.stance is Stance.FALLING:
            row = "jumping"
        if row != self._travelling:
            self._travelling = row
            self._begin_row()

    def wear(self, _things: Iterable[Thing], /) -> None:
        """Do nothing: a sheet of sprites has no things."""

    def hit_test(self, x: float, y: float) -> str | None:
        """Return None: sprites have no hit areas."""
        return None

    def covers(self, x: float, y: float) -> bool:
        """Return whether the frame drawn last covers a point."""
        frame = self._frames.get(self._drawn) if self._drawn else None
        ratio = self._window.devicePixelRatio()
        column, row = math.floor(x * ratio), math.floor(y * ratio)
        if frame is None or not frame.rect().contains(column, row):
            return False
        return frame.pixelColor(column, row).alphaF() >= MIN_ALPHA

    def close(self) -> None:
        """Free the pictures."""
        self._frames.clear()

    @property
    def _wanted_row(self) -> str:
        return self._carried or self._travelling or (self._motion[0] if self._motion else self._idle)

    @property
    def _is_resting(self) -> bool:
        return not (self._carried or self._travelling or self._motion)

    @property
    def _current_pace(self) -> float:
        return self._pace if self._is_resting else 1.0

    @property
    def _cell(self) -> Cell:
        is_looking = self._is_resting and self._pace == 1.0
        return (self._look if is_looking else None) or (self._rows[self._row][0], self._column)

    def _begin_row(self) -> None:
        self._row, self._column = self._wanted_row, 0
        self._remaining = self._rows[self._row][1][0]

    def _next_frame(self) -> None:
        """Show the next frame of the row; a motion ends after its last one."""
        overdue, durations = self._remaining, self._rows[self._row][1]
        self._column = (self._column + 1) % len(durations)
        if self._column == 0:
            self._motion = self._motion if self._carried or self._travelling else None
            self._row = self._wanted_row
        self._remaining = self._rows[self._row][1][self._column] + overdue

    def _frame(self, cell: Cell) -> QImage:
        """Return what the window shows of a cell."""
        if cell in self._frames:
            return self._frames[cell]
        full = self._window.size() * self._window.devicePixelRatio()
        image = QImage(full, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        size = QSize(CELL_WIDTH, CELL_HEIGHT).scaled(full * self._scale, Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (full.width() - size.width()) * self._anchor[0], (full.height() - size.height()) * self._anchor[1]
        painter = QPainter(image)
        picture = scaled_cell(self._sheet, cell, size, is_pixel_art=self._is_pixel_art)
        painter.drawImage(QPointF(round(left), round(top)), picture)
        painter.end()
        if (len(self._frames) + 1) * image.sizeInBytes() > _MAX_KEPT:
            self._frames.clear()
        self._frames[cell] = image
        return image
