"""Views of walking about: her area on a screen, and entries of her menu."""
