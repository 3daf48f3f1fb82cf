"""Files made to stop a program, and what is to become of them: `python -m tests.hostile_files` prints a table."""
