"""What a conversation is: plain Python values and the machine that grows them. No I/O, no Qt."""
