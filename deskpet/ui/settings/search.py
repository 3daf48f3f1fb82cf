"""Search in the settings: what stands on the pages, found by any of its words, in the language of the program."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QRect, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget
from shiboken6 import isValid

from deskpet.ui.widgets import theme
from deskpet.ui.widgets.form import FormCard

# Names of labels, the titles first.
_TITLES = ("field_title", "card_title", "section_title", "slider_title")
_TEXTS = (*_TITLES, "field_help", "card_help", "place_title", "place_told")
_MARK_MS, _MARK_MARGIN = 1800, 6


@dataclass(frozen=True, slots=True)
class Place:
    """A row or a card of a page. text: all that is written in it. title: what it is called."""

    page: str
    title: str
    text: str
    widget: QWidget


def places_of(page: str, content: QWidget) -> list[Place]:
    """Return the places of a page, in the order of their creation: what has a title, with the texts in it."""
    titles, texts = dict[QWidget, list[str]](), dict[QWidget, list[str]]()
    others = list[tuple[QWidget, str]]()
    for label in content.findChildren(QLabel):
        if label.objectName() in _TITLES and label.text() and (around := label.parentWidget()):
            titles.setdefault(around, []).append(label.text())
        elif label.objectName() in _TEXTS:
            others.append((label, label.text()))
    others += ((button, button.text() or button.accessibleName()) for button in content.findChildren(QAbstractButton))
    for widget, words in others:
        if place := _titled_place(widget, titles):
            texts.setdefault(place, []).append(words)
    return [
        Place(page, title, "\n".join((title, *texts.get(widget, ()))).casefold(), widget)
        for widget, found in titles.items()
        for title in found
    ]


def find(places: Iterable[Place], words: str) -> list[Place]:
    """Return the visible places with all of `words`, the best first: by title, then in the order of the pages."""
    terms = words.casefold().split()
    found = [
        (_distance(place, terms), place)
        for place in places
        if isValid(place.widget) and all(term in place.text for term in terms)
    ]
    found.sort(key=lambda each: each[0])
    return [place for _, place in found if not _is_hidden(place.widget)]


def _titled_place(widget: QWidget, titles: Container[QWidget]) -> QWidget | None:
    """Return the innermost of the places in which a widget stands."""
    at = widget.parentWidget()
    while at and at not in titles:
        at = at.parentWidget()
    return at


def _distance(place: Place, terms: Sequence[str]) -> int:
    title = place.title.casefold()
    if not all(term in title for term in terms):
        return 4 if isinstance(place.widget, FormCard) else 3
    return 0 if title.split() == [*terms] else 1 if title.startswith(terms[0]) else 2


def _is_hidden(widget: QWidget) -> bool:
    """Whether a widget is hidden by itself or by something in its page, rather than by the choice of another page."""
    at: QWidget | None = widget
    while at and at.objectName() != "settings_page":
        if at.isHidden():
            return True
        at = at.parentWidget()
    return False


class PlaceMark(QWidget):
    """A ring around a place that was found, which fades and goes. It takes no input."""

    def __init__(self, widget: QWidget, content: QWidget) -> None:
        super().__init__(content)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        margin = _MARK_MARGIN
        place = QRect(widget.mapTo(content, widget.rect().topLeft()), widget.size())
        self.setGeometry(place.adjusted(-margin, -margin, margin, margin))
        self._strength = 1.0
        fade = QVariantAnimation(self)
        fade.setDuration(_MARK_MS)
        fade.setEasingCurve(QEasingCurve.Type.InQuad)
        fade.setStartValue(1.0)
        fade.setEndValue(0.0)
        fade.valueChanged.connect(self._set_strength)
        fade.finished.connect(self.deleteLater)
        fade.start()
        self.show()

    def _set_strength(self, strength: float) -> None:
        self._strength = strength
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        accent = QColor(theme.current().colour("accent"))
        accent.setAlphaF(self._strength)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(accent, 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.RADIUS_CONTROL, theme.RADIUS_CONTROL)
