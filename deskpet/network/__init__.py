"""Pages of public addresses of the web: which ones may be reached, and their guarded download."""
