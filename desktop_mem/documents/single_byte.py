"""Statistics for encodings that nothing else tells apart."""

from __future__ import annotations


def guess_statistically(sample: bytes) -> str:
    """The likeliest Python codec for a sample of lines that are not plain ASCII and not UTF-8."""
    from charset_normalizer import from_bytes  # here: most files are UTF-8 and never need it

    best = from_bytes(sample).best()
    return best.encoding if best else "cp1252"
