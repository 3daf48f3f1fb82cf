"""All conversations: the list of sessions, the search through them, and what can be done with each."""
