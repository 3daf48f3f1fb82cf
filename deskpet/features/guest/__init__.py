"""A second character beside the first one, and what they say to one another."""
