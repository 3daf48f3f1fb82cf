"""Declare the ports by which a feature reaches the program. `deskpet.app.feature_host` provides them.

Each `listen` returns a function that ends it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QRect, SignalInstance
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QTextEdit, QWidget

    from deskpet.chat.conversation import Conversation
    from deskpet.chat.events import TurnEvent
    from deskpet.chat.messages import Message, Notice, ToolUse
    from deskpet.chat.model import ChatModel
    from deskpet.chat.notice_error import NoticeError
    from deskpet.chat.permission import Rule
    from deskpet.chat.proactive_answer import ProactiveTurn
    from deskpet.chat.recollection import Recall
    from deskpet.chat.tool import Tool
    from deskpet.config.keys import KeyStore
    from deskpet.config.settings import EndpointSettings, Settings, VoiceSettings
    from deskpet.config.settings_file import SettingKey
    from deskpet.llm.capabilities import Capabilities
    from deskpet.llm.endpoints import Endpoints
    from deskpet.personas.folder import Personas
    from deskpet.personas.persona import Persona
    from deskpet.pet.attention import Attention
    from deskpet.pet.character import Character, Gesture
    from deskpet.pet.model_file import ModelFile
    from deskpet.pet.model_notes import ModelNotes
    from deskpet.pet.mood import AgentsActivity
    from deskpet.pet.vowels import MouthShape
    from deskpet.store import Store
    from deskpet.store.facts import Fact
    from deskpet.ui.blocks.base import CallDecision, ToolLook
    from deskpet.ui.chat.composer import ComposerRow
    from deskpet.ui.chat.status_lines import StatusLine
    from deskpet.ui.pet.floating_bubble import FloatingBubble
    from deskpet.ui.pet.speech_bubble import SpeechBubble
    from deskpet.ui.platform.line_server import LocalConnection
    from deskpet.ui.platform.user_presence import UserPresence
    from deskpet.ui.settings.page import Widget
    from deskpet.ui.settings.settings_form import SettingsForm

End = Callable[[], object]
"""Ends what was begun."""

FormT = TypeVar("FormT", bound="SettingsForm")


class SettingsPort(Protocol):
    """The settings in use, and changes of them."""

    @property
    def now(self) -> "Settings":
        """The settings in use; offline, they have no endpoint."""
        ...

    def change(self, values: "Callable[[Settings], Mapping[SettingKey, Any]]") -> None:
        """Change the settings by the values that a function of the saved ones returns."""
        ...

    def listen(self, section: str, changed: "Callable[[Settings, Settings], None]") -> End:
        """Call `changed` with the settings before and after a change in a section."""
        ...

    @property
    def are_default(self) -> bool:
        """Whether their file can be read, and sets nothing to another value than the default."""
        ...

    @property
    def is_offline(self) -> bool:
        """Whether no endpoint is used, whatever the file contains."""
        ...


class ConversationPort(Protocol):
    """The conversation in the chat."""

    @property
    def messages(self) -> "tuple[Message, ...]":
        """The shown messages, oldest first."""
        ...

    @property
    def session(self) -> str:
        """The id under which it is stored; empty while it is not."""
        ...

    @property
    def reads(self) -> frozenset[str]:
        """The values of Reads that its answers may have read, with those of the prompt."""
        ...

    @property
    def is_private(self) -> bool:
        """Whether nothing of it is kept."""
        ...

    @property
    def is_running(self) -> bool:
        """Whether an answer is being written."""
        ...

    def listen(self, events: "Mapping[type[TurnEvent], Callable[[Message], None]]") -> End:
        """Call a function with the answer after each event of its type."""
        ...

    def listen_to_messages(self, added: "Callable[[Message], None]") -> End:
        """Call `added` with each message that is added at the end."""
        ...

    def listen_to_path(self, replaced: "Callable[[tuple[Message, ...]], None]") -> End:
        """Call `replaced` with the messages when others are shown."""
        ...

    def add_message(self, message: "Message", /) -> None:
        """Add a complete message of the character without a question. Raises RuntimeError while `is_running`."""
        ...

    def listen_to_calls(self, succeeded: "Callable[[ToolUse], None]") -> End:
        """Call `succeeded` with each call of a tool that has ended without an error."""
        ...

    def listen_to_events(self, applied: "Callable[[TurnEvent, Message], None]") -> End:
        """Call `applied` with each event of a turn, and the answer after it."""
        ...

    def amend(self, message_id: str, event: "TurnEvent", /) -> None:
        """Apply an event to a shown message, also while its turn runs."""
        ...

    def stop(self) -> object:
        """Stop the answer that is being written."""
        ...

    @property
    def has_history(self) -> bool | None:
        """Whether the last conversation, which begins a start, has messages; None while it can't be read yet."""
        ...


