"""The command line: the parser and the commands."""
