"""Tools for files in the folders that the user chose, and in a scratch folder of the character's own.

workspace.py finds and opens what a path names, handles.py keeps that within the folder, file_change.py carries out
changes, and undo_copies.py remembers what was before. The tools are in reading.py and changing.py.
"""

from deskpet.tools.files.changing import CHANGING_TOOLS
from deskpet.tools.files.reading import READING_TOOLS

FILE_TOOLS = (*READING_TOOLS, *CHANGING_TOOLS)
