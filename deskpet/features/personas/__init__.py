"""The list of personas: choose who speaks, edit and delete personas, and import character cards."""
