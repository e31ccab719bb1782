"""How candidates are ordered."""

import pytest

from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.storage.calibration import Calibrations, script_of
from desktop_mem.storage.ranking import Calibration, Candidate, Match, Query, lifted, ranked
from desktop_mem.storage.words import indexed_words_of

KNOWS = Calibration(low=0.1, high=0.7)
KNOWS_NOTHING = Calibration(low=0.8, high=0.8)


def candidate(address, text, similarity=None):
    return Candidate(address, " ".join(indexed_words_of(text)), "", similarity)


def order(query, candidates, calibration=KNOWS):
    return [match.address for match in ranked(Query.of(query, ()), candidates, len(candidates), calibration)]


def test_rare_words_count_more():
    rows = [candidate(f"m{number}", "the old red house") for number in range(1, 6)] + [candidate("m6", "a lighthouse")]
    assert order("red house lighthouse", rows)[0] == "m6"


def test_the_newer_comes_first_among_equals():
    assert order("house", [candidate("m2", "house"), candidate("m10", "house"), candidate("m3", "house")]) == ["m10", "m3", "m2"]


def test_an_identifier_comes_first_even_against_meaning():
    rows = [candidate("m1", "the pump is broken, part number unknown", 0.7), candidate("m2", "see AX-4471/B", 0.0)]
    matches = ranked(Query.of("Which pump has part number AX-4471/B?", ()), rows, 2, KNOWS)
    assert (matches[0].address, matches[0].why) == ("m2", ("exact", "words"))


def test_meaning_alone_is_a_hit_when_it_is_near_enough():
    rows = [candidate("m1", "my physician", 0.6), candidate("m2", "the weather", 0.2)]
    matches = ranked(Query.of("doctor", ()), rows, 2, KNOWS)
    assert [(match.address, match.why) for match in matches] == [("m1", ("meaning",))]


def test_meaning_counts_nothing_where_the_embedder_knows_nothing():
    rows = [candidate("m1", "北京", 0.1), candidate("m2", "上海", 0.99)]
    assert order("北京", rows, KNOWS_NOTHING) == ["m1"]


def test_scores_lie_between_0_and_1():
    rows = [candidate("m1", "tea " * 50, 1.0), candidate("m2", "tea", -1.0), candidate("m3", "tea and coffee", 0.5)]
    for match in ranked(Query.of("tea", ()), rows, 3, KNOWS):
        assert 0 < match.score <= 1


def test_half_of_the_words_scores_less_than_all_of_them():
    rows = [candidate("m1", "Lena has a nut allergy"), candidate("m2", "Lena has a dog"), candidate("m3", "nothing")]
    scores = {match.address: match.score for match in ranked(Query.of("allergy of Lena", ()), rows, 3, KNOWS)}
    assert scores["m2"] < 0.5 < scores["m1"]
    assert set(scores) == {"m1", "m2"}


def test_neighbours_lift_but_never_above_an_exact_match():
    matches = [Match("m9", 0.81, ("exact",)), Match("m2", 0.5, ("words",)), Match("m5", 0.5, ("words",)), Match("m4", 0.4, ("words",))]
    found = lifted(matches, {"m2": ("m1", "m3"), "m5": ("m4", "m6"), "m4": ("m2", "m5"), "m9": ("m8", "mNone")})
    assert [match.address for match in found] == ["m9", "m5", "m4", "m2"]
    assert found[1].score == pytest.approx(0.5 + 0.3 * 0.3 * 0.4)
    assert found[2].score == pytest.approx(0.4 + 0.4 * 0.3 * 1.0)
    assert found[3].score == 0.5


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("What is it?", "latin"),
        ("北京 2025", "han"),
        ("東京に行く", "kana"),
        ("서울", "hangul"),
        ("Москва", "cyrillic"),
        ("القاهرة", "arabic"),
        ("กรุงเทพ", "other"),
        ("12 + 3", "latin"),
    ],
)
def test_scripts(text, script):
    assert script_of(text) == script


def test_an_embedder_gets_the_weight_that_it_earns():
    class Knowing:
        """Tells the probes of the Latin script apart, and gives all others the same vector."""

        name, dimension = "knowing", 3

        def embed(self, texts):
            return [self._one(text) for text in texts]

        def _one(self, text):
            if any(word in text for word in ("sister", "sibling")):
                return [1.0, 0.0, 0.0]
            return [0.0, 1.0, 0.0] if any(word in text for word in ("car", "vehicle")) else [0.0, 0.0, 1.0]

    calibrations = Calibrations(Knowing())
    assert calibrations.for_query("the cat").weight == pytest.approx(0.4)
    assert calibrations.for_query("北京").weight == 0
    assert calibrations.for_query("กรุงเทพ").weight < 0.1
    assert Calibrations(HashEmbedder(64)).for_query("the cat").weight < 0.1
