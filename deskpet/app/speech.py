"""Pass what is to be said aloud to the voice that a feature brings."""

from collections.abc import Callable

from deskpet.config.settings import VoiceSettings
from deskpet.features.host import End, SpokenSample, Voice


class Speech:
    """The way to her voice, which does nothing while there is none. It is the speech's port of the host."""

    def __init__(self) -> None:
        self._voice: Voice | None = None
        self._listeners: list[Callable[[bool], None]] = []

    def speak_by(self, voice: Voice) -> None:
        """Let this voice speak from now on."""
        self._voice = voice

    @property
    def is_speaking(self) -> bool:
        """Whether an answer is being spoken, also while it is paused."""
        return self._voice is not None and self._voice.is_speaking

    @property
    def is_audible(self) -> bool:
        """Whether an answer is heard now."""
        return self._voice is not None and self._voice.is_audible

    def silence(self) -> bool:
        """Stop speaking, and note how much was heard. Returns whether she spoke."""
        return self._voice is not None and self._voice.silence()

    def pause(self) -> bool:
        """Pause until `resume` or `silence`. Returns whether she spoke."""
        return self._voice is not None and self._voice.pause()

    def resume(self) -> None:
        """Resume a paused answer where it stopped."""
        if self._voice:
            self._voice.resume()

    async def say(self, sentence: str, settings: VoiceSettings) -> SpokenSample:
        """Speak a sentence with these settings, and wait for its end. There is a voice once the chat is open."""
        assert self._voice
        return await self._voice.say(sentence, settings)

    def note_audibility(self, is_audible: bool) -> None:
        """Tell those who listen whether an answer or a sample is heard."""
        for changed in tuple(self._listeners):
            changed(is_audible)

    def listen_to_audibility(self, changed: Callable[[bool], None]) -> End:
        """Call `changed` with whether an answer or a sample is heard, when that changes."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)
