"""Processes and threads: child processes and their confinement, streams, signals, and the lock of the instance."""
