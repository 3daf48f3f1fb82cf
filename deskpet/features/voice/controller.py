"""Turn her voice on and off, and stop it. What speaks is imported when the voice is first turned on."""

from typing import TYPE_CHECKING

from deskpet.config.settings import VoiceSettings
from deskpet.features.host import Host, SpokenSample
from deskpet.features.voice.controllers.motion_sounds import MotionSounds
from deskpet.ui.platform.signals import listen, listen_to_all

if TYPE_CHECKING:
    from deskpet.features.voice.controllers.spoken_answers import SpokenAnswers
    from deskpet.features.voice.controllers.voice_samples import VoiceSamples


class VoiceController:
    """Connects the switches of the voice with the settings. It is what the host knows as her voice.

    `answers` is None until the voice is first turned on. `motion_sounds` plays the sounds of motions, also without it.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self.answers: SpokenAnswers | None = None
        self._samples: VoiceSamples | None = None
        self.motion_sounds = MotionSounds(host)
        requests = (menu.voice_requested for menu in host.character.menus)
        self._ends = [
            listen_to_all(lambda *_: self.toggle(), host.chat.window.header.voice.clicked, *requests),
            listen(host.character.window.clicked, lambda _: self.silence()),
            host.settings.listen("voice", lambda *_: self._apply()),
            host.chat.listen_to_end(self.drop),
        ]
        host.speech.own = self
        self._apply()

    def toggle(self) -> None:
        """Turn the voice on or off."""
        self._host.settings.change(lambda saved: {("voice", "enabled"): not saved.voice.enabled})

    @property
    def is_speaking(self) -> bool:
        """Whether she reads an answer aloud, also while that is paused."""
        return self.answers is not None and self.answers.is_speaking

    @property
    def is_audible(self) -> bool:
        """Whether an answer is heard now."""
        return self.answers is not None and self.answers.is_audible

    def silence(self) -> bool:
        """Stop speaking, and note how much was heard. Returns whether she spoke."""
        return self.answers is not None and self.answers.stop()

    def pause(self) -> bool:
        """Pause until `resume` or `silence`. Returns whether she spoke."""
        return self.answers is not None and self.answers.pause()

    def resume(self) -> None:
        """Resume a paused answer."""
        if self.answers is not None:
            self.answers.resume()

    def drop(self) -> None:
        """Be silent without a note."""
        self.motion_sounds.stop()
        if self.answers is not None:
            self.answers.drop()

    async def say(self, sentence: str, settings: VoiceSettings) -> SpokenSample:
        """Speak a sentence with these settings, in place of what she speaks, and wait for its end."""
        from deskpet.features.voice.controllers.voice_samples import VoiceSamples

        self.silence()
        if self._samples is None:
            self._samples = VoiceSamples(self._host)
        return await self._samples.speak(sentence, settings)

    async def finished(self) -> None:
        """Wait until the answer that is being spoken was heard, or was stopped."""
        if self.answers is not None:
            await self.answers.silent.wait()

    async def close(self) -> None:
        """Stop speaking, and close the sound device and the connections."""
        for end in self._ends:
            end()
        await self.motion_sounds.close()
        for each in filter(None, (self.answers, self._samples)):
            await each.close()

    def _apply(self) -> None:
        is_on = self._host.settings.now.voice.enabled
        for each in (self._host.chat.window.header, *self._host.character.menus):
            each.show_voice(is_on)
        if is_on and self.answers is None:
            from deskpet.features.voice.controllers.spoken_answers import SpokenAnswers

            self.answers = SpokenAnswers(self._host)