class PromptPort(Protocol):
    """What a turn's request contains of the user, after the persona."""

    def recall_by(self, recall: "Callable[[], Recall | None]") -> None:
        """Ask `recall` before each turn for the function that finds private facts for it; None for no facts."""
        ...

    def add_private_line(self, line: Callable[[], str]) -> None:
        """Add a line that goes with the private facts, and only with them; an empty one adds nothing."""
        ...


class WindowsPort(Protocol):
    """Places in the windows."""

    def add_status_line(self, line: "StatusLine") -> None:
        """Add a line under the conversation."""
        ...

    def clear_brief_status_lines(self) -> None:
        """Remove the lines that are brief."""
        ...

    def open_settings(self, page: str, /) -> None:
        """Show a page of the settings."""
        ...

    def show_message(self, session: str, message: str, words: str, /) -> None:
        """Show a message in its conversation, with these words highlighted."""
        ...

    def notify(self, text: str, /) -> None:
        """Show a notification of the desktop, under the name of the one who speaks."""
        ...

    def set_side_panel(self, create: "Callable[[QWidget], QWidget]") -> None:
        """Have a panel on the left of the full window. `create` gets its parent, when that window is first made."""
        ...


@dataclass(frozen=True, slots=True)
class GreetingSentences:
    """Translated sentences for a greeting of the present moment.

    day: of a day that is special, for the first greeting of it; else empty. mood: those that fit her mood, none while
    she is calm.
    """

    day: str = ""
    mood: tuple[str, ...] = ()


class OccasionsPort(Protocol):
    """What she may speak of first."""

    def add_events(self, source: "Callable[[], Awaitable[Sequence[Fact]]]") -> None:
        """Add a source of remembered events, which is asked from time to time."""
        ...

    def greet_by(self, sentences: Callable[[], GreetingSentences]) -> None:
        """Ask `sentences` before each greeting for those that it may choose from, besides those for the hour."""
        ...

    def listen_to_greetings(self, greeted: Callable[[], None]) -> End:
        """Call `greeted` after each greeting."""
        ...

    def listen_to_work(self, ended: Callable[[str, str, float], None]) -> End:
        """Call `ended` with the names of a coding agent and of its folder, and the seconds that its task took."""
        ...

    async def events(self) -> "Sequence[Fact]":
        """Return the remembered events of all sources. Raises StoreError."""
        ...

    @property
    def sentences(self) -> GreetingSentences:
        """The sentences that a greeting may choose from, besides those for the hour."""
        ...

    def note_greeting(self) -> None:
        """Tell those who listen that she has greeted the user."""
        ...

    def note_work(self, agent: str, folder: str, seconds: float) -> None:
        """Tell those who listen that a task of a coding agent has ended."""
        ...


