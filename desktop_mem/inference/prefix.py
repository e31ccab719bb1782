"""The prefix: the beginning of a prompt that llama.cpp has evaluated, so that nothing is read twice."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Generator, Mapping, Sequence

import llama_cpp
from llama_cpp import Llama

from desktop_mem.inference.prefix_file import PrefixFile, SavedPrefix

# Between two batches others have their turn: each is sized by measurement to take no longer than this.
_BATCH_SECONDS = 0.4
_IDLE_BATCH_SECONDS = 0.15
_SMALLEST_BATCH = 16
_ABORTED = "returned 2"


class Prefix:
    """The ids that the key-value cache of one `Llama` holds; cut back as little as can be, saved in the file and restored.

    `largest` bounds the ids evaluated at once; when `steady`, always so many are, since other batches round otherwise. `should_stop` is
    asked all the time, also in the middle of a batch, so that a stop does not have to wait for a slow machine.
    """

    def __init__(self, llama: Llama, file: PrefixFile | None, *, largest: int, steady: bool, should_stop: Callable[[], bool]) -> None:
        self._llama = llama
        self._memory = llama_cpp.llama_get_memory(llama.ctx)
        self._largest = largest
        self._steady = steady
        self._should_stop = should_stop
        self._file = file
        self._rate = 2 * _SMALLEST_BATCH / _BATCH_SECONDS
        self._ask = llama_cpp.ggml_abort_callback(lambda _: should_stop())
        self._no_question = llama_cpp.ggml_abort_callback(0)

    @property
    def ids(self) -> list[int]:
        """What is evaluated."""
        return list(self._llama.input_ids[: self._llama.n_tokens].tolist())

    def extend(self, ids: Sequence[int], *, idle: bool = False) -> Generator[str, None, tuple[int, bool]]:
        """Have exactly `ids` evaluated, from the first that is not yet: how many that were, and False when stopped before the end.

        Yields an empty piece after each batch; when `idle`, batches are small.
        """
        llama = self._llama
        known = common(self.ids, ids)
        if known < llama.n_tokens:
            known = self._cut(known)
        seconds = _IDLE_BATCH_SECONDS if idle else _BATCH_SECONDS
        while llama.n_tokens < len(ids):
            if self._should_stop():
                return llama.n_tokens - known, False
            size = self._largest if self._steady else max(_SMALLEST_BATCH, min(self._largest, int(self._rate * seconds)))
            if not self._evaluated(ids[llama.n_tokens : llama.n_tokens + size]):
                return llama.n_tokens - known, False
            yield ""
        return len(ids) - known, True

    def _cut(self, wanted: int) -> int:
        """Keep so many ids, or none where the model cannot let go of the end alone (recurrent and sliding-window ones); how many."""
        if not llama_cpp.llama_memory_seq_rm(self._memory, -1, wanted, -1):
            self._clear()
            wanted = 0
        self._llama.n_tokens = wanted
        return wanted

    def _clear(self) -> None:
        self._llama.reset()
        llama_cpp.llama_memory_clear(self._memory, True)

    def _evaluated(self, batch: Sequence[int]) -> bool:
        """Evaluate one batch; False when it was stopped, which leaves everything as it was."""
        started = time.perf_counter()
        llama_cpp.llama_set_abort_callback(self._llama.ctx, self._ask, None)
        try:
            self._llama.eval(batch)
        except RuntimeError as error:
            if _ABORTED in str(error):
                return False
            raise
        finally:
            # Asking takes a lock of Python's at every step of the graph: nothing beside a batch, much beside a single token.
            llama_cpp.llama_set_abort_callback(self._llama.ctx, self._no_question, None)
        if len(batch) >= _SMALLEST_BATCH:
            self._rate = len(batch) / (time.perf_counter() - started)
        return True

    def restore(self) -> Mapping[str, Sequence[int]]:
        """Go on from what an earlier run saved, if there is something of use; the texts that the model wrote then, with their ids."""
        saved = self._file.read() if self._file else None
        if saved is None or not 0 < len(saved.ids) < self._llama.n_ctx():
            return {}
        state = (ctypes.c_uint8 * len(saved.state)).from_buffer_copy(saved.state)
        if llama_cpp.llama_state_seq_set_data(self._llama.ctx, state, len(saved.state), 0) != len(saved.state):
            self._clear()
            return {}
        self._llama.input_ids[: len(saved.ids)] = saved.ids
        self._llama.n_tokens = len(saved.ids)
        return saved.written

    def save(self, head: Sequence[int], written: Mapping[str, Sequence[int]], *, closing: bool) -> None:
        """Keep on disk what is evaluated, if it is worth it: a `head` that is not there yet, or all that fits when `closing`."""
        file, ids = self._file, self.ids
        if file is None or not file.limit or common(ids, head) < len(head) or not ids:
            return
        if common(file.ids, ids) == len(ids) or (not closing and common(file.ids, head) == len(head)):
            return
        size = llama_cpp.llama_state_seq_get_size(self._llama.ctx, 0)
        if size > file.limit and closing:
            fitting = len(ids) * file.limit // size * 9 // 10
            if fitting < max(len(head), 1) or self._cut(fitting) < fitting:
                return
            ids = ids[:fitting]
            size = llama_cpp.llama_state_seq_get_size(self._llama.ctx, 0)
        if size <= file.limit:
            state = (ctypes.c_uint8 * size)()
            taken = llama_cpp.llama_state_seq_get_data(self._llama.ctx, state, size, 0)
            file.write(SavedPrefix(ids, bytes(state)[:taken], written))

    def forget(self) -> None:
        """Keep nothing of what was evaluated so far: what is still in memory would be saved again."""
        self._clear()
        if self._file:
            self._file.remove()


def common(first: Sequence[int], second: Sequence[int]) -> int:
    """Length of the common beginning."""
    for index, (a, b) in enumerate(zip(first, second, strict=False)):
        if a != b:
            return index
    return min(len(first), len(second))
