"""Listen to the user: open the microphone, show the words as they come, and send them."""

import time
from contextlib import aclosing
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal

from deskpet.app.chat_controller import ChatController
from deskpet.app.microphone_sign import MicrophoneSign
from deskpet.app.settings_store import SettingsStore
from deskpet.app.spoken_words import SpokenWords
from deskpet.app.voice_connection import VoiceConnection
from deskpet.choices import ListeningMode
from deskpet.recognition.hands_free import HandsFree
from deskpet.recognition.listener import Listener, ListenerState
from deskpet.recognition.microphone import microphones
from deskpet.recognition.recognition_error import RecognitionError
from deskpet.recognition.recognizer import SpeechRecognizer
from deskpet.recognition.recognizers import recognizer_of
from deskpet.settings import EndpointSettings, ListeningSettings, Settings
from deskpet.ui.pet.window import PetWindow
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.listening_test_row import ListeningTestRow
from deskpet.ui.settings.microphone_row import MicrophoneRow
from deskpet.words import tr, tr_noop

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

# A shorter press is a click, after which the microphone stays open until the next one, or until silence.
CLICK_SECONDS = 0.35
TEST_SECONDS = 5.0
_OPENING, _LISTENING = tr_noop("Opening the microphone…"), tr_noop("Listening…")
_WRITING, _DEAF = tr_noop("Writing down…"), tr_noop("She speaks, and hears nothing…")


class ListeningController(QObject):
    """Listens to one utterance at a time while a key is held, or hands-free to all of them.

    hands_free_changed: Emitted when hands-free listening has begun or ended.
    """

    hands_free_changed = Signal()
