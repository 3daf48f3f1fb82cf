"""BodyLoader: loads the body of a window, a Live2D model or sprites. What each kind needs is imported for its first."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThreadPool, Signal
from PySide6.QtGui import QImage

from deskpet.pet import body
from deskpet.pet.body import BodyFile, NotLoaded
from deskpet.pet.model_file import ModelFile
from deskpet.pet.sprite_file import SpriteFile
from deskpet.translation import tr
from deskpet.ui.pet.still_window import StillWindow

if TYPE_CHECKING:
    from deskpet.pet.rig import Rig
    from deskpet.ui.pet.textures import Textures


class BodyLoader(QObject):
    """Loads one body after the other, and keeps the textures of a Live2D model in the size of the window.

    loaded: Emitted with the Body that can be drawn.
    failed: Emitted with the reason why there is none, and the next step.
    changed: Emitted when the textures of the body were replaced.
    """

    loaded = Signal(object)
    failed = Signal(str)
    changed = Signal()
    # Emitted in the worker thread with a SpriteFile and its sheet, which is null if it can't be read any more.
    _sheet_read = Signal(object, object)

    def __init__(self, window: StillWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._textures: Textures | None = None
        # Decoding a sheet takes some 50 ms.
        self._pool = QThreadPool(self, maxThreadCount=1)
        self._sheet_read.connect(self._on_sheet_read)
        # The sprites whose sheet is being read, and their resting row.
        self._awaited: tuple[SpriteFile, str | None] | None = None

    def load(self, model: BodyFile, zoom: float, idle_group: str | None) -> "Rig | None":
        """Load a body: `loaded` or `failed` is emitted. Returns the model whose textures are being read, to be closed.

        zoom: enlargement of the body within the window.
        """
        if isinstance(model, SpriteFile):
            from deskpet.ui.pet.sprite_body import load_sheet

            self._awaited = (model, idle_group)
            self._pool.start(lambda: self._sheet_read.emit(model, load_sheet(model)))
        elif why := body.missing_engine():
            self.failed.emit(why)
        else:
            return self._load_live2d(model, zoom, idle_group)
        return None

    def _load_live2d(self, model: ModelFile, zoom: float, idle_group: str | None) -> "Rig | None":
        from deskpet.ui.pet.textures import Textures

        self._textures = self._textures or Textures(self._window, self)
        self._window.makeCurrent()
        try:
            return self._textures.load_model(model, zoom, idle_group)
        except (NotLoaded, OSError) as error:
            cause = str(error)
        finally:
            self._window.doneCurrent()
        self.failed.emit(cause)
        return None

    def can_join(self, model: BodyFile) -> bool:
        """Return whether a Live2D model that is loaded can share its shaders with another one."""
        if self._textures is None or not isinstance(model, ModelFile):
            return False
        from deskpet.pet.rig import can_join

        return can_join(model)

    def fit(self, zoom: float) -> None:
        """Fit the textures to the size of the window, whose context is current."""
        if self._textures:
            self._textures.fit(zoom)

    def prepare_frame(self, sharpness: float) -> None:
        """Prepare the next frame of a model, see `Textures.prepare_frame`. The context of the window is current."""
        if self._textures:
            self._textures.prepare_frame(sharpness)

    def let_go(self) -> None:
        """Forget the body that is loaded or being loaded."""
        self._awaited = None
        if self._textures:
            self._textures.let_go()

    def close(self) -> None:
        """Forget the body, and wait for the worker threads."""
        self._awaited = None
        if self._textures:
            self._textures.close()
        self._pool.waitForDone()

    def _on_sheet_read(self, model: SpriteFile, sheet: QImage) -> None:
        from deskpet.ui.pet.sprite_body import SpriteBody

        awaited = self._awaited
        if awaited is None or awaited[0] is not model:
            return
        self._awaited = None
        if sheet.isNull():
            self.failed.emit(tr("The sprite sheet of {name} can't be read any more.", name=model.folder.name))
        else:
            self.loaded.emit(SpriteBody(model, sheet, self._window, awaited[1]))
