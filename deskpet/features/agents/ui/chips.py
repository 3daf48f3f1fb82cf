"""Chips above the character: a small pill for each session of a coding agent."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath, PureWindowsPath

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QAbstractButton, QWidget

from deskpet.features.agents.events import AGENT_TITLES
from deskpet.features.agents.sessions import AgentSession, AgentState
from deskpet.text.invisible import mark_invisible
from deskpet.translation import tr, tr_noop
from deskpet.ui.pet.floating_bubble import FloatingWindow
from deskpet.ui.widgets import icons, language, shadow, theme, tooltip

MAX_CHIPS = 4
# In logical pixels: the pill, the margin around it for its shadow, and the distance from the character.
_HEIGHT, _EDGE, _GAP = 26, 8, 2
_MAX_TEXT = 190

# Name, icon, and the colour role of the icon.
_LOOKS = {
    AgentState.IDLE: (tr_noop("idle"), "clock", "muted"),
    AgentState.THINKING: (tr_noop("thinking"), "think", "accent"),
    AgentState.READING: (tr_noop("reading"), "eye", "accent"),
    AgentState.TYPING: (tr_noop("working"), "edit", "accent"),
    AgentState.TIDYING: (tr_noop("summarizing"), "wrap", "accent"),
    AgentState.DONE: (tr_noop("done"), "check", "success"),
    AgentState.FAILED: (tr_noop("failed"), "error", "error"),
    AgentState.WAITING: (tr_noop("waiting for you"), "ask", "accent"),
}
_SPACE = re.compile(r"[\t\n\r\x0b\x0c]")


def elided(text: str, width: int) -> str:
    """Return the text in one line of at most `width` logical pixels, shortened in the middle."""
    line = mark_invisible(_SPACE.sub(" ", text))
    return QFontMetricsF(theme.ui_font(theme.SMALL)).elidedText(line, Qt.TextElideMode.ElideMiddle, width)


def state_name(state: AgentState) -> str:
    """Return the translated name of a state."""
    return tr(_LOOKS[state][0])


def project_name(session: AgentSession) -> str:
    """Return the name of the session's folder in one line, or the agent's name without one."""
    path = PureWindowsPath(session.project) if "\\" in session.project else PurePosixPath(session.project)
    return mark_invisible(_SPACE.sub(" ", path.name)) or AGENT_TITLES[session.agent]


class AgentChips(FloatingWindow):
    """The chips, the most important state first; those that have no room are counted.

    clicked: Emitted with a AgentSession and the global position for its details.
    """

    clicked = Signal(object, QPoint)

    def __init__(self) -> None:
        super().__init__()
        self._sessions: tuple[AgentSession, ...] = ()
        self._chips = [_Chip(self) for _ in range(MAX_CHIPS)]
        self._more = _Chip(self)
        self._pet, self._head, self._screen = QRect(), 0, QRect()
        for chip in (*self._chips, self._more):
            chip.clicked.connect(lambda _=False, chip=chip: self._on_clicked(chip))
        language.keep_translated(self, self._retranslate)

    @property
    def texts(self) -> list[str]:
        """The texts of the visible chips."""
        return [chip.text() for chip in (*self._chips, self._more) if not chip.isHidden()]

    def show_sessions(self, sessions: Sequence[AgentSession], *, muted: Sequence[object] = ()) -> None:
        """Show these sessions, or hide the window if there are none. Those of `muted` agents are grey."""
        ordered = sorted(sessions, key=lambda each: (each.agent in muted, -each.state))
        self._sessions = tuple(ordered)
        shown = self._sessions[:MAX_CHIPS]
        for index, chip in enumerate(self._chips):
            session = shown[index] if index < len(shown) else None
            chip.show_session(session, is_muted=session is not None and session.agent in muted)
        rest = self._sessions[MAX_CHIPS:]
        self._more.show_session(rest[0] if rest else None, len(rest))
        self._place()
        self.setVisible(bool(sessions))

    def place_above(self, pet: QRect, body: Sequence[QRect], screen: QRect) -> None:
        """Place the chips above the character, within `screen`.

        pet: the character's window. body: the rows of her outline, if they are known. All of them on the desktop.
        """
        head = min((row.top() for row in body), default=pet.top())
        if (pet, head, screen) != (self._pet, self._head, self._screen):
            self._pet, self._head, self._screen = pet, head, screen
            self._place()

    def _place(self) -> None:
        chips = [chip for chip in (*self._chips, self._more) if not chip.isHidden()]
        sizes = [chip.sizeHint() for chip in chips]
        # The margins of two chips, which are empty, overlap.
        height = sum(size.height() - _EDGE for size in sizes) + _EDGE
        place = QRect(0, 0, max((size.width() for size in sizes), default=0), height)
        place.moveCenter(self._pet.center())
        place.moveBottom(self._head - _GAP + _EDGE)
        place.moveTop(max(self._screen.top() - _EDGE, place.top()))
        place.moveLeft(max(self._screen.left(), min(place.left(), self._screen.right() + 1 - place.width())))
        top, region = 0, QRegion()
        for chip, size in zip(chips, sizes, strict=True):
            chip.setGeometry((place.width() - size.width()) // 2, top, size.width(), size.height())
            region += chip.geometry()
            top += size.height() - _EDGE
        # What is beside a chip gets its clicks.
        self.setMask(region)
        self.setGeometry(place)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._place()

    def _on_clicked(self, chip: "_Chip") -> None:
        if chip.session:
            self.clicked.emit(chip.session, chip.mapToGlobal(QPoint(_EDGE, chip.height() - _EDGE)))

    def _retranslate(self) -> None:
        self.setWindowTitle(tr("Agents"))
        for chip in (*self._chips, self._more):
            chip.retranslate()


class _Chip(QAbstractButton):
    """One chip: the state as an icon, the project and the agent."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.session: AgentSession | None = None
        self._count, self._is_muted = 0, False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        tooltip.attach(self)
        self.hide()

    def show_session(self, session: AgentSession | None, count: int = 0, *, is_muted: bool = False) -> None:
        """Show a session, or that there are `count` more, of which it is the first."""
        self.session, self._count, self._is_muted = session, count, is_muted
        self.retranslate()
        self.setVisible(session is not None)
        self.update()

    def retranslate(self) -> None:
        if self.session is None:
            return
        agent, project = AGENT_TITLES[self.session.agent], project_name(self.session)
        state = state_name(self.session.state)
        self.setText(tr("{n} more", n=self._count) if self._count else project)
        name = tr("{project}, {agent}: {state}", project=project, agent=agent, state=state)
        self.setAccessibleName(self.text() if self._count else name)
        tooltip.set_text(self, "" if self._count else name)

    def sizeHint(self) -> QSize:
        words, agent = self._words()
        room = QFontMetricsF(theme.ui_font(theme.SMALL)).horizontalAdvance(words + agent)
        return QSize(round(room) + theme.scaled(_HEIGHT) + theme.S3 + 2 * _EDGE, theme.scaled(_HEIGHT) + 2 * _EDGE)

    def _words(self) -> tuple[str, str]:
        """Return the elided project, and the agent's name beside it."""
        project = elided(self.text(), theme.scaled(_MAX_TEXT))
        title = AGENT_TITLES[self.session.agent] if self.session and not self._count else ""
        return project, f"  {title}" if title and title != self.text() else ""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.session is None:
            return
        look, state = theme.current(), self.session.state
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pill = QRectF(self.rect()).adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        radius = pill.height() / 2
        shadow.paint(
            painter, pill.translated(0, 2), look.shadow, round(radius), _EDGE - 2, 0.22 if look.is_light else 0.6
        )
        is_waiting = state is AgentState.WAITING and not self._is_muted
        painter.setPen(look.colour("accent" if is_waiting else "panel_edge"))
        # The colour of hovering is translucent; the desktop would be seen through it.
        for role in ("panel", "hover") if self.underMouse() else ("panel",):
            painter.setBrush(look.colour(role))
            painter.drawRoundedRect(pill.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        icon, role = ("more", "muted") if self._count else _LOOKS[state][1:]
        side = round(pill.height() * 0.54)
        spot = QRectF(pill.left() + theme.S2, pill.center().y() - side / 2, side, side)
        icons.paint(painter, icon, "faint" if self._is_muted else role, spot)
        painter.setFont(theme.ui_font(theme.SMALL))
        text = QRectF(spot.right() + theme.S2 - 2, pill.top(), pill.right() - spot.right(), pill.height())
        words, agent = self._words()
        painter.setPen(look.colour("muted" if self._is_muted else "text"))
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, words)
        text.setLeft(text.left() + painter.fontMetrics().horizontalAdvance(words))
        painter.setPen(look.colour("muted"))
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, agent)
