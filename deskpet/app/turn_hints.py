"""Lines under an answer that say what is lacking for what was asked, with a link that leads to it."""

from collections.abc import Callable

from deskpet.app.settings_store import SettingsStore
from deskpet.app.turn_factory import TurnFactory
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import TurnEnded, TurnEvent
from deskpet.chat.messages import Message
from deskpet.features.feature import Offer
from deskpet.features.feature_list import FEATURES
from deskpet.llm import companion
from deskpet.translation import language, tr, tr_noop
from deskpet.ui.chat.status_lines import LineLink, StatusLine
from deskpet.ui.chat.window import ChatWindow


class TurnHints:
    """Offers to turn on a feature that was asked for, or to choose a model where the offline companion has no answer.

    The lines go with the next message.
    """

    def __init__(
        self,
        conversation: Conversation,
        chat: ChatWindow,
        turn_factory: TurnFactory,
        settings_store: SettingsStore,
        open_settings: Callable[[str], object],
    ) -> None:
        self._conversation, self._chat, self._turn_factory = conversation, chat, turn_factory
        self._settings_store, self._open_settings = settings_store, open_settings
        self._lines = chat.pane.status_lines
        conversation.listen(lambda _: self._lines.clear_brief(), self._on_event, events=(TurnEnded,))

    def _on_event(self, _event: TurnEvent, answer: Message) -> None:
        path = self._conversation.messages
        if len(path) < 2 or path[-1].id != answer.id or path[-2].role != "user":
            return
        question = path[-2].text
        if not self._turn_factory.place.base_url:
            if not companion.has_answer(question, language()):
                link = LineLink(tr_noop("Choose a model"), lambda: self._open_settings("connection"), ends=False)
                text = tr_noop("The offline companion can't do this: it needs a model.")
                self._lines.add(StatusLine(lambda: tr(text), (link,)))
        elif not self._conversation.is_private:
            settings = self._settings_store.effective
            for each in FEATURES:
                if each.offer and not each.is_on(settings) and each.offer.asks(question):
                    self._suggest(each.offer)

    def _suggest(self, offer: Offer) -> None:
        def turn_on() -> None:
            self._settings_store.change(offer.section, **offer.values)
            self._chat.show_toast(lambda: tr(offer.done))

        links = (LineLink(tr_noop("Turn on"), turn_on), LineLink(tr_noop("Not now"), lambda: None))
        self._lines.add(StatusLine(lambda: tr(offer.text), links))