class CharacterPort(Protocol):
    """The character on the desktop."""

    @property
    def is_visible(self) -> bool:
        """Whether she is on screen."""
        ...

    def greet(self) -> None:
        """Play her expression and motion for a greeting."""
        ...

    def listen_to_visibility(self, changed: Callable[[bool], None]) -> End:
        """Call `changed` when her window is shown or hidden."""
        ...

    async def presence(self, everything: bool, /) -> "UserPresence":
        """Return the signs that the user can be spoken to; a full screen is one that covers her.

        everything: ask for all signs; else only for the idle time, which costs little.
        """
        ...

    def show_good_mood(self, valence: float) -> None:
        """Let her idle gestures show a mood: 0 is calm, 1 the best."""
        ...

    def listen_to_strokes(self, stroked: Callable[[], None]) -> End:
        """Call `stroked` while the pointer strokes her head, and when it is tapped."""
        ...

    @property
    def attention(self) -> "Attention":
        """Whether she listens to the user's spoken words or thinks about them."""
        ...

    def show_attention(self, attention: "Attention", /) -> None:
        """Let her pay attention to something else, or to nothing."""
        ...

    def show_agents(self, activity: "AgentsActivity") -> None:
        """Let her show what coding agents do."""
        ...

    def note_agents_done(self) -> None:
        """Let her show for a moment that a coding agent is done."""
        ...

    def wince(self) -> None:
        """Let her show for a moment that something has failed."""
        ...

    def listen_to_place(self, placed: "Callable[[QRect, Sequence[QRect], QRect], None]") -> End:
        """Call `placed` now, and when she has moved or her outline has changed.

        It gets her window, the rows of her outline, and the free area of the screen, in desktop coordinates.
        """
        ...

    @property
    def model(self) -> "Character":
        """The names and meanings of her expressions and motions."""
        ...

    def show_expression(self, name: str) -> None:
        """Show one of her expressions."""
        ...

    def play_motion(self, group: str, index: int) -> None:
        """Play the motion `index`, from 0, of one of her motion groups."""
        ...

    def listen_to_model(self, changed: Callable[[], None]) -> End:
        """Call `changed` when she is another character, or has other expressions or motions."""
        ...

    def look_at_work(self, place: "Callable[[], QRect | None]", /) -> None:
        """Let her look at where a file is worked on: `place` returns it in desktop coordinates, None for nowhere."""
        ...


class TurnsPort(Protocol):
    """What she says without a question."""

    @property
    def has_model(self) -> bool:
        """Whether a model can be asked for words; the offline companion has none."""
        ...

    @property
    def is_busy(self) -> bool:
        """Whether a turn runs, or something stands in the chat's place."""
        ...

    async def speak(self, reason: str, notice: "Notice", reads: tuple[str, ...]) -> "ProactiveTurn":
        """Run a turn without a question, unless another turn runs.

        reason: stands in the prompt. notice: what her message begins with. reads: the values of Reads of the reason.
        """
        ...

    def new_companion_conversation(self) -> "Conversation":
        """Return a conversation with the offline companion, who introduces herself and moves while she talks.

        It is not stored, and no endpoint is used.
        """
        ...


class ChatStandIn(Protocol):
    """A window that stands in the chat's place."""

    @property
    def is_visible(self) -> bool:
        """Whether it is on screen."""
        ...

    def set_visible(self, visible: bool, /) -> None:
        """Show or hide it, together with the character."""
        ...

    def bring(self) -> None:
        """Show it with the keyboard focus."""
        ...


