"""The command line: `desktop-mem [gui] | chat | import | documents | watch | search | open | memory | reminders | models | …`."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from desktop_mem import __version__
from desktop_mem.app import default_profile
from desktop_mem.cli.arguments import count, pair
from desktop_mem.errors import DesktopMemError

FAULT = 1
_GROUPS: Final = {
    "memory": "look at the memory, ask why, undo, redo, forget and restore",
    "models": "list, add, check and choose models",
    "evaluate": "measure the program, a model or search",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 done, 1 the input or the environment is at fault, 2 wrong usage."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options = _parser(sys.argv[1:] if arguments is None else arguments).parse_args(arguments)
    options.profile = getattr(options, "profile", None) or default_profile()
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except DesktopMemError as fault:
        sys.stderr.write(f"desktop-mem: {fault}\n")
        return FAULT
    except BrokenPipeError:
        # Whoever read our output has left; Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAULT
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 128 + signal.SIGINT


def run() -> NoReturn:
    """The entry of `desktop-mem`: run one command and end at once, whatever a library's thread is still loading."""
    _end(main())


def window() -> NoReturn:
    """The entry of the desktop's menu: open the window."""
    _end(main(["gui", *sys.argv[1:]]))


def _end(code: int) -> NoReturn:
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--profile", type=Path, metavar="DIR", default=argparse.SUPPRESS, help="the data folder to use instead of your own")
    printing = argparse.ArgumentParser(add_help=False, parents=[shared])
    printing.add_argument("--json", action="store_true", help="print one JSON object a line, with stable keys")

    parser = argparse.ArgumentParser(
        prog="desktop-mem", description="A desktop assistant that runs wholly on this machine and remembers.", parents=[shared]
    )
    parser.add_argument("--version", action="version", version=f"desktop-mem {__version__}")
    parser.set_defaults(run=_gui, files=[], ask="")  # and no profile: the actions are shared, so that it would be set for every command
    commands = parser.add_subparsers(metavar="COMMAND")

    gui = commands.add_parser("gui", parents=[shared], help="open the window (what happens without a command, too)")
    gui.add_argument("files", nargs="*", metavar="FILE", help="documents to import")
    gui.add_argument("--ask", default="", metavar="TEXT", help="send this message at once; an open window gets it")
    gui.set_defaults(run=_gui)

    chat = commands.add_parser("chat", parents=[printing], help="talk in the terminal; one message or /command a line")
    chat.add_argument("--set", action="append", default=[], type=pair, metavar="NAME=VALUE", help="use another setting this time")
    chat.set_defaults(run=_chat)

    importing = commands.add_parser("import", parents=[printing], help="store documents, and folders of them")
    importing.add_argument("paths", nargs="+", metavar="PATH")
    importing.set_defaults(run=_import)

    for name, about in _GROUPS.items():
        group = commands.add_parser(name, help=about)
        if name in words:  # what these do takes a while to import, which the window shall not wait for
            _add_group(name, group, printing)

    _add_files(commands, printing)

    _add_search(commands, printing)

    reminders = commands.add_parser("reminders", parents=[printing], help="list the reminders that wait")
    reminders.set_defaults(run=_reminders)
    topics = commands.add_parser("topics", parents=[printing], help="list the topics of the conversation")
    topics.set_defaults(run=_topics)

    doctor = commands.add_parser("doctor", parents=[printing], help="check versions, models, paths and memory; say what is missing")
    doctor.set_defaults(run=_doctor)

    gallery = commands.add_parser("gallery", parents=[printing], help="for developers: paint the window in all its states into PNG files")
    gallery.add_argument("folder", type=Path, metavar="DIR")
    gallery.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these scenes; `variants` are large, Chinese, mirrored")
    gallery.set_defaults(run=_gallery)
    return parser


def _add_group(name: str, group: argparse.ArgumentParser, printing: argparse.ArgumentParser) -> None:
    match name:
        case "memory":
            from desktop_mem.cli.memory import add_commands as add_memory

            add_memory(group, printing)
        case "models":
            from desktop_mem.cli.models import add_commands as add_models

            add_models(group, printing)
        case "evaluate":
            from desktop_mem.cli.evaluate import add_commands as add_evaluate

            add_evaluate(group, printing)


