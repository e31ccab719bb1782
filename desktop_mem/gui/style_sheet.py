"""The shapes of the standard widgets: one style sheet, made of colour tokens and one unit of distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_mem.gui.theme import Tokens


SHAPES = "shapes"
"""The search path under which Qt finds the folder of arrows and ticks."""


def style_sheet(t: Tokens, unit: int, points: float, shapes: str) -> str:
    """The sheet for one palette; `unit` is the distance unit in pixels, `points` the text size, `shapes` the folder of arrows and ticks."""
    folder = f"{SHAPES}:{shapes}"
    return (
        _surfaces(t, unit, points)
        + _buttons(t, unit, folder)
        + _inputs(t, unit, folder)
        + _choosers(t, unit, folder)
        + _lists(t, unit, folder)
    )


def _surfaces(t: Tokens, u: int, points: float) -> str:
    return f"""
QMainWindow, QDialog {{ background: {t.canvas}; }}
QWidget#header {{ background: {t.surface}; border-bottom: 1px solid {t.border}; }}
QWidget#side {{ background: {t.canvas}; }}
QWidget#sidePage {{ background: {t.canvas}; }}
QFrame#card {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: {3 * u}px; }}
QFrame#proposal {{ background: {t.warning_soft}; border: 1px solid {t.warning}; border-radius: {3 * u}px; }}
QLabel {{ background: transparent; color: {t.text}; }}
QLabel[tone="muted"] {{ color: {t.muted}; }}
QLabel[tone="danger"] {{ color: {t.danger}; }}
QLabel[tone="warning"] {{ color: {t.warning}; }}
QLabel[textSize="small"] {{ font-size: {points * 0.9:.2f}pt; }}
QLabel[textSize="title"] {{ font-size: {points * 1.15:.2f}pt; font-weight: 600; }}
QLabel[textSize="hero"] {{ font-size: {points * 1.8:.2f}pt; font-weight: 600; }}
QFrame#banner {{ margin: {3 * u}px {5 * u}px 0 {5 * u}px; border-radius: {2 * u}px; border: 1px solid {t.border};
  background: {t.surface}; }}
QFrame#banner[tone="danger"] {{ background: {t.danger_soft}; border-color: {t.danger}; }}
QFrame#banner[tone="warning"] {{ background: {t.warning_soft}; border-color: {t.warning}; }}
QFrame#banner[tone="info"] {{ background: {t.accent_soft}; border-color: {t.accent}; }}
QFrame#drop {{ background: {t.surface}; border: 2px dashed {t.outline}; border-radius: {3 * u}px; }}
QFrame#drop[hover="true"] {{ background: {t.accent_soft}; border-color: {t.accent}; }}
QToolTip {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.outline}; padding: {u}px; }}
QSplitter::handle {{ background: {t.border}; }}
QScrollArea {{ border: none; background: transparent; }}
"""


def _buttons(t: Tokens, u: int, shapes: str) -> str:
    return f"""
QPushButton, QToolButton {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.outline}; border-radius: {2 * u}px;
  padding: {round(1.4 * u)}px {3 * u}px; }}
