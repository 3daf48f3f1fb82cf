"""Tests of the notices of the program: equal ones are counted, another one with the same title replaces the first."""

from pathlib import Path

import pytest

from deskpet.app.chat_controller import ChatController
from deskpet.app.pet_controller import PetController
from tests.app.running_pet import running, write_settings
from tests.support.waiting import until

pytestmark = pytest.mark.window


def shown(talk: ChatController) -> list[str]:
    views = [view for row in talk.chat.transcript.rows for view in row.views]
    return [view.accessibleName() for view in views if view.isVisible()]


async def test_equal_notices_of_the_program_are_counted_and_resolved_together(tmp_path: Path):
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False)
    async with running(pet) as talk:
        for title in ("Disk full", "Disk full", "No network", "Disk full"):
            talk.notices.warn(title.lower(), title, "Who knows.")
        await until(lambda: shown(talk) == ["Warning: Disk full (3 times)", "Warning: No network"])
        talk.notices.resolve("disk full", "kept")
        await until(lambda: shown(talk)[0] == "Disk full (3 times) · everything is kept now")
        talk.notices.warn("disk full", "Disk full", "Who knows.")
        await until(lambda: shown(talk)[2:] == ["Warning: Disk full"])


async def test_another_cause_replaces_the_notice_with_the_same_title(tmp_path: Path):
    pet = PetController(write_settings(tmp_path, "http://127.0.0.1:9/v1"), offline=False)
    async with running(pet) as talk:
        causes: list[str] = []
        talk.notices.shown.connect(causes.append)
        talk.notices.warn("store", "Disk full", "Nothing is written.")
        talk.notices.warn("store", "No network", "Who knows.")
        talk.notices.warn("store", "Disk full", "Two answers are not written.")
        await until(lambda: shown(talk) == ["Warning: No network", "Warning: Disk full"])
        assert causes == ["Nothing is written.", "Who knows.", "Two answers are not written."]
        talk.notices.remove("store")
        await until(lambda: shown(talk) == [])
