"""Puts the words that were heard into the composer, interrupts her, sends them, and passes the attention to her.

She listens while the user speaks, and thinks until the answer begins.
"""

import time

from deskpet.chat.events import BlockStarted, TextAppended, TurnEnded
from deskpet.features.host import Host
from deskpet.features.listening.recognition.recognizer import RecognitionError
from deskpet.features.listening.ui.dictation import Dictation
from deskpet.listeners import End
from deskpet.pet.attention import Attention
from deskpet.translation import tr

# The level, 0 to 1, from which sound may be speech, and the seconds for which it counts.
_SPEECH_LEVEL, _HEARD_SECONDS = 0.35, 1.5


class AttentionController:
    """Passes changes of the attention to the character."""

    def __init__(self, host: Host) -> None:
        self._character = host.character
        self._attention = Attention.NONE
        self._heard_at = float("-inf")
        self._conversation = host.conversation
        self.close: End = lambda: None  # ends waiting for the first word of an answer

    def listen(self) -> None:
        """Show that she listens."""
        self._show(Attention.LISTENING)

    def note_level(self, level: float) -> None:
        """Show that she listens if the loudness of an open microphone, 0 to 1, may be speech."""
        if level >= _SPEECH_LEVEL:
            self._heard_at = time.monotonic()
        is_heard = time.monotonic() - self._heard_at < _HEARD_SECONDS
        if is_heard:
            self._show(Attention.LISTENING)
        elif self._attention is Attention.LISTENING:
            self._show(Attention.NONE)

    def think(self) -> None:
        """Show that she thinks, until the first word of the answer or `end`."""
        self._heard_at = float("-inf")
        self.close()
        events = (BlockStarted, TextAppended, TurnEnded)
        self.close = self._conversation.listen_to(on_event=lambda *_: self.end(), events=events)
        self._show(Attention.THINKING)

    def end(self) -> None:
        """Show neither listening nor thinking."""
        self._heard_at = float("-inf")
        self._show(Attention.NONE)

    def _show(self, attention: Attention) -> None:
        if attention is not Attention.THINKING:
            self.close()
            self.close = lambda: None
        if attention is not self._attention:
            self._attention = attention
            self._character.show_attention(attention)


class DictationController:
    """Takes the words of each utterance."""

    def __init__(self, host: Host, attention: AttentionController) -> None:
        self._host, self._chat, self._composer, self._attention = host, host.chat, host.composer, attention

    def begin(self) -> Dictation:
        """Return the passage of the composer for a new utterance."""
        return Dictation(self._composer.field)

    def take(self, dictation: Dictation, words: str) -> None:
        """Show the final words, and send them if that is set. Without any, she goes on speaking."""
        if not words.strip():
            self.drop(dictation)
            self._chat.show_toast(lambda: tr("No words were heard, so nothing was sent."))
            return
        dictation.show(words)
        # Her speech ends, and the answer too unless only her voice is to stop.
        if self._host.speech.voice.silence() and not self._host.settings.now.voice.stop_silences_only:
            self._host.conversation.stop()
        if self._host.settings.now.listening.sends_at_release:
            self._send()
        else:
            self._attention.end()
            self._chat.focus_composer()

    def drop(self, dictation: Dictation) -> None:
        """Take the words out of the composer, and let her go on where she was interrupted."""
        dictation.cancel()
        self._attention.end()
        self._host.speech.voice.resume()

    def report(self, error: RecognitionError) -> None:
        """Show why no words came."""
        self._chat.show_notice(error.notice)
        if not self._chat.is_shown:
            self._chat.window.show()

    def report_limit(self, minutes: int) -> None:
        """Report that the recording has ended."""
        self._chat.show_toast(
            lambda: tr("The microphone was closed after {n} minutes. What you said until then is here.", n=minutes)
        )

    def _send(self) -> None:
        self._composer.send()
        is_refused = bool(self._composer.field.toPlainText().strip())
        if is_refused:
            self._attention.end()
        else:
            self._attention.think()
        # Nobody would hear her answer.
        if not self._chat.is_shown and (is_refused or not self._host.settings.now.voice.enabled):
            self._chat.window.show()
