"""Coding agents of the user: their hooks, what they do, and their permission requests. No Qt, no pydantic."""
