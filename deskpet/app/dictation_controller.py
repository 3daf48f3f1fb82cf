"""Puts the words that were heard into the composer, interrupts her, and sends them."""

from deskpet.app.attention_controller import AttentionController
from deskpet.app.chat_controller import ChatController
from deskpet.app.lazy_voice import LazyVoice
from deskpet.app.settings_store import SettingsStore
from deskpet.features.listening.recognition.recognition_error import RecognitionError
from deskpet.translation import tr
from deskpet.ui.chat.dictation import Dictation


class DictationController:
    """Takes the words of each utterance."""

    def __init__(
        self, store: SettingsStore, chat: ChatController, voice: LazyVoice, attention: AttentionController
    ) -> None:
        self._store, self._chat, self._voice, self._attention = store, chat, voice, attention
        self._composer = chat.chat.composer

    def begin(self) -> Dictation:
        """Return the passage of the composer for a new utterance."""
        return self._composer.begin_dictation()

    def take(self, dictation: Dictation, words: str) -> None:
        """Show the final words, and send them if that is set. Without any, she goes on speaking."""
        if not words.strip():
            self.drop(dictation)
            self._chat.chat.show_toast(lambda: tr("No words were heard, so nothing was sent."))
            return
        dictation.show(words)
        self._interrupt()
        if self._store.saved.listening.sends_at_release:
            self._send()
        else:
            self._attention.end()
            self._chat.chat.bring()
            self._composer.setFocus()

    def drop(self, dictation: Dictation) -> None:
        """Take the words out of the composer, and let her go on where she was interrupted."""
        dictation.cancel()
        self._attention.end()
        self._voice.resume()

    def report(self, error: RecognitionError) -> None:
        """Show why no words came."""
        self._chat.notices.show(error.notice)
        if not self._chat.chat.is_shown:
            self._chat.chat.show()

    def report_limit(self, minutes: int) -> None:
        """Report that the recording has ended."""
        self._chat.chat.show_toast(
            lambda: tr("The microphone was closed after {n} minutes. What you said until then is here.", n=minutes)
        )

    def _interrupt(self) -> None:
        """End her speech, and the answer too unless only her voice is to stop."""
        if self._voice.silence() and not self._store.saved.voice.stop_silences_only:
            self._chat.conversation.stop()

    def _send(self) -> None:
        self._composer.send()
        is_refused = bool(self._composer.text().strip())
        if is_refused:
            self._attention.end()
        else:
            self._attention.think()
        # Nobody would hear her answer.
        if not self._chat.chat.is_shown and (is_refused or not self._store.saved.voice.enabled):
            self._chat.chat.show()
