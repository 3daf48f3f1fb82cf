"""Figures of turns and their sums, and the log."""
