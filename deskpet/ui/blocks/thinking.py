"""View of a thinking block: the model's reasoning, folded into one line at first."""

import time

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Block, Thinking
from deskpet.translation import tr
from deskpet.ui.blocks.base import Context
from deskpet.ui.blocks.fold import FoldHeader, FoldView
from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.spinner import Spinner


class ThinkingView(FoldView):
    """Folded reasoning; the header shows its duration."""

    head_height = 26
    body_margins = (12, 2, 4, 6)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        self._header = _ThinkingHeader()
        super().__init__(context, self._header, parent)
        self._pieces: list[str] = []
        self._settled = False

    def show_block(self, block: Block) -> None:
        assert isinstance(block, Thinking)
        if not self._pieces:
            self._pieces = [str(block.text)]
        self._header.show_thinking(block)
        self.refresh_body()

    def append(self, text: str) -> None:
        self._pieces.append(text)
        if self._body:
            self._body.append(text)

    def flush(self) -> None:
        self.refresh_body()

    def settle(self) -> None:
        self._header.stop()
        self._settled = True
        self.refresh_body()

    def update_body(self) -> None:
        """Append to the body, which may still be streaming."""
        body = self._body or self.new_body(self.body_source())
        if self._settled:
            body.settle()
        body.flush()

    def is_behind(self) -> bool:
        return self._clip.isVisibleTo(self) and self._body is not None and self._body.is_behind()

    def body_source(self) -> str:
        return "".join(self._pieces)

    def natural_width(self, available: int) -> int:
        return available if self.is_unfolded() else min(self._header.natural_width(), available)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.height() > self.head_height:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.current().colour("accent_soft"))
            painter.drawRoundedRect(QRectF(1, self.head_height + 2, 3, self.height() - self.head_height - 6), 1.5, 1.5)


class _ThinkingHeader(FoldHeader):
    """The header, with a spinner while the model is thinking."""

    def __init__(self) -> None:
        super().__init__()
        self._block = Thinking()
        self._is_open = False
        self._spinner = Spinner(self)

    def show_thinking(self, block: Thinking) -> None:
        self._block = block
        self._is_open = block.ended_at is None
        self._refresh()

    def stop(self) -> None:
        self._is_open = False
        self._refresh()

    def natural_width(self) -> int:
        metrics, longest = QFontMetricsF(theme.ui_font(theme.TEXT - 1)), tr("{n} min", n=1000)
        texts = (tr("Thinking… {time}", time=longest), tr("Thought for {time}", time=longest))
        return round(max(map(metrics.horizontalAdvance, texts))) + 44

    def _refresh(self) -> None:
        self.setAccessibleName(self._duration_text())
        self.setAccessibleDescription(tr("The model's reasoning. Press to show or hide it."))
        self._spinner.set_running(self._is_open)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._spinner.set_running(self._is_open)
        return super().event(event)

    def _duration_text(self) -> str:
        ended = time.time() if self._is_open else self._block.ended_at
        seconds = max(round((ended or self._block.started_at) - self._block.started_at), 0)
        shown = tr("{n} s", n=seconds) if seconds < 60 else tr("{n} min", n=seconds // 60)
        if self._is_open:
            return tr("Thinking… {time}", time=shown) if seconds else tr("Thinking…")
        return tr("Thought for {time}", time=shown) if seconds else tr("Thought for a moment")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        spot = QRectF(1, self.height() / 2 - 8, 16, 16)
        if self._is_open:
            self._spinner.paint(painter, spot.adjusted(2, 2, -2, -2), theme.current().colour("accent"))
        else:
            icons.paint(painter, "think", "muted", spot)
        font = theme.ui_font(theme.TEXT - 1)
        painter.setFont(font)
        painter.setPen(theme.current().colour("text" if self.underMouse() else "muted"))
        text = self._duration_text()
        painter.drawText(QRectF(24, 0, self.width(), self.height()), Qt.AlignmentFlag.AlignVCenter, text)
        self.paint_chevron(painter, 24 + QFontMetricsF(font).horizontalAdvance(text) + 11, 12)
        if self.hasFocus():
            painter.setPen(theme.current().colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
