"""Composition and controllers: the only layer that knows every other one."""
