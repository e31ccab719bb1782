"""How tall a row is and where each of its parts stands: measured once per width, then only painted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QTextDocument

from desktop_mem.gui.conversation.citations import chip_words
from desktop_mem.gui.conversation.rich_text import Block, blocks_of, code_document, prose_document
from desktop_mem.gui.conversation.row import SEND_MESSAGE, Row, RowKind, RowState, Step
from desktop_mem.gui.conversation.row_parts import BoxPart, Chip, HotPart, IconPart, LaidBlock, LinePart, RowLayout, TextPart
from desktop_mem.gui.conversation.rows import Unmade
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import function_words, snooze_choices, time_words

COLUMN_UNITS = 200  # the widest that text runs, in theme units, so that lines stay readable
BUBBLE_SHARE = 0.82
MOST_CHIPS = 6


@dataclass(frozen=True, slots=True)
class Notice:
    """How a notice looks, in colour tokens; `leading`: it stands where replies stand, not in the middle."""

    icon: str
    fill: str
    outline: str
    mark: str
    text: str
    leading: bool = False


_EVENT = Notice("clock", "canvas", "border", "muted", "muted")
_NOTICES = {
    RowKind.FAULT: Notice("warning", "danger_soft", "danger", "danger", "text", leading=True),
    RowKind.REMINDER: Notice("bell", "accent_soft", "accent", "accent_text", "text"),
}


class RowLayouter:
    """Lays rows out for one width. `day` is the heading above the row, `state` its state in words."""

    def __init__(self, theme: Theme, width: float, *, mirrored: bool = False) -> None:
        self._theme = theme
        self._mirrored = mirrored
        self._body = theme.font()
        self._small = theme.font(0.88)
        self._code = theme.font(0.95, fixed=True)
        self._gap = float(theme.px(2))
        side = float(theme.px(5))
        self._column = min(width - 2 * side, float(theme.px(COLUMN_UNITS)))
        self._left = (width - self._column) / 2
        self._width = width
        metrics = QFontMetricsF(self._body)
        self._line = metrics.lineSpacing()
        self._per_line = max(10.0, self._column * BUBBLE_SHARE / metrics.averageCharWidth())

    def estimates(self, rows: Iterable[Row | Unmade]) -> list[float]:
        """A cheap guess of each height, good enough for a scroll bar; in one go, since there may be many thousand."""
        line, per_line, gap = self._line, self._per_line, self._gap
        folded, bare, chips = line + 2 * gap, 2 * line + 6 * gap, 2 * line
        return [
            folded
            if row.kind is RowKind.TRACE and not row.expanded
            else bare + line * (len(row.text) / per_line + row.text.count("\n")) + (chips if row.citations else 0.0)
            for row in rows
        ]

    def layout(self, row: Row, day: str, state: str, before: RowLayout | None = None) -> RowLayout:
        """The row with all its parts. With the layout that it had `before`, in the same width, only what is new in a reply is laid out."""
        layout = RowLayout()
        top = self._day(layout, day) if day else self._gap / 2
        if row.kind is RowKind.USER:
            bottom = self._bubble(layout, row, state, top)
        elif row.kind is RowKind.REPLY:
            bottom = self._reply(layout, row, state, top, before or RowLayout())
        elif row.kind is RowKind.TRACE:
            bottom = self._trace(layout, row, top)
        elif row.kind is RowKind.TOPIC:
            bottom = self._divider(layout, row, top)
        else:
            bottom = self._notice(layout, row, top)
        layout.height = bottom + self._gap
        if self._mirrored:
            self._mirror(layout)
        return layout

    def _day(self, layout: RowLayout, day: str) -> float:
        metrics = QFontMetricsF(self._small)
        top, wide = 2.5 * self._gap, metrics.horizontalAdvance(day) + 4 * self._gap
        rect = QRectF((self._width - wide) / 2, top, wide, metrics.height() + self._gap)
        layout.boxes.append(BoxPart(rect, "sunken", radius=rect.height() / 2))
        layout.lines.append(LinePart(rect, day, self._small, "muted", Qt.AlignmentFlag.AlignHCenter))
        return rect.bottom() + 2.5 * self._gap

    def _bubble(self, layout: RowLayout, row: Row, state: str, top: float) -> float:
        """The user's words in a bubble at the far side."""
        pad = float(self._theme.px(3))
        document = prose_document(row.text, self._body, self._column * BUBBLE_SHARE - 2 * pad)
        wide = min(document.idealWidth() + 1, self._column * BUBBLE_SHARE - 2 * pad)
        document.setTextWidth(wide)
        tall = document.size().height()
        box = QRectF(self._left + self._column - wide - 2 * pad, top + self._gap, wide + 2 * pad, tall + 1.5 * pad)
        failed = row.state is RowState.NOT_SENT
        waiting = row.state in (RowState.WAITING, RowState.ACCEPTED, RowState.LEAVING, RowState.SUSPENDED)
        fill, outline = ("danger_soft", "danger") if failed else ("canvas", "outline") if waiting else ("accent_soft", "")
        layout.boxes.append(BoxPart(box, fill, outline, float(self._theme.px(4))))
        layout.texts.append(TextPart(QPointF(box.left() + pad, box.top() + 0.75 * pad), document, "text"))
        layout.frame = QRectF(box)
        colour = "danger" if failed else "muted"
        return self._meta(layout, row, state, colour, box.bottom(), Qt.AlignmentFlag.AlignTrailing)

    def _reply(self, layout: RowLayout, row: Row, state: str, top: float, before: RowLayout) -> float:
        """The assistant's words on a card, code on its own ground."""
        pad = float(self._theme.px(4))
        inner, between = self._column - 2 * pad, 1.5 * self._gap
        card = len(layout.boxes)
        y, widest, new_from = top + self._gap + 0.75 * pad, 0.0, -1.0
        for place, block in enumerate(blocks_of(row.text)):
            laid = before.blocks[place] if place < len(before.blocks) else None
            if laid is None or laid.block != block:
                new_from = y if new_from < 0 else new_from
                laid = self._lay_out(block, inner)
            layout.blocks.append(laid)
            if block.is_code:
                y, widest = self._code_block(layout, block, laid.document, y) + between, inner
                continue
            layout.texts.append(TextPart(QPointF(self._left + pad, y), laid.document, "text"))
            widest = max(widest, min(laid.wide, inner))
            y += laid.document.size().height() + between
        if not layout.texts:  # nothing said yet: keep room for a line
            y += QFontMetricsF(self._body).height() + between
        widest = min(inner, max(widest + 1, self._theme.px(10)))
        for laid in layout.blocks:
            if not laid.block.is_code and laid.document.textWidth() != widest:
                laid.document.setTextWidth(widest)  # text from the right must end at the card, not at the column
        width = widest + 2 * pad
        box = QRectF(self._left, top + self._gap, width, y - between + 0.75 * pad - top - self._gap)
        layout.boxes.insert(card, BoxPart(box, "surface", "border", float(self._theme.px(4))))
        layout.frame = QRectF(box)
        same_card = (box.left(), box.top(), box.width()) == (before.frame.left(), before.frame.top(), before.frame.width())
        layout.new_from = (new_from if new_from >= 0 else y) - between if same_card else 0.0
        colour = "warning" if row.state not in (RowState.SETTLED, RowState.STREAMING) else "muted"
        bottom = self._sources(layout, row, box.bottom()) if row.citations else box.bottom()
        return self._meta(layout, row, state, colour, bottom, Qt.AlignmentFlag.AlignLeading)

    def _sources(self, layout: RowLayout, row: Row, top: float) -> float:
        """What was found for the reply, as chips, and how much of the documents that is."""
        chips = [
            Chip(chip_words(citation), "open", citation.address, "document" if citation.of_document else "speech")
            for citation in row.citations[:MOST_CHIPS]
        ]
        y = self._chips(layout, chips, top)
        more = len(row.citations) - MOST_CHIPS
        rest = QCoreApplication.translate("ConversationModel", "and {count} more").format(count=more) if more > 0 else ""
        if text := " · ".join(part for part in (rest, row.coverage) if part):
            document = prose_document(text, self._small, self._column - self._gap)
            layout.texts.append(TextPart(QPointF(self._left + self._gap, y + self._gap / 2), document, "muted"))
            y += self._gap / 2 + document.size().height()
        return y

    def _chips(self, layout: RowLayout, chips: list[Chip], top: float, *, centred: bool = False) -> float:
        """Chips one behind the other, in as many lines as they need."""
        metrics, pad = QFontMetricsF(self._small), float(self._theme.px(2))
        tall, most = metrics.height() + pad, min(self._column, float(self._theme.px(70)))
        lines: list[list[tuple[Chip, str, float]]] = [[]]
        for chip in chips:
            mark = metrics.height() + pad / 2 if chip.icon else pad
            words = metrics.elidedText(chip.words, Qt.TextElideMode.ElideMiddle, most - mark - 2 * pad)
            wide = metrics.horizontalAdvance(words) + mark + 2 * pad
            used = sum(each[2] + self._gap for each in lines[-1])
            if lines[-1] and used + wide > self._column:
                lines.append([])
            lines[-1].append((chip, words, wide))
        y = top + self._gap
        for line in lines:
            spare = self._column - sum(each[2] + self._gap for each in line) + self._gap
            x = self._left + (spare / 2 if centred else 0.0)
            for chip, words, wide in line:
                self._chip(layout, chip, words, QRectF(x, y, wide, tall))
                x += wide + self._gap
            y += tall + self._gap / 2
        return y - self._gap / 2

    def _chip(self, layout: RowLayout, chip: Chip, words: str, rect: QRectF) -> None:
        pad = float(self._theme.px(2))
        layout.boxes.append(BoxPart(QRectF(rect), "surface", "accent", rect.height() / 2))
        layout.hots.append(HotPart(QRectF(rect), chip.kind, chip.value))
        if not chip.icon:
            layout.lines.append(LinePart(QRectF(rect), words, self._small, "accent_text", Qt.AlignmentFlag.AlignHCenter))
            return
        mark = QRectF(rect.left() + pad, rect.top() + pad / 2, rect.height() - pad, rect.height() - pad)
        layout.icons.append(IconPart(mark, chip.icon, "accent_text"))
        text = QRectF(mark.right() + pad / 2, rect.top(), rect.right() - mark.right() - pad / 2, rect.height())
        layout.lines.append(LinePart(text, words, self._small, "accent_text"))

    def _lay_out(self, block: Block, inner: float) -> LaidBlock:
        if block.is_code:
            document = code_document(block.text, self._code, inner - 2 * self._theme.px(2.5), block.language, self._theme.colour)
        else:
            document = prose_document(block.text, self._body, inner, self._theme.colour("border"))
        return LaidBlock(block, document, document.idealWidth())

    def _code_block(self, layout: RowLayout, block: Block, document: QTextDocument, y: float) -> float:
        pad, left = float(self._theme.px(2.5)), self._left + self._theme.px(4)
        inner = self._column - 2 * self._theme.px(4)
        metrics = QFontMetricsF(self._small)
        head = metrics.height() + pad / 2
        tall = document.size().height()
        box = QRectF(left, y, inner, head + tall + 2 * pad)
        layout.boxes.append(BoxPart(box, "code", "border", float(self._theme.px(2))))
        copy = QCoreApplication.translate("ConversationModel", "Copy code")
        wide = metrics.horizontalAdvance(copy) + 2 * pad
        button = QRectF(left + inner - wide, y, wide, head + pad / 2)
        layout.lines.append(LinePart(button, copy, self._small, "accent_text", Qt.AlignmentFlag.AlignHCenter))
        layout.hots.append(HotPart(QRectF(button), "copy", block.text))
        if block.language:
            title = QRectF(left + pad, y + pad / 4, inner - wide - 2 * pad, head)
            layout.lines.append(LinePart(title, block.language, self._small, "muted"))
        layout.texts.append(TextPart(QPointF(left + pad, y + pad + head), document, "text"))
        return box.bottom()

    def _meta(self, layout: RowLayout, row: Row, state: str, colour: str, y: float, align: Qt.AlignmentFlag) -> float:
        """Time and state beneath a bubble."""
        metrics = QFontMetricsF(self._small)
        moment = "" if row.state is RowState.STREAMING else time_words(row.at)
        text = " · ".join(part for part in (moment, state) if part)
        document = prose_document(text, self._small, self._column)  # a reason may be long: it wraps
        if metrics.horizontalAdvance(text) > self._column - self._gap:
            layout.texts.append(TextPart(QPointF(self._left, y + self._gap / 2), document, colour))
            return y + self._gap / 2 + document.size().height()
        rect = QRectF(self._left + self._gap, y + self._gap / 2, self._column - 2 * self._gap, metrics.height())
        layout.lines.append(LinePart(rect, text, self._small, colour, align))
        return rect.bottom()

    def _notice(self, layout: RowLayout, row: Row, top: float) -> float:
        """An event, a reminder or a failed turn, in the middle of the column."""
        look = _NOTICES.get(row.kind, _EVENT)
        pad = float(self._theme.px(3))
        mark = QFontMetricsF(self._small).height()
        inner = self._column - 2 * pad - mark - self._gap
        document = prose_document(row.text, self._small if look is _EVENT else self._body, inner)
        wide = min(document.idealWidth() + 1, inner)
        document.setTextWidth(wide)
        tall = document.size().height()
        whole = wide + 2 * pad + mark + self._gap
        left = self._left if look.leading else self._left + (self._column - whole) / 2
        box = QRectF(left, top + self._gap, whole, tall + (1.0 if look is _EVENT else 1.5) * pad)
        layout.boxes.append(BoxPart(box, look.fill, look.outline, float(self._theme.px(3))))
        top_of_text = box.top() + (box.height() - tall) / 2
        layout.icons.append(IconPart(QRectF(left + pad, top_of_text + 0.12 * mark, mark, mark), look.icon, look.mark))
        layout.texts.append(TextPart(QPointF(left + pad + mark + self._gap, top_of_text), document, look.text))
        layout.frame = QRectF(box)
        return self._snooze(layout, row, box) if row.kind is RowKind.REMINDER and row.note else box.bottom()

    def _snooze(self, layout: RowLayout, row: Row, above: QRectF) -> float:
        """When to be reminded again, as chips beneath a reminder."""
        chips = [Chip(words, "snooze", f"{row.note} {minutes}") for minutes, words in snooze_choices()]
        return self._chips(layout, chips, above.bottom(), centred=True)

    def _divider(self, layout: RowLayout, row: Row, top: float) -> float:
        """Where another topic begins: its title between two lines."""
        font = self._theme.font(0.95, bold=True)
        metrics = QFontMetricsF(font)
        title = metrics.elidedText(" ".join(row.text.split()), Qt.TextElideMode.ElideRight, self._column * BUBBLE_SHARE)
        wide = metrics.horizontalAdvance(title) + 4 * self._gap
        rect = QRectF(self._left + (self._column - wide) / 2, top + 2 * self._gap, wide, metrics.height())
        for left, right in ((self._left, rect.left()), (rect.right(), self._left + self._column)):
            layout.boxes.append(BoxPart(QRectF(left, rect.center().y(), right - left, 2), "border"))
        layout.lines.append(LinePart(rect, title, font, "accent_text", Qt.AlignmentFlag.AlignHCenter))
        layout.frame = QRectF(rect)
        return rect.bottom() + 2 * self._gap

    def _trace(self, layout: RowLayout, row: Row, top: float) -> float:
        """What led to the reply: one line, or every call with thought and result."""
        metrics = QFontMetricsF(self._small)
        size = metrics.height()
        line = QRectF(self._left + self._gap, top, self._column - 2 * self._gap, size + self._gap)
        arrow = "chevron-down" if row.expanded else "chevron-left" if self._mirrored else "chevron-right"
        if row.steps:
            layout.icons.append(IconPart(QRectF(line.left(), line.top() + self._gap / 2, size, size), arrow, "accent_text"))
        text = metrics.elidedText(_trace_title(row), Qt.TextElideMode.ElideRight, line.width() - size - self._gap)
        offset = size + self._gap / 2 if row.steps else 0.0
        layout.lines.append(LinePart(line.adjusted(offset, 0, 0, 0), text, self._small, "accent_text" if row.steps else "muted"))
        layout.frame, layout.hot = QRectF(line), QRectF(line)
        if not row.expanded:
            return line.bottom()
        y = line.bottom() + self._gap / 2
        for step in row.steps:
            y = self._step(layout, step, y)
        return y

    def _step(self, layout: RowLayout, step: Step, top: float) -> float:
        pad = float(self._theme.px(2.5))
        left, wide = self._left + self._theme.px(4), self._column - self._theme.px(4)
        mark = QFontMetricsF(self._small).height()
        place, y = len(layout.boxes), top + pad
        name, colour = {True: ("check", "success"), False: ("warning", "danger"), None: ("clock", "muted")}[step.ok]
        layout.icons.append(IconPart(QRectF(left + pad, y, mark, mark), name, colour))
        title = QRectF(left + pad + mark + self._gap, y, wide - 2 * pad - mark - self._gap, mark)
        heading = function_words(step.function)
        layout.lines.append(LinePart(title, heading, self._theme.font(0.9, bold=True), "text"))
        y += mark + self._gap / 2
        for text, tone in ((step.thought, "muted"), (step.arguments, "text"), (step.result, "danger" if step.ok is False else "muted")):
            if text:
                document = prose_document(text, self._small, wide - 2 * pad - mark - self._gap)
                layout.texts.append(TextPart(QPointF(title.left(), y), document, tone))
                y += document.size().height() + self._gap / 2
        layout.boxes.insert(place, BoxPart(QRectF(left, top, wide, y + pad / 2 - top), "surface", "border", float(self._theme.px(2))))
        return y + pad / 2 + self._gap

    def _mirror(self, layout: RowLayout) -> None:
        """Turn the row around for languages written from right to left; texts keep their own direction."""
        for part in (*layout.boxes, *layout.lines, *layout.icons, *layout.hots):
            part.rect.moveLeft(self._width - part.rect.right())
        for text in layout.texts:
            text.at.setX(self._width - text.at.x() - text.document.textWidth())
        for rect in (layout.frame, layout.hot):
            rect.moveLeft(self._width - rect.right())


def _trace_title(row: Row) -> str:
    translate = QCoreApplication.translate
    if row.live:
        thought = " ".join(row.text.split())[-400:]
        if thought:
            return thought
        return (
            translate("ConversationModel", "Thinking…")
            if not row.steps
            else f"{_names(row)} · {translate('ConversationModel', 'Thinking…')}"
        )
    return _names(row)


def _names(row: Row) -> str:
    """What was done before the answer; of a bare answer, only that there was a thought."""
    translate = QCoreApplication.translate
    done = [step.function for step in row.steps if step.function != SEND_MESSAGE]
    return " · ".join(map(function_words, done)) or translate("ConversationModel", "Thought about the answer")
