"""What a machine lacks is said in a sentence, with the command that brings it."""

from __future__ import annotations

import compiling
import machine
import pytest
import system_libraries
from faults import SetupFault

DEBIAN = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'
MINT = 'ID=linuxmint\nID_LIKE="ubuntu debian"\n'


def test_a_missing_cplusplus_compiler_is_named_with_the_command_that_brings_it():
    with pytest.raises(SetupFault) as fault:
        machine.check_compiler("linux", {}, which=lambda name: "/usr/bin/cc" if name == "cc" else None)
    assert fault.value.what == "No C++ compiler (c++) was found; llama.cpp, which runs the model, is compiled on this machine."
    assert "sudo apt-get install -y build-essential" in fault.value.remedy


def test_a_compiler_named_in_the_environment_is_the_one_that_counts():
    here = {"/opt/cc": "/opt/cc", "cc": "/usr/bin/cc", "c++": "/usr/bin/c++"}.get
    machine.check_compiler("linux", {"CC": "/opt/cc -m64"}, which=here)
    with pytest.raises(SetupFault, match=r"No C compiler \(cc\) was found"):
        machine.check_compiler("linux", {"CC": "/gone/cc"}, which=here)


def test_windows_needs_visual_cplusplus(tmp_path):
    with pytest.raises(SetupFault, match=r"No Visual C\+\+ was found.*Build Tools for Visual Studio"):
        machine.check_compiler("win32", {"ProgramFiles(x86)": str(tmp_path)}, which=lambda name: None)


def test_python_without_ensurepip_names_the_package():
    with pytest.raises(SetupFault, match=r"apt-get install -y python3\.\d+-venv"):
        machine.check_venv(find=lambda name: None if name == "ensurepip" else object())


def test_a_full_disk_is_said_before_anything_is_fetched(tmp_path):
    with pytest.raises(SetupFault, match=r"needs 1000000\.0 GB in .* are free\. Free some room"):
        machine.check_room(tmp_path, needed=10**15)


@pytest.mark.parametrize(
    ("environment", "system", "platform"),
    [
        ({}, "linux", ""),
        ({"DISPLAY": ":0"}, "linux", "xcb"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", "wayland"),
        ({"QT_QPA_PLATFORM": "offscreen:size=800x600"}, "linux", "offscreen"),
        ({"QT_QPA_PLATFORM": "wayland;xcb"}, "linux", "wayland"),
        ({}, "darwin", "cocoa"),
        ({}, "win32", "windows"),
    ],
)
def test_where_the_window_would_be_drawn(environment, system, platform):
    assert system_libraries.qt_platform(environment, system) == platform


def _absent(*names):
    def load(name):
        if name in names:
            raise OSError(name)

    return load


def test_only_the_libraries_of_that_platform_are_asked_for():
    load = _absent("libEGL.so.1", "libxcb-cursor.so.0", "libwayland-client.so.0")
    assert system_libraries.missing("offscreen", load) == ["libEGL.so.1"]
    assert system_libraries.missing("xcb", load) == ["libEGL.so.1", "libxcb-cursor.so.0"]
    assert system_libraries.missing("wayland", load) == ["libEGL.so.1", "libwayland-client.so.0"]


@pytest.mark.parametrize(
    ("os_release", "command"),
    [
        (DEBIAN, "sudo apt-get install -y libegl1 libxcb-cursor0"),
        (MINT, "sudo apt-get install -y libegl1 libxcb-cursor0"),
        ("ID=fedora\n", "sudo dnf install -y libglvnd-egl xcb-util-cursor"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', "sudo dnf install -y libglvnd-egl xcb-util-cursor"),
        ("ID=arch\n", "sudo pacman -S --needed libglvnd xcb-util-cursor"),
    ],
)
def test_the_remedy_is_one_command_for_this_system(os_release, command):
    names = ["libxcb-cursor.so.0", "libEGL.so.1"]
    assert system_libraries.remedy(names, os_release) == f"Install them, then give the same command again: {command}"


def test_on_an_unknown_system_the_libraries_themselves_are_named():
    assert "hold libEGL.so.1 with your system's package manager" in system_libraries.remedy(["libEGL.so.1"], "ID=haiku\n")


def test_a_processor_that_shows_amx_is_compiled_for_without_it(tmp_path, monkeypatch):
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text("flags : avx2 amx_tile amx_int8\n", encoding="utf-8")
    assert compiling.refuses_amx(cpuinfo, accepts=lambda switch: switch == "-mno-amx-tile")
    assert not compiling.refuses_amx(cpuinfo, accepts=lambda switch: False)
    cpuinfo.write_text("flags : avx2\n", encoding="utf-8")
    assert not compiling.refuses_amx(cpuinfo, accepts=lambda switch: True)


def test_the_users_own_build_variables_stand():
    built = compiling.build_environment(
        {"CFLAGS": "-g", "CMAKE_ARGS": "-DGGML_CUDA=on", "CMAKE_BUILD_PARALLEL_LEVEL": "1"}, refuses_amx=True
    )
    assert built == {
        "CFLAGS": "-g -mno-amx-tile -mno-amx-int8 -mno-amx-bf16",
        "CXXFLAGS": "-mno-amx-tile -mno-amx-int8 -mno-amx-bf16",
        "CMAKE_ARGS": "-DGGML_CUDA=on",
        "CMAKE_BUILD_PARALLEL_LEVEL": "1",
        "PIP_USER": "0",
    }
