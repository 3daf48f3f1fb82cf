"""Layouts that move a button to where the pointer is: a click approves only what was there for a while."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from deskpet.features.history.ui.panel import HistoryPanel
from deskpet.ui.chat.window import ChatWindow
from deskpet.ui.widgets import click_guard, theme
from tests.attacks.attack import Attack, GotThroughError, Try
from tests.ui.chat.asking_chat import AskingChat

# The time for which a button must have been at its place, and that of animations, shorter than in the program: a try
# is to be fast.
_DEAD_MS, _ANIMATION_MS = 40, 20
# Steps of a sequence, and how long the first questions may take to be ready, in seconds.
_STEPS, _READY_S, _EXPOSED_MS = 7, 10.0, 1000
_WORDS = ("She goes on. ", "A longer sentence that needs the room of a line or two. ", "\n\n", "- a list\n", "word ")

_ARGUMENTS = (
    {"path": "a.txt"},
    {"command": "ls -la\nrm -rf ~"},
    {"content": "line\n" * 40, "path": "b.txt"},
    {"url": "https://pаypal.com/", "text": "שלום"},
)


@dataclass(slots=True)
class _Pointer:
    """A pointer at one place of the screen.

    seen: which calls were there, each with the earliest time at which it may have come. looked_at: the time of the last
    look.
    """

    asking: AskingChat
    place: QPoint
    seen: list[tuple[float, int | None]]
    looked_at: float

    def look(self) -> None:
        """Process events, and note which call is at the place."""
        QCoreApplication.processEvents()
        call = self.asking.call_at(self.place)
        if self.seen[-1][1] != call:
            self.seen.append((self.looked_at, call))
        self.looked_at = perf_counter()

    def click(self) -> None:
        """Click, and check that what was approved had been at the place for the guard's time."""
        self.look()
        since, call = self.seen[-1]
        now, before = perf_counter(), len(self.asking.approved)
        self.asking.click(self.place)
        for approved in self.asking.approved[before:]:
            # Timers of Qt may be a little early.
            if approved != call or (now - since) * 1000 < _DEAD_MS * 0.9:
                raise GotThroughError(f"call {approved} was approved {(now - since) * 1000:.0f} ms after it came there")
        self.look()


def _say(asking: AskingChat, draw: random.Random) -> None:
    asking.say(draw.choice(_WORDS) * draw.randint(1, 6))


def _answer(asking: AskingChat, draw: random.Random) -> None:
    if waiting := asking.waiting:
        asking.answer(draw.choice(waiting), approved=draw.random() < 0.5)


def _ask(asking: AskingChat, draw: random.Random) -> None:
    asking.ask(draw.choice(_ARGUMENTS))


def _resize(asking: AskingChat, draw: random.Random) -> None:
    asking.chat.pane.window().resize(draw.randint(500, 900), draw.randint(400, 700))


def _move(asking: AskingChat, draw: random.Random) -> None:
    asking.chat.pane.window().move(draw.randint(0, 60), draw.randint(0, 60))


def _scroll(asking: AskingChat, draw: random.Random) -> None:
    asking.scroll(draw.choice((-240, -120, 120, 240)))


def _fold(asking: AskingChat, draw: random.Random) -> None:
    if asking.cards:
        asking.fold_or_unfold(draw.choice(asking.cards))


def _hide(asking: AskingChat, _draw: random.Random) -> None:
    asking.chat.pane.window().hide()
    asking.chat.pane.window().show()


def _wait(_asking: AskingChat, draw: random.Random) -> None:
    until = perf_counter() + draw.random() * 0.02
    while perf_counter() < until:
        QCoreApplication.processEvents()


_Step = Callable[[AskingChat, random.Random], None]
_ALL_STEPS: tuple[_Step, ...] = (_say, _say, _answer, _answer, _ask, _resize, _move, _scroll, _fold, _hide, _wait)


def _check(chat: ChatWindow, steps: tuple[_Step, ...], draw: random.Random) -> None:
    """Put the pointer on the button of the first of two questions, and click while `steps` change the layout."""
    chat.pane.window().setGeometry(20, 20, 700, 650)
    asking, window = AskingChat(chat), chat.pane.window()
    try:
        first = asking.ask({"path": "a.txt"})
        asking.ask({"path": "b.txt"})
        until = perf_counter() + _READY_S
        while not ((button := asking.run_button(first)) and button.isEnabled()):
            QCoreApplication.processEvents()
            if not QTest.qWaitForWindowExposed(window, _EXPOSED_MS):
                # A busy window manager has handled its hiding after its showing.
                window.hide()
                window.show()
            if perf_counter() > until:
                raise GotThroughError("a question that is in view can not be answered")
        now = perf_counter()
        pointer = _Pointer(asking, asking.place_of(first), [(now - _DEAD_MS / 1000, first)], now)
        for step in steps:
            step(asking, draw)
            pointer.look()
            if draw.random() < 0.8:
                pointer.click()
    finally:
        asking.close()


@contextmanager
def _chat() -> Iterator[ChatWindow]:
    """Show a chat, whose buttons are guarded for a short time."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.apply(application)
    before = click_guard.DEAD_MS, theme.SOFT, theme.SLOW
    click_guard.DEAD_MS, theme.SOFT, theme.SLOW = _DEAD_MS, _ANIMATION_MS, _ANIMATION_MS
    chat = ChatWindow()
    chat.set_side_panel(HistoryPanel)
    try:
        # The full window: it can have any size.
        chat.expand()
        yield chat
    finally:
        click_guard.DEAD_MS, theme.SOFT, theme.SLOW = before
        chat.shrink()
        chat.hide()
        chat.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # pyright: ignore[reportArgumentType]


def _tries(draw: random.Random) -> Iterator[Try]:
    listed: dict[str, tuple[_Step, ...]] = {
        "the first is answered, the second moves up": (_answer, _wait, _wait, _wait, _wait),
        "text streams below": (_say,) * 12,
        "text streams and a question is answered": (_say, _say, _answer, _say, _wait, _say),
        "the window is resized": (_resize, _wait, _resize, _wait),
        "another card is folded": (_answer, _fold, _wait, _fold, _wait),
        "the window is hidden and shown": (_hide, _wait, _hide),
    }
    with _chat() as chat:
        for name, steps in listed.items():
            yield Try(name, lambda steps=steps: _check(chat, steps, draw))
        while True:
            steps = tuple(draw.choices(_ALL_STEPS, k=_STEPS))
            name = " ".join(step.__name__.strip("_") for step in steps)
            yield Try(name, lambda steps=steps: _check(chat, steps, draw))


ATTACKS = (
    Attack(
        "approvals: moving buttons", "a click approves only what was at its place for a while", _tries, suite_tries=12
    ),
)
