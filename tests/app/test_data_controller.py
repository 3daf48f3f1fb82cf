"""Tests of the data page's controller whose page is deleted meanwhile, as when the language changes."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication

from deskpet.app.data_controller import DataController
from deskpet.store import Store
from deskpet.ui.settings.data_page import DataPage


@pytest.mark.parametrize("request_name", ["looked_at", "compact_requested"])
async def test_results_for_a_deleted_page_are_dropped(qapp: QApplication, tmp_path: Path, request_name: str) -> None:
    store = Store(tmp_path / "conversations.db")
    page = DataPage()
    persistence = SimpleNamespace(store=store, recorder=None)
    DataController(page, tmp_path / "settings.toml", persistence)  # pyright: ignore[reportArgumentType]
    failures: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
    before = asyncio.all_tasks()
    getattr(page, request_name).emit()
    shiboken6.delete(page)
    await asyncio.wait(asyncio.all_tasks() - before)
    store.close()
    assert failures == []
