"""The guards of conftest.py do bite: each breach fails its test, and nothing else does."""

from __future__ import annotations

from pathlib import Path

import pytest

BREACHES = """
import logging
import socket
import threading
import time
import warnings

import pytest

LOG = logging.getLogger("desktop_mem.somewhere")


def test_warns_in_the_log():
    LOG.warning("the disk is %s", "full")


def test_expects_a_warning(allow_log_warnings, caplog):
    LOG.warning("expected")
    assert caplog.messages == ["expected"]


def test_logs_what_is_no_warning():
    LOG.info("all is well")


def test_leaves_a_thread():
    threading.Thread(target=time.sleep, args=(2.5,), name="straggler").start()


def test_connects_and_swallows_the_refusal():
    with socket.socket() as sock, pytest.raises(OSError, match="reach for the network"):
        sock.connect(("127.0.0.1", 9))


def test_looks_up_a_name():
    with pytest.raises(OSError, match="reach for the network"):
        socket.create_connection(("hub.example", 443))


def test_talks_over_a_pair():
    one, other = socket.socketpair()
    with one, other:
        one.sendall(b"x")
        assert other.recv(1) == b"x"


def test_warns_in_python():
    warnings.warn("old", DeprecationWarning, stacklevel=1)


def test_needs_the_weights(gguf):
    raise AssertionError("never reached")
"""


def test_each_breach_fails(pytester: pytest.Pytester) -> None:
    here = Path(__file__).parent
    pytester.makeconftest((here / "conftest.py").read_text(encoding="utf-8").replace("parent.parent", "parent"))
    pytester.makeini("[pytest]\nfilterwarnings = error\naddopts = -p no:cacheprovider")
    pytester.mkdir("models")
    catalogue = (here.parent / "models" / "catalogue.json").read_text(encoding="utf-8")
    (pytester.path / "models" / "catalogue.json").write_text(catalogue, encoding="utf-8")
    pytester.makepyfile(BREACHES)
    result = pytester.runpytest_subprocess("-rA")
    result.assert_outcomes(passed=7, failed=1, errors=5)
    result.stdout.fnmatch_lines_random(
        [
            "*WARNING desktop_mem.somewhere: the disk is full*",
            "*Left running: straggler*",
            "*The network was asked for: connect to ('127.0.0.1', 9)*",
            "*The network was asked for: look up hub.example:443*",
            "FAILED *test_warns_in_python*",
            "*SmolLM2-135M-Instruct.Q4_1.gguf is missing or not whole: run `python3 packaging/bootstrap.py setup` first.*",
        ]
    )


def test_pure_tests_come_first_and_journeys_last(pytester: pytest.Pytester) -> None:
    here = Path(__file__).parent
    pytester.makeini("[pytest]\ntestpaths = tests\naddopts = -p no:cacheprovider --import-mode=importlib")
    target = pytester.mkdir("tests")
    for folder in ("journeys", "gui", "inference", "memory"):
        (target / folder).mkdir()
        (target / folder / f"test_{folder}.py").write_text(f"def test_{folder}(): pass\n", encoding="utf-8")
    (target / "test_rules.py").write_text("def test_rules(): pass\n", encoding="utf-8")
    (target / "conftest.py").write_text((here / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8")
    listed = pytester.runpytest_subprocess("--collect-only", "-q").stdout.str()
    found = [line.rpartition("::")[2] for line in listed.splitlines() if "::" in line]
    assert found == ["test_memory", "test_rules", "test_inference", "test_gui", "test_journeys"]
