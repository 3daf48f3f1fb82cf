"""The readable text of HTML pages, which is extracted in a confined child process."""

from pathlib import Path

CHILD = Path(__file__).with_name("extract_child.py")
"""The file of the child process, which describes its request and its reply."""
