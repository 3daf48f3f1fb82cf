"""The tree of folders and the pane of a file."""
