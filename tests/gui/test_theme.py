"""The theme: contrast of every pair, text scale, and the desktop's choice."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from PySide6.QtCore import QFile

from desktop_mem.gui.style_sheet import style_sheet
from desktop_mem.gui.theme import DARK, LIGHT, SHAPE_PAIRS, TEXT_PAIRS, Tokens, contrast


@pytest.mark.parametrize(
    ("one", "other", "ratio"), [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#123456", "#123456", 1.0)]
)
def test_contrast_is_the_one_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("pairs", "least"), [(TEXT_PAIRS, 4.5), (SHAPE_PAIRS, 3.0)], ids=["text", "shapes"])
def test_every_pair_has_enough_contrast(tokens: Tokens, pairs: tuple[tuple[str, str], ...], least: float) -> None:
    poor = {pair: contrast(getattr(tokens, pair[0]), getattr(tokens, pair[1])) for pair in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in poor.items() if ratio < least} == {}


def test_the_pairs_cover_every_colour_that_text_can_have() -> None:
    texts = {text for text, _ in TEXT_PAIRS}
    assert {"text", "muted", "accent_text", "danger", "warning", "success", "on_accent"} == texts


def test_the_style_sheet_names_only_colours_of_the_palette() -> None:
    known = {getattr(LIGHT, item.name) for item in fields(Tokens)}
    assert set(re.findall(r"#[0-9a-f]{6}\b", style_sheet(LIGHT, 4, 10, "light"))) <= known


@pytest.mark.parametrize(("choice", "tokens"), [("light", LIGHT), ("dark", DARK)])
def test_every_arrow_and_tick_is_there_in_a_colour_of_its_palette(theme, choice: str, tokens: Tokens) -> None:
    shapes = set(re.findall(r"url\((.+?)\)", style_sheet(tokens, 4, 10, choice)))
    drawn = {shape: QFile(shape) for shape in shapes}
    assert [shape for shape, file in drawn.items() if not file.open(QFile.OpenModeFlag.ReadOnly)] == []
    colours = {shape: re.findall(r"#[0-9a-f]{6}", file.readAll().toStdString()) for shape, file in drawn.items()}
    assert colours == {shape: [tokens.on_accent if shape.endswith("check.svg") else tokens.muted] for shape in shapes}


def test_scale_and_choice(theme) -> None:
    assert (theme.px(5), theme.is_dark(), theme.colour("text").name()) == (20, False, LIGHT.text)
    points = theme.font().pointSizeF()
    theme.zoom(3)
    assert (theme.scale, theme.px(5)) == (1.5, 30)
    assert theme.font().pointSizeF() == pytest.approx(1.5 * points)
    theme.choose("dark")
    assert (theme.is_dark(), theme.colour("text").name()) == (True, DARK.text)
    told = []
    theme.changed.connect(lambda: told.append(theme.tokens))
    theme.choose("light")
    assert told == [LIGHT]
