"""Puts the words that were heard into the composer, interrupts her, and sends them."""

from deskpet.features.host import Host
from deskpet.features.listening.controllers.attention_controller import AttentionController
from deskpet.features.listening.recognition.recognition_error import RecognitionError
from deskpet.features.listening.ui.dictation import Dictation
from deskpet.translation import tr


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
        self._interrupt()
        if self._host.settings.now.listening.sends_at_release:
            self._send()
        else:
            self._attention.end()
            self._composer.focus()

    def drop(self, dictation: Dictation) -> None:
        """Take the words out of the composer, and let her go on where she was interrupted."""
        dictation.cancel()
        self._attention.end()
        self._host.speech.voice.resume()

    def report(self, error: RecognitionError) -> None:
        """Show why no words came."""
        self._chat.show_notice(error.notice)
        if not self._chat.is_shown:
            self._chat.show()

    def report_limit(self, minutes: int) -> None:
        """Report that the recording has ended."""
        self._chat.show_toast(
            lambda: tr("The microphone was closed after {n} minutes. What you said until then is here.", n=minutes)
        )

    def _interrupt(self) -> None:
        """End her speech, and the answer too unless only her voice is to stop."""
        if self._host.speech.voice.silence() and not self._host.settings.now.voice.stop_silences_only:
            self._host.conversation.stop()

    def _send(self) -> None:
        self._composer.send()
        is_refused = bool(self._composer.field.toPlainText().strip())
        if is_refused:
            self._attention.end()
        else:
            self._attention.think()
        # Nobody would hear her answer.
        if not self._chat.is_shown and (is_refused or not self._host.settings.now.voice.enabled):
            self._chat.show()
