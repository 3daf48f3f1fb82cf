"""Parts of the program that are added when they are first wanted: a catalogue, their download, and their removal."""
