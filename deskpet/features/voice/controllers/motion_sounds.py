"""Play the sounds that a model brings for its motions, with the mouth following them."""

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from deskpet.pet.attention import Attention
from deskpet.pet.vowels import SHUT, MouthShape
from deskpet.ui.platform import event_loop
from deskpet.ui.platform.signals import listen

if TYPE_CHECKING:
    from deskpet.config.settings import VoiceSettings
    from deskpet.features.host import Host
    from deskpet.features.voice.playback.player import Player
    from deskpet.features.voice.sound import Pcm, SpeechError

# How much is written before it is played, in seconds.
_AHEAD_SECONDS = 1.0


class MotionSounds:
    """Plays one sound at a time: that of the latest motion. Imports nothing of the voice before the first one.

    An answer that is read aloud comes first. Each problem is shown once. `player` is None until a sound is played.
    """

    def __init__(self, host: "Host") -> None:
        self._host = host
        self.player: Player | None = None
        # The settings of the player.
        self._played_with: VoiceSettings | None = None
        self._playing: asyncio.Task[None] | None = None
        self._has_library = True
        # Problems already reported: the files of unplayable sounds, and codes of others.
        self._told: set[str] = set()
        self._ends = [
            listen(host.character.window.motion_sound_changed, self._on_sound),
            host.settings.listen("voice", lambda *_: self.stop()),
        ]

    def mouth(self) -> MouthShape:
        """Return the shape of the mouth for what is heard now."""
        return MouthShape(self.player.buffer.opening_now()) if self.player else SHUT

    def stop(self) -> None:
        """Be silent at once."""
        if self._playing:
            self._playing.cancel()

    async def close(self) -> None:
        """Be silent, and close the sound device."""
        for end in self._ends:
            end()
        self.stop()
        if self.player:
            await self.player.close()

    def _on_sound(self, file: Path | None) -> None:
        if file is None:
            self.stop()
            return
        is_off = self._host.settings.now.voice.motion_sound_volume == 0
        if is_off or not self._has_library or self._must_be_silent():
            return
        previous, self._playing = self._playing, event_loop.spawn(self._play(file))
        if previous:
            previous.cancel()

    def _must_be_silent(self) -> bool:
        """Return whether she reads an answer aloud, or the microphone hears the user."""
        return (
            self._host.speech.voice.is_speaking
            or self._host.character.window.animator.mood.attention is Attention.LISTENING
        )

    async def _play(self, file: Path) -> None:
        from deskpet.features.voice.playback.sound_file import read_sound
        from deskpet.features.voice.sound import SpeechError

        try:
            pieces = await event_loop.in_thread(partial(read_sound, file))
            player = await self._opened()
            self._host.character.window.animator.set_motion_sound(self.mouth)
            try:
                await self._write(player, pieces, file)
            finally:
                player.stop()
                self._host.character.window.animator.set_motion_sound(None)
        except SpeechError as error:
            self._report(error, file)

    async def _opened(self) -> "Player":
        """Return the player of the present settings, with its device open. Raises SpeechError."""
        from deskpet.features.voice.playback.player import player_of

        settings = self._host.settings.now.voice
        if self.player is None or settings != self._played_with:
            previous, self._played_with = self.player, settings
            self.player = player_of(settings, settings.motion_sound_volume, self._report)
            if previous:
                await previous.close()
        player = self.player
        player.stop()
        await player.open()
        return player

    async def _write(self, player: "Player", pieces: "list[Pcm]", file: Path) -> None:
        """Play the pieces to their end, or until something else comes first. Raises SpeechError."""
        waiting, has_ended = list(reversed(pieces)), False
        while (waiting or player.buffer.is_playing) and not self._must_be_silent():
            if waiting and player.buffer.buffered_seconds < _AHEAD_SECONDS:
                player.buffer.write(waiting.pop(), file)
                await asyncio.sleep(0)
            elif not waiting and not has_ended:
                player.buffer.end_piece(file)
                has_ended = True
            else:
                await player.taken()

    def _report(self, error: "SpeechError", file: Path | None = None) -> None:
        if error.code == "no_sound_library":
            # The page of the model says so.
            self._has_library = False
            return
        subject = str(file) if error.code == "motion_sound" else error.code
        if subject not in self._told:
            self._told.add(subject)
            self._host.chat.show_notice(error.notice)
