"""Questions and words of callers beside the character, each one after the other."""

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.features.callers.calls import Caller
from deskpet.features.callers.ui.bubbles import CallerBubble, CallerWords
from deskpet.listeners import End
from deskpet.ui.pet.speech_bubble import BubbleRank, Bubbles

# Words that may wait for those that are shown.
MAX_WORDS_WAITING = 3


class CallerPrompt(QObject):
    """A question to the user, which waits until it can be shown.

    given_up: Emitted with `timed_out` or `dismissed` if the user gives no answer.
    """

    given_up = Signal(str)

    def __init__(self, create: Callable[[], CallerBubble], seconds: float, parent: QObject) -> None:
        """create: creates the bubble when it is shown. seconds: the time for an answer, from now on."""
        super().__init__(parent)
        self._create = create
        self.bubble: CallerBubble | None = None
        self._end_bubble: End = lambda: None
        self._limit = QTimer(self, singleShot=True, interval=round(seconds * 1000))
        self._limit.timeout.connect(lambda: self.given_up.emit("timed_out"))
        self._limit.start()

    def open(self, bubbles: Bubbles) -> None:
        """Create and show the bubble."""
        bubble = self.bubble = self._create()
        bubble.closed.connect(lambda: self.given_up.emit("dismissed"))
        self._end_bubble = bubbles.show_beside(bubble, BubbleRank.QUESTION)

    def close(self) -> None:
        """Close the bubble and emit nothing more."""
        self._limit.stop()
        self.bubble = None
        self._end_bubble()
        self.deleteLater()


class CallerPrompts(QObject):
    """Shows the first prompt and the first words; the others wait."""

    def __init__(self, bubbles: Bubbles, parent: QObject) -> None:
        super().__init__(parent)
        self._bubbles = bubbles
        self._prompts: list[CallerPrompt] = []
        self._waiting_words: deque[tuple[Caller, str]] = deque()
        self.words: CallerWords | None = None
        self._close_words: End = lambda: None

    @property
    def bubble(self) -> CallerBubble | None:
        """The question on screen."""
        return self._prompts[0].bubble if self._prompts else None

    @property
    def count(self) -> int:
        """The number of questions, shown or waiting."""
        return len(self._prompts)

    def add(self, create: Callable[[], CallerBubble], seconds: float) -> CallerPrompt:
        """Add a question, for which `create` returns the bubble; it is there until it is removed."""
        prompt = CallerPrompt(create, seconds, self)
        self._prompts.append(prompt)
        self._show_prompt()
        return prompt

    def remove(self, prompt: CallerPrompt) -> None:
        """Remove a question that was answered or given up, if it is there."""
        if prompt in self._prompts:
            self._prompts.remove(prompt)
            prompt.close()
            self._show_prompt()

    def say(self, caller: Caller, text: str) -> bool:
        """Show words, now or after others. Returns False if too many wait."""
        if len(self._waiting_words) >= MAX_WORDS_WAITING:
            return False
        self._waiting_words.append((caller, text))
        self._show_words()
        return True

    def drop_words(self, is_dropped: Callable[[Caller], bool] = lambda _: True) -> None:
        """Drop the words of these callers."""
        kept = [pair for pair in self._waiting_words if not is_dropped(pair[0])]
        self._waiting_words = deque(kept)
        if self.words and is_dropped(self.words.caller):
            self._end_words()

    def _show_prompt(self) -> None:
        if self._prompts and not self._prompts[0].bubble:
            self._prompts[0].open(self._bubbles)

    def _show_words(self) -> None:
        if self._waiting_words and not self.words:
            words = self.words = CallerWords(*self._waiting_words.popleft())
            words.gone.connect(self._end_words)
            self._close_words = self._bubbles.show_beside(words, BubbleRank.WORDS)

    def _end_words(self) -> None:
        self.words = None
        self._close_words()
        self._show_words()
