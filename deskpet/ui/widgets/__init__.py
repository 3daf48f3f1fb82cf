"""Widgets, menus, icons and styles that all windows share."""
