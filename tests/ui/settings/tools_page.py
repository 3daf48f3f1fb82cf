"""The settings window, opened at a page of what the model may use."""

from collections.abc import Generator
from contextlib import contextmanager

from deskpet.config.settings import Settings
from deskpet.ui.settings.record_list import PlacesRow, RecordRow
from deskpet.ui.settings.window import SettingsWindow
from tests.support.settings_window import settings_window


@contextmanager
def tools_window(settings: Settings | None = None, page: str = "sources") -> Generator[SettingsWindow]:
    window = settings_window(settings or Settings())
    window.show_page(page)
    window.show()
    try:
        yield window
    finally:
        window.close()


def shown_places(row: PlacesRow) -> list[str]:
    """Return the accessible names of the places in a row."""
    return [each.accessibleName() for each in row.findChildren(RecordRow) if not each.isHidden()]
