"""Light and dark: every colour as a named token, the size of the text, and how both reach the application."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from desktop_mem.gui.style_sheet import SHAPES, style_sheet

SMALLEST_POINTS = 10.0
SCALES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one palette, each named by what it is for, as `#rrggbb`."""

    canvas: str
    surface: str
    sunken: str
    border: str
    outline: str
    text: str
    muted: str
    accent: str
    on_accent: str
    accent_hover: str
    accent_soft: str
    accent_text: str
    danger: str
    danger_soft: str
    warning: str
    warning_soft: str
    success: str
    success_soft: str
    code: str
    gauge_instructions: str
    gauge_working_context: str
    gauge_summary: str
    gauge_queue: str
    gauge_free: str
    gauge_reserve: str
    gauge_mark: str


LIGHT = Tokens(
    canvas="#f5f5f2",
    surface="#ffffff",
    sunken="#ebebe6",
    border="#deded8",
    outline="#85857d",
    text="#1d1e1c",
    muted="#5b5d58",
    accent="#17696a",
    on_accent="#ffffff",
    accent_hover="#0f5455",
    accent_soft="#d9ecea",
    accent_text="#125b5c",
    danger="#a8291d",
    danger_soft="#fbe8e5",
    warning="#7a4d00",
    warning_soft="#fbf0d7",
    success="#2a6a38",
    success_soft="#e2f1e4",
    code="#f0f0ec",
    gauge_instructions="#4a5a80",
    gauge_working_context="#17696a",
    gauge_summary="#a8662a",
    gauge_queue="#4f9b92",
    gauge_free="#e4e4de",
    gauge_reserve="#8a8a82",
    gauge_mark="#1d1e1c",
)

DARK = Tokens(
    canvas="#17191a",
    surface="#202324",
    sunken="#121414",
    border="#363a3b",
    outline="#868c8d",
    text="#ecedea",
    muted="#abb0ae",
    accent="#6fc6bd",
    on_accent="#06282a",
    accent_hover="#93d9d1",
    accent_soft="#1f3f3e",
    accent_text="#84d3ca",
    danger="#f5a79c",
    danger_soft="#42221f",
    warning="#efc272",
    warning_soft="#3b2f17",
    success="#93d3a0",
    success_soft="#1d3823",
    code="#161818",
    gauge_instructions="#8c9ccb",
    gauge_working_context="#6fc6bd",
    gauge_summary="#d99d63",
    gauge_queue="#3f8f88",
    gauge_free="#33383a",
    gauge_reserve="#80868a",
    gauge_mark="#ecedea",
)

# Every pair of text and ground that the window shows; a test computes the contrast of each.
TEXT_PAIRS = (
    *[
        (text, ground)
        for ground in ("canvas", "surface", "sunken", "code")
        for text in ("text", "muted", "accent_text", "danger", "warning", "success")
    ],
    ("text", "accent_soft"),
    ("muted", "accent_soft"),
    ("accent_text", "accent_soft"),
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
    ("danger", "danger_soft"),
    ("text", "danger_soft"),
    ("warning", "warning_soft"),
    ("text", "warning_soft"),
    ("success", "success_soft"),
    ("text", "success_soft"),
    ("text", "gauge_free"),
)
# Shapes that carry meaning need three to one.
SHAPE_PAIRS = (
    ("outline", "surface"),
    ("outline", "canvas"),
    ("accent", "surface"),
    ("accent", "canvas"),
    ("gauge_instructions", "surface"),
    ("gauge_working_context", "surface"),
    ("gauge_summary", "surface"),
    ("gauge_queue", "surface"),
    ("gauge_reserve", "surface"),
    ("gauge_mark", "surface"),
)


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two colours, 1 to 21."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Theme(QObject):
    """The palette in force and the text scale; widgets that paint themselves ask it, and repaint on `changed`.

    `choice` is `system`, `light` or `dark`; `scale` is 1 for the desktop's own text size.
    """

    changed = Signal()

    def __init__(self, application: QApplication, choice: str = "system", scale: float = 1.0) -> None:
        super().__init__(application)
        self._application = application
        self._choice = choice
        self._base = QFont(application.font())
        self.scale = scale
        self.tokens = LIGHT
        QDir.setSearchPaths(SHAPES, [str(Path(__file__).with_name("shapes"))])
        application.styleHints().colorSchemeChanged.connect(self._follow_desktop)
        self.apply()

    def apply(self) -> None:
        """Give palette, font and style sheet to the application and tell the widgets."""
        self.tokens = DARK if self.is_dark() else LIGHT
        font = self.font()
        self._application.setFont(font)
        self._application.setPalette(_palette(self.tokens))
        shapes = "dark" if self.tokens is DARK else "light"
        self._application.setStyleSheet(style_sheet(self.tokens, self.px(1.0), font.pointSizeF(), shapes))
        self.changed.emit()

    @contextmanager
    def put_off(self) -> Iterator[None]:
        """Meanwhile widgets are made without the style sheet. It is worked out once for all of them, not for each as it finds its place,
        which takes as long as making them.
        """
        self._application.setStyleSheet("")
        yield
        self.apply()

    def is_dark(self) -> bool:
        """Whether the dark palette is in force."""
        if self._choice == "system":
            return self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._choice == "dark"

    def choose(self, choice: str) -> None:
        """Change to `system`, `light` or `dark`."""
        self._choice = choice
        self.apply()

    def zoom(self, steps: int) -> None:
        """Larger (positive) or smaller text by so many steps; 0 goes back to the desktop's size."""
        nearest = min(range(len(SCALES)), key=lambda place: abs(SCALES[place] - self.scale))
        place = SCALES.index(1.0) if steps == 0 else min(max(nearest + steps, 0), len(SCALES) - 1)
        self.scale = SCALES[place]
        self.apply()

    def font(self, size: float = 1.0, *, bold: bool = False, fixed: bool = False) -> QFont:
        """The text font, `size` times the base size."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont) if fixed else QFont(self._base)
        font.setPointSizeF(max(self._base.pointSizeF(), SMALLEST_POINTS) * self.scale * size)
        if bold:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def px(self, units: float) -> int:
        """A distance in pixels: one unit is four pixels at scale 1."""
        return max(1, round(units * 4 * self.scale))

    def colour(self, token: str) -> QColor:
        """The colour behind a token's name."""
        return QColor(getattr(self.tokens, token))

    def _follow_desktop(self) -> None:
        if self._choice == "system":
            self.apply()


def _palette(tokens: Tokens) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for colour_role, token in (
        (role.Window, tokens.canvas),
        (role.WindowText, tokens.text),
        (role.Base, tokens.surface),
        (role.AlternateBase, tokens.sunken),
        (role.Text, tokens.text),
        (role.PlaceholderText, tokens.muted),
        (role.Button, tokens.surface),
        (role.ButtonText, tokens.text),
        (role.ToolTipBase, tokens.surface),
        (role.ToolTipText, tokens.text),
        (role.Highlight, tokens.accent),
        (role.HighlightedText, tokens.on_accent),
        (role.Link, tokens.accent_text),
        (role.LinkVisited, tokens.accent_text),
        (role.Accent, tokens.accent),
    ):
        palette.setColor(colour_role, QColor(token))
    for colour_role in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, colour_role, QColor(tokens.muted))
    return palette
