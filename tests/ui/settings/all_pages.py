"""The settings window with all its pages, which are created when they are first shown."""

from deskpet.ui.settings.window import SettingsWindow


def show_all_pages(window: SettingsWindow) -> None:
    """Show each page once, and then again the one that is shown now."""
    current = window.page
    for page in window.pages:
        window.show_page(page)
    window.show_page(current)
