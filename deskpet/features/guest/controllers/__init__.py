"""Show another character and her chat, and let both talk; imported when she is first invited."""
