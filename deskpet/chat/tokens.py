"""Estimate the number of tokens of a text without the tokenizer of its model."""


def estimate_text_tokens(text: str) -> int:
    """Estimate the tokens in `text`: one per four ASCII characters, one per CJK character.

    Characters of two UTF-8 bytes (Cyrillic, accents) count as half a token, of three bytes (CJK) as one, of four
    bytes (emoji) as one and a half.
    """
    if text.isascii():
        return (len(text) + 3) // 4
    ascii_length = len(text.encode("ascii", "ignore"))
    extra_bytes = len(text.encode("utf-8", "surrogatepass")) - len(text)
    return (ascii_length + 2 * extra_bytes + 3) // 4
