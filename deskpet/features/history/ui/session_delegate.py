"""Delegate for the list of sessions, or of search hits: paints the rows, and edits titles in place."""

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QLineEdit, QStyle, QStyleOptionViewItem, QWidget

from deskpet.features.history.ui.session_list import MARK_TEXTS, Heading, SessionMark, SessionRole, now
from deskpet.store import SearchHit, Session
from deskpet.translation import tr
from deskpet.ui.markdown.marks import utf16_length
from deskpet.ui.widgets import icons, language, theme
from deskpet.ui.widgets.item_delegate import AnyIndex, ItemDelegate, option_rect, option_state, paint_ground, paint_line
from deskpet.ui.widgets.popup_menu import install_field_menu

# Heights in logical pixels at the default text scale.
# All rows of sessions and headings have the same one, so that the view need not ask for each.
ROW, HIT_TITLE, HIT_ROW = 46, 34, 44
# The place of the lines of a session and of a heading, from the top of the row.
TITLE_TOP, TITLE_LINE, PREVIEW_LINE, HEADING_TOP = 4, 20, 18, 16
HIT_LINE = 17
PAD = 12
# Indentation of a message below the title of its conversation, and room between a text and its date.
HIT_INDENT, DATE_GAP = 22, 8
_SIGN = 14  # the side of the pin, of the folder and of the arrow before it


