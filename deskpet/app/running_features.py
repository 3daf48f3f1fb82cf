"""Start each feature when the settings first turn it on. Nothing of it is imported before, but its tools."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from deskpet.app.settings_store import SettingsStore
from deskpet.config.settings import Settings
from deskpet.features import FEATURES
from deskpet.features.feature import Feature, Page, RunningFeature, StartPhase
from deskpet.features.host import Host
from deskpet.translation import tr

if TYPE_CHECKING:
    from deskpet.ui.settings.window import SettingsWindow


class FeatureAccess:
    """What the tools of a feature get: the way to it, if it is on."""

    def __init__(self, feature: Feature, settings_store: SettingsStore) -> None:
        self._feature, self._settings_store = feature, settings_store
        self.running: RunningFeature | None = None

    @property
    def problem(self) -> str:
        """Reason why the feature is unavailable, as a translated sentence; empty if it is available."""
        if not self.running or not self._feature.is_on(self._settings_store.settings):
            return tr(self._feature.off)
        return self._feature.why_not(self.running)

    def open(self) -> Any:
        """Return what the feature gives its tools. Call it only without a `problem`."""
        return self._feature.access(self.running)


class RunningFeatures:
    """All features, of which those run that the settings have turned on since the start."""

    def __init__(self, settings_store: SettingsStore, features: Iterable[Feature] = FEATURES) -> None:
        self._settings_store = settings_store
        self._features = {each.name: each for each in features}
        self._phase: StartPhase | None = None
        self._host: Host | None = None
        self.access = {name: FeatureAccess(each, settings_store) for name, each in self._features.items()}

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages that features bring to the settings window, with the cards that others add to them."""
        return pages_of(self._features.values())

    def running(self, name: str) -> Any:
        """Return the feature of this name if it was started, else None."""
        return self.access[name].running

    def start(self, host: Host, phase: StartPhase) -> None:
        """Start the features of this phase that are on, now and when the settings turn them on."""
        if self._host is None:
            self._host = host
            self._settings_store.changed.connect(self._start_wanted)
        self._phase = phase
        self._start_wanted()

    def connect_pages(self, window: "SettingsWindow") -> None:
        """Make the pages of a new settings window work when they are created."""
        for page in self.pages:
            window.when_created(page.name, partial(self._connect_page, page))

    def close(self) -> None:
        """End all that run; none starts any more."""
        if self._host:
            self._settings_store.changed.disconnect(self._start_wanted)
        for each in self.access.values():
            if each.running:
                each.running.close()

    def _connect_page(self, page: Page, window: "SettingsWindow") -> None:
        assert self._host
        page.connect(window.widget_of(page.name), self._host)

    def _start_wanted(self, before: Settings | None = None, _after: Settings | None = None) -> None:
        """Start what is on and whose time has come, after a change of the settings that were `before`."""
        host, phase = self._host, self._phase
        assert host
        assert phase
        for name, feature in self._features.items():
            access, earliest = self.access[name], feature.phase
            if before and not feature.is_on(before):
                # Whoever turns it on waits for it.
                earliest = min(earliest, StartPhase.STORE_OPEN)
            if not access.running and earliest <= phase and feature.is_on(self._settings_store.settings):
                access.running = feature.start(host)


def pages_of(features: Iterable[Feature]) -> tuple[Page, ...]:
    """Return the pages of the settings window that features bring, with the cards that others of them add."""
    features = tuple(features)
    extensions = [extension for each in features for extension in each.extensions]

    def extended(page: Page) -> Page:
        cards = [page.cards, *(each.cards for each in extensions if each.page == page.name)]
        return replace(page, cards=lambda form: [card for each in cards for card in each(form)])

    return tuple(extended(page) for each in features for page in each.pages)


def controllers_of(settings: Settings) -> tuple[str, ...]:
    """Return the modules of the features that start with the program, for importing them before."""
    wanted = (each.name for each in FEATURES if each.phase < StartPhase.SETTLED and each.is_on(settings))
    modules = (f"deskpet.features.{name}.controller" for name in wanted)
    return tuple(module for module in modules if find_spec(module))
