"""Search the files that the program keeps."""

from pathlib import Path

from deskpet.config import paths


def files_with(words: str) -> list[Path]:
    """Return the files of the program that hold these words, while it may write them."""
    while True:
        folders = {paths.data_folder(), paths.state_folder(), paths.model_cache_folder().parent, paths.undo_folder()}
        files = {each for folder in folders for each in folder.rglob("*") if each.is_file()}
        try:
            return [each for each in files if words.encode() in each.read_bytes()]
        except FileNotFoundError:
            # A file was written whole and has got its final name.
            continue
