"""Keep two characters apart on the desktop."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QRect, QTimer

from deskpet.ui.pet.placement_tracker import free_area
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform.signals import listen_to_all

# Between both bodies, in logical pixels.
_GAP = 12
# After the last move of either, in ms: a window that is dragged or walks moves many times a second.
_SETTLED_MS = 400


class Spacing(QObject):
    """Moves the second character aside when both stand in one another, but not while the user drags one.

    Each knows where the other is, for her chat and for her walks.
    """

    def __init__(self, first: PetWindow, second: PetWindow, first_chat: Callable[[], QRect]) -> None:
        """first_chat: returns the place of the first one's chat, also while it is hidden."""
        super().__init__(second)
        self._first, self._second, self._first_chat = first, second, first_chat
        self._timer = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._timer.timeout.connect(self._on_settled)
        moves = (each for pet in (first, second) for each in (pet.moved, pet.outline_changed, pet.visibleChanged))
        self._end = listen_to_all(self._timer.start, *moves)
        first.neighbours = lambda: (body_of(second),) if second.isVisible() else ()
        second.neighbours = self._first_and_chat

    def place_second(self) -> None:
        """Place the second one beside the first one and her chat; nearer if the screen has too little room."""
        first, box = body_of(self._first), self._second.geometry()
        free = free_area(self._first.geometry())
        if box.intersects(first):
            place = beside(box, first.united(self._first_chat()), free) or beside(box, first, free) or box.topLeft()
            self._second.setPosition(QPoint(place.x(), self._first.geometry().bottom() + 1 - box.height()))

    def stop(self) -> None:
        """Let the first one have the desktop for herself."""
        self._end()
        self._timer.stop()
        self._first.neighbours = tuple
        self._first.neighbours_moved.emit()

    def _first_and_chat(self) -> tuple[QRect, ...]:
        first = self._first
        return (body_of(first), self._first_chat()) if first.isVisible() else ()

    def _on_settled(self) -> None:
        first, second = self._first, self._second
        if not (first.isVisible() and second.isVisible()):
            return
        both = (first, second)
        if any(pet.placement.is_travelling or pet.living_model.gestures.is_pressed for pet in both):
            self._timer.start()
            return
        own, other = body_of(second), body_of(first)
        place = beside(own, other, free_area(first.geometry()))
        if own.intersects(other) and place:
            second.setPosition(second.position() + place - own.topLeft())
            second.placement.remember(QRect(second.position(), second.size()))
        for pet in both:
            pet.neighbours_moved.emit()


def body_of(pet: PetWindow) -> QRect:
    """Return what a character covers on the desktop; her window until that is known."""
    box = QRect()
    for row in pet.body:
        box = box.united(row)
    return box if not box.isEmpty() else pet.geometry()


def beside(body: QRect, other: QRect, free: QRect) -> QPoint | None:
    """Return the top left corner of a body beside another one, on its level, on the side that is nearer and has room.

    free: the part of the screen in which both stand. None where neither side has room.
    """
    left, right = other.left() - _GAP - body.width(), other.right() + 1 + _GAP
    y = min(other.bottom() + 1, free.bottom() + 1) - body.height()
    places = [QPoint(x, y) for x in (left, right) if x >= free.left() and x + body.width() <= free.right() + 1]
    return min(places, key=lambda place: abs(place.x() - body.left()), default=None)
