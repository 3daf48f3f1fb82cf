"""About page of the settings: current resource usage, versions and licences."""

import platform
import sys
from importlib import metadata
from importlib.util import find_spec

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import Qt, QTimer, qVersion
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from deskpet import __version__
from deskpet.features.host import Host
from deskpet.translation import tr, tr_noop
from deskpet.ui.platform.process_usage import Usage, memory
from deskpet.ui.settings.page import PageContent
from deskpet.ui.settings.page_controller import part_of
from deskpet.ui.widgets import links, theme, tooltip
from deskpet.ui.widgets.buttons import plain_button
from deskpet.ui.widgets.form import FormCard, at_top, column_in, line_in, line_of, text_label
from deskpet.ui.widgets.icons import IconButton

# Component, licence, what it says in plain words, and the address of the full text.
LICENCES = (
    (
        "deskpet",
        "MIT",
        tr_noop("Use it, change it and pass it on as you like, also for money; keep the licence with it."),
        "https://opensource.org/license/mit",
    ),
    (
        tr_noop("Mikan and Yuki"),
        "CC0 1.0",
        tr_noop("Their pictures and models belong to everybody: no conditions, not even a mention."),
        "https://creativecommons.org/publicdomain/zero/1.0/",
    ),
    (
        "Live2D Cubism Core",
        tr_noop("Live2D's own"),
        tr_noop(
            "Draws the models. Free for you to use; who publishes a product with it may need a contract with Live2D."
        ),
        "https://www.live2d.com/eula/live2d-proprietary-software-license-agreement_en.html",
    ),
    (
        "live2d-py",
        "MIT",
        tr_noop("Joins the Cubism Core to Python. As free as deskpet."),
        "https://github.com/Arkueid/live2d-py",
    ),
    (
        tr_noop("Qt and PySide6"),
        "LGPL 3",
        tr_noop("The windows. Free, also in closed programs, as long as you can put another Qt in its place."),
        "https://www.qt.io/licensing/open-source-lgpl-obligations",
    ),
    (
        tr_noop("Everything else"),
        tr_noop("MIT or BSD"),
        tr_noop(
            "httpx, pydantic, markdown-it-py, keyring, qasync, tomlkit, platformdirs: free for any use, notices kept."
        ),
        "https://opensource.org/licenses",
    ),
)


def versions() -> tuple[tuple[str, str], ...]:
    """Return the names and versions of the main components."""
    # Read from sys.modules, because only the rig may import live2d; it usually has by now.
    sdk = getattr(sys.modules.get("live2d"), "__csm_version__", tr("not loaded"))
    return (
        ("deskpet", __version__),
        ("Python", platform.python_version()),
        ("Qt", qVersion()),
        ("PySide6", pyside_version),
        ("live2d-py", metadata.version("live2d-py") if find_spec("live2d") else tr("not installed")),
        ("Cubism SDK", str(sdk)),
        (tr("System"), f"{platform.system()} {platform.release()}"),
    )


class AboutPage(QWidget):
    """Shows resource usage, versions and licences. Call `cost.count_frame` for each frame of the character."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("about_page")
        self.cost = CostRow()
        about_cost = tr("The whole program, measured once a second while you look.")
        cost = FormCard("meter", tr("Resource use now"), about_cost, self.cost)
        about_licences = tr("What you may do with it, in plain words. The whole texts are what holds.")
        licences = FormCard("file", tr("Licences"), about_licences, *map(_LicenceRow, LICENCES))
        column_in(self, theme.S4, cost, self._versions(), licences)

    def _versions(self) -> FormCard:
        self.copy = IconButton("copy", tr("Copy the versions"), size=32)
        self.copy.clicked.connect(self._copy)
        content, grid = QWidget(), QGridLayout()
        line_in(content, -1, (grid, 1), at_top(self.copy))
        grid.setHorizontalSpacing(theme.S4)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for row, (name, version) in enumerate(versions()):
            grid.addWidget(text_label(name, "version_name"), row, 0)
            number = text_label(version, "version")
            number.setAccessibleName(f"{name} {version}")
            number.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(number, row, 1)
        grid.setColumnMinimumWidth(0, 110)
        return FormCard("info", tr("Versions"), tr("Whoever helps you with a problem will ask for these."), content)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(f"{name} {version}" for name, version in versions()))
        self.copy.confirm()


class _LicenceRow(QFrame):
    def __init__(self, licence: tuple[str, str, str, str]) -> None:
        super().__init__()
        self.setObjectName("licence")
        *texts, page = licence
        part, name, summary = map(tr, texts)
        told = tr("{part}: {licence}. Open the whole text", part=part, licence=name)
        link = plain_button(name, "licence_link", "link", told)
        link.setToolTip(page)
        tooltip.attach(link)
        link.clicked.connect(lambda: links.open_address(page))
        head = line_of(-1, (text_label(part, "licence_part"), 1), link)
        column_in(self, 2, head, text_label(summary, "licence_told"), margins=(14, 10, 12, 10))


INTERVAL_MS = 1000
_UNKNOWN = "–"
_CAPTIONS = (tr_noop("frames a second"), tr_noop("of one core"), tr_noop("of memory"))


class CostRow(QWidget):
    """Shows frames per second, CPU usage as a share of one core, and memory."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("cost_row")
        self._frames, self._previous = 0, Usage.now(0)
        self._figures = {name: _Figure(tr(name)) for name in _CAPTIONS}
        line_in(self, theme.S2, *((figure, 1) for figure in self._figures.values()))
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._measure)

    @property
    def values(self) -> dict[str, str]:
        """The shown figures by caption."""
        return {name: figure.shown.text() for name, figure in self._figures.items()}

    def count_frame(self) -> None:
        """Count a rendered frame of the character."""
        self._frames += 1

    def _measure(self) -> None:
        now = Usage.now(self._frames)
        share = now.share(self._previous)
        shown = (
            f"{now.rate(self._previous):.0f}",
            f"{share:.0%}" if share >= 0.095 else f"{share:.1%}",
            f"{memory() / 2**20:.0f} MB",
        )
        self._previous = now
        for figure, value in zip(self._figures.values(), shown, strict=True):
            figure.show_value(value)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._previous = Usage.now(self._frames)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()


class _Figure(QFrame):
    """A figure with its caption below."""

    def __init__(self, caption: str) -> None:
        super().__init__()
        self.setObjectName("figure")
        self._caption, self.shown, caption_label = caption, QLabel(), QLabel(caption)
        self.shown.setObjectName("figure_value")
        caption_label.setObjectName("figure_caption")
        column_in(self, 0, self.shown, caption_label, margins=(14, 10, 14, 10))
        self.show_value(_UNKNOWN)

    def show_value(self, value: str) -> None:
        self.shown.setText(value)
        self.setAccessibleName(f"{value} {self._caption}")


def _connect(page: QWidget, host: Host, _running: object) -> None:
    # Qt ends the connection with the page.
    host.character.window.frameSwapped.connect(part_of(page, AboutPage).cost.count_frame)


PAGE = PageContent(lambda _: (AboutPage(),), _connect)
