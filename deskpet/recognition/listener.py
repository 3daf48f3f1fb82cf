"""Listens to one utterance: from the press of a key until its words are known."""

from enum import Enum, auto


class ListenerState(Enum):
    """What a listener does now.

    OPENING: the microphone opens. LISTENING: it hears. TRANSCRIBING: an utterance has ended and its words are awaited.
    ENDED: the microphone is closed and nothing is awaited.
    """

    OPENING = auto()
    LISTENING = auto()
    TRANSCRIBING = auto()
    ENDED = auto()
