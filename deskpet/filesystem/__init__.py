"""Files: atomic writes, rights of their user only, and limits on what is read."""
