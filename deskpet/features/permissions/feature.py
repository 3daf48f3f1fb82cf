"""Declares the page of tools: which may run, what was allowed always, the folders for files, and the calls that ran."""

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop
from deskpet.ui.settings.page import PageContent


def _page():
    from deskpet.features.permissions.ui import page

    return page


PERMISSIONS = Feature(
    name="permissions",
    pages=(
        Page("tools", "tool", tr_noop("Tools"), lambda: _page().TOOLS),
        Page("sources", "folder", tr_noop("Files and web"), lambda: _page().SOURCES),
        Page("programs", "computer", tr_noop("Servers and plugins"), PageContent),
        Page("calls", "clock", tr_noop("Calls"), lambda: _page().CALLS),
    ),
)
