"""The capabilities of the program, each in a folder. `feature_list` has them all; a hook starts without it."""
