"""The table of formats: for each kind of file how it is recognised, and which reader reads it or why it is refused."""

from __future__ import annotations

import re
from dataclasses import replace

from desktop_mem.documents.recognition import Format

_READERS = "desktop_mem.documents.readers"
_AS_TEXT = "Export it as plain text, HTML or PDF and drop that."
_ARCHIVE = f"{_READERS}.archive:read"
_UNPACK = "Unpack it and drop the folder."
_BITMAP = re.compile(rb"BM.{4}\0{4}.{4}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0", re.DOTALL)  # its white pixels look like text
_PICTURE = "To have text in pictures read, install desktop-mem[ocr] and leave the setting ocr at auto."
_NO_TEXT = "There is no text in it to store."

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
    # Known, and refused with the way out.
    Format(
        "pptx",
        "PowerPoint presentation",
        members=("ppt/presentation",),
        suffixes=(".pptx", ".pptm", ".ppsx", ".potx"),
        remedy="Save it as PDF and drop that.",
    ),
    Format(
        "xlsx",
        "Excel workbook",
        members=("xl/workbook",),
        suffixes=(".xlsx", ".xlsm", ".xlsb"),
        remedy="Save its sheets as CSV and drop those.",
    ),
    Format("odt", "OpenDocument text", mimetype="application/vnd.oasis.opendocument.text", remedy="Save it as .docx and drop that."),
    Format(
        "ods",
        "OpenDocument spreadsheet",
        mimetype="application/vnd.oasis.opendocument.spreadsheet",
        remedy="Save its sheets as CSV and drop those.",
    ),
    Format("odp", "OpenDocument file", mimetype="application/vnd.oasis.opendocument", remedy="Save it as PDF and drop that."),
    Format("epub", "e-book (EPUB)", mimetype="application/epub+zip", remedy="Convert it to PDF or HTML and drop that."),
    Format(
        "iwork",
        "iWork document",
        members=("Index/Document.iwa", "Index.zip", "index.xml", "index.apxl"),
        remedy="Export it as PDF and drop that.",
    ),
    Format("zip", "zip archive", _ARCHIVE, magic=(b"PK\x03\x04", b"PK\x05\x06"), suffixes=(".zip",)),
    Format("encrypted-office", "Office document", f"{_READERS}.protected_office:read", streams=("EncryptedPackage",), takes_password=True),
    Format("doc", "legacy Word format", streams=("WordDocument",), suffixes=(".doc", ".dot"), remedy="Save it as .docx and drop it again."),
    Format("xls", "legacy Excel format", streams=("Workbook", "Book"), suffixes=(".xls",), remedy="Save its sheets as CSV and drop those."),
    Format(
        "ppt",
        "legacy PowerPoint format",
        streams=("PowerPoint Document",),
        suffixes=(".ppt", ".pps"),
        remedy="Save it as PDF and drop that.",
    ),
    Format("msg", "Outlook message", streams=("__nameid_version1.0",), remedy="Save it as text or HTML and drop that."),
    Format("ole", "file of an old Office program", magic=(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",), remedy=_AS_TEXT),
    Format("rtf", "RTF document", magic=(b"{\\rtf",), remedy="Save it as .docx and drop that."),
    Format(
        "eml",
        "e-mail file",
        suffixes=(".eml", ".mbox", ".mht", ".mhtml", ".p7s", ".p7m"),
        remedy="Save the message as text or PDF and drop that.",
    ),
    Format("ipynb", "Jupyter notebook", suffixes=(".ipynb",), remedy="Export it as Markdown or HTML and drop that."),
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
    PLAIN_TEXT,
)

_WITH_OCR = {"pdf": f"{_READERS}.pdf:read_with_ocr"} | dict.fromkeys(("png", "jpeg", "gif", "tiff", "bmp"), f"{_READERS}.picture:read")


def formats_with_ocr() -> tuple[Format, ...]:
    """The table with readers that recognise the text in pictures; they need the extra `ocr`."""
    return tuple(replace(item, reader=_WITH_OCR.get(item.name, item.reader)) for item in FORMATS)
