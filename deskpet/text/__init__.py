"""Texts of others: encodings, JSON with comments, invisible characters, lone surrogates, times, shown arguments."""
