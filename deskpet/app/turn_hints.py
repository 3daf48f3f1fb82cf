"""Lines under an answer that say what is lacking for what was asked, with a link that leads to it."""

from collections.abc import Callable, Iterable

from deskpet.app.settings_store import SettingsStore
from deskpet.chat.conversation import Conversation
from deskpet.chat.events import TurnEnded, TurnEvent
from deskpet.chat.messages import Message
from deskpet.features.feature import Offer
from deskpet.features.feature_list import FEATURES
from deskpet.llm import companion
from deskpet.translation import language, tr, tr_noop
from deskpet.ui.chat.status_lines import LineLink, StatusLine, StatusLines

_MODEL_PAGE = "connection"


class TurnHints:
    """Offers to turn on a feature that was asked for, or to choose a model where the offline companion has no answer.

    The lines go with the next message.
    """

    def __init__(
        self,
        conversation: Conversation,
        settings_store: SettingsStore,
        is_companion: Callable[[], bool],
        lines: StatusLines,
        open_settings: Callable[[str], object],
        show_toast: Callable[[Callable[[], str]], object],
    ) -> None:
        self._conversation, self._settings_store = conversation, settings_store
        self._is_companion = is_companion
        self._lines, self._open_settings, self._show_toast = lines, open_settings, show_toast
        conversation.listen(lambda _: lines.clear_brief(), self._on_event, events=(TurnEnded,))

    def _on_event(self, _event: TurnEvent, answer: Message) -> None:
        path = self._conversation.messages
        if len(path) < 2 or path[-1].id != answer.id or path[-2].role != "user":
            return
        question = path[-2].text
        if self._is_companion():
            if not companion.has_answer(question, language()):
                self._suggest_model()
        elif not self._conversation.is_private:
            for offer in self._offers(question):
                self._suggest(offer)

    def _offers(self, question: str) -> Iterable[Offer]:
        settings = self._settings_store.effective
        offered = (each.offer for each in FEATURES if not each.is_on(settings))
        return (offer for offer in offered if offer and offer.asks(question))

    def _suggest_model(self) -> None:
        link = LineLink(tr_noop("Choose a model"), lambda: self._open_settings(_MODEL_PAGE), ends=False)
        self._lines.add(StatusLine(lambda: tr("The offline companion can't do this: it needs a model."), (link,)))

    def _suggest(self, offer: Offer) -> None:
        def turn_on() -> None:
            self._settings_store.change(offer.section, **offer.values)
            self._show_toast(lambda: tr(offer.done))

        links = (LineLink(tr_noop("Turn on"), turn_on), LineLink(tr_noop("Not now"), lambda: None))
        self._lines.add(StatusLine(lambda: tr(offer.text), links))
