"""Views of the updates."""
