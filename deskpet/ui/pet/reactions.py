"""The character's reactions to the mouse: taps, strokes, drags and resizing with the wheel."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, Qt, QTimer
from PySide6.QtGui import QMouseEvent

from deskpet.config.choices import SCALE, Clicks
from deskpet.pet.character import Gesture, to_words
from deskpet.pet.mood import GestureRole
from deskpet.ui.pet.living_model import LivingModel
from deskpet.ui.pet.still_window import StillWindow
from deskpet.ui.platform import positions
from deskpet.ui.platform.x11 import is_wayland

# Factor of the size per notch of the wheel.
SCALE_PER_NOTCH = 1.05
# Time after the last turn of the wheel until the size is saved, in ms.
RESIZE_DELAY_MS = 400


class Reactions(QObject):
    """Connects the mouse gestures on a window to its living model."""

    def __init__(self, window: StillWindow, living: LivingModel) -> None:
        super().__init__(living)
        self._window, self._living = window, living
        self._is_moved_by_system = False
        if is_wayland():
            window.installEventFilter(self)
            window.dropped.connect(self._on_let_go)
        gestures = living.gestures
        self._resize_timer = QTimer(self, singleShot=True, interval=RESIZE_DELAY_MS)
        self._resize_timer.timeout.connect(lambda: window.look_changed.emit(window.look))
        gestures.pressed.connect(self._note_press)
        gestures.tapped.connect(self._tap)
        gestures.menu_wanted.connect(living.open_menu)
        gestures.drag_started.connect(self._on_drag_started)
        gestures.dragged.connect(window.setPosition)
        gestures.drag_finished.connect(self._on_drag_finished)
        gestures.turned.connect(self._resize)

    def press(self, event: QMouseEvent) -> None:
        """Handle a mouse press; one beside the character is ignored."""
        if self._living.click_through.clicks is Clicks.NOWHERE or self._living.covers_by_pixel(event.position()):
            self._living.gestures.press(event)
        else:
            event.ignore()

    def double_click(self, event: QMouseEvent) -> None:
        """Handle the second press of a double click; one beside the character is ignored."""
        if event.button() == Qt.MouseButton.LeftButton and self._living.covers_by_pixel(event.position()):
            self._window.double_clicked.emit()
        else:
            event.ignore()

    def move(self, event: QMouseEvent) -> None:
        """Handle a mouse move, with or without a pressed button."""
        if self._is_moved_by_system and not event.buttons():
            self._on_let_go()
        if self._living.gestures.is_pressed:
            self._living.gestures.move(event)
        else:
            self._hover(event.position())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the pointer on Wayland, where it is known only while it is on the character."""
        if event.type() == QEvent.Type.Leave:
            self._living.gaze.hover(None)
        elif event.type() == QEvent.Type.Enter:
            self._on_let_go()
        return False

    def _on_let_go(self) -> None:
        """Notice that a drag by the compositor has ended."""
        if not self._is_moved_by_system:
            return
        from deskpet.ui.platform import wayland

        self._is_moved_by_system = False
        wayland.place_again()
        gestures = self._living.gestures
        if gestures.is_handed_over:
            gestures.is_handed_over = False
            gestures.drag_finished.emit(self._window.geometry())

    def _note_press(self) -> None:
        self._living.animator.note_touch()
        self._living.raise_frame_rate()

    def _hover(self, point: QPointF) -> None:
        """Handle a move without a pressed button, which may stroke the head."""
        living = self._living
        living.on_hover()
        if is_wayland():
            living.gaze.hover(point)
        living.click_through.update_pointer(point)
        heads = [area for area in living.model.hit_areas if _is_head(area)]
        on_head = living.hit_test(point) in heads if heads else living.covers(point)
        if self._living.gestures.is_stroke(point, on_head=on_head):
            living.animator.note_touch(GestureRole.STROKED)
            self._window.stroked.emit()

    def _tap(self, point: QPointF) -> None:
        area = self._living.hit_test(point)
        if area is not None:
            self._living.perform(self._living.character.taps.get(area, Gesture()))
            self._window.clicked.emit(area)
            if _is_head(area):
                self._window.stroked.emit()
        elif self._living.covers(point):
            self._living.animator.note_touch(GestureRole.TAPPED)
        # With Clicks.NOWHERE, taps beside her arrive as well.
        if self._living.covers_by_pixel(point):
            self._window.tapped.emit()

    def _on_drag_started(self) -> None:
        if is_wayland():
            self._living.gestures.cancel_drag()
            self._is_moved_by_system = self._window.startSystemMove()
            self._living.gestures.is_handed_over = self._is_moved_by_system and positions.are_known()
        if positions.are_known():
            self._window.placement.begin_drag()
            self._living.animator.note_touch(GestureRole.LIFTED)

    def _on_drag_finished(self, box: QRect) -> None:
        self._living.animator.note_touch(GestureRole.PUT_DOWN)
        self._window.placement.end_drag(box)

    def _resize(self, notches: float, pointer: QPointF) -> None:
        """Resize the character; what is below the pointer stays there."""
        look = self._window.look
        scale = round(look.scale * SCALE_PER_NOTCH**notches, 2)
        changed = replace(look, scale=max(SCALE[0], min(SCALE[1], scale)))
        self._window.set_scale(changed.scale, pointer)
        self._window.apply(changed)
        self._resize_timer.start()


def _is_head(area: str) -> bool:
    return "head" in to_words(area).split()