def _add_files(commands: Any, printing: argparse.ArgumentParser) -> None:
    """`documents` and `watch`."""
    documents = commands.add_parser("documents", help="list, retry and forget documents").add_subparsers(metavar="COMMAND", required=True)
    documents.add_parser("list", parents=[printing], help="print the document ledger").set_defaults(run=_documents_list)
    retry = documents.add_parser("retry", parents=[printing], help="import again what failed, or one document")
    retry.add_argument("address", nargs="?", default="", metavar="ADDRESS")
    retry.add_argument("--password", action="store_true", help="ask for the document's password, which is stored nowhere")
    retry.set_defaults(run=_documents_retry)
    documents.add_parser("resume", parents=[printing], help="go on with what rests or was cut off").set_defaults(run=_documents_resume)
    forget = documents.add_parser("forget", parents=[printing], help="delete a document, and what rests on it if you wish")
    forget.add_argument("address", metavar="ADDRESS")
    forget.add_argument("--along", nargs="+", default=[], metavar="ADDRESS", help="forget these memories, too")
    forget.add_argument("--everything", action="store_true", help="forget all memories that rest on it, too")
    forget.add_argument("--yes", action="store_true", help="do it; without this you are only shown what would go")
    forget.set_defaults(run=_documents_forget)
    tagging = documents.add_parser("tag", parents=[printing], help="give a document a tag, for searches with --tag")
    tagging.add_argument("address", metavar="ADDRESS")
    tagging.add_argument("tag", metavar="TAG")
    tagging.add_argument("--remove", action="store_true", help="take the tag away")
    tagging.set_defaults(run=_documents_tag)
    watching = commands.add_parser("watch", help="keep folders in step with the memory")
    actions = watching.add_subparsers(metavar="COMMAND", required=True)
    for action, words in (("add", "watch a folder and import what is in it"), ("remove", "watch a folder no longer")):
        parser = actions.add_parser(action, parents=[printing], help=words)
        parser.add_argument("folder", metavar="FOLDER")
        parser.set_defaults(run=_watch, action=action)
    actions.add_parser("list", parents=[printing], help="print the watched folders").set_defaults(run=_watch, action="list", folder=".")


def _add_search(commands: Any, printing: argparse.ArgumentParser) -> None:
    """`search` and `open`."""
    search = commands.add_parser("search", parents=[printing], help="search conversations and documents, without a model")
    search.add_argument("query", nargs="+")
    search.add_argument("--in", dest="inside", default="", metavar="ADDRESS|NAME|FOLDER", help="only in these documents")
    search.add_argument("--tag", default="", help="only in documents with this tag")
    search.add_argument("--from", dest="start", default="", metavar="DATE", help="only what was said or stored since then (2026-03)")
    search.add_argument("--to", dest="end", default="", metavar="DATE", help="only what was said or stored until then, that day included")
    search.add_argument("--kind", choices=("m", "p"), default="", help="only messages (m) or only passages (p)")
    search.add_argument("--page", type=count, default=1)
    search.set_defaults(run=_search)

    opening = commands.add_parser(
        "open", parents=[printing], help="print what stands at an address: m12, p7, w:human, r3, t2, e9, d3#page=4, d3#page=2&row=10-20"
    )
    opening.add_argument("address", metavar="ADDRESS")
    opening.set_defaults(run=_open)


def _gui(options: argparse.Namespace) -> int:
    from desktop_mem.app import open_window

    return open_window(options.profile, [str(Path(file).absolute()) for file in options.files], options.ask.strip())


def _chat(options: argparse.Namespace) -> int:
    from desktop_mem.cli.chat import chat

    return chat(options.profile, as_json=options.json, overrides=dict(options.set))


def _import(options: argparse.Namespace) -> int:
    from desktop_mem.cli.documents import import_paths

    return import_paths(options.profile, [str(Path(path).absolute()) for path in options.paths], as_json=options.json)


def _documents_list(options: argparse.Namespace) -> int:
    from desktop_mem.cli.documents import list_documents

    return list_documents(options.profile, as_json=options.json)


def _documents_retry(options: argparse.Namespace) -> int:
    from desktop_mem.cli.documents import retry

    return retry(options.profile, options.address, ask_password=options.password, as_json=options.json)


def _documents_resume(options: argparse.Namespace) -> int:
    from desktop_mem.cli.documents import resume

    return resume(options.profile, as_json=options.json)


def _documents_forget(options: argparse.Namespace) -> int:
    from desktop_mem.cli.documents import forget

    return forget(
        options.profile, options.address, options.along, everything=options.everything, confirmed=options.yes, as_json=options.json
    )


def _documents_tag(options: argparse.Namespace) -> int:
    from desktop_mem.cli.documents import tag

    return tag(options.profile, options.address, options.tag, remove=options.remove, as_json=options.json)


def _watch(options: argparse.Namespace) -> int:
    from desktop_mem.cli.documents import watch

    return watch(options.profile, options.action, str(Path(options.folder).absolute()), as_json=options.json)


def _search(options: argparse.Namespace) -> int:
    from desktop_mem.cli.search import search
    from desktop_mem.runtime.command import Narrowing, Search

    within = Narrowing(options.kind, options.inside, options.tag, options.start, options.end)
    return search(options.profile, Search(" ".join(options.query), within, options.page), as_json=options.json)


def _open(options: argparse.Namespace) -> int:
    from desktop_mem.cli.search import open_place

    return open_place(options.profile, options.address, as_json=options.json)


def _reminders(options: argparse.Namespace) -> int:
    from desktop_mem.cli.lists import show_reminders

    return show_reminders(options.profile, as_json=options.json)


def _topics(options: argparse.Namespace) -> int:
    from desktop_mem.cli.lists import show_topics

    return show_topics(options.profile, as_json=options.json)


def _doctor(options: argparse.Namespace) -> int:
    from desktop_mem.cli.doctor import examine

    return examine(options.profile, as_json=options.json)


def _gallery(options: argparse.Namespace) -> int:
    from desktop_mem.cli.gallery import paint

    return paint(options.folder, options.only, as_json=options.json)
