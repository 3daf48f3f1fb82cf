"""The settings window: a page for each part of them, and what its buttons do."""
