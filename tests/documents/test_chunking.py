"""Chunks: never too long, nothing lost, places that lie inside and increase."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_mem.documents.blocks import Block
from desktop_mem.documents.chunking import SEPARATOR, chunk_blocks
from desktop_mem.documents.tokenizer import ChunkTokenizer

COUNTERS = {
    "words": lambda text: len(text.split()),
    "characters": len,
    "pieces": lambda text: sum((len(word) + 2) // 3 for word in text.split()),
    "with a start": lambda text: 1 + len(text.split()),
}
TEXT = st.text(st.sampled_from("ab .,!?;\n\t中文。，é\u0301👩\u200d🔬"), max_size=300)
HEADINGS = st.sampled_from([(), ("A",), ("A", "B"), ("C",)])
BLOCKS = st.lists(st.builds(Block, text=TEXT, page=st.sampled_from([1, 2]), headings=HEADINGS, is_heading=st.booleans()), max_size=12)


@given(BLOCKS, st.sampled_from(sorted(COUNTERS)), st.integers(10, 80))
def test_chunks_fit_and_keep_every_word_in_order(blocks: list[Block], counter: str, limit: int) -> None:
    """letta 1086: inputs must have less than 512 tokens."""
    count = COUNTERS[counter]
    chunks = list(chunk_blocks(blocks, ChunkTokenizer(count, limit)))
    assert all(count(chunk.text) <= limit for chunk in chunks)
    read = "".join(block.text for block in blocks)
    assert "".join("".join(chunk.text.split()) for chunk in chunks) == "".join(read.split())


@given(BLOCKS)
def test_spans_lie_in_the_text_as_read_and_increase(blocks: list[Block]) -> None:
    text = SEPARATOR.join(block.text for block in blocks)
    before = 0
    for chunk in chunk_blocks(blocks, ChunkTokenizer(len, 60)):
        begin, end = chunk.place.span
        assert before <= begin < end <= len(text)
        assert text[begin:end].split() == chunk.text.split()
        before = end


@given(BLOCKS)
def test_no_chunk_spans_two_pages(blocks: list[Block]) -> None:
    starts = [len(SEPARATOR.join(block.text for block in blocks[:number])) for number in range(len(blocks))]
    for chunk in chunk_blocks(blocks, ChunkTokenizer(len, 60)):
        begin, end = chunk.place.span
        inside = {block.page for block, start in zip(blocks, starts, strict=True) if begin <= start < end and block.text.strip()}
        assert inside <= {chunk.place.page}


def words(limit: int = 254) -> ChunkTokenizer:
    return ChunkTokenizer(lambda text: len(text.split()), limit)


def test_small_neighbours_under_one_heading_share_a_chunk() -> None:
    blocks = [Block("Head", headings=("Head",), is_heading=True), Block("one", headings=("Head",)), Block("two", headings=("Head",))]
    chunks = list(chunk_blocks(blocks, words()))
    assert [chunk.text for chunk in chunks] == ["Head\n\none\n\ntwo"]
    assert chunks[0].place.heading == "Head"


def test_a_heading_without_text_goes_with_the_one_below_it() -> None:
    blocks = [
        Block("Part", headings=("Part",), is_heading=True),
        Block("Chapter", headings=("Part", "Chapter"), is_heading=True),
        Block("text", headings=("Part", "Chapter")),
        Block("Next", headings=("Next",), is_heading=True),
    ]
    chunks = list(chunk_blocks(blocks, words()))
    assert [(chunk.text, chunk.place.heading) for chunk in chunks] == [("Part\n\nChapter\n\ntext", "Part > Chapter"), ("Next", "Next")]


def test_long_text_is_cut_between_sentences() -> None:
    sentence = "This sentence has exactly seven words inside."
    chunks = list(chunk_blocks([Block(" ".join([sentence] * 60))], words()))
    assert all(chunk.text.endswith("inside.") and chunk.text.startswith("This") for chunk in chunks)
    assert sum(chunk.text.count(sentence) for chunk in chunks) == 60


def test_chinese_without_spaces_is_cut_behind_its_full_stops() -> None:
    chunks = list(chunk_blocks([Block("今天天气很好，我们去公园。" * 40)], ChunkTokenizer(len, 100)))
    assert len(chunks) > 1
    assert all(chunk.text.endswith("。") for chunk in chunks)


def test_text_without_any_boundary_is_cut_but_never_inside_an_emoji() -> None:
    scientist = "👩\u200d🔬"
    chunks = list(chunk_blocks([Block(scientist * 100)], ChunkTokenizer(len, 50)))
    assert all(len(chunk.text) % len(scientist) == 0 for chunk in chunks)
    assert "".join(chunk.text for chunk in chunks) == scientist * 100


def test_a_word_that_the_tokenizer_takes_for_one_token_is_cut_all_the_same() -> None:
    chunks = list(chunk_blocks([Block("x" * 10_000)], ChunkTokenizer(lambda text: len(text.split()), 254)))
    assert max(len(chunk.text) for chunk in chunks) <= 2000
    assert "".join(chunk.text for chunk in chunks) == "x" * 10_000


def test_lines_follow_the_cut() -> None:
    text = "\n".join(f"line {number} has six words here" for number in range(1, 101))
    chunks = list(chunk_blocks([Block(text, line=(11, 110))], words()))
    for chunk in chunks:
        first, last = chunk.place.line or (0, 0)
        assert chunk.text.startswith(f"line {first - 10} ")
        assert chunk.text.splitlines()[-1].startswith(f"line {last - 10} ")


def test_characters_that_cannot_be_stored_are_replaced() -> None:
    (chunk,) = chunk_blocks([Block("a\x00b\ud800c")], words())
    assert chunk.text == "a\ufffdb\ufffdc"


def test_each_chunk_of_a_table_begins_with_its_header_and_knows_its_rows() -> None:
    rows = [f"{number} | item {number} | {number * 3} euros" for number in range(2, 42)]
    header = "no | what | price"
    first = Block("\n".join([header, *rows[:20]]), page=1, unit="sheet", label="Costs", line=(1, 21), counted="row", header=header)
    second = Block("\n".join(rows[20:]), page=1, unit="sheet", label="Costs", line=(22, 41), counted="row", header=header)
    chunks = list(chunk_blocks([first, second], ChunkTokenizer(COUNTERS["words"], 254), target=60))
    assert len(chunks) > 2
    assert all(chunk.text.startswith(header + "\n") and chunk.text.count(header) == 1 for chunk in chunks)
    assert all(len(chunk.text.split()) <= 60 for chunk in chunks)
    assert [row for chunk in chunks for row in chunk.text.splitlines()[1:]] == rows
    assert (chunks[0].place.line or (0, 0))[0] == 1
    for chunk in chunks[1:]:
        first, last = chunk.place.line or (0, 0)
        assert chunk.text.splitlines()[1].startswith(f"{first} |")
        assert chunk.text.splitlines()[-1].startswith(f"{last} |")
        assert (chunk.place.unit, chunk.place.label, chunk.place.counted) == ("sheet", "Costs", "row")


def test_a_header_too_long_for_a_chunk_is_shortened() -> None:
    header = " | ".join(f"column {number}" for number in range(100))
    block = Block("\n".join([header, "1 | 2 | 3"]), line=(1, 2), counted="row", header=header)
    chunks = list(chunk_blocks([block], ChunkTokenizer(COUNTERS["words"], 254), target=40))
    assert all(len(chunk.text.split()) <= 40 for chunk in chunks)
    assert "1 | 2 | 3" in chunks[-1].text
    assert chunks[-1].text.startswith("column 0 |")
