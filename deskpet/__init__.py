"""A Live2D character that lives on the desktop, talks, and moves in mid-sentence."""

__version__ = "0.1.0"
