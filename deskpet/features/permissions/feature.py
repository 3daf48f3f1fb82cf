"""Declares the page of tools: which may run, what was allowed always, the folders for files, and the calls that ran."""

from deskpet.features.feature import Feature, Page
from deskpet.translation import tr_noop


def _page():
    from deskpet.features.permissions.ui import page

    return page


PERMISSIONS = Feature(
    name="permissions",
    pages=(
        Page(
            "tools",
            "tool",
            tr_noop("Tools"),
            lambda _: (_page().TOOLS,),
            lambda page, host, _: _page().connect_tools(page, host),
        ),
        Page("sources", "folder", tr_noop("Files and web"), lambda _: (_page().FOLDERS,)),
        Page("programs", "computer", tr_noop("Servers and plugins"), ()),
        Page(
            "calls",
            "clock",
            tr_noop("Calls"),
            lambda _: (_page().RULES, _page().JOURNAL),
            lambda page, host, _: _page().connect_calls(page, host),
        ),
    ),
)
