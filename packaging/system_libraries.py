"""The system libraries that Qt and llama.cpp load on Linux: which are missing, and the package that brings each."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Library:
    """A shared library, the package that brings it on each family of systems, and for which Qt platform it is needed (empty: for all)."""

    name: str
    debian: str
    fedora: str
    arch: str
    platform: str = ""


LIBRARIES = (
    Library("libEGL.so.1", "libegl1", "libglvnd-egl", "libglvnd"),
    Library("libGL.so.1", "libgl1", "libglvnd-glx", "libglvnd"),
    Library("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    Library("libdbus-1.so.3", "libdbus-1-3", "dbus-libs", "dbus"),
    Library("libfontconfig.so.1", "libfontconfig1", "fontconfig", "fontconfig"),
    Library("libfreetype.so.6", "libfreetype6", "freetype", "freetype2"),
    Library("libglib-2.0.so.0", "libglib2.0-0", "glib2", "glib2"),
    Library("libX11.so.6", "libx11-6", "libX11", "libx11"),
    Library("libgomp.so.1", "libgomp1", "libgomp", "gcc-libs"),
    Library("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor", "xcb"),
    Library("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm", "xcb-util-wm", "xcb"),
    Library("libxcb-image.so.0", "libxcb-image0", "xcb-util-image", "xcb-util-image", "xcb"),
    Library("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms", "xcb"),
    Library("libxcb-randr.so.0", "libxcb-randr0", "libxcb", "libxcb", "xcb"),
    Library("libxcb-render-util.so.0", "libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil", "xcb"),
    Library("libxcb-shape.so.0", "libxcb-shape0", "libxcb", "libxcb", "xcb"),
    Library("libxcb-xkb.so.1", "libxcb-xkb1", "libxcb", "libxcb", "xcb"),
    Library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11", "xcb"),
    Library("libX11-xcb.so.1", "libx11-xcb1", "libX11-xcb", "libx11", "xcb"),
    Library("libwayland-client.so.0", "libwayland-client0", "libwayland-client", "wayland", "wayland"),
    Library("libwayland-cursor.so.0", "libwayland-cursor0", "libwayland-cursor", "wayland", "wayland"),
)
_FAMILIES = {
    "debian": ("debian", "sudo apt-get install -y"),
    "ubuntu": ("debian", "sudo apt-get install -y"),
    "fedora": ("fedora", "sudo dnf install -y"),
    "rhel": ("fedora", "sudo dnf install -y"),
    "arch": ("arch", "sudo pacman -S --needed"),
}


def qt_platform(environment: Mapping[str, str], system: str) -> str:
    """The platform on which Qt would draw: `xcb`, `wayland`, `offscreen`, `cocoa`, `windows`…; empty where there is no display."""
    if chosen := environment.get("QT_QPA_PLATFORM"):
        return chosen.partition(";")[0].partition(":")[0]
    if system == "darwin":
        return "cocoa"
    if system == "win32":
        return "windows"
    if environment.get("WAYLAND_DISPLAY"):
        return "wayland"
    return "xcb" if environment.get("DISPLAY") else ""


def missing(platform: str, load: Callable[[str], object] = ctypes.CDLL) -> list[str]:
    """The names of the libraries that drawing on this Qt platform needs and that cannot be loaded."""
    return [library.name for library in LIBRARIES if library.platform in ("", platform) and not _loads(library.name, load)]


def _loads(name: str, load: Callable[[str], object]) -> bool:
    try:
        load(name)
    except OSError:
        return False
    return True


def remedy(names: Iterable[str], os_release: str | None = None) -> str:
    """The command that brings the libraries on this system. `os_release` is the text of /etc/os-release."""
    names = list(names)
    if found := family(_os_release() if os_release is None else os_release):
        kind, command = found
        packages = sorted({getattr(library, kind) for library in LIBRARIES if library.name in names})
        return f"Install them, then give the same command again: {command} {' '.join(packages)}"
    return f"Install the packages that hold {', '.join(names)} with your system's package manager, then give the same command again."


def family(os_release: str) -> tuple[str, str] | None:
    """The column of the table and the install command for this system, or None when it is of no family known here."""
    values = dict(line.split("=", 1) for line in os_release.splitlines() if "=" in line)
    kinds = [values.get("ID", ""), *values.get("ID_LIKE", "").strip("\"'").split()]
    return next((_FAMILIES[kind.strip("\"'")] for kind in kinds if kind.strip("\"'") in _FAMILIES), None)


def _os_release() -> str:
    path = Path("/etc/os-release")
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
