"""One program per profile, whatever way the program ends."""

import errno
import os

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.storage import profile_lock
from desktop_mem.storage.profile_lock import ProfileLock

HOLD = """
import sys, time
from pathlib import Path
from desktop_mem.storage.profile_lock import ProfileLock
lock = ProfileLock.acquire(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


def test_a_missing_folder_is_made(tmp_path):
    lock = ProfileLock.acquire(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b" / "lock").read_text(encoding="utf-8").strip() == str(os.getpid())
    lock.release()


def test_a_second_holder_is_refused_until_the_first_lets_go(profile):
    first = ProfileLock.acquire(profile)
    with pytest.raises(EnvironmentFault, match=rf"already open on the profile .*profile \(process {os.getpid()}\)\. Use that window"):
        ProfileLock.acquire(profile)
    first.release()
    first.release()
    ProfileLock.acquire(profile).release()


def test_a_lock_of_another_process_dies_with_it(profile, child):
    holder = child(HOLD, profile)
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(EnvironmentFault, match=rf"process {holder.pid}"):
        ProfileLock.acquire(profile)
    holder.kill()
    holder.wait()
    ProfileLock.acquire(profile).release()


def test_a_stale_file_is_no_lock(profile):
    profile.mkdir()
    (profile / "lock").write_text("999999999999\n", encoding="utf-8")
    ProfileLock.acquire(profile).release()


def test_a_file_in_place_of_the_folder_is_told(profile):
    profile.write_text("not a folder", encoding="utf-8")
    with pytest.raises(EnvironmentFault, match=r"profile folder .*profile cannot be used.*--profile"):
        ProfileLock.acquire(profile)


def test_a_folder_that_cannot_be_written_is_told(profile):
    """A folder in place of the lock file stands for a read-only folder, which would not stop root."""
    (profile / "lock").mkdir(parents=True)
    with pytest.raises(EnvironmentFault, match="cannot be used"):
        ProfileLock.acquire(profile)


def test_a_path_through_a_file_is_told(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(EnvironmentFault, match="cannot be used"):
        ProfileLock.acquire(tmp_path / "file" / "profile")


def test_a_disk_that_cannot_lock_is_told(profile, monkeypatch):
    def refuse(file):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(profile_lock, "_hold", refuse)
    with pytest.raises(EnvironmentFault, match=r"cannot lock files \(No locks available\)\. Choose a profile folder on a local disk"):
        ProfileLock.acquire(profile)