class SessionDelegate(ItemDelegate):
    """Paints headings, sessions and hits, and edits titles in place.

    marks_selection: whether the selected rows are marked, as where they are several.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.marks_selection = False

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        match index.data(SessionRole.ITEM):
            case SearchHit(_, None):
                return QSize(0, theme.scaled(HIT_TITLE))
            case SearchHit():
                return QSize(0, theme.scaled(HIT_ROW))
            case _:
                return QSize(0, theme.scaled(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        rect, state = QRectF(option_rect(option)), option_state(option)
        ground = rect.adjusted(0, 1, 0, -1)
        is_selected = self.marks_selection and bool(state & QStyle.StateFlag.State_Selected)
        colour = theme.current().colour("selection") if is_selected else None
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        match index.data(SessionRole.ITEM):
            case Heading() as heading:
                room = rect.adjusted(PAD, theme.scaled(HEADING_TOP), -PAD, 0)
                if heading.is_folder:
                    paint_ground(painter, room.adjusted(-PAD, 1, PAD, -1), state, colour)
                _paint_heading(painter, heading, room)
            case SearchHit() as hit:
                paint_ground(painter, ground, state)
                if hit.message_id is None:
                    text, is_archived = str(index.data(SessionRole.TITLE)), bool(index.data(SessionRole.IS_ARCHIVED))
                    _paint_hit_title(painter, hit, text, rect.adjusted(PAD, 0, -PAD, 0), is_archived=is_archived)
                else:
                    _paint_snippet(painter, hit, rect.adjusted(HIT_INDENT, 5, -PAD, -2))
            case Session() as session:
                is_current = bool(index.data(SessionRole.IS_CURRENT))
                colour = colour or (theme.current().colour("accent_soft") if is_current else None)
                paint_ground(painter, ground, state, colour)
                text = " ".join(str(index.data(SessionRole.TITLE)).split())
                # Muted words are hard to read on the ground of a selected row.
                role, room = "text" if is_selected else "muted", rect.adjusted(PAD, 0, -PAD, 0)
                mark = index.data(SessionRole.MARK)
                if mark is SessionMark.UNSEEN:
                    room = _paint_unseen(painter, room)
                if words := MARK_TEXTS.get(mark):
                    session, role = session._replace(preview=tr(words)), "text" if is_selected else "accent_text"
                _paint_session(painter, session, text, room, role, is_current=is_current)
            case _:
                pass
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> QWidget:
        editor = QLineEdit(parent)
        install_field_menu(editor)
        editor.setObjectName("title_editor")
        is_folder = isinstance(index.data(SessionRole.ITEM), Heading)
        editor.setAccessibleName(tr("Name of the folder") if is_folder else tr("Title"))
        editor.setMaxLength(120)
        return editor

    def setEditorData(self, editor: QWidget, index: AnyIndex) -> None:
        """Set the title to edit. Qt calls this again whenever the model changes: typed text is kept."""
        assert isinstance(editor, QLineEdit)
        if not editor.isModified():
            editor.setText(index.data(Qt.ItemDataRole.EditRole))
            editor.selectAll()

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        is_folder = isinstance(index.data(SessionRole.ITEM), Heading)
        top = theme.scaled(HEADING_TOP) if is_folder else 0
        height = theme.scaled(ROW - HEADING_TOP)
        rect = option_rect(option).adjusted(0, top, 0, 0)
        rect.setHeight(height)
        editor.setGeometry(rect.adjusted(0, 1, 0, -1))


def _paint_heading(painter: QPainter, heading: Heading, rect: QRectF) -> None:
    font, middle = theme.demibold_font(theme.SMALL - 1), rect.center().y()
    if not heading.is_folder:
        paint_line(painter, heading.words, rect, "muted", font)
        return
    icons.paint(painter, "folder", "muted", QRectF(rect.left(), middle - _SIGN / 2, _SIGN, _SIGN))
    painter.save()
    painter.translate(rect.right() - _SIGN / 2, middle)
    painter.rotate(90 if heading.is_open else 0)
    icons.paint(painter, "chevron", "muted", QRectF(-_SIGN / 2, -_SIGN / 2, _SIGN, _SIGN))
    painter.restore()
    room = rect.adjusted(_SIGN + DATE_GAP, 0, -_SIGN - DATE_GAP, 0)
    taken = _paint_right(painter, str(heading.count), room)
    paint_line(painter, heading.words, room.adjusted(0, 0, -taken, 0), "text", theme.ui_font(theme.TEXT - 1))


def _paint_session(
    painter: QPainter, session: Session, title: str, rect: QRectF, role: str, *, is_current: bool
) -> None:
    """Paint the title of a session with its date, and its last words below, these in the colour of `role`."""
    top = QRectF(rect.left(), rect.top() + theme.scaled(TITLE_TOP), rect.width(), theme.scaled(TITLE_LINE))
    date_role = role if role == "text" else "muted"
    taken = _paint_right(painter, language.format_short(session.changed_at, now()), top, date_role)
    room = top.adjusted(0, 0, -taken, 0)
    if session.is_pinned:
        room = _paint_sign(painter, "pin", "accent", room)
    font = theme.demibold_font(theme.TEXT - 1) if is_current else theme.ui_font(theme.TEXT - 1)
    paint_line(painter, title, room, "text", font)
    below = QRectF(rect.left(), top.bottom(), rect.width(), theme.scaled(PREVIEW_LINE))
    paint_line(painter, session.preview, below, role, theme.ui_font(theme.SMALL - 1))


def _paint_unseen(painter: QPainter, rect: QRectF) -> QRectF:
    """Paint the sign of an answer that was not seen. Returns the room beside it."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.current().colour("accent"))
    painter.drawEllipse(QPointF(rect.left() + 3, rect.top() + theme.scaled(TITLE_TOP + TITLE_LINE // 2)), 3.5, 3.5)
    return rect.adjusted(PAD, 0, 0, 0)


def _paint_sign(painter: QPainter, icon: str, role: str, rect: QRectF) -> QRectF:
    """Paint a sign at the right edge of `rect`. Returns the room that is left."""
    icons.paint(painter, icon, role, QRectF(rect.right() - _SIGN, rect.center().y() - _SIGN / 2, _SIGN, _SIGN))
    return rect.adjusted(0, 0, -_SIGN - DATE_GAP / 2, 0)


def _paint_right(painter: QPainter, text: str, rect: QRectF, role: str = "muted") -> float:
    """Paint a small text at the right edge of `rect`. Returns the width that it takes."""
    font = theme.ui_font(theme.SMALL - 1)
    painter.setFont(font)
    painter.setPen(theme.current().colour(role))
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
    return QFontMetricsF(font).horizontalAdvance(text) + DATE_GAP if text else 0.0


def _paint_hit_title(painter: QPainter, hit: SearchHit, title: str, rect: QRectF, *, is_archived: bool) -> None:
    """Paint the title of a conversation in one line, with the found words highlighted, its date, and the archive."""
    taken = _paint_right(painter, language.format_short(hit.at, now()), rect)
    room = rect.adjusted(0, 0, -taken, 0)
    if is_archived:
        room = _paint_sign(painter, "archive", "muted", room)
    font = theme.demibold_font(theme.TEXT - 1)
    text = hit.snippet or " ".join(title.split())
    shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    spans = tuple((start, end) for start, end in hit.spans if shown.startswith(text[:end]))
    layout = _highlighted(replace(hit, snippet=shown, spans=spans), font)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(room.width())
    layout.endLayout()
    painter.setPen(theme.current().colour("text"))
    layout.draw(painter, QPointF(room.left(), room.center().y() - line.height() / 2))


def _highlighted(hit: SearchHit, font: QFont) -> QTextLayout:
    """Return a layout of a hit's snippet, with the found words highlighted."""
    look = theme.current()
    layout = QTextLayout(hit.snippet.replace("\n", " "), font)
    layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
    highlight = QTextCharFormat()
    highlight.setBackground(look.colour("selection"))
    highlight.setForeground(look.colour("text"))
    layout.setFormats([_format_range(hit.snippet, start, end, highlight) for start, end in hit.spans])
    return layout


def _paint_snippet(painter: QPainter, hit: SearchHit, rect: QRectF) -> None:
    """Paint two lines of a hit's snippet, with the found words highlighted, and its date in the first one."""
    look, first_line = theme.current(), QRectF(rect.left(), rect.top(), rect.width(), theme.scaled(HIT_LINE))
    taken = _paint_right(painter, language.format_short(hit.at, now()), first_line)
    layout = _highlighted(hit, theme.ui_font(theme.SMALL))
    layout.beginLayout()
    for number in range(2):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(rect.width() - (0 if number else taken))
        line.setPosition(QPointF(0, number * float(theme.scaled(HIT_LINE))))
    layout.endLayout()
    painter.setPen(look.colour("muted"))
    painter.setClipRect(rect)
    layout.draw(painter, rect.topLeft())


def _format_range(text: str, start: int, end: int, chars: QTextCharFormat) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start = utf16_length(text[:start])  # pyright: ignore[reportAttributeAccessIssue]
    found.length = utf16_length(text[start:end])  # pyright: ignore[reportAttributeAccessIssue]
    found.format = chars  # pyright: ignore[reportAttributeAccessIssue]
    return found
