"""Copy a model from what the user chose or dropped: a folder, a .zip archive or a settings file."""

from pathlib import Path

from deskpet.pet import archive, cubism_json, model_file, model_package, model_settings, vtube
from deskpet.pet.problems import Findings, ModelError, Problem
from deskpet.translation import tr

_OTHER_ARCHIVES = {".7z", ".rar", ".tar", ".gz", ".tgz", ".xz", ".bz2"}


def copy_model(path: Path, folder: Path, findings: Findings) -> tuple[str, Path]:
    """Copy the model at `path` into the new `folder` and return its title and its settings file there.

    Raises ModelError, OSError.
    """
    path = path.expanduser().absolute()
    if path.is_dir():
        return _copy_package(model_package.from_folder(path, None, findings), folder)
    if not path.is_file():
        raise ModelError(Problem("not-found", str(path), tr("There is no such file or folder. Choose another one.")))
    if archive.is_archive(path):
        with archive.open_archive(path, findings) as model:
            return _copy_package(model, folder)
    if model_settings.is_settings(path.name) or (path.suffix.lower() == ".json" and model_file.describes_model(path)):
        return _copy_package(model_package.from_folder(path.parent, path, findings), folder)
    if path.name.lower().endswith(vtube.SUFFIX):
        try:
            settings = vtube.settings_of(path)
        except cubism_json.BadJson as error:
            message = tr("VTube Studio's file can't be read: {why}. Choose the file ending in .model3.json.", why=error)
            raise ModelError(Problem("not-json", path.name, message)) from error
        return _copy_package(model_package.from_folder(path.parent, settings, findings), folder)
    message = tr("This is no model. Choose its folder, a .zip file, or its pet.json, .model3.json or .model.json.")
    if path.suffix.lower() in _OTHER_ARCHIVES:
        message = tr("Archives of this kind can't be read here. Unpack it, and choose the folder.")
    raise ModelError(Problem("not-a-model", path.name, message))


def _copy_package(model: model_package.ModelPackage, folder: Path) -> tuple[str, Path]:
    return model.title, model_package.copy(model, folder)
