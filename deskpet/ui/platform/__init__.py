"""Integration with operating systems and window systems."""
