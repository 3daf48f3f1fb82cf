"""Lines of the memory under the conversation: learned facts with Undo, proposals, and which server may see them."""

from collections.abc import Callable, Sequence

from deskpet.app.memory_controller import MemoryController
from deskpet.app.settings_store import SettingsStore
from deskpet.config.settings_file import with_values
from deskpet.memory.access import memory_decision
from deskpet.store.facts import Fact
from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.status_lines import LineLink, QuietLine, StatusLines
from deskpet.ui.settings.memory_form import host_of

_LONGEST = 120


class MemoryLines:
    """Connects the quiet lines of the chat with memory."""

    def __init__(
        self,
        lines: StatusLines,
        controller: MemoryController,
        settings_store: SettingsStore,
        show_all: Callable[[], None],
    ) -> None:
        """`show_all` opens the settings at the page of memory."""
        self._lines, self._controller, self._settings_store = lines, controller, settings_store
        self._show_all = LineLink(tr_noop("Show all"), show_all, ends=False)
        # Servers that were asked about since the start: a question that is closed does not come again at once.
        self._asked: set[str] = set()
        controller.learned.connect(self._show_learned)
        controller.undecided.connect(self._ask_about)
        controller.turn_started.connect(lines.clear_brief)

    def _show_learned(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            if fact.state == "proposed" and fact.valid_to is None:
                self._propose(fact)
        kept = [fact for fact in facts if fact.state == "kept" and fact.valid_to is None]
        ended = [fact for fact in facts if fact.valid_to is not None]
        self._tell(lambda: tr("Remembered: {facts}", facts=_titles(kept)), kept)
        self._tell(lambda: tr("No longer so: {facts}", facts=_titles(ended)), ended)

    def _tell(self, text: Callable[[], str], facts: Sequence[Fact]) -> None:
        if facts:
            undo = LineLink(tr_noop("Undo"), lambda: self._controller.undo(tuple(facts)))
            self._lines.add(QuietLine(text, (undo, self._show_all)))

    def _propose(self, fact: Fact) -> None:
        keep = LineLink(tr_noop("Keep"), lambda: self._controller.decide(fact, keep=True))
        dismiss = LineLink(tr_noop("Dismiss"), lambda: self._controller.decide(fact, keep=False))
        text = QuietLine(lambda: tr("Remember “{fact}”?", fact=_short(fact.text)), (keep, dismiss), is_brief=False)
        self._lines.add(text)

    def _ask_about(self, address: str) -> None:
        if address in self._asked:
            return
        self._asked.add(address)
        links = (
            LineLink(tr_noop("Allow"), lambda: self._decide(address, may_see=True)),
            LineLink(tr_noop("Refuse"), lambda: self._decide(address, may_see=False)),
        )
        question = QuietLine(
            lambda: tr("May {host} see what she remembers of you?", host=host_of(address)), links, is_brief=False
        )
        self._lines.add(question)

    def _decide(self, address: str, *, may_see: bool) -> None:
        saved = self._settings_store.saved
        self._settings_store.apply(with_values(saved, memory_decision(saved, address, may_see=may_see)))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def _titles(facts: Sequence[Fact]) -> str:
    first = _short(facts[0].text)
    return first if len(facts) == 1 else tr("{first}, and {n} more", first=first, n=len(facts) - 1)
