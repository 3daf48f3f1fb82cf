"""Rows of the settings of memory: how much she remembers, and which servers may see it."""

from collections.abc import Callable, Sequence
from functools import partial
from urllib.parse import urlsplit

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from deskpet.config.choices import MemoryMode
from deskpet.config.settings import Settings
from deskpet.features.memory.access import MemoryVisibility, memory_visibility
from deskpet.translation import tr, tr_noop
from deskpet.ui.settings.explained_choices import ExplainedChoicesRow
from deskpet.ui.settings.revocable_rows import RevocableRow, RevocableRows
from deskpet.ui.widgets import theme
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import text_label

_LEVELS = {
    MemoryMode.OFF: (
        tr_noop("Off"),
        tr_noop("Nothing is read, written or sent. What she remembers stays until you erase it."),
    ),
    MemoryMode.ON_REQUEST: (
        tr_noop("On request"),
        tr_noop("She remembers what you ask her to: “remember that I like green tea”."),
    ),
    MemoryMode.ASK: (
        tr_noop("Ask first"),
        tr_noop(
            "When a conversation rests, she proposes what to remember, and you keep or dismiss it. That is one more "
            "request of about 2,000 tokens for each conversation."
        ),
    ),
    MemoryMode.AUTOMATIC: (
        tr_noop("Keep it and tell me"),
        tr_noop(
            "The same, but she keeps it at once, and a line under the conversation says so, with Undo. What came up "
            "next to text of strangers still waits for you."
        ),
    ),
}


def host_of(address: str) -> str:
    """Return what a base URL is called in a sentence: its host and port."""
    return urlsplit(address).netloc or address


class MemoryLevelRow(ExplainedChoicesRow):
    """Chooses how much she remembers."""

    def __init__(self, changed: Callable[[str], None]) -> None:
        super().__init__("memory", _LEVELS, changed)
        self.end()


class MemoryServersRow(QWidget):
    """Lists the servers that may or may not see memories, and asks about the present one if that is undecided.

    decided: Emitted with a base URL, and whether it may see memories; None asks again when it is next used.
    """

    decided = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("memory_endpoints")
        self._address = ""
        self._present = text_label("", "field_help")
        self.allow = plain_button(tr("Allow"), "allow_memories", "secondary")
        self.refuse = plain_button(tr("Refuse"), "refuse_memories", "link")
        self.allow.clicked.connect(lambda: self.decided.emit(self._address, True))
        self.refuse.clicked.connect(lambda: self.decided.emit(self._address, False))
        self.rows = RevocableRows(tr("You were not asked about any other server yet."))
        self.rows.setObjectName("memory_hidden_from")
        buttons, column = QHBoxLayout(), QVBoxLayout(self)
        buttons.setSpacing(theme.S2)
        buttons.addWidget(self.allow)
        buttons.addWidget(self.refuse)
        buttons.addStretch(1)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addWidget(text_label(tr("May see memories"), "field_title"))
        column.addWidget(self._present)
        column.addLayout(buttons)
        column.addWidget(self.rows)

    def show_settings(self, settings: Settings) -> None:
        """Show the present server and all decisions."""
        self._address, sight = settings.endpoint.base_url, memory_visibility(settings)
        self._present.setText(_sentence(sight, host_of(self._address)))
        for button in (self.allow, self.refuse):
            button.setVisible(sight is MemoryVisibility.UNDECIDED)
        self.allow.setAccessibleDescription(self._present.text())
        memory = settings.memory
        self.rows.show_rows(
            [*self._decisions(memory.endpoints, tr("may see memories")),
             *self._decisions(memory.hidden_from, tr("may not see memories"))]
        )  # fmt: skip

    def _decisions(self, addresses: Sequence[str], about: str) -> list[RevocableRow]:
        return [
            RevocableRow(each, about, tr("Ask again about {name}", name=each), partial(self.decided.emit, each, None))
            for each in addresses
        ]


def _sentence(sight: MemoryVisibility, host: str) -> str:
    match sight:
        case MemoryVisibility.OFFLINE:
            return tr(
                "Servers on this computer may. Any other one is asked about once. The offline companion remembers "
                "nothing."
            )
        case MemoryVisibility.LOCAL:
            return tr("{host} is on this computer and may. Any other server is asked about once.", host=host)
        case MemoryVisibility.ALLOWED:
            return tr("{host} may, as you allowed. Servers on this computer may as well.", host=host)
        case MemoryVisibility.REFUSED:
            return tr("{host} may not, so with it memory is off. Servers on this computer may.", host=host)
        case MemoryVisibility.UNDECIDED:
            return tr("May {host} see what she remembers of you? Until you allow it, memory is off with it.", host=host)
