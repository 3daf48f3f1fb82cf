"""What is dropped on the character: files that may be models, and the face that she makes."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl

from deskpet.pet.character import Character, Gesture
from deskpet.ui.pet.drop import happy_gesture, models_in


def carried(*paths: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


def test_folders_archives_and_model_files_may_be_models(tmp_path: Path) -> None:
    names = ("a.ZIP", "Haru.model3.json", "model.json", "b.rar", "Haru.moc3")
    assert models_in(carried(tmp_path, *(tmp_path / name for name in names))) == (
        tmp_path, *(tmp_path / name for name in names)
    )  # fmt: skip
    assert models_in(carried(tmp_path / "picture.png", tmp_path / "song.mp3")) == ()
    assert models_in(QMimeData()) == ()


def test_a_character_welcomes_with_the_gladdest_face_it_has() -> None:
    assert happy_gesture(Character("A", expressions={"sad": "", "Happy": "", "surprised": ""})) == Gesture("surprised")
    assert happy_gesture(Character("A", expressions={"exp_01": ""})) == Gesture()
