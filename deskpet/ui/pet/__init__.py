"""The character on the desktop: her window, how she is drawn, what she does when she is touched."""
