"""Lines of the memory under the conversation: learned facts with Undo, proposals, and which server may see them."""

from collections.abc import Callable, Sequence
from typing import Protocol

from deskpet.features.host import Host
from deskpet.features.memory.access import host_of, memory_decision
from deskpet.store.facts import Fact
from deskpet.translation import tr, tr_noop
from deskpet.ui.chat.status_lines import LineLink, StatusLine

_LONGEST = 120


class _Decide(Protocol):
    def __call__(self, fact: Fact, *, keep: bool) -> object: ...


class MemoryLines:
    """Tells under the conversation what was learned, and asks what has to be decided."""

    def __init__(self, host: Host, undo: Callable[[tuple[Fact, ...]], object], decide: _Decide) -> None:
        """`undo` undoes the learning of facts, and `decide` keeps or erases a proposed one."""
        self._host, self._undo, self._decide_on_fact = host, undo, decide
        self._show_all = LineLink(tr_noop("Show all"), lambda: host.windows.open_settings("memory"), ends=False)
        # Servers that were asked about since the start: a question that is closed does not come again at once.
        self._asked: set[str] = set()

    def show_learned(self, facts: Sequence[Fact]) -> None:
        """Tell of new facts, of those that ended, and ask about proposed ones."""
        for fact in facts:
            if fact.state == "proposed" and fact.valid_to is None:
                self._propose(fact)
        kept = [fact for fact in facts if fact.state == "kept" and fact.valid_to is None]
        ended = [fact for fact in facts if fact.valid_to is not None]
        self._tell(lambda: tr("Remembered: {facts}", facts=_titles(kept)), kept)
        self._tell(lambda: tr("No longer true: {facts}", facts=_titles(ended)), ended)

    def _tell(self, text: Callable[[], str], facts: Sequence[Fact]) -> None:
        if facts:
            undo = LineLink(tr_noop("Undo"), lambda: self._undo(tuple(facts)))
            self._host.windows.add_status_line(StatusLine(text, (undo, self._show_all)))

    def _propose(self, fact: Fact) -> None:
        keep = LineLink(tr_noop("Keep"), lambda: self._decide_on_fact(fact, keep=True))
        dismiss = LineLink(tr_noop("Dismiss"), lambda: self._decide_on_fact(fact, keep=False))
        text = StatusLine(lambda: tr("Remember “{fact}”?", fact=_short(fact.text)), (keep, dismiss), is_brief=False)
        self._host.windows.add_status_line(text)

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
        self._host.windows.add_status_line(question)

    def _decide(self, address: str, *, may_see: bool) -> None:
        self._host.settings.change(lambda saved: memory_decision(saved, address, may_see=may_see))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def _titles(facts: Sequence[Fact]) -> str:
    first = _short(facts[0].text)
    return first if len(facts) == 1 else tr("{first}, and {n} more", first=first, n=len(facts) - 1)
