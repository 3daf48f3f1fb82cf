"""Reminders and timers: their file, the tools that set them, and how a due one is announced."""
