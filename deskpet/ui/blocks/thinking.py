"""View of a thinking block: the model's reasoning, folded into one line at first."""

import time

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QWidget

from deskpet.chat.messages import Block, Thinking
from deskpet.translation import tr
from deskpet.ui.blocks.base import Context
from deskpet.ui.blocks.fold import FoldHeader, FoldView
from deskpet.ui.widgets import icons, theme
from deskpet.ui.widgets.item_delegate import paint_line
from deskpet.ui.widgets.painting import paint_box, smooth_painter


class ThinkingView(FoldView):
    """Folded reasoning; the header shows its duration."""

    head_height = 26
    body_margins = (12, 2, 4, 6)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        self._header = _ThinkingHeader()
        super().__init__(context, self._header, parent)
        self._pieces: list[str] = []
        self._is_complete = False

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
        self._is_complete = True
        self.refresh_body()

    def update_body(self) -> None:
        """Append to the body, which may still be streaming."""
        body = self._body or self.new_body(self.body_source())
        if self._is_complete:
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
            bar = QRectF(1, self.head_height + 2, 3, self.height() - self.head_height - 6)
            paint_box(smooth_painter(self), bar, 1.5, "accent_soft")


class _ThinkingHeader(FoldHeader):
    """The header, with a spinner while the model is thinking."""

    def __init__(self) -> None:
        super().__init__()
        self._block = Thinking()

    def show_thinking(self, block: Thinking) -> None:
        self._block = block
        self._refresh(is_open=block.ended_at is None)

    def stop(self) -> None:
        self._refresh(is_open=False)

    def natural_width(self) -> int:
        metrics, longest = QFontMetricsF(theme.ui_font(theme.TEXT - 1)), tr("{n} min", n=1000)
        texts = (tr("Thinking… {time}", time=longest), tr("Thought for {time}", time=longest))
        return round(max(map(metrics.horizontalAdvance, texts))) + 44

    def _refresh(self, *, is_open: bool) -> None:
        self.set_spinning(is_open)
        self.setAccessibleName(self._duration_text())
        self.setAccessibleDescription(tr("The model's reasoning. Press to show or hide it."))

    def _duration_text(self) -> str:
        ended = time.time() if self.is_spinning else self._block.ended_at
        seconds = max(round((ended or self._block.started_at) - self._block.started_at), 0)
        shown = tr("{n} s", n=seconds) if seconds < 60 else tr("{n} min", n=seconds // 60)
        if self.is_spinning:
            return tr("Thinking… {time}", time=shown) if seconds else tr("Thinking…")
        return tr("Thought for {time}", time=shown) if seconds else tr("Thought for a moment")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        spot = QRectF(1, self.height() / 2 - 8, 16, 16)
        if self.is_spinning:
            self.spinner.paint(painter, spot.adjusted(2, 2, -2, -2), theme.current().colour("accent"))
        else:
            icons.paint(painter, "think", "muted", spot)
        room, role = QRectF(24, 0, self.width(), self.height()), "text" if self.underMouse() else "muted"
        width = paint_line(painter, self._duration_text(), room, role, theme.ui_font(theme.TEXT - 1))
        self.paint_chevron(painter, 24 + width + 11, 12)
        self.paint_focus(painter, 8)
