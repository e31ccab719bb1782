"""Brings letters that mean the same to one form, one for one, so that places in the text stay the same."""

from __future__ import annotations

_TRADITIONAL = "點後鐘個兩週禮號時這每過間與從開當請壹貳參肆伍陸柒捌玖拾"
_SIMPLIFIED = "点后钟个两周礼号时这每过间与从开当请一二三四五六七八九十"
_WIDE = {code + 0xFEE0: code for code in range(0x21, 0x7F)}
_ALIKE = (
    {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
    | {wide: code + 32 if chr(code).isupper() else code for wide, code in _WIDE.items()}
    | str.maketrans(_TRADITIONAL, _SIMPLIFIED)
    | dict.fromkeys((0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0xA0, 0x3000, 0x2009, 0x202F), 0x20)
    | str.maketrans("，；", ",;")
)


def alike(text: str) -> str:
    """The text in small letters, narrow forms and simplified characters, of the same length."""
    return text.translate(_ALIKE)
