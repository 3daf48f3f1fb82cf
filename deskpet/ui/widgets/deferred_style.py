"""A change of the application's stylesheet that styles what is visible at once, and hidden widgets a moment later.

QApplication.setStyleSheet polishes every widget of the program, and most of them are on hidden pages and in hidden
windows. Those are skipped, and polished in short slices afterwards, or when they are shown before that.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain
from time import perf_counter

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QScrollArea, QStackedWidget, QWidget
from shiboken6 import isValid

_DONE = object()
# Time that one slice may hold the GUI thread, in s, and the time between two slices, in ms.
_SLICE_S, _INTERVAL_MS = 0.008, 16
# QApplication does not polish a widget without the first attribute, and sends one with the second no StyleChange.
_POLISHED, _OWN_STYLE = Qt.WidgetAttribute.WA_WState_Polished, Qt.WidgetAttribute.WA_SetStyle
# The size of a popup is computed before it is shown, so it is never deferred.
_POPUPS = {Qt.WindowType.Popup, Qt.WindowType.ToolTip}


def set_stylesheet(app: QApplication, sheet: str) -> None:
    """Set the application's stylesheet; hidden windows and hidden pages of a QStackedWidget get it later.

    Qt would polish each visible widget several times: when the stylesheet is removed, when another one is set, and once
    for each of its ancestors. All widgets are exempt from that, and polished once.
    """
    deferred = app.findChild(_DeferredStyle) or _DeferredStyle(app)
    hidden = list(_hidden_roots(app))
    for root in hidden:
        deferred.add(root)
    visible = [each for window in app.topLevelWidgets() if window not in hidden for each in _exempt(window)]
    # Without the removal, Qt keeps what it has cached of the old stylesheet.
    app.setStyleSheet("")
    app.setStyleSheet(sheet)
    deque(_restyle(visible), maxlen=0)


def _hidden_roots(app: QApplication) -> Iterator[QWidget]:
    """Return the hidden windows, and the hidden pages of visible ones."""
    for window in app.topLevelWidgets():
        if not window.isVisible():
            if window.windowType() not in _POPUPS:
                yield window
            continue
        for stack in window.findChildren(QStackedWidget):
            pages = (stack.widget(index) for index in range(stack.count()))
            yield from (page for page in pages if page and page is not stack.currentWidget())


class _DeferredStyle(QObject):
    """Styles hidden widgets after a change of the stylesheet."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        # The rest of the work of each hidden subtree, by its root.
        self._pending: dict[QWidget, Iterator[None]] = {}
        self._timer = QTimer(self, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self._work)

    def add(self, root: QWidget) -> None:
        """Exempt `root` and the widgets below it from the next change of the stylesheet."""
        polished = _exempt(root)
        if not polished:
            return
        self._pending[root] = chain(self._pending.get(root, ()), _restyle(polished))
        root.installEventFilter(self)
        self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            deque(self._pending.pop(watched, ()), maxlen=0)
            watched.removeEventFilter(self)
        return False

    def _work(self) -> None:
        """Work for one slice of time."""
        end = perf_counter() + _SLICE_S
        while self._pending and perf_counter() < end:
            root, work = next(iter(self._pending.items()))
            if next(work, _DONE) is _DONE:
                del self._pending[root]
                if isValid(root):
                    root.removeEventFilter(self)
        if not self._pending:
            self._timer.stop()


def _exempt(root: QWidget) -> list[QWidget]:
    """Exempt `root` and all below it from the next change of the stylesheet. Returns those that it has styled."""
    polished = [each for each in (root, *root.findChildren(QWidget)) if each.testAttribute(_POLISHED)]
    for widget in polished:
        widget.setAttribute(_POLISHED, False)
        widget.setAttribute(_OWN_STYLE)
    return polished


def _restyle(widgets: Sequence[QWidget]) -> Iterator[None]:
    """Polish the widgets, then tell them of the new style, one widget a step.

    Layouts are computed after all widgets have their fonts. A widget may be deleted between two steps.
    """
    for widget in filter(isValid, widgets):
        widget.setAttribute(_OWN_STYLE, False)
        QApplication.sendEvent(widget, QEvent(QEvent.Type.Polish))
        yield
    for widget in filter(isValid, widgets):
        # A StyleChange makes a QScrollArea compute the page's size at once, which is too small before all layouts are
        # updated: the page would be scrolled. A LayoutRequest follows.
        if isinstance(widget, QScrollArea):
            widget.update()
        else:
            QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
        yield
