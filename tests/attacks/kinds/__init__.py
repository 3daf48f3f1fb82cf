"""One module for each kind of attack. Each has a tuple `ATTACKS`, and is found by its place in this folder."""
