"""Every report of users of MemGPT and Letta, and every defect of the original program, has its tests; each of them names the report."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
ORIGINAL = "original defect"

KERNEL = "memory/test_field_reports.py"
WHOLE = "test_field_reports.py"
REAL = "journeys/test_field_reports.py"
GRAMMAR = "inference/test_structured.py"

# The report as the docstrings name it, what it was about, and the tests.
COVERED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "letta 601, 245, 621",
        "silent after a search",
        (
            f"{KERNEL}::test_no_function_without_a_heartbeat_ends_the_turn_in_silence",
            "memory/test_agent.py::test_a_memory_edit_without_a_heartbeat_still_owes_the_user_an_answer",
        ),
    ),
    (
        "letta 2526, 1929",
        "the heartbeat lost after a memory edit",
        (
            f"{KERNEL}::test_a_call_that_leaves_the_heartbeat_out_is_answered_all_the_same",
            f"{KERNEL}::test_no_function_without_a_heartbeat_ends_the_turn_in_silence",
        ),
    ),
    (
        "letta 506",
        "a flush that does not reduce",
        (
            f"{KERNEL}::test_a_flush_that_would_not_shrink_keeps_what_the_summary_knew",
            "memory/test_queue_manager.py::test_sixty_messages_flush_and_all_live_on_in_recall",
            "memory/test_queue_manager.py::test_a_model_that_gives_no_summary_in_bounds_gets_an_extract",
        ),
    ),
    (
        "letta 353, 252",
        "a pasted file larger than the window",
        (
            "memory/test_queue_manager.py::test_a_message_longer_than_the_window_is_stored_whole_and_answered",
            f"{KERNEL}::test_many_long_pastes_in_a_row_are_all_answered",
            "journeys/test_terminal.py::test_a_message_longer_than_the_window_is_stored_whole_and_answered",
        ),
    ),
    (
        "letta 957",
        "the summariser's own prompt overflows",
        (
            f"{KERNEL}::test_a_window_that_became_smaller_is_summarised_in_stretches_that_fit",
            "memory/test_queue_manager.py::test_a_model_that_gives_no_summary_in_bounds_gets_an_extract",
            "journeys/test_long_chat.py::test_twenty_messages_in_a_window_of_2048_tokens",
        ),
    ),
    (
        "letta 1127",
        "an exception in the summariser",
        (
            f"{KERNEL}::test_notes_of_any_wrong_form_give_way_to_an_extract",
            f"{KERNEL}::test_a_window_that_became_smaller_is_summarised_in_stretches_that_fit",
        ),
    ),
    (
        "letta 360",
        "no proactive trim",
        (
            f"{KERNEL}::test_every_prompt_leaves_the_reserve_for_the_answer",
            "memory/test_queue_manager.py::test_sixty_messages_flush_and_all_live_on_in_recall",
            "journeys/test_long_chat.py::test_twenty_messages_in_a_window_of_2048_tokens",
        ),
    ),
    ("letta 270", "overflow noticed by an exception only", (f"{KERNEL}::test_every_prompt_leaves_the_reserve_for_the_answer",)),
    (
        "letta 1635",
        "results exempt from the budget",
        (
            f"{KERNEL}::test_every_result_is_cut_to_its_share_and_says_so_with_figures",
            "memory/test_functions.py::test_a_page_of_results_never_takes_more_than_its_share",
        ),
    ),
    ("letta 3279", "compaction impossible", (f"{KERNEL}::test_a_window_that_became_smaller_is_summarised_in_stretches_that_fit",)),
    (
        "letta code 3838",
        "the prompt silently cut off by a smaller window",
        (
            "contracts/test_language_model.py::test_the_window_is_what_llama_cpp_allotted",
            "contracts/test_language_model.py::test_a_prompt_longer_than_the_window_is_refused_and_never_cut",
            f"{KERNEL}::test_the_window_is_the_loaded_models_and_not_the_settings",
            "journeys/test_terminal.py::test_a_message_longer_than_the_window_is_stored_whole_and_answered",
        ),
    ),
    (
        "letta 3121",
        "one table of windows for all models",
        (
            "contracts/test_language_model.py::test_the_window_is_what_llama_cpp_allotted",
            "inference/test_gguf.py::test_the_embedded_model_is_what_the_catalogue_says",
            f"{KERNEL}::test_the_window_is_the_loaded_models_and_not_the_settings",
        ),
    ),
    (
        "letta 177",
        "answers cut in the middle of their JSON, and two objects in one",
        (
            "memory/test_agent.py::test_a_reply_that_was_cut_off_is_kept_and_marked",
            "memory/test_agent.py::test_an_unfinished_call_is_told_so_and_the_chain_goes_on",
            f"{KERNEL}::test_a_call_cut_by_its_length_is_tried_again_shorter",
            f"{KERNEL}::test_two_objects_in_one_answer_are_one_reply",
            f"{GRAMMAR}::test_one_whole_call_of_a_known_function_and_nothing_else",
        ),
    ),
    (
        "letta 278, 248, 234, 507, 288",
        "prose in place of JSON, and an error handler that crashed",
        (f"{KERNEL}::test_nothing_that_a_model_writes_breaks_the_chain",),
    ),
    (
        "letta 278",
        "prose in place of JSON, under the real grammar",
        (
            f"{GRAMMAR}::test_one_whole_call_of_a_known_function_and_nothing_else",
            "journeys/test_terminal.py::test_every_call_under_the_grammar_is_valid",
            "memory/test_functions.py::test_every_wrong_call_is_a_sentence",
        ),
    ),
    (
        "letta 1199",
        "core_memory_append beyond its limit, for ever; invented functions",
        (
            f"{KERNEL}::test_after_two_failures_a_function_is_offered_no_more_and_the_way_out_is",
            f"{KERNEL}::test_the_grammar_names_the_functions_that_there_are",
            "memory/test_agent.py::test_a_failed_call_gets_a_heartbeat_and_a_sentence_with_figures",
            f"{GRAMMAR}::test_one_whole_call_of_a_known_function_and_nothing_else",
        ),
    ),
    ("letta 42, 972", "a rule for the first message", (f"{KERNEL}::test_the_first_call_of_a_new_or_reloaded_agent_may_be_any",)),
    (
        "letta 2413",
        "plain text in place of a call",
        (
            "memory/test_agent.py::test_automatic_paging_takes_the_bare_text_as_the_reply",
            f"{KERNEL}::test_a_model_that_can_call_always_has_a_grammar_and_one_that_cannot_speaks_plainly",
            f"{KERNEL}::test_a_model_that_writes_nothing_but_prose_has_a_stated_end",
            f"{KERNEL}::test_nothing_that_a_model_writes_breaks_the_chain",
            "journeys/test_terminal.py::test_hello_gets_a_reply_made_of_a_valid_call_without_any_network",
        ),
    ),
    (
        "letta 799",
        "languages other than English",
        (
            f"{KERNEL}::test_no_text_is_ever_escaped_to_ascii",
            f"{WHOLE}::test_no_json_is_escaped_to_ascii",
            f"{REAL}::test_what_is_stored_is_utf_8_as_it_was_said",
            f"{REAL}::test_every_entry_sees_the_one_data_folder",
            f"{GRAMMAR}::test_every_language_can_be_written_as_it_is",
        ),
    ),
    ("letta 1270", "files opened without an encoding", ("test_house_rules.py::test_every_text_file_is_opened_with_its_encoding",)),
    (
        "letta 709",
        "killed at any point",
        (
            "storage/test_crash.py::test_killed_in_a_step",
            "storage/test_crash.py::test_killed_at_any_moment",
            "storage/test_database.py::test_a_transaction_that_raises_leaves_nothing",
            "memory/test_agent.py::test_a_crash_in_the_middle_is_taken_up_again_after_a_restart",
            "journeys/test_engine.py::test_killed_while_it_answers_it_answers_after_the_restart",
            f"{WHOLE}::test_settings_are_saved_whole_or_not_at_all",
        ),
    ),
    (
        "letta 205, 279, 261, 356",
        "pickles on the disk",
        (f"{WHOLE}::test_nothing_is_pickled_to_the_disk", f"{REAL}::test_no_file_of_the_profile_is_a_pickle"),
    ),
    ("letta 227", "another entry, another state", (f"{REAL}::test_every_entry_sees_the_one_data_folder",)),
    (
        "letta 2354, 2347",
        "data that cannot be taken along, and a web site that must be used",
        (
            f"{REAL}::test_the_profile_is_one_folder_that_can_be_copied_and_opened_elsewhere",
            f"{WHOLE}::test_nobody_is_ever_asked_for_a_key_or_an_account",
        ),
    ),
    (
        "letta 1896",
        "an update without a migration",
        (
            "storage/test_migrations.py::test_a_profile_of_the_first_version_is_whole_in_this_one",
            "storage/test_migrations.py::test_a_step_is_applied_once_and_the_old_database_is_kept",
        ),
    ),
    (
        "letta 1086",
        "chunks too long for the embedder, vectors of another dimension",
        (
            "documents/test_tokenizer.py::test_no_chunk_is_longer_than_the_embedder_reads",
            "documents/test_chunking.py::test_chunks_fit_and_keep_every_word_in_order",
            "storage/test_stores.py::test_vectors_of_two_embedders_are_never_mixed",
            "storage/test_stores.py::test_the_embedder_may_have_another_dimension_than_was_guessed",
        ),
    ),
    (
        "letta 3210, 3209",
        "a hard-coded embedder",
        (
            "storage/test_stores.py::test_everything_is_embedded_by_the_one_embedder_that_was_chosen",
            "journeys/test_terminal.py::test_a_missing_embedder_leaves_words_and_says_so",
        ),
    ),
    ("letta 458, 424, 301", "asked for an API key", (f"{WHOLE}::test_nobody_is_ever_asked_for_a_key_or_an_account",)),
    (
        "letta 753",
        "memory written by hand",
        (
            f"{KERNEL}::test_what_the_user_writes_into_memory_by_hand_is_there_for_the_model",
            "memory/test_agent.py::test_the_user_edits_a_section_and_an_outdated_edit_is_refused",
        ),
    ),
    (
        "letta 2540, 2537",
        "a server on a port",
        (f"{WHOLE}::test_nothing_listens_on_a_port", f"{REAL}::test_window_and_engine_talk_without_any_port"),
    ),
    (
        "letta code 3505",
        "93 identical calls",
        (
            f"{KERNEL}::test_the_same_call_93_times_is_offered_twice",
            f"{KERNEL}::test_a_model_that_asks_for_heartbeats_for_ever_ends_at_the_limit",
            "memory/test_agent.py::test_two_equal_calls_with_equal_results_are_not_offered_a_third_time",
        ),
    ),
    (
        "letta 490",
        "one tested model and its template",
        (
            f"{WHOLE}::test_every_model_that_is_shipped_is_whole_and_its_paging_is_known",
            "inference/test_gguf.py::test_the_embedded_model_is_what_the_catalogue_says",
            "inference/test_chat_template.py::test_a_template_that_cannot_serve_is_a_sentence",
            "journeys/test_terminal.py::test_hello_gets_a_reply_made_of_a_valid_call_without_any_network",
            "journeys/test_terminal.py::test_every_call_under_the_grammar_is_valid",
        ),
    ),
    (
        "letta 298, 1182",
        "a hard-coded time zone",
        (
            f"{KERNEL}::test_the_time_in_the_prompt_is_the_users_own",
            f"{KERNEL}::test_a_search_by_date_means_the_users_own_day",
            f"{REAL}::test_a_journey_through_time_zones_keeps_order_and_instants",
            "storage/test_stores.py::test_a_time_of_any_offset_comes_back_exactly",
        ),
    ),
    (
        "tiktoken 232, 369",
        "tokens counted with an encoding that has to be fetched",
        (
            f"{WHOLE}::test_no_encoding_of_tokens_is_ever_fetched",
            "contracts/test_language_model.py::test_token_counts_are_the_models_own",
            "journeys/test_terminal.py::test_hello_gets_a_reply_made_of_a_valid_call_without_any_network",
        ),
    ),
    (
        "hermes-agent 18547",
        "a clock and a gauge in the head of the prompt",
        (
            f"{KERNEL}::test_every_prompt_begins_as_the_one_before_until_the_flush",
            f"{KERNEL}::test_edits_in_a_chain_leave_the_head_as_it_is_also_the_users_own",
            "memory/test_queue_manager.py::test_a_chain_only_extends_the_prompt",
            "memory/test_queue_manager.py::test_the_time_is_told_at_the_tail_and_again_after_a_while",
            "contracts/test_language_model.py::test_a_chain_evaluates_only_what_is_new",
        ),
    ),
    (
        ORIGINAL,
        "total, page, time and cache of an archival search",
        (
            "contracts/test_archival_storage.py::test_a_search_counts_what_was_stored_since_and_dates_each_hit",
            "memory/test_functions.py::test_search_results_carry_total_pages_and_addresses",
        ),
    ),
    (
        ORIGINAL,
        "dates that are empty or None",
        (
            f"{KERNEL}::test_a_date_that_is_none_or_empty_is_a_sentence",
            f"{KERNEL}::test_a_page_that_is_none_is_the_first",
            "memory/test_functions.py::test_dates_are_inclusive_and_single_dates_work",
        ),
    ),
    (ORIGINAL, "every occurrence replaced", ("memory/test_functions.py::test_core_memory_replace_needs_exactly_one_match",)),
    (
        ORIGINAL,
        'the heartbeat as the string "true"',
        (
            "memory/test_agent.py::test_a_heartbeat_written_as_text_counts",
            f"{KERNEL}::test_a_heartbeat_asked_for_by_a_documents_event_is_given_also_as_text",
            f"{KERNEL}::test_what_is_no_wish_for_a_heartbeat_is_none",
        ),
    ),
    (ORIGINAL, 'the finish reason "length" taken for overflow', (f"{KERNEL}::test_an_answer_cut_by_its_length_is_no_overflow",)),
    (
        ORIGINAL,
        "undo that leaves recall inconsistent",
        (
            f"{KERNEL}::test_an_undone_turn_is_gone_from_search_history_queue_sections_passages_and_reminders",
            f"{KERNEL}::test_a_retried_turn_keeps_its_message_and_nothing_of_its_answer",
            f"{KERNEL}::test_a_rewritten_reply_is_the_only_one_that_is_found",
            f"{KERNEL}::test_another_thought_changes_the_thought_alone",
            f"{KERNEL}::test_turns_are_undone_one_after_another_down_to_nothing",
            f"{KERNEL}::test_an_undone_turn_leaves_the_summary_too",
            f"{REAL}::test_an_undone_turn_is_gone_from_database_and_index_in_this_run_and_the_next",
            f"{REAL}::test_a_retried_and_a_rewritten_answer_leave_one_answer_in_database_and_index",
        ),
    ),
    (
        ORIGINAL,
        "a loop without a limit",
        (
            "memory/test_agent.py::test_a_model_that_never_answers_ends_with_a_stated_reason",
            f"{KERNEL}::test_a_chain_that_nobody_waits_for_ends_too",
            f"{KERNEL}::test_a_model_that_asks_for_heartbeats_for_ever_ends_at_the_limit",
        ),
    ),
    (
        ORIGINAL,
        "saves that are not atomic",
        (
            f"{WHOLE}::test_settings_are_saved_whole_or_not_at_all",
            "memory/test_queue_manager.py::test_a_message_that_could_not_be_stored_leaves_no_trace",
            "storage/test_crash.py::test_killed_in_a_step",
            "storage/test_crash.py::test_killed_at_any_moment",
            "storage/test_database.py::test_a_transaction_that_raises_leaves_nothing",
        ),
    ),
    (
        ORIGINAL,
        "tiktoken needs a network",
        (
            f"{WHOLE}::test_no_encoding_of_tokens_is_ever_fetched",
            "contracts/test_language_model.py::test_token_counts_are_the_models_own",
        ),
    ),
    (
        ORIGINAL,
        "a grammar that admits control characters",
        (
            f"{GRAMMAR}::test_no_string_of_a_call_holds_a_control_character",
            f"{GRAMMAR}::test_plain_text_holds_no_control_character_but_line_ends_and_tabs",
            "contracts/test_language_model.py::test_the_loaded_grammar_admits_no_control_character",
            f"{KERNEL}::test_a_control_character_that_a_model_escapes_is_no_part_of_what_it_said",
        ),
    ),
    (
        ORIGINAL,
        "a search that matches the envelope",
        (
            "contracts/test_recall_storage.py::test_search_reads_only_what_was_said",
            "memory/test_functions.py::test_search_by_words_never_matches_the_envelope",
        ),
    ),
    (
        ORIGINAL,
        "a question that finds itself",
        (
            "memory/test_functions.py::test_the_question_does_not_find_itself",
            f"{KERNEL}::test_a_question_that_was_suspended_does_not_find_itself_when_it_goes_on",
            f"{KERNEL}::test_a_question_taken_up_after_a_crash_does_not_find_itself",
        ),
    ),
)


def _docstring(test: str) -> str | None:
    """The docstring of a test, empty when it has none; None when there is no such test."""
    file, _, name = test.partition("::")
    path = TESTS / file
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.exists() else ast.Module([], [])
    return next((ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name), None)


@pytest.mark.parametrize(("report", "about", "tests"), COVERED, ids=[f"{report}: {about}" for report, about, _ in COVERED])
def test_every_report_has_tests_that_name_it(report: str, about: str, tests: tuple[str, ...]) -> None:
    docstrings = {test: _docstring(test) for test in tests}
    assert [test for test, docstring in docstrings.items() if docstring is None] == [], "no such test"
    kind, numbers = re.sub(r"\s*\d.*", "", report), re.findall(r"\d+", report)
    named = {test: [kind in str(docstring), *re.findall(r"\d+", str(docstring))] for test, docstring in docstrings.items()}
    assert [test for test, names in named.items() if not names[0] or (numbers and not set(numbers) & set(names))] == [], (
        f"silent on {about}"
    )
    assert set(numbers) <= {name for names in named.values() for name in names}
