"""Who the character is told to be: personas, the files they are kept in, and character cards from elsewhere."""
