"""The application around the window: theme, language, signals, uncaught errors, and a clean end."""

from __future__ import annotations

import logging
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QSettings, QTranslator
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_mem.gui.bridge import Bridge, EngineLink
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.file_drop import DockDrop
from desktop_mem.gui.main_window import MainWindow, Place
from desktop_mem.gui.single_instance import InstanceServer, hand_over
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.watchdog import Watchdog
from desktop_mem.runtime.command import Shutdown
from desktop_mem.settings import Settings

log = logging.getLogger(__name__)

TRANSLATIONS = Path(__file__).parent / "translations"
WINDOW_FILE = "window.ini"  # where the window stood: size, place and text scale; nothing of the user's


def run_window(
    link: EngineLink, settings: Settings, profile: Path, paths: Sequence[str] = (), log_file: Path | None = None, question: str = ""
) -> int:
    """Show the window over the engine behind `link` until the user leaves; the exit code. A `question` is asked at once.

    A window that already shows this profile gets `paths` and `question` instead, and the engine is not started.
    """
    application = make_application(settings)
    if hand_over(profile, list(paths), question):
        return 0
    memory = QSettings(str(profile / WINDOW_FILE), QSettings.Format.IniFormat)
    theme = Theme(application, settings.theme, float(memory.value("scale", 1.0)))
    with theme.put_off():
        window = MainWindow(theme, Place(profile, settings, log_file))
    bridge = connect_bridge(link, window)
    server = InstanceServer(profile)
    server.raised.connect(window.come_forward)
    server.asked.connect(window.conversation.ask)
    dock = DockDrop(window)
    dock.dropped.connect(window.come_forward)
    application.installEventFilter(dock)
    watchdog = Watchdog()
    window.menu.stalls = watchdog.stalls
    _restore(window, memory)
    watch_errors(window)
    application.setQuitOnLastWindowClosed(False)  # one reason to end, not two: a second one would outlive the event loop
    window.closed.connect(application.quit)
    for number in (signal.SIGINT, signal.SIGTERM):
        # Python runs this when the main thread next runs Python code, which the watchdog makes it do ten times a second.
        signal.signal(number, lambda *_: window.close())
    window.show()
    watchdog.start()
    bridge.start()
    window.begin()
    window.add_paths(list(paths))
    if question:
        window.conversation.ask(question)
    code = application.exec()
    memory.setValue("scale", theme.scale)
    memory.setValue("geometry", window.saveGeometry())
    memory.setValue("splitter", window.splitter.saveState())
    memory.sync()
    application.removeEventFilter(dock)
    watchdog.close()
    server.close()
    bridge.send(Shutdown())
    bridge.close()
    sys.excepthook = sys.__excepthook__
    return code


def show_fault(reason: str) -> None:
    """Tell in a dialog why the window cannot open; returns when the user has read it."""
    make_application(Settings())
    QMessageBox(QMessageBox.Icon.Critical, "desktop_mem", in_the_users_language(reason)).exec()


def make_application(settings: Settings) -> QApplication:
    """The one QApplication, with its names, style and language."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    application.setApplicationName("desktop_mem")
    application.setApplicationDisplayName("desktop_mem")
    application.setOrganizationName("desktop_mem")
    application.setDesktopFileName("desktop_mem")
    application.setStyle("Fusion")
    speak(application, QLocale.system().name() if settings.language == "system" else settings.language)
    return application


def speak(application: QApplication, language: str) -> list[QTranslator]:
    """Load the window's and Qt's own words for a language such as `zh_CN`; English needs none. The translators that were installed."""
    locale = QLocale(language)
    QLocale.setDefault(locale)
    application.setLayoutDirection(locale.textDirection())
    if locale.language() != QLocale.Language.Chinese:
        return []
    installed = []
    qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for folder, name in ((qt_folder, "qtbase_zh_CN"), (str(TRANSLATIONS), "desktop_mem_zh_CN")):
        translator = QTranslator(application)
        if translator.load(name, folder):
            application.installTranslator(translator)
            installed.append(translator)
    return installed


def connect_bridge(link: EngineLink, window: MainWindow) -> Bridge:
    """The bridge between a link and a window, connected both ways and not started."""
    bridge = Bridge(link, window)
    bridge.updated.connect(window.take)
    bridge.sent.connect(window.take_sent)
    window.command.connect(bridge.send)
    return bridge


def watch_errors(window: MainWindow) -> None:
    """An error that nothing caught is logged and told in the banner; the window stays."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            window.close()
            return
        log.error("Uncaught error in the window", exc_info=(kind, error, trace))
        reason = QCoreApplication.translate(
            "Application", "Something went wrong in the window ({error}). What you said and stored is safe; the log has the details."
        )
        window.banner.say(reason.format(error=f"{kind.__name__}: {error}"), "danger", "bug")
        if not window.banner.has_details:  # one dialog, however many errors follow
            details = "".join(traceback.format_exception(kind, error, trace))
            window.banner.offer_details(lambda: window.menu.show_fault(details))

    sys.excepthook = hook


def _restore(window: MainWindow, memory: QSettings) -> None:
    """Put the window where it stood; a first one gets a good share of the screen."""
    geometry, splitter = memory.value("geometry"), memory.value("splitter")
    if geometry is None or not window.restoreGeometry(geometry):
        room = QGuiApplication.primaryScreen().availableGeometry()
        window.resize(min(1280, round(room.width() * 0.9)), min(840, round(room.height() * 0.9)))
    if splitter is None or not window.splitter.restoreState(splitter):
        window.splitter.setSizes([round(window.width() * 0.66), round(window.width() * 0.34)])
