"""Texts of others: what is invisible, lone surrogates, times, and arguments as a person reads them."""
