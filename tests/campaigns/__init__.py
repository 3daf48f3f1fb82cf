"""Campaigns over material that nobody here wrote: `python -m tests.campaigns NAME` prints a table."""
