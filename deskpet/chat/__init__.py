"""Conversations: messages, turn events and the state machine that produces them. No I/O, no Qt."""
