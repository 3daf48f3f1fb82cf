"""The conversation history view: the list of sessions, its search, and the commands on a session."""
