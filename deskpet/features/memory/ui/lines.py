"""Lines of the memory under the conversation: learned facts with Undo, proposals, and which server may see them."""

from collections.abc import Callable, Sequence
from functools import partial
from sqlite3 import Connection

from deskpet.features.host import Host
from deskpet.features.memory.access import host_of, memory_decision
from deskpet.features.memory.memory import undo_learn
from deskpet.store import facts
from deskpet.store.facts import Fact
from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.status_lines import LineLink, StatusLine

_LONGEST = 120


class MemoryLines:
    """Tells under the conversation what was learned, and asks what has to be decided."""

    def __init__(self, host: Host, change: Callable[[Callable[[Connection], object]], object]) -> None:
        """`change` changes the facts in their database."""
        self._host, self._change = host, change
        self._show_all = LineLink(tr_noop("Show all"), lambda: host.windows.open_settings("memory"), ends=False)
        # Servers that were asked about since the start: a question that is closed does not come again at once.
        self._asked: set[str] = set()

    def show_learned(self, learned: Sequence[Fact]) -> None:
        """Tell of new facts, of those that ended, and ask about proposed ones."""
        for fact in learned:
            if fact.state == "proposed" and fact.valid_to is None:
                self._propose(fact)
        kept = [fact for fact in learned if fact.state == "kept" and fact.valid_to is None]
        ended = [fact for fact in learned if fact.valid_to is not None]
        self._tell(lambda: tr("Remembered: {facts}", facts=_titles(kept)), kept)
        self._tell(lambda: tr("No longer true: {facts}", facts=_titles(ended)), ended)

    def _tell(self, text: Callable[[], str], learned: Sequence[Fact]) -> None:
        if learned:
            undo = LineLink(tr_noop("Undo"), lambda: self._change(partial(undo_learn, learned=learned)))
            self._host.windows.status_lines.add(StatusLine(text, (undo, self._show_all)))

    def _propose(self, fact: Fact) -> None:
        keep = LineLink(tr_noop("Keep"), lambda: self._change(partial(facts.confirm, fact_id=fact.id)))
        dismiss = LineLink(tr_noop("Dismiss"), lambda: self._change(partial(facts.erase, fact_ids=[fact.id])))
        text = StatusLine(lambda: tr("Remember “{fact}”?", fact=_short(fact.text)), (keep, dismiss), is_brief=False)
        self._host.windows.status_lines.add(text)

    def ask_about(self, address: str) -> None:
        """Ask once whether the server of this base URL may see memories."""
        if address in self._asked:
            return
        self._asked.add(address)
        links = (
            LineLink(tr_noop("Allow"), lambda: self._decide(address, may_see=True)),
            LineLink(tr_noop("Refuse"), lambda: self._decide(address, may_see=False)),
        )
        question = StatusLine(
            lambda: tr("May {host} see what she remembers of you?", host=host_of(address)), links, is_brief=False
        )
        self._host.windows.status_lines.add(question)

    def _decide(self, address: str, *, may_see: bool) -> None:
        self._host.settings.change(lambda saved: memory_decision(saved, address, may_see=may_see))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def _titles(learned: Sequence[Fact]) -> str:
    first = _short(learned[0].text)
    return first if len(learned) == 1 else tr("{first}, and {n} more", first=first, n=len(learned) - 1)
