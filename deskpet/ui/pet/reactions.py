"""How the character answers the hand: what it feels, does, and lets happen to its window when the mouse is at it."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRect, QTimer
from PySide6.QtGui import QMouseEvent

from deskpet.choices import SCALE, Clicks
from deskpet.pet.character import Gesture, in_words
from deskpet.ui.pet.click_through import ClickThrough
from deskpet.ui.pet.mouse_gestures import MouseGestures
from deskpet.ui.pet.placement_tracker import is_wayland

if TYPE_CHECKING:
    from deskpet.ui.pet.living_model import LivingModel
    from deskpet.ui.pet.window import PetWindow

# By how much a notch of the wheel changes the size.
PER_NOTCH = 1.05
# The wheel has come to rest when it was not turned for so long.
RESIZED_MS = 400


class Reactions(QObject):
    """Hears the mouse events of a window, and lets who lives there answer. `hand` is what the mouse does."""

    def __init__(self, window: "PetWindow", life: "LivingModel", through: ClickThrough) -> None:
        super().__init__(life)
        self._window, self._life, self._through = window, life, through
        self.hand = hand = MouseGestures(window)
        self._resized = QTimer(self, singleShot=True, interval=RESIZED_MS)
        self._resized.timeout.connect(lambda: window.look_wanted.emit(window.look))
        hand.pressed.connect(self._note_press)
        hand.tapped.connect(self._tap)
        hand.menu_wanted.connect(life.open_menu)
        hand.lifted.connect(self._lift)
        hand.carried.connect(window.setPosition)
        hand.put_down.connect(self._put_down)
        hand.turned.connect(self._resize)

    def press(self, event: QMouseEvent) -> None:
        """A button goes down on the window."""
        if self._through.clicks is Clicks.NOWHERE or self._life.covers(event.position()):
            self.hand.press(event)
        else:
            event.ignore()

    def move(self, event: QMouseEvent) -> None:
        """The pointer moves over the window, or with it in hand."""
        if self.hand.holds:
            self.hand.move(event)
        else:
            self._feel(event.position())

    def _note_press(self) -> None:
        self._life.presence.note_press()
        self._life.quicken()

    def _feel(self, point: QPointF) -> None:
        """The pointer passes without a button held down: it may be stroking the head."""
        life = self._life
        life.come_into_view()
        if not is_wayland():
            self._through.look(point)
        heads = [area for area in life.model.hit_areas if "head" in in_words(area).split()]
        on_head = life.hit_test(point) in heads if heads else life.covers(point)
        if self.hand.strokes(point, on_head=on_head):
            life.presence.note_stroke()

    def _tap(self, point: QPointF) -> None:
        area = self._life.hit_test(point)
        if area is not None:
            self._life.perform(self._life.character.taps.get(area, Gesture()))
            self._window.clicked.emit(area)
        elif self._life.covers(point):
            self._life.presence.note_tap()

    def _lift(self) -> None:
        if is_wayland():
            self.hand.let_go()
            self._window.startSystemMove()
        else:
            self._window.stand.lift()
            self._life.presence.note_lift()

    def _put_down(self, box: QRect) -> None:
        self._life.presence.note_put_down()
        self._window.stand.put_down(box)

    def _resize(self, notches: float) -> None:
        look = self._window.look
        scale = round(look.scale * PER_NOTCH**notches, 2)
        self._window.wear(replace(look, scale=max(SCALE[0], min(SCALE[1], scale))))
        self._resized.start()
