"""Time for which one huge item of a tool result holds the GUI thread: CPU time to create, lay out and paint it."""

from collections.abc import Callable, Iterator
from time import thread_time

from PySide6.QtWidgets import QApplication, QWidget

from deskpet.chat.messages import Notice
from deskpet.chat.tool import ResultKind
from deskpet.ui.blocks.base import Context
from deskpet.ui.blocks.notice import NoticeView
from deskpet.ui.blocks.results import view_of_result
from deskpet.ui.widgets import theme
from tests.bench.figures import Figure, least

LIMIT_MS = 30
HUGE = "word " * 400_000
ONE_WORD = "中" * 2_000_000
RESULTS = {
    "a list of one text of 2 MB": (ResultKind.LIST, [HUGE]),
    "a list of 100 texts of 2 MB": (ResultKind.LIST, [{"title": HUGE, "note": ONE_WORD}] * 100),
    "a diff with a line of 2 MB": (ResultKind.DIFF, f"+{HUGE}\n-{ONE_WORD}"),
    "a diff of 600 lines of 10 KB": (ResultKind.DIFF, f"+{HUGE[:10_000]}\n" * 600),
    "a diff of 500,000 lines": (ResultKind.DIFF, "+a\n-b\n" * 250_000),
    "a tree with a key of 2 MB": (ResultKind.TREE, {HUGE: 1}),
    "a tree of 60 texts of 2 MB": (ResultKind.TREE, [HUGE] * 60),
    "a tree of 60 x 60 short texts": (ResultKind.TREE, [[HUGE[:140]] * 60] * 60),
    "a text of 2 MB": (ResultKind.TEXT, HUGE),
}


def measure(app: QApplication) -> Iterator[Figure]:
    """Measure every kind of result, and a notice with a huge text."""
    theme.apply(app)

    def notice(parent: QWidget) -> QWidget:
        view = NoticeView(Context(), parent)
        view.show_block(Notice("error", "x", HUGE, HUGE, ONE_WORD, HUGE))
        return view

    makers: dict[str, Callable[[QWidget], QWidget]] = {"a notice of 2 MB": notice}
    for name, (kind, output) in RESULTS.items():
        makers[name] = lambda parent, kind=kind, output=output: view_of_result(kind, output, parent)
    for name, make in makers.items():
        yield Figure(f"held by: {name}", least(lambda make=make: _held(app, make), LIMIT_MS), "ms", LIMIT_MS)


def _held(app: QApplication, make: Callable[[QWidget], QWidget]) -> float:
    """Return CPU time in milliseconds."""
    window = QWidget()
    window.resize(380, 560)
    window.show()
    app.processEvents()
    began = thread_time()
    view = make(window)
    view.resize(360, min(view.fit(360), 16_000_000))  # pyright: ignore[reportAttributeAccessIssue]
    view.show()
    app.processEvents()
    held = (thread_time() - began) * 1000
    window.close()
    window.deleteLater()
    return held
