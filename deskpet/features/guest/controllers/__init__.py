"""What is imported when another character is invited."""
