"""The table of formats: for each kind of file how it is recognised, and which reader reads it or why it is refused."""

from __future__ import annotations

import re
from dataclasses import replace

from desktop_mem.documents.recognition import Format

_READERS = "desktop_mem.documents.readers"
_ODF = "application/vnd.oasis.opendocument."
_AS_TEXT = "Export it as plain text, HTML or PDF and drop that."
_ARCHIVE = f"{_READERS}.archive:read"
_UNPACK = "Unpack it and drop the folder."
_BITMAP = re.compile(rb"BM.{4}\0{4}.{4}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0", re.DOTALL)  # its white pixels look like text
_PICTURE = "To have text in pictures read, install desktop-mem[ocr] and leave the setting ocr at auto."
_NO_TEXT = "There is no text in it to store."

_HEADER_LINES = rb"(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?"
_XML_START = rb"\A\W*(?:<\?xml[^>]*>\s*|<\?xml-stylesheet[^>]*>\s*|<!--.*?-->\s*|<!DOCTYPE\s+(?:rss|rdf|feed)\b[^>]*>\s*)*"
_PROGRAMS = (
    "py pyi pyw pyx rb php pl pm lua tcl r jl sh bash zsh fish ksh ps1 psm1 bat cmd js mjs cjs jsx ts tsx vue svelte coffee java kt kts"
    " scala groovy gradle c h cc cpp cxx hh hpp hxx m mm cu ino cs fs fsx vb vbs bas pas dpr ada adb ads f f90 f95 for cob go rs swift"
    " dart d nim zig v vhd vhdl sv hs lhs ml mli elm ex exs erl hrl clj cljs lisp cl el scm rkt asm s sql ddl pls proto thrift graphql"
    " gql tf hcl cmake mk mak ninja css scss sass less xml xsd xsl xslt svg plist xaml wsdl opml yaml yml toml ini cfg conf properties"
    " env desktop service reg diff patch"
)

PLAIN_TEXT = Format("text", "text file", f"{_READERS}.text:read")

