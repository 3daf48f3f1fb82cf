"""What differs between operating systems and window systems."""
