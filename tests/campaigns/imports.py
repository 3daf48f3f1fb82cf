"""Convert public exports of other programs, each as an import does; print what was read, refused and left out.

    make campaign NAME=imports ARGS=FOLDER      every file of the folder; --all prints those that were read as well

A row is wrong if the reader crashed, or if the store does not take what it made.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from pathlib import Path

from deskpet.features.history import importing
from deskpet.store import Store, StoreError
from deskpet.store.database_files import IN_MEMORY

_REFUSED = ("no export of", "is no JSON", "nested too deeply", "is damaged. Choose a file as it was exported")


def main(arguments: list[str]) -> int:
    """Import each file into a new store. Returns 1 if one was neither read nor refused, 2 if there is none."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=imports")
    parser.add_argument("folder", type=Path, help="folder of public files, or one of them")
    parser.add_argument("--all", action="store_true", help="print the files that were read as well")
    options = parser.parse_args(arguments)
    folder: Path = options.folder
    files = [each for each in sorted(folder.rglob("*")) if each.is_file()] if folder.is_dir() else [folder]
    counts = Counter[str]()
    for file in files:
        began = time.perf_counter()
        outcome, what = asyncio.run(_outcome(file))
        counts[outcome] += 1
        if options.all or outcome != "read":
            name = str(file.relative_to(folder))[:60] if file != folder else file.name
            print(f"{outcome:8} {time.perf_counter() - began:6.1f} s  {name:60} {what}", flush=True)
    print(f"{len(files)} files:", ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return 2 if not files else int("wrong" in counts)


async def _outcome(file: Path) -> tuple[str, str]:
    store = Store(IN_MEMORY)
    try:
        imported = await importing.import_file(store, file)
    except StoreError as error:
        return "refused" if any(each in str(error) for each in _REFUSED) else "wrong", str(error)
    finally:
        store.close()
    return "read", f"{imported.program}: {importing.message_of(imported.to_json())}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