class ChatPort(Protocol):
    """The chat window."""

    @property
    def is_shown(self) -> bool:
        """Whether the conversation is on screen."""
        ...

    @property
    def speaker(self) -> str:
        """The name of the persona or character that answers."""
        ...

    def bring(self) -> None:
        """Show it with the keyboard focus, or what stands in its place."""
        ...

    def show_toast(self, text: Callable[[], str], undo: Callable[[], object] | None = None, /) -> None:
        """Show a short message above the composer for a moment, with a button that calls `undo` if it is given.

        `text` is called again for another language.
        """
        ...

    def warn(self, code: str, title: str, cause: str, /) -> None:
        """Show a warning in the chat, and log it. code: groups the warnings about one thing."""
        ...

    def listen_to_opening(self, opened: Callable[[], None]) -> End:
        """Call `opened` when it has the last conversation, after the start."""
        ...

    def show_notice(self, notice: "Notice") -> None:
        """Show a notice of the program."""
        ...

    def listen_to_dismissal(self, dismissed: Callable[[], None]) -> End:
        """Call `dismissed` when the user has hidden or closed it."""
        ...

    def listen_to_end(self, ends: Callable[[], None]) -> End:
        """Call `ends` when the program ends, before a running answer is stopped."""
        ...

    def show(self) -> None:
        """Show it where it was, without the keyboard focus."""
        ...

    def stand_in(self, window: ChatStandIn, /) -> End:
        """Let a window stand in its place, which is shown and hidden instead; the end brings the chat."""
        ...


class BubbleRank(IntEnum):
    """Which bubble gets the place beside her first, where several are shown."""

    PERMISSION = 1
    """A request of an agent that the user answers."""
    NOTE = 2
    """A request that is answered elsewhere."""
    QUESTION = 3
    """A question of another program."""
    WORDS = 4
    """Words of another program."""


class BubblesPort(Protocol):
    """The bubble beside the character, for what she says outside of the chat, and those of other programs."""

    @property
    def is_reminding(self) -> bool:
        """Whether the bubble on screen is of something that the user has asked for."""
        ...

    def show(self, bubble: "SpeechBubble") -> None:
        """Show a bubble in place of the one before."""
        ...

    def close(self) -> None:
        """Close the bubble, if there is one."""
        ...

    def show_beside(self, bubble: "FloatingBubble", rank: BubbleRank) -> End:
        """Show a bubble of another program, which covers neither the chat nor such bubbles. The end closes it."""
        ...

    def place(self) -> None:
        """Place the bubbles of other programs again, after the size of one has changed."""
        ...


class SettingsWindowPort(Protocol):
    """The settings window, which exists once it was opened."""

    @property
    def is_visible(self) -> bool:
        """Whether it is on screen."""
        ...

    def page(self, name: str) -> "Widget | None":
        """Return the page of this name; None until it is first shown."""
        ...

    def listen_to_page(self, name: str, created: Callable[[], None]) -> End:
        """Call `created` when a window opened from now on has created the page of this name."""
        ...

    def create_form(self, new: "Callable[[Settings], FormT]") -> "FormT":
        """Return a form beside the window, which shows the settings and saves what is changed until it closes.

        new: returns a form with the settings.
        """
        ...


class ComposerPort(Protocol):
    """The message that the user writes."""

    def add_button(self, create: "Callable[[QWidget, int], QWidget]") -> End:
        """Add a button before the field. `create` gets its parent, and its side in logical pixels at normal text."""
        ...

    def offer_picture(self, take: Callable[[], object]) -> None:
        """Call `take` for a picture if it could be sent; else show why not, and call it if the user insists."""
        ...

    def add_picture(self, picture: "QImage") -> None:
        """Attach a picture, and give the message the keyboard focus."""
        ...

    def set_speaking(self, speaking: bool, /) -> None:
        """Note whether an answer is read aloud, which its stop button ends as well."""
        ...

    def add_button_behind(self, create: "Callable[[QWidget, int], QWidget]") -> End:
        """Add a button behind the field, as `add_button` does before it."""
        ...

    def add_row(self, create: "Callable[[QWidget], ComposerRow]") -> End:
        """Add a row above the field. `create` gets its parent."""
        ...

    @property
    def field(self) -> "QTextEdit":
        """The field of the text."""
        ...

    def focus(self) -> None:
        """Show the chat, and give the message the keyboard focus."""
        ...

    def send(self) -> None:
        """Send the message, as its button does; what can't be sent stays."""
        ...

    def set_listening(self, is_listening: bool, /, *, is_hands_free: bool = False) -> None:
        """Note whether the microphone is open, so that Esc closes it; hands-free, Esc stops an answer before that."""
        ...

    def listen_to_cancel(self, cancelled: Callable[[], None]) -> End:
        """Call `cancelled` when the user stops an open microphone with Esc."""
        ...


