"""Views of the parts."""
