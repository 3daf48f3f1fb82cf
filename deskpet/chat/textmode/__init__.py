"""Tool calls that a model writes into its text: the formats, their parser and the prompt that asks for them."""
