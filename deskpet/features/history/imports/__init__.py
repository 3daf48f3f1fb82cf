"""Conversations of other programs, converted to the form in which this one exports its own."""
