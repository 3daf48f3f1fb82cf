"""Start each feature when the settings first turn it on. Nothing of it is imported before, but its tools.

While the settings window is open, the modules of all pages are imported, one at a time.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from inspect import isawaitable
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from deskpet.app.settings_store import SettingsStore
from deskpet.config import paths
from deskpet.config.settings import Settings
from deskpet.features.feature import Feature, Page, PageExtension, RunningFeature, StartPhase
from deskpet.features.feature_list import FEATURES
from deskpet.features.host import Host
from deskpet.processes.threads import run_in_thread
from deskpet.translation import tr
from deskpet.ui.platform import event_loop
from deskpet.ui.settings.page import PageContent

if TYPE_CHECKING:
    from deskpet.ui.settings.window import SettingsWindow

# Between two imports of modules that a page needs, in seconds: the program draws and answers meanwhile.
_IMPORT_PAUSE_S = 0.03


class FeatureAccess:
    """What the tools of a feature get: the way to it, if it is on."""

    def __init__(self, feature: Feature, settings_store: SettingsStore) -> None:
        self._feature, self._settings_store = feature, settings_store
        self.running: RunningFeature | None = None

    @property
    def problem(self) -> str:
        """Reason why the feature is unavailable, as a translated sentence; empty if it is available."""
        if not self.running or not self._feature.is_on(self._settings_store.effective):
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
        self._imports_pages = False
        self._all = {name: FeatureAccess(each, settings_store) for name, each in self._features.items()}

    @property
    def access(self) -> dict[str, FeatureAccess]:
        """The ways by which tools reach the features that can be off, by the names of the features."""
        return {name: self._all[name] for name, each in self._features.items() if each.off}

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages that features bring to the settings window."""
        return tuple(page for each in self._features.values() for page in each.pages)

    @property
    def page_extensions(self) -> tuple[PageExtension, ...]:
        """The cards that features add to pages of others."""
        return tuple(extension for each in self._features.values() for extension in each.page_extensions)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that features keep in the data folder."""
        return tuple(paths.data_folder() / name for each in self._features.values() for name in each.files)

    def running(self, name: str) -> Any:
        """Return the feature of this name if it was started, else None."""
        return self._all[name].running

    def start(self, host: Host, phase: StartPhase) -> None:
        """Start the features of this phase that are on, now and when the settings turn them on."""
        if self._host is None:
            self._host = host
            self._settings_store.changed.connect(self._start_wanted)
        self._phase = phase
        self._start_wanted()

    def connect_pages(self, window: "SettingsWindow") -> None:
        """Make the pages of a new settings window work when they are created."""
        for name, feature in self._features.items():
            places = [(each.name, each.content) for each in feature.pages]
            places += [(each.page, each.content) for each in feature.page_extensions]
            for page, content in places:
                window.when_created(page, partial(self._connect_page, page, content, name))
        if not self._imports_pages:
            self._imports_pages = True
            event_loop.spawn(self._import_pages())

    async def close(self) -> None:
        """End all that run; none starts any more."""
        if self._host:
            self._settings_store.changed.disconnect(self._start_wanted)
        for each in self._all.values():
            ended = each.running.close() if each.running else None
            if isawaitable(ended):
                await ended

    def _connect_page(
        self, page: str, content: Callable[[], PageContent], feature: str, window: "SettingsWindow"
    ) -> None:
        assert self._host
        if self._features[feature].starts_with_pages:
            self._start_one(feature, self._host)
        content().connect(window.widget_of(page), self._host, self.running(feature))

    async def _import_pages(self) -> None:
        """Import what pages need. The first look at one would have to wait for all of its modules at once."""
        for feature in self._features.values():
            # A slow disk takes a tenth of a second for the list of a folder.
            for module in await run_in_thread(partial(_page_modules, feature)):
                await asyncio.sleep(_IMPORT_PAUSE_S)
                import_module(module)

    def _start_wanted(self, before: Settings | None = None, _after: Settings | None = None) -> None:
        """Start what is on and whose time has come, after a change of the settings that were `before`."""
        host, phase = self._host, self._phase
        assert host
        assert phase
        settings = self._settings_store.effective
        for name, feature in self._features.items():
            # A dragged slider changes the settings many times a second, and some features ask the disk.
            if self._all[name].running or not feature.start or not feature.is_on(settings):
                continue
            earliest = feature.phase
            if before and not feature.is_on(before):
                # Whoever turns it on waits for it.
                earliest = min(earliest, StartPhase.STORE_OPEN)
            if earliest <= phase:
                self._start_one(name, host)

    def _start_one(self, name: str, host: Host) -> None:
        """Start a feature, unless it runs already or nothing of it has to run."""
        start, access = self._features[name].start, self._all[name]
        if start and not access.running:
            access.running = start(host)


def _page_modules(feature: Feature) -> list[str]:
    """Return the modules of a feature that make its pages, and that start it with them."""
    if not (feature.pages or feature.page_extensions):
        return []
    package = f"deskpet.features.{feature.name}"
    views = find_spec(f"{package}.ui")
    # The views of a feature are a folder, or one file.
    names = [each.name for each in iter_modules(views.submodule_search_locations)] if views else []
    modules = [f"{package}.ui.{name}" for name in names if name.startswith(("card", "page"))]
    if views and not views.submodule_search_locations:
        modules = [views.name]
    return [*modules, f"{package}.controller"] if feature.starts_with_pages else modules


def controllers_of(settings: Settings) -> tuple[str, ...]:
    """Return the modules of the features that start with the program, for importing them before."""
    wanted = (each.name for each in FEATURES if each.start and each.phase < StartPhase.SETTLED and each.is_on(settings))
    modules = (f"deskpet.features.{name}.controller" for name in wanted)
    return tuple(module for module in modules if find_spec(module))
