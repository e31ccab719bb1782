"""What an embedder knows of each script: measured once with sentences that say the same and sentences that do not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from desktop_mem.memory.ports import Embedder
from desktop_mem.storage.ranking import Calibration

# Per script: (a sentence, one that says the same in other words, an unrelated one) twice.
_PROBES: Final[dict[str, tuple[str, ...]]] = {
    "latin": (
        "My sister is a doctor in a big hospital.",
        "My sibling works as a physician at a large clinic.",
        "The train to the coast leaves at noon.",
        "We want to buy a cheap used car.",
        "We are looking for an inexpensive second-hand vehicle.",
        "He plays the violin every evening.",
    ),
    "han": (
        "我姐姐在一家大医院当医生。",
        "我的姐妹是大型诊所的大夫。",
        "去海边的火车中午出发。",
        "我们想买一辆便宜的二手车。",
        "我们在找价格低的旧汽车。",
        "他每天晚上拉小提琴。",
    ),
    "kana": (
        "姉は大きな病院で医者をしています。",
        "私の姉妹は大病院の医師です。",
        "海へ行く列車は正午に出ます。",
        "安い中古車を買いたいです。",
        "値段の安い古い車を探しています。",
        "彼は毎晩バイオリンを弾きます。",
    ),
    "hangul": (
        "누나는 큰 병원에서 의사로 일합니다.",
        "우리 누이는 대형 병원의 의사예요.",
        "바다로 가는 기차는 정오에 떠납니다.",
        "우리는 싼 중고차를 사고 싶어요.",
        "저렴한 헌 자동차를 찾고 있습니다.",
        "그는 매일 저녁 바이올린을 켭니다.",
    ),
    "cyrillic": (
        "Моя сестра работает врачом в большой больнице.",
        "Моя сестра — доктор в крупной клинике.",
        "Поезд к морю отправляется в полдень.",
        "Мы хотим купить дешёвую подержанную машину.",
        "Мы ищем недорогой автомобиль с пробегом.",
        "Он играет на скрипке каждый вечер.",
    ),
    "arabic": (
        "أختي طبيبة في مستشفى كبير.",
        "شقيقتي تعمل دكتورة في عيادة ضخمة.",
        "يغادر القطار إلى الساحل عند الظهر.",
        "نريد شراء سيارة مستعملة رخيصة.",
        "نبحث عن مركبة قديمة بسعر منخفض.",
        "يعزف على الكمان كل مساء.",
    ),
}
_SCRIPTS: Final = {
    "kana": re.compile("[\u3040-\u30ff\u31f0-\u31ff]"),
    "han": re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"),
    "hangul": re.compile("[\u1100-\u11ff\uac00-\ud7af]"),
    "cyrillic": re.compile("[\u0400-\u052f]"),
    "arabic": re.compile("[\u0600-\u06ff\u0750-\u077f]"),
    "latin": re.compile("[A-Za-z\u00c0-\u024f]"),
}
_UNKNOWN_SCRIPT: Final = Calibration(low=0.5, high=0.55)
"""For a script without probes: meaning hardly counts."""


def script_of(text: str) -> str:
    """The script that most letters of the text belong to; any kana makes it Japanese; `other` for the rest, `latin` without letters."""
    if _SCRIPTS["kana"].search(text):
        return "kana"
    counts = {script: len(pattern.findall(text)) for script, pattern in _SCRIPTS.items()}
    counts["other"] = sum(1 for character in text if character.isalpha()) - sum(counts.values())
    script = max(counts, key=lambda name: counts[name])
    return script if counts[script] else "latin"


class Calibrations:
    """One calibration per script, measured on the embedder it was made with."""

    def __init__(self, embedder: Embedder) -> None:
        self._by_script = {script: _measured(embedder, sentences) for script, sentences in _PROBES.items()}

    def for_query(self, query: str) -> Calibration:
        """What this embedder's cosines mean for texts in the query's script."""
        return self._by_script.get(script_of(query), _UNKNOWN_SCRIPT)


def _measured(embedder: Embedder, sentences: tuple[str, ...]) -> Calibration:
    vectors = embedder.embed(sentences)
    same = [_cosine(vectors[first], vectors[first + 1]) for first in (0, 3)]
    unrelated = [_cosine(vectors[a], vectors[b]) for a in range(6) for b in range(a + 1, 6) if (a, b) not in ((0, 1), (3, 4))]
    return Calibration(low=sum(unrelated) / len(unrelated), high=sum(same) / len(same))


def _cosine(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))
