"""A read-only file or folder, as seen by an ordinary user: its conversations are read into memory."""

import json
import os
import shutil
from pathlib import Path

import pytest

from deskpet.chat.messages import user_message
from deskpet.store import IN_MEMORY, Store
from tests.support import ordinary_user

PROGRAM = """
import json, sys
from pathlib import Path
from deskpet.chat.messages import user_message
from deskpet.store import IN_MEMORY, Store, StoreError
file = Path(sys.argv[1])
try:
    Store(file).close()
except StoreError as error:
    refused = str(error)
store = Store(IN_MEMORY, copy_of=file)
store.save_message("s", user_message("and another", 2.0), None, None).result()
texts = [node.message.text for node in store.last().nodes]
store.close()
print(json.dumps([refused, texts]))
"""


def run_as_ordinary_user(file: Path) -> tuple[str, list[str]]:
    refused, texts = json.loads(ordinary_user.run(PROGRAM, str(file)))
    return refused, texts


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
@pytest.mark.parametrize("is_log_full", [False, True], ids=["closed", "with words in its log"])
@pytest.mark.parametrize("is_folder_closed", [False, True], ids=["file", "folder"])
def test_a_read_only_file_is_read_into_memory(tmp_path, is_log_full, is_folder_closed):
    folder, original = tmp_path / "data", tmp_path / "original"
    folder.mkdir()
    original.mkdir()
    store = Store(original / "talks.db")
    store.save_message("s", user_message("an old question", 1.0), None, None).result()
    if not is_log_full:
        store.close()
    for each in original.iterdir():
        if not each.name.endswith("-shm"):
            shutil.copyfile(each, folder / each.name)
            (folder / each.name).chmod(0o400)
    if is_log_full:
        store.close()
    if is_folder_closed:
        folder.chmod(0o500)
    before = sorted(each.name for each in folder.iterdir())
    try:
        refused, texts = run_as_ordinary_user(folder / "talks.db")
    finally:
        folder.chmod(0o700)
    assert "talks.db can't be" in refused
    assert texts == ["an old question", "and another"]
    if is_folder_closed:
        assert sorted(each.name for each in folder.iterdir()) == before


async def test_an_older_file_is_read_in_the_newest_form_and_stays_as_it_is(tmp_path):
    from tests.store.test_migrations import SAID, write_v2

    file = tmp_path / "talks.db"
    write_v2(file)
    before = file.read_bytes()
    store = Store(IN_MEMORY, copy_of=file)
    assert len((await store.load("s")).nodes) == len(SAID)
    store.close()
    assert file.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["talks.db"]
