"""First-run assistant: choose a character, connect a model or stay offline, set the user's name and the tool mode."""
