"""The character on the desktop: window, rendering, mouse input, menu and tray."""