class KeysPort(Protocol):
    """The keys of servers."""

    @property
    def store(self) -> "KeyStore":
        """The store of all keys."""
        ...

    def save(self, endpoint: "EndpointSettings", key: str, /) -> object:
        """Store the key of an endpoint in the keyring; the user is told if that fails."""
        ...


class ToolsPort(Protocol):
    """Tools that come and go, and what tools need of the running program, by the names of their parameters."""

    def provide(self, name: str, dependency: object, /) -> None:
        """Provide a dependency, when the chat is created. Tools that lack one are not offered."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all tools, with those that were added."""
        ...

    def add(self, tool: "Tool") -> None:
        """Add a tool to those of the program. Raises ValueError if one has its name."""
        ...

    def remove(self, name: str) -> None:
        """Remove a tool that was added. Its running calls go on."""
        ...

    @property
    def context_tokens(self) -> int:
        """How many tokens a request may have; 0 for no limit."""
        ...

    def listen_to_model(self, changed: Callable[[], None], /) -> End:
        """Call `changed` when another model may answer, or more is known of it."""
        ...


class ToolCatalogPort(Protocol):
    """The tools as people see them: names, what they need, and the answers to their questions."""

    def decide(self, message_id: str, block: int, decision: "CallDecision", /) -> object:
        """Carry out what the user chose for the call in a block of a message."""
        ...

    @property
    def built_in(self) -> "tuple[Tool, ...]":
        """The tools that come with the program, in the order in which they are described to a model."""
        ...

    def missing(self, tool: "Tool", /) -> str:
        """Return what a tool needs to be available, as a sentence for people; empty if it is available."""
        ...

    def title_of(self, name: str, /) -> str:
        """Return the title of a tool; its name if there is none (any more)."""
        ...

    def look_of(self, name: str, /) -> "ToolLook":
        """Return how calls of a tool are displayed, also if there is none (any more). Any thread may ask."""
        ...


class SessionsPort(Protocol):
    """The stored conversations, of which one is shown."""

    def begin(self) -> None:
        """Begin a new conversation, as the button of the chat does."""
        ...

    def begin_private(self) -> None:
        """Begin a private conversation."""
        ...

    async def open(self, session: str, /) -> None:
        """Open one with its draft. While an answer streams, a toast asks to wait instead. Raises StoreError."""
        ...

    async def open_at(self, session: str, message: str, words: str, /) -> None:
        """Open one at a message with these words highlighted, or say that it is gone. Raises StoreError."""
        ...

    async def export(self, file: "Path", /) -> None:
        """Write all to a JSON file, also what is open. Raises StoreError. Call it only with an open store."""
        ...

    async def erase(self) -> None:
        """Erase all for good, with drafts and backups, also what is open. Call it only with an open store.

        Raises StoreError if the file can't be written, and RuntimeError while an answer streams.
        """
        ...


class PersonasPort(Protocol):
    """Who speaks: the character herself, or a persona in her body."""

    @property
    def files(self) -> "Personas":
        """The personas of the user."""
        ...

    @property
    def persona(self) -> "Persona | None":
        """The chosen persona; None for the character herself, or if the persona can't be read."""
        ...

    @property
    def own_name(self) -> str:
        """The character's own name."""
        ...

    @property
    def own_folder(self) -> "Path | None":
        """The folder of the character's model, which has her picture; None until it is known."""
        ...

    def listen_to_character(self, changed: Callable[[], None]) -> End:
        """Call `changed` when another character is shown."""
        ...

    def choose(self, persona_id: str, /) -> None:
        """Let a persona speak from now on; an empty id is the character herself."""
        ...

    def note_change(self) -> None:
        """Tell those who show it that a persona or its picture was changed."""
        ...


