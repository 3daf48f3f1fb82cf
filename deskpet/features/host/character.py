"""Ports to the character: her window, her body, the model that she is drawn by, and her voice."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from deskpet.features.host.program import Live
from deskpet.listeners import End, Listen, Listeners

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QRect

    from deskpet.chat.messages import NoticeError
    from deskpet.config.settings import VoiceSettings
    from deskpet.pet.attention import Attention
    from deskpet.pet.body import BodyFile
    from deskpet.pet.character import Character, Gesture
    from deskpet.pet.model_notes import ModelNotes
    from deskpet.pet.mood import AgentsActivity
    from deskpet.pet.vowels import MouthShape
    from deskpet.ui.platform.user_presence import UserPresence


@dataclass(frozen=True, kw_only=True)
class CharacterPort:
    """The character on the desktop."""

    is_visible: Live[bool] = Live()
    """Whether she is on screen."""
    greet: Callable[[], object]
    """Play her expression and motion for a greeting."""
    listen_to_visibility: Listen[[bool]]
    """Call a function when her window is shown or hidden."""
    presence: "Callable[[bool], Coroutine[Any, Any, UserPresence]]"
    """Return the signs that the user can be spoken to; a full screen is one that covers her.

    With True it asks for all signs, else only for the idle time, which costs little.
    """
    show_good_mood: Callable[[float], object]
    """Let her idle gestures show a mood: 0 is calm, 1 the best."""
    listen_to_strokes: Listen[[]]
    """Call a function while the pointer strokes her head, and when it is tapped."""
    attention: "Live[Attention]" = Live()
    """Whether she listens to the user's spoken words or thinks about them."""
    show_attention: "Callable[[Attention], object]"
    """Let her pay attention to something else, or to nothing."""
    show_agents: "Callable[[AgentsActivity], object]"
    """Let her show what coding agents do."""
    note_agents_done: Callable[[], object]
    """Let her show for a moment that a coding agent is done."""
    wince: Callable[[], object]
    """Let her show for a moment that something has failed."""
    listen_to_place: "Listen[[QRect, Sequence[QRect], QRect]]"
    """Call a function now, and when she has moved or her outline has changed.

    It gets her window, the rows of her outline, and the free area of the screen, in desktop coordinates.
    """
    model: "Live[Character]" = Live()
    """The names and meanings of her expressions and motions."""
    show_expression: Callable[[str], object]
    """Show one of her expressions."""
    play_motion: Callable[[str, int], object]
    """Play a motion of one of her motion groups, by its index from 0."""
    listen_to_model: Listen[[]]
    """Call a function when she is another character, or has other expressions or motions."""
    look_at_work: "Callable[[Callable[[], QRect | None]], object]"
    """Let her look at where a file is worked on: a function returns it in desktop coordinates, None for nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PerformancePort:
    """What moves her body besides her mood."""

    move_mouth_by_voice: "Callable[[Callable[[], MouthShape] | None], object]"
    """Ask a function for the shape of her mouth in each frame; None: nothing is spoken."""
    move_mouth_by_motion: "Callable[[Callable[[], MouthShape] | None], object]"
    """The same for the sound of a motion, while nothing is spoken."""
    hold_requests: Callable[[Callable[[Callable[[], None]], None] | None], object]
    """Give each request of an expression or motion to a function, which fulfils it later; None: fulfil them at once."""
    listen_to_motion_sounds: "Listen[[Path | None]]"
    """Call a function with the sound file of a motion that begins, with None when its sound is to end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchPort:
    """What the user does with the character."""

    listen_to_clicks: Listen[[]]
    """Call a function when she is clicked."""
    want_holding: Callable[[bool], object]
    """Set whether a long press holds her, instead of beginning a drag."""
    listen_to_holding: Callable[[Callable[[], object], Callable[[], object]], End]
    """Call a function while she is held for long, and another one at the end."""
    listen_to_escape: Listen[[]]
    """Call a function when Esc is pressed in her window."""


@dataclass(frozen=True, kw_only=True)
class StagePort:
    """The Live2D model on the desktop. Which one it is, the setting `character.folder` says."""

    model: "Live[BodyFile]" = Live()
    """The model."""
    notes: "Live[ModelNotes]" = Live()
    """The user's notes on it."""
    character: "Live[Character]" = Live()
    """The character, as the model and the notes describe it."""
    apply_notes: "Callable[[ModelNotes], object]"
    """Use changed notes on the model; they are not saved."""
    perform: "Callable[[Gesture], object]"
    """Show the expression and play the motion of a gesture."""
    play_motion: Callable[[str, int], object]
    """Play a motion of a group, by its index from 0."""
    listen_to_model: Listen[[]]
    """Call a function after another model was put on stage; it may still fail, and then the last one comes back."""
    listen_to_first_frame: Listen[[]]
    """Call a function when a model is on screen, at the start or after another one."""
    listen_to_drops: "Listen[[Path]]"
    """Accept files and folders that may be models on her window, and call a function with the path of each."""
    listen_to_frames: Listen[[]]
    """Call a function for each frame that is drawn."""


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


class SpeechPort:
    """What she says aloud.

    voice: what speaks, which a feature brings; without one she is silent. note_audibility: tells those who listen
    whether an answer or a sample is heard.
    """

    def __init__(self) -> None:
        self.voice: Voice = _NoVoice()
        self.note_audibility = Listeners[[bool]]()

    def listen_to_audibility(self, changed: Callable[[bool], object]) -> End:
        """Call `changed` with whether an answer or a sample is heard, when that changes."""
        return self.note_audibility.add(changed)