FORMATS: tuple[Format, ...] = (
    Format("tar", "tar archive", _ARCHIVE, layout=re.compile(rb".{257}ustar", re.DOTALL), suffixes=(".tar",)),
    Format("pdf", "PDF", f"{_READERS}.pdf:read", magic=(b"%PDF-",), anywhere=True, suffixes=(".pdf",), takes_password=True),
    Format("docx", "Word document", f"{_READERS}.word:read", members=("word/document",), suffixes=(".docx", ".docm", ".dotx", ".dotm")),
    Format(
        "html",
        "web page",
        f"{_READERS}.html:read",
        marks=re.compile(rb"\A\W*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL),
        suffixes=(".html", ".htm", ".xhtml", ".xht", ".shtml"),
    ),
    Format("markdown", "Markdown file", f"{_READERS}.markdown:read", suffixes=(".md", ".markdown", ".mdown", ".mkd")),
    Format("rtf", "RTF document", f"{_READERS}.rtf:read", magic=(b"{\\rtf",), suffixes=(".rtf",)),
    Format(
        "epub",
        "e-book (EPUB)",
        f"{_READERS}.epub:read",
        mimetype="application/epub+zip",
        members=("META-INF/container.xml",),
        suffixes=(".epub",),
    ),
    Format("msg", "Outlook message", f"{_READERS}.outlook:read", streams=("__nameid_version1.0",), suffixes=(".msg",)),
    Format(
        "mhtml",
        "web archive (MHTML)",
        f"{_READERS}.mail:read_web_archive",
        marks=re.compile(
            rb"\A(?:From: *<?Saved by|MIME-Version:[^\n]*\nContent-Type: *multipart/related|"
            + _HEADER_LINES
            + rb"Snapshot-Content-Location:)",
            re.IGNORECASE,
        ),
        suffixes=(".mhtml", ".mht"),
    ),
    Format(
        "mbox",
        "mailbox",
        f"{_READERS}.mail:read_mailbox",
        marks=re.compile(rb"\AFrom \S+[^\n]*\d\d:\d\d[^\n]*\n(?:>?[\w-]+:|From )"),
        suffixes=(".mbox", ".mbx"),
    ),
    Format(
        "eml",
        "e-mail file",
        f"{_READERS}.mail:read",
        marks=re.compile(
            rb"\A(?=" + _HEADER_LINES + rb"(?:Message-ID|MIME-Version|Received|Return-Path|Delivered-To):)"
            rb"(?:Received|Return-Path|From|To|Date|Subject|Message-ID|MIME-Version|Delivered-To|Reply-To|X-[\w-]+|DKIM-Signature|Content-[\w-]+):",
            re.IGNORECASE,
        ),
        suffixes=(".eml", ".emlx", ".p7s", ".p7m"),
    ),
    Format(
        "xml",
        "XML document",
        f"{_READERS}.xml_document:read",
        marks=re.compile(
            _XML_START + rb"(?:<!DOCTYPE\s+(?:book|article|chapter|part|section)\s+PUBLIC[^>]*>\s*)?"
            rb"<(?:FictionBook\b|rss\b|feed\b|rdf:RDF\b(?=[^>]*purl\.org/rss)|(?:book|article|chapter|part|section)\b(?=[^>]*docbook))"
            rb"|" + _XML_START + rb"<!DOCTYPE\s+(?:book|article|chapter|part|section)\b[^>]*DocBook",
            re.DOTALL,
        ),
        suffixes=(".fb2", ".rss", ".atom", ".docbook", ".dbk"),
    ),
    Format("ipynb", "Jupyter notebook", f"{_READERS}.notebook:read", suffixes=(".ipynb",)),
    Format(
        "json",
        "text file",
        f"{_READERS}.json_data:read",
        suffixes=(".json", ".jsonl", ".ndjson", ".geojson", ".json5", ".jsonc", ".jsonld", ".har", ".webmanifest"),
    ),
    Format("subtitles", "text file", f"{_READERS}.subtitles:read", suffixes=(".srt", ".vtt", ".sbv", ".ass", ".ssa")),
    Format(
        "markup",
        "text file",
        f"{_READERS}.markup:read",
        suffixes=(".org", ".rst", ".rest", ".adoc", ".asciidoc", ".asc", ".tex", ".ltx", ".latex", ".wiki", ".mediawiki"),
    ),
    Format(
        "source",
        "text file",
        f"{_READERS}.source_code:read",
        marks=re.compile(rb"\A#! ?/"),
        suffixes=tuple(f".{name}" for name in _PROGRAMS.split()),
    ),
    Format("xlsb", "Excel workbook", f"{_READERS}.excel_binary:read", members=("xl/workbook.bin",), suffixes=(".xlsb",)),
    Format(
        "xlsx",
        "Excel workbook",
        f"{_READERS}.excel:read",
        members=("xl/workbook", "xl/worksheets/"),
        suffixes=(".xlsx", ".xlsm", ".xltx", ".xltm"),
    ),
    Format(
        "pptx",
        "PowerPoint presentation",
        f"{_READERS}.slides:read",
        members=("ppt/presentation", "ppt/slides/"),
        suffixes=(".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm"),
    ),
    Format(
        "odt",
        "OpenDocument text",
        f"{_READERS}.opendocument:read",
        mimetype=f"{_ODF}text",
        suffixes=(".odt", ".ott"),
    ),
    Format(
        "ods",
        "OpenDocument spreadsheet",
        f"{_READERS}.opendocument_sheets:read",
        mimetype=f"{_ODF}spreadsheet",
        suffixes=(".ods", ".ots"),
    ),
    Format(
        "odp",
        "OpenDocument presentation",
        f"{_READERS}.opendocument:read",
        mimetype=f"{_ODF}presentation",
        suffixes=(".odp", ".otp"),
    ),
    Format(
        "fods",
        "OpenDocument spreadsheet",
        f"{_READERS}.opendocument_sheets:read",
        marks=re.compile(rb"<office:document\b[^>]*\bmimetype=[\"']application/vnd\.oasis\.opendocument\.spreadsheet"),
        suffixes=(".fods",),
    ),
    Format(
        "fodt",
        "OpenDocument file",
        f"{_READERS}.opendocument:read",
        marks=re.compile(rb"<office:document\b"),
        suffixes=(".fodt", ".fodp"),
    ),
    Format("csv", "table of delimited text", f"{_READERS}.delimited:read", suffixes=(".csv", ".tsv", ".tab", ".psv")),
    # Known, and refused with the way out.
    Format("odf", "OpenDocument file", mimetype=_ODF, remedy="Save it as PDF and drop that."),
    Format(
        "iwork",
        "iWork document",
        members=("Index/Document.iwa", "Index.zip", "index.xml", "index.apxl"),
        remedy="Export it as PDF and drop that.",
    ),
    Format("zip", "zip archive", _ARCHIVE, magic=(b"PK\x03\x04", b"PK\x05\x06"), suffixes=(".zip",)),
    Format("encrypted-office", "Office document", f"{_READERS}.protected_office:read", streams=("EncryptedPackage",), takes_password=True),
    Format("doc", "legacy Word format", streams=("WordDocument",), suffixes=(".doc", ".dot"), remedy="Save it as .docx and drop it again."),
    Format(
        "ppt",
        "legacy PowerPoint format",
        streams=("PowerPoint Document",),
        suffixes=(".ppt", ".pps"),
        remedy="Save it as PDF and drop that.",
    ),
    Format("xls", "Excel workbook", f"{_READERS}.excel_binary:read", streams=("Workbook", "Book"), suffixes=(".xls", ".xlt")),
    Format("ole", "file of an old Office program", magic=(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",), remedy=_AS_TEXT),
    Format(
        "wordml",
        "Word XML document",
        marks=re.compile(rb"\A\W*<\?xml[^>]*>\s*<\?mso-application progid=\"Word\.Document\""),
        remedy="Save it as .docx and drop that.",
    ),
    Format("isomedia", "picture or film (HEIF, MP4)", magic=(b"ftyp",), anywhere=True, binary_only=True, remedy=_NO_TEXT),
    Format("gzip", "gzip archive", _ARCHIVE, magic=(b"\x1f\x8b",), suffixes=(".gz", ".tgz")),
    Format("bzip2", "bzip2 archive", _ARCHIVE, magic=(b"BZh",), binary_only=True, suffixes=(".bz2", ".tbz2")),
    Format("xz", "xz archive", _ARCHIVE, magic=(b"\xfd7zXZ\x00",), suffixes=(".xz", ".txz")),
    Format("7z", "7-Zip archive", magic=(b"7z\xbc\xaf\x27\x1c",), remedy=_UNPACK),
    Format("rar", "RAR archive", magic=(b"Rar!\x1a\x07",), remedy=_UNPACK),
    Format("chm", "Windows help file", magic=(b"ITSF",), remedy=_AS_TEXT),
    Format(
        "onenote",
        "OneNote section",
        magic=(b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d",),
        remedy="Export it as PDF or Word document and drop that.",
    ),
    Format("png", "picture (PNG)", magic=(b"\x89PNG\r\n\x1a\n",), remedy=_PICTURE),
    Format("jpeg", "picture (JPEG)", magic=(b"\xff\xd8\xff",), remedy=_PICTURE),
    Format("gif", "picture (GIF)", magic=(b"GIF87a", b"GIF89a"), remedy=_PICTURE),
    Format("tiff", "picture (TIFF)", magic=(b"II*\x00", b"MM\x00*"), remedy=_PICTURE),
    Format("bmp", "picture (BMP)", layout=_BITMAP, remedy=_PICTURE),
    Format("riff", "sound, film or picture (RIFF)", magic=(b"RIFF",), binary_only=True, remedy=_NO_TEXT),
    Format("mp3", "sound recording (MP3)", magic=(b"ID3", b"\xff\xfb"), binary_only=True, remedy=_NO_TEXT),
    Format("ogg", "sound recording (Ogg)", magic=(b"OggS",), binary_only=True, remedy=_NO_TEXT),
    Format("program", "program", magic=(b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe"), binary_only=True, remedy=_NO_TEXT),
    Format("sqlite", "database (SQLite)", magic=(b"SQLite format 3\x00",), remedy="Export its tables as CSV and drop those."),
    Format(
        "pkcs7",
        "signature or sealed message",
        magic=(b"0\x80", b"0\x82", b"0\x83"),
        binary_only=True,
        remedy="Open the message in your mail program, save it as text, and drop that.",
    ),
    PLAIN_TEXT,
)

_WITH_OCR = {"pdf": f"{_READERS}.pdf:read_with_ocr"} | dict.fromkeys(("png", "jpeg", "gif", "tiff", "bmp"), f"{_READERS}.picture:read")


def formats_with_ocr() -> tuple[Format, ...]:
    """The table with readers that recognise the text in pictures; they need the extra `ocr`."""
    return tuple(replace(item, reader=_WITH_OCR.get(item.name, item.reader)) for item in FORMATS)
