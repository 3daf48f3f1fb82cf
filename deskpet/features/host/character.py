"""Ports to the character: her window, her body, the model that she is drawn by, and her voice."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from deskpet.features.host.program import Live
from deskpet.listeners import End, Listen, Listeners

if TYPE_CHECKING:
    from PySide6.QtCore import QRect

    from deskpet.chat.messages import NoticeError
    from deskpet.config.settings import VoiceSettings
    from deskpet.pet.attention import Attention
    from deskpet.pet.body import BodyFile
    from deskpet.pet.model_notes import ModelNotes
    from deskpet.ui.pet.menu import PetMenu
    from deskpet.ui.pet.window import PetWindow
    from deskpet.ui.platform.user_presence import UserPresence
    from deskpet.ui.stage import Stage


@dataclass(frozen=True, kw_only=True)
class CharacterPort:
    """The character on the desktop."""

    window: "PetWindow"
    """Her window, with what the user does to her and what moves her body. The program shows, hides and closes it."""
    stage: "Stage"
    """Her expressions and motions, and requests of them."""
    menus: "Live[tuple[PetMenu, ...]]" = Live()
    """The menu of her window, and that of the tray icon, which has the same entries."""
    is_visible: Live[bool] = Live()
    """Whether she is on screen."""
    listen_to_visibility: Listen[[bool]]
    """Call a function when her window is shown or hidden."""
    presence: "Callable[[bool], Coroutine[Any, Any, UserPresence]]"
    """Return the signs that the user can be spoken to; a full screen is one that covers her.

    With True it asks for all signs, else only for the idle time, which costs little.
    """
    show_attention: "Callable[[Attention], object]"
    """Let her pay attention to something else, or to nothing."""
    listen_to_place: "Listen[[QRect, Sequence[QRect], QRect]]"
    """Call a function now, and when she has moved or her outline has changed.

    It gets her window, the rows of her outline, and the free area of the screen, in desktop coordinates.
    """
    look_at_work: "Callable[[Callable[[], QRect | None]], object]"
    """Let her look at where a file is worked on: a function returns it in desktop coordinates, None for nowhere."""


@dataclass(frozen=True, kw_only=True)
class StagePort:
    """The Live2D model on the desktop. Which one it is, the setting `character.folder` says."""

    model: "Live[BodyFile]" = Live()
    """The model."""
    notes: "Live[ModelNotes]" = Live()
    """The user's notes on it."""
    apply_notes: "Callable[[ModelNotes], object]"
    """Use changed notes on the model; they are not saved."""
    listen_to_notes: Listen[[]]
    """Call a function after the notes were changed, on her page or by a tool."""
    listen_to_model: Listen[[]]
    """Call a function after another model was put on stage; it may still fail, and then the last one comes back."""


@dataclass(frozen=True, slots=True)
class SpokenSample:
    """The result of a sentence that was spoken. error: why not all is heard. first_sound: seconds until it, or None."""

    error: "NoticeError | None"
    first_sound: float | None


class Voice(Protocol):
    """What reads answers aloud."""

    @property
    def is_speaking(self) -> bool:
        """Whether an answer is being spoken, also while it is paused."""
        ...

    @property
    def is_audible(self) -> bool:
        """Whether an answer is heard now."""
        ...

    def silence(self) -> bool:
        """Stop speaking, and note how much was heard. Returns whether she spoke."""
        ...

    def pause(self) -> bool:
        """Pause until `resume` or `silence`. Returns whether she spoke."""
        ...

    def resume(self) -> None:
        """Resume a paused answer where it stopped."""
        ...

    async def say(self, sentence: str, settings: "VoiceSettings") -> SpokenSample:
        """Speak a sentence with these settings, and wait for its end."""
        ...

    async def finished(self) -> None:
        """Wait until the answer that is being spoken was heard, or was stopped."""
        ...


class _NoVoice:
    """The voice before a feature brings one, which is before the chat is open: she is silent."""

    is_speaking = is_audible = False

    def silence(self) -> bool:
        return False

    def pause(self) -> bool:
        return False

    def resume(self) -> None:
        pass

    async def say(self, sentence: str, settings: "VoiceSettings") -> SpokenSample:
        raise AssertionError((sentence, settings))

    async def finished(self) -> None:
        pass


class _BothVoices:
    """The voices of both characters, as what listens to the user sees them."""

    def __init__(self, first: Voice, second: Voice) -> None:
        self._both, self.say = (first, second), first.say

    @property
    def is_speaking(self) -> bool:
        return any(each.is_speaking for each in self._both)

    @property
    def is_audible(self) -> bool:
        return any(each.is_audible for each in self._both)

    def silence(self) -> bool:
        # The one who waits first: she would begin where the other one ends.
        spoke = [each.silence() for each in sorted(self._both, key=lambda each: each.is_audible)]
        return any(spoke)

    def pause(self) -> bool:
        spoke = [each.pause() for each in self._both]
        return any(spoke)

    def resume(self) -> None:
        for each in self._both:
            each.resume()

    async def finished(self) -> None:
        for each in self._both:
            await each.finished()


class SpeakingOrder:
    """Lets one voice be heard at a time: another one waits until it is over."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], object]] = []

    def take_turn(self, start: Callable[[], object]) -> End:
        """Call `start` as soon as nobody else speaks. Returns what ends the turn, or the wait for it."""

        def end() -> None:
            is_speaking = self._waiting[:1] == [start]
            if start in self._waiting:
                self._waiting.remove(start)
            if is_speaking and self._waiting:
                self._waiting[0]()

        self._waiting.append(start)
        if self._waiting[0] is start:
            start()
        return end


class SpeechPort:
    """What she says aloud.

    own: her voice, which a feature brings; without one she is silent. order: lets one of two characters be heard at a
    time. audibility_changed: called with whether an answer or a sample is heard, also of a character beside her.
    """

    def __init__(self) -> None:
        self.own: Voice = _NoVoice()
        self.order = SpeakingOrder()
        self._beside: SpeechPort | None = None
        self.audibility_changed = Listeners[[bool]]()

    @property
    def voice(self) -> Voice:
        """Her voice, or both voices as one while another character stands beside her."""
        return _BothVoices(self.own, self._beside.own) if self._beside else self.own

    def silence(self) -> bool:
        """Stop her own voice. Returns whether she spoke."""
        return self.own.silence()

    async def finished(self) -> None:
        """Wait until what she reads aloud herself was heard, or was stopped."""
        await self.own.finished()

    def add_beside(self, other: "SpeechPort") -> End:
        """Let the voice of another character wait for this one, and be paused and heard of with it, until the end."""
        other.order, self._beside = self.order, other
        stop_listening = other.audibility_changed.add(self.audibility_changed)

        def end() -> None:
            stop_listening()
            self._beside = None

        return end
