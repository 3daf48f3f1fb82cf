"""The pet, hidden as soon as it lives and its chat is open: what it costs then is measured from outside."""

import sys

from PySide6.QtCore import QTimer

from deskpet import app, paths
from deskpet.ui import loop

HIDDEN_AFTER_MS = 2000

if __name__ == "__main__":
    qt = app.new_application()
    pet = app.Pet(paths.default_settings_file(), offline=True)
    pet.window.first_frame.connect(lambda: QTimer.singleShot(HIDDEN_AFTER_MS, pet.window.hide))
    sys.exit(loop.run(qt, pet.live()))