QPushButton:hover, QToolButton:hover {{ background: {t.sunken}; }}
QPushButton:pressed, QToolButton:pressed {{ background: {t.border}; }}
QPushButton:focus, QToolButton:focus {{ border: 2px solid {t.accent}; padding: {max(1, round(1.4 * u) - 1)}px {3 * u - 1}px; }}
QPushButton:disabled, QToolButton:disabled {{ color: {t.muted}; background: {t.sunken}; border-color: {t.border}; }}
QPushButton[kind="primary"] {{ background: {t.accent}; color: {t.on_accent}; border-color: {t.accent}; font-weight: 600; }}
QPushButton[kind="primary"]:hover {{ background: {t.accent_hover}; border-color: {t.accent_hover}; }}
QPushButton[kind="primary"]:focus {{ border-color: {t.text}; }}
QPushButton[kind="primary"]:disabled {{ background: {t.sunken}; color: {t.muted}; border-color: {t.border}; }}
QToolButton::menu-indicator {{ image: none; }}
QFileDialog QToolButton {{ padding: {u}px; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QPushButton::menu-indicator {{ image: url({shapes}/down.svg); width: {3 * u}px; height: {3 * u}px; subcontrol-position: center right;
  right: {u}px; }}
QPushButton[kind="danger"] {{ background: {t.danger_soft}; color: {t.danger}; border-color: {t.danger}; font-weight: 600; }}
QPushButton[kind="quiet"], QToolButton[kind="quiet"] {{ background: transparent; border-color: transparent; color: {t.accent_text};
  padding: {u}px {2 * u}px; }}
QPushButton[kind="quiet"]:disabled, QToolButton[kind="quiet"]:disabled {{ background: transparent; color: {t.muted}; }}
QPushButton[kind="quiet"]:hover, QToolButton[kind="quiet"]:hover {{ background: {t.accent_soft}; }}
QPushButton[kind="quiet"]:focus, QToolButton[kind="quiet"]:focus {{ border: 2px solid {t.accent}; padding: {u - 1}px {2 * u - 1}px; }}
"""


def _inputs(t: Tokens, u: int, shapes: str) -> str:
    return f"""
QPlainTextEdit, QTextEdit, QLineEdit {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.outline}; border-radius: {2 * u}px;
  padding: {u}px; selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QPlainTextEdit:focus, QTextEdit:focus, QLineEdit:focus {{ border-color: {t.accent}; }}
QCheckBox {{ color: {t.text}; spacing: {2 * u}px; }}
QCheckBox::indicator, QListWidget::indicator {{ width: {3 * u}px; height: {3 * u}px; background: {t.surface};
  border: 1px solid {t.outline}; border-radius: {u}px; }}
QCheckBox::indicator:checked, QListWidget::indicator:checked {{ background: {t.accent}; border-color: {t.accent};
  image: url({shapes}/check.svg); }}
QCheckBox::indicator:focus {{ border: 2px solid {t.accent}; }}
QFrame#composer {{ background: {t.surface}; border: 1px solid {t.outline}; border-radius: {4 * u}px; }}
QFrame#composer[focused="true"] {{ border: 2px solid {t.accent}; }}
QFrame#composer QPlainTextEdit {{ border: none; background: transparent; padding: 0; }}
QProgressBar {{ background: {t.gauge_free}; border: none; border-radius: {u // 2 + 1}px; max-height: {u + 2}px; min-height: {u + 2}px; }}
QProgressBar::chunk {{ background: {t.accent}; border-radius: {u // 2 + 1}px; }}
QMenu {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; padding: {u}px; }}
QMenu::item {{ padding: {round(1.5 * u)}px {6 * u}px; border-radius: {u}px; }}
QMenu::item:selected {{ background: {t.accent_soft}; color: {t.text}; }}
QMenu::item:disabled {{ color: {t.muted}; }}
"""


def _choosers(t: Tokens, u: int, shapes: str) -> str:
    """Fields with arrows, as round as those without."""
    return f"""
QComboBox, QAbstractSpinBox {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.outline}; border-radius: {2 * u}px;
  padding: {u}px; selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QComboBox:focus, QAbstractSpinBox:focus {{ border-color: {t.accent}; }}
QComboBox:disabled, QAbstractSpinBox:disabled {{ background: {t.sunken}; color: {t.muted}; border-color: {t.border}; }}
QAbstractSpinBox QLineEdit {{ border: none; padding: 0; background: transparent; }}
QSpinBox QLineEdit, QDoubleSpinBox QLineEdit {{ padding: 0 {u}px; }}
QComboBox QAbstractItemView {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.border};
  selection-background-color: {t.accent_soft}; selection-color: {t.text}; }}
QComboBox::drop-down, QDateEdit::drop-down {{ border: none; width: {6 * u}px; subcontrol-origin: padding;
  subcontrol-position: center right; }}
QComboBox::down-arrow, QDateEdit::down-arrow {{ image: url({shapes}/down.svg); width: {4 * u}px; height: {4 * u}px; }}
QSpinBox::up-button, QDoubleSpinBox::up-button {{ border: none; width: {6 * u}px; subcontrol-origin: border;
  subcontrol-position: top right; }}
QSpinBox::down-button, QDoubleSpinBox::down-button {{ border: none; width: {6 * u}px; subcontrol-origin: border;
  subcontrol-position: bottom right; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{ image: url({shapes}/up.svg); width: {3 * u}px; height: {3 * u}px; }}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{ image: url({shapes}/down.svg); width: {3 * u}px; height: {3 * u}px; }}
"""


def _lists(t: Tokens, u: int, shapes: str) -> str:
    return f"""
QListView {{ background: transparent; border: none; outline: none; color: {t.text}; }}
QListWidget {{ background: {t.surface}; border: 1px solid {t.border}; border-radius: {2 * u}px; padding: {u}px; }}
QListWidget::item {{ padding: {u}px; border-radius: {u}px; color: {t.text}; }}
QListWidget::item:selected {{ background: {t.accent_soft}; color: {t.text}; }}
QTabWidget::pane {{ border: none; background: {t.canvas}; }}
QTabWidget::tab-bar {{ alignment: left; left: {2 * u}px; }}
QTabBar {{ background: transparent; qproperty-drawBase: 0; }}
QTabBar::tab {{ background: transparent; color: {t.muted}; padding: {2 * u}px {round(2.4 * u)}px; border: none;
  border-bottom: 3px solid transparent; }}
QTabBar::tab:hover {{ color: {t.text}; }}
QTabBar::tab:selected {{ color: {t.accent_text}; border-bottom-color: {t.accent}; font-weight: 600; }}
QTabBar QToolButton {{ background: {t.canvas}; border: 1px solid {t.border}; border-radius: 0; padding: 0; }}
QTabBar QToolButton::left-arrow {{ image: url({shapes}/left.svg); width: {4 * u}px; height: {4 * u}px; }}
QTabBar QToolButton::right-arrow {{ image: url({shapes}/right.svg); width: {4 * u}px; height: {4 * u}px; }}
QTabBar::tear {{ width: 0; image: none; }}
QTabBar::scroller {{ width: {12 * u}px; }}
QTabBar::tab:focus {{ background: {t.accent_soft}; }}
QScrollBar:vertical {{ background: transparent; width: {3 * u}px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {3 * u}px; margin: 0; }}
QScrollBar::handle {{ background: {t.outline}; border-radius: {u}px; margin: {max(1, u // 2)}px;
  min-height: {8 * u}px; min-width: {8 * u}px; }}
QScrollBar::handle:hover {{ background: {t.muted}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page
  {{ background: none; border: none; width: 0; height: 0; }}
"""
