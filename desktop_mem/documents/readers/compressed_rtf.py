"""Unpacks the compressed rich text in Outlook's messages (MS-OXRTFCP)."""

from __future__ import annotations

import struct

LARGEST = 64 << 20
"""Bytes above which unpacking stops."""

_DICTIONARY = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArial"
    b"Times New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_COMPRESSED = 0x75465A4C
_SIZE = 4096


def unpacked_rtf(packed: bytes) -> bytes:
    """The rich text. Raises `struct.error` for a header cut off; damage further on ends the text there."""
    _, raw_size, kind, _ = struct.unpack_from("<IIII", packed)
    if kind != _COMPRESSED:
        return packed[16 : 16 + raw_size]
    ring = bytearray(_DICTIONARY.ljust(_SIZE, b"\0"))
    write, out, at = len(_DICTIONARY), bytearray(), 16
    while at < len(packed) and len(out) < min(raw_size, LARGEST):
        flags = packed[at]
        at += 1
        for bit in range(8):
            if flags >> bit & 1:
                if at + 2 > len(packed):
                    return bytes(out)
                (reference,) = struct.unpack_from(">H", packed, at)
                at += 2
                if reference >> 4 == write:
                    return bytes(out)
                places = [((reference >> 4) + index) % _SIZE for index in range((reference & 15) + 2)]
            else:
                ring[write : write + 1] = packed[at : at + 1]
                places = [write]
                at += 1
            for place in places:  # one by one: a piece may repeat what it has just written
                ring[write] = ring[place]
                out.append(ring[place])
                write = (write + 1) % _SIZE
    return bytes(out[:raw_size])
