"""Pass the attention to the character: she listens while the user speaks, and thinks until the answer begins."""

import time

from deskpet.chat.events import BlockStarted, TextAppended, TurnEnded, TurnEvent
from deskpet.chat.messages import Message
from deskpet.features.host import Host
from deskpet.pet.attention import Attention

# The level, 0 to 1, from which sound may be speech, and the seconds for which it counts.
_SPEECH_LEVEL, _HEARD_SECONDS = 0.35, 1.5


class AttentionController:
    """Passes changes of the attention to the character."""

    def __init__(self, host: Host) -> None:
        self._character = host.character
        self._attention = Attention.NONE
        self._heard_at = float("-inf")
        self.close = host.conversation.listen_to_events(self._on_event)

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
        self._show(Attention.THINKING)

    def end(self) -> None:
        """Show neither listening nor thinking."""
        self._heard_at = float("-inf")
        self._show(Attention.NONE)

    def _on_event(self, event: TurnEvent, _: Message) -> None:
        if self._attention is Attention.THINKING and isinstance(event, BlockStarted | TextAppended | TurnEnded):
            self.end()

    def _show(self, attention: Attention) -> None:
        if attention is not self._attention:
            self._attention = attention
            self._character.show_attention(attention)
