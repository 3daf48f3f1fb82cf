"""She walks about the desktop: along its lower edge, up on windows, and to its sides."""
