"""Tests of the data page's controller whose page is deleted meanwhile, as when the language changes."""

import asyncio
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication

from deskpet.features.data.ui.page import DataPage, DataPageController
from deskpet.features.host import KeptFiles
from deskpet.store import Store


@pytest.mark.parametrize("request_name", ["looked_at", "compact.triggered"])
async def test_results_for_a_deleted_page_are_dropped(qapp: QApplication, tmp_path: Path, request_name: str) -> None:
    store = Store(tmp_path / "conversations.db")
    page = DataPage()
    files = KeptFiles(tmp_path / "settings.toml", ())
    chat = SimpleNamespace(listen_to_end=lambda _: lambda: None)
    host = SimpleNamespace(files=files, store=lambda: store, sessions=None, chat=chat)
    DataPageController(page, host)  # pyright: ignore[reportArgumentType]
    failures: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
    before = asyncio.all_tasks()
    attrgetter(request_name)(page).emit()
    shiboken6.delete(page)
    await asyncio.wait(asyncio.all_tasks() - before)
    store.close()
    assert failures == []
