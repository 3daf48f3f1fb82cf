"""Hostile files and the expected reaction of the program: `python -m tests.hostile_files` prints a table."""