@runtime_checkable
class PersonaForm(Protocol):
    """The editor of personas, as other features see it. It is the widget "persona_editor" in the page "persona".

    opened: emitted when it begins to edit a persona.
    """

    opened: "SignalInstance"

    @property
    def persona(self) -> "Persona":
        """The edited persona, with the last valid changes."""
        ...

    def add_row(self, row: "QWidget", /) -> None:
        """Add a row below the others."""
        ...

    def settle(self) -> None:
        """Apply pending edits at once."""
        ...


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


class SpeechPort(Voice, Protocol):
    """What she says aloud, by the voice that a feature brings. Without one she is silent."""

    def speak_by(self, voice: Voice, /) -> None:
        """Let this voice speak from now on."""
        ...

    def note_audibility(self, is_audible: bool, /) -> None:
        """Tell those who listen whether an answer or a sample is heard."""
        ...

    def listen_to_audibility(self, changed: Callable[[bool], None]) -> End:
        """Call `changed` with whether an answer or a sample is heard, when that changes."""
        ...


class SwitchesPort(Protocol):
    """The button of the chat and the entries of the character's menus that turn capabilities on and off."""

    def show_voice(self, is_on: bool, /) -> None:
        """Show whether she speaks aloud."""
        ...

    def listen_to_voice(self, toggled: Callable[[], object]) -> End:
        """Call `toggled` when she is to speak aloud, or no more."""
        ...

    def show_listening(self, is_offered: bool, /, *, listens: bool) -> None:
        """Show whether she can listen, and whether she does so hands-free."""
        ...

    def listen_to_listening(self, toggled: Callable[[], None]) -> End:
        """Call `toggled` when she is to listen hands-free, or no more."""
        ...


class PerformancePort(Protocol):
    """What moves her body besides her mood."""

    def move_mouth_by_voice(self, mouth: "Callable[[], MouthShape] | None", /) -> None:
        """Ask `mouth` for the shape of her mouth in each frame; None: nothing is spoken."""
        ...

    def move_mouth_by_motion(self, mouth: "Callable[[], MouthShape] | None", /) -> None:
        """The same for the sound of a motion, while nothing is spoken."""
        ...

    def hold_requests(self, hold: Callable[[Callable[[], None]], None] | None, /) -> None:
        """Give each request of an expression or motion to `hold`, which fulfils it later; None: fulfil them at once."""
        ...

    def listen_to_motion_sounds(self, changed: "Callable[[Path | None], None]") -> End:
        """Call `changed` with the sound file of a motion that begins, with None when its sound is to end."""
        ...


class TouchPort(Protocol):
    """What the user does with the character."""

    def listen_to_clicks(self, clicked: Callable[[], object]) -> End:
        """Call `clicked` when she is clicked."""
        ...

    def want_holding(self, is_wanted: bool, /) -> None:
        """Set whether a long press holds her, instead of beginning a drag."""
        ...

    def listen_to_holding(self, held: Callable[[], None], let_go: Callable[[], None]) -> End:
        """Call `held` while she is held for long, and `let_go` at the end."""
        ...

    def listen_to_escape(self, escaped: Callable[[], None]) -> End:
        """Call `escaped` when Esc is pressed in her window."""
        ...


class LocalLinesPort(Protocol):
    """The local socket, on which other programs of this user send a line each. It exists while somebody listens."""

    def listen(self, prefix: bytes, heard: "Callable[[LocalConnection], None]") -> End:
        """Call `heard` with each connection whose line has this prefix. Whoever hears it answers or releases it."""
        ...


