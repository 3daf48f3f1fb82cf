"""Hide from the standard library what Wine 8 lacks. Python imports this module at its start, under Wine only."""

import _winapi
import sys

# Wine ends the process at this call; shutil copies by itself where it does not exist.
if hasattr(_winapi, "CopyFile2"):
    del _winapi.CopyFile2
# Wine has no WMI server to ask; platform reads the version elsewhere.
sys.modules["_wmi"] = None  # pyright: ignore[reportArgumentType]
