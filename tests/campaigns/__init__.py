"""Campaigns: long tries at the program that print a table; `make campaign` lists them."""