class StagePort(Protocol):
    """The Live2D model on the desktop. Which one it is, the setting `character.folder` says."""

    @property
    def model(self) -> "ModelFile":
        """The model."""
        ...

    @property
    def notes(self) -> "ModelNotes":
        """The user's notes on it."""
        ...

    @property
    def character(self) -> "Character":
        """The character, as the model and the notes describe it."""
        ...

    def apply_notes(self, notes: "ModelNotes", /) -> None:
        """Use changed notes on the model; they are not saved."""
        ...

    def perform(self, gesture: "Gesture", /) -> None:
        """Show the expression and play the motion of a gesture."""
        ...

    def play_motion(self, group: str, index: int, /) -> None:
        """Play the motion `index`, from 0, of a group."""
        ...

    def listen_to_model(self, changed: Callable[[], None]) -> End:
        """Call `changed` after another model was put on stage; it may still fail, and then the last one comes back."""
        ...

    def listen_to_first_frame(self, shown: Callable[[], None]) -> End:
        """Call `shown` when a model is on screen, at the start or after another one."""
        ...

    def listen_to_drops(self, dropped: "Callable[[Path], None]") -> End:
        """Accept files and folders that may be models on her window, and call `dropped` with the path of each."""
        ...

    def listen_to_frames(self, drawn: Callable[[], None]) -> End:
        """Call `drawn` for each frame that is drawn."""
        ...


@dataclass(frozen=True, slots=True)
class KeptFiles:
    """Files that the program keeps, some of which may not exist yet.

    settings: that of the settings. of_features: those that features declare, in the data folder.
    """

    settings: "Path"
    of_features: "tuple[Path, ...]"


@dataclass(frozen=True, slots=True)
class ModelServers:
    """The servers on which models run, and what is known of them.

    endpoints: returns the connections to them, which the first call creates. capabilities: what models can do.
    """

    endpoints: "Callable[[], Endpoints]"
    capabilities: "Capabilities"


class FullWindowPort(Protocol):
    """The full chat window, which has room for files on the right."""

    @property
    def is_open(self) -> bool:
        """Whether the conversation is in it, instead of the panel beside the character."""
        ...

    def listen_to_opening(self, opened: Callable[[], None]) -> End:
        """Call `opened` when the conversation has moved into it."""
        ...

    def listen_to_files_button(self, pressed: Callable[[], None]) -> End:
        """Call `pressed` when the user presses the button of the files."""
        ...

    def show_files(self, panel: "QWidget", /) -> None:
        """Show a panel on the right, in the width that the user has given it, while the window is open."""
        ...

    def hide_files(self) -> None:
        """Hide the panel on the right."""
        ...


class RulesPort(Protocol):
    """The user's rules: calls that run always without a question. Only an answer to such a question adds one."""

    @property
    def all(self) -> "tuple[Rule, ...]":
        """The rules, oldest first."""
        ...

    def listen(self, changed: Callable[[], None], /) -> End:
        """Call `changed` after each change."""
        ...

    def revoke(self, rule: "Rule", /) -> None:
        """Remove a rule, if it is there. Raises OSError if the file can't be written."""
        ...


@dataclass(frozen=True, slots=True)
class Host:
    """The ports.

    store: returns the open store, None until there is one. model: returns a model for a request beside the
    conversation, which is not streamed. listen_to_store: calls a function when the store is open, if that takes longer
    than the start.
    """

    settings: SettingsPort
    conversation: ConversationPort
    store: "Callable[[], Store | None]"
    model: "Callable[[], ChatModel]"
    prompt: PromptPort
    windows: WindowsPort
    occasions: OccasionsPort
    listen_to_store: Callable[[Callable[[], None]], End]
    keys: KeysPort
    composer: ComposerPort
    tools: ToolsPort
    tool_catalog: ToolCatalogPort
    character: CharacterPort
    turns: TurnsPort
    chat: ChatPort
    bubbles: BubblesPort
    settings_window: SettingsWindowPort
    speech: SpeechPort
    switches: SwitchesPort
    performance: PerformancePort
    touch: TouchPort
    sessions: SessionsPort
    personas: PersonasPort
    local_lines: LocalLinesPort
    stage: StagePort
    full_window: FullWindowPort
    rules: RulesPort
    model_servers: ModelServers
    files: KeptFiles
