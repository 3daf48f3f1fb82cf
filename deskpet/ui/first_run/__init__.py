"""The first minute: meet the character, connect a model or stay offline, choose a mode and a name."""
