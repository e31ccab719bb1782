"""How candidates are ordered."""

import pytest

from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.storage.calibration import Calibrations, script_of
from desktop_mem.storage.ranking import Calibration, Candidate, Match, Query, Ranking, best_first, exact, folded_together, lifted
from desktop_mem.storage.words import terms_of

KNOWS = Calibration(low=0.1, high=0.7)
KNOWS_NOTHING = Calibration(low=0.8, high=0.8)


def matches(query, texts, calibration=KNOWS, rows=None):
    """The matches of (text, cosine) pairs or texts, numbered from 1, best first, as a search ranks them."""
    pairs = [text if isinstance(text, tuple) else (text, None) for text in texts]
    asked = Query.of(query)
    terms = [" ".join(terms_of(text)) for text, _ in pairs]
    frequencies = {term: sum(term in held.split() for held in terms) for term in asked.terms}
    ranking = Ranking(asked, frequencies, rows or len(pairs), calibration)
    candidates = [Candidate(number, held, cosine) for number, (held, (_, cosine)) in enumerate(zip(terms, pairs, strict=True), 1)]
    found, possible = ranking.matches(candidates)
    sure = {number for number in possible if ranking.is_exact(pairs[number - 1][0])}
    return best_first(exact(match) if number in sure else match for number, match in found.items())


def order(query, texts, calibration=KNOWS):
    return [match.number for match in matches(query, texts, calibration)]


def test_rare_words_count_more():
    assert order("red house lighthouse", ["the old red house"] * 5 + ["a lighthouse"])[0] == 6


def test_the_newer_comes_first_among_equals():
    assert order("house", ["house"] * 3) == [3, 2, 1]


def test_an_identifier_comes_first_even_against_meaning():
    found = matches("Which pump has part number AX-4471/B?", [("the pump is broken, part number unknown", 0.7), ("see AX-4471/B", 0.0)])
    assert (found[0].number, found[0].why) == (2, ("exact", "words"))


def test_meaning_alone_is_a_hit_when_it_is_near_enough():
    found = matches("doctor", [("my physician", 0.6), ("the weather", 0.2)])
    assert [(match.number, match.why) for match in found] == [(1, ("meaning",))]


def test_meaning_counts_nothing_where_the_embedder_knows_nothing():
    assert order("北京", [("北京", 0.1), ("上海", 0.99)], KNOWS_NOTHING) == [1]


def test_without_an_embedder_words_alone_decide():
    assert [(match.number, match.why) for match in matches("red lamp", ["lamp", "a red lamp"], None)] == [
        (2, ("exact", "words")),
        (1, ("words",)),
    ]


def test_scores_lie_between_0_and_1():
    for match in matches("tea", [("tea " * 50, 1.0), ("tea", -1.0), ("tea and coffee", 0.5)]):
        assert 0 < match.score <= 1


def test_half_of_the_words_scores_less_than_all_of_them():
    scores = {match.number: match.score for match in matches("allergy of Lena", ["Lena has a nut allergy", "Lena has a dog", "nothing"])}
    assert scores[2] < 0.5 < scores[1]
    assert set(scores) == {1, 2}


def test_words_in_another_order_are_no_exact_match():
    assert [match.why for match in matches("old lamp", ["the old lamp", "a lamp, old"])] == [("exact", "words"), ("words",)]
    assert [match.why for match in matches("dog", ["dogs"])] == [("words",)]


def test_neighbours_lift_but_never_above_an_exact_match():
    scored = {9: (0.81, ("exact",)), 2: (0.5, ("words",)), 5: (0.5, ("words",)), 4: (0.4, ("words",))}
    known = {number: Match(number, score, why) for number, (score, why) in scored.items()}
    found = lifted(known, {2: ([1, 3], [4]), 5: ([4, 6], [3, 7]), 4: ([3, 5], [2, 6]), 9: ([8], [])})
    assert [match.number for match in found] == [9, 5, 2, 4]
    assert found[1].score == pytest.approx(0.5 + 0.3 * 0.4 * 0.4)
    assert found[2].score == pytest.approx(0.5 + 0.3 * 0.16 * 0.4)
    assert found[3].score == pytest.approx(0.4 + 0.4 * (0.4 * 0.5 + 0.16 * 0.5))


def test_passages_that_say_the_same_are_folded_into_the_best():
    """owui-adaptive-memory 43: near-duplicate memories; both sources are kept."""
    terms = {1: "the boiler shows error e-117 call service now please today", 2: "a boat", 3: ""}
    terms[3] = terms[1].replace("today", "today today")
    found = folded_together([Match(3, 0.9, ("words",)), Match(2, 0.5, ("words",)), Match(1, 0.4, ("words",))], terms)
    assert [(match.number, match.also) for match in found] == [(3, (1,)), (2, ())]


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
    assert calibrations.for_query("the cat").weight == pytest.approx(0.3)
    assert calibrations.for_query("北京").weight == 0
    assert calibrations.for_query("กรุงเทพ").weight < 0.1
    assert Calibrations(HashEmbedder(64)).for_query("the cat").weight < 0.1
