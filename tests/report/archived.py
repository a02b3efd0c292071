"""What ISO 19005-2, level A (PDF/A-2a), asks of a file's own structure."""

from __future__ import annotations

import io
import re
from typing import Any

import pypdf

from pitboss.report.document import Document


def check_archived(made: bytes) -> pypdf.PdfReader:
    """That a file says it is PDF/A-2a and keeps what that promises, as far as it shows."""
    reader = pypdf.PdfReader(io.BytesIO(made))
    catalog: Any = reader.root_object
    metadata = catalog["/Metadata"].get_data().decode()
    assert re.search(r"pdfaid:part>\s*2|pdfaid:part=\"2\"", metadata)
    assert re.search(r"pdfaid:conformance>\s*A|pdfaid:conformance=\"A\"", metadata)
    assert str(catalog["/MarkInfo"]["/Marked"]) == "True"
    assert catalog["/StructTreeRoot"]["/K"]
    assert catalog["/Lang"].startswith("en")
    intent = catalog["/OutputIntents"][0].get_object()
    assert intent["/S"] == "/GTS_PDFA1"
    assert intent["/DestOutputProfile"].get_object().get_data()
    assert "/Encrypt" not in reader.trailer
    for page in reader.pages:
        resources: Any = page["/Resources"].get_object()
        for font in resources.get("/Font", {}).values():
            _check_embedded(font.get_object())
        assert "/AA" not in page
    return reader


def _check_embedded(font: Any) -> None:
    """A font comes with its letters, and says which they are."""
    assert "/ToUnicode" in font
    if font["/Subtype"] != "/Type3":
        inner = font.get("/DescendantFonts", [font])[0].get_object()
        descriptor = inner["/FontDescriptor"].get_object()
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor)


def check_pages(reader: pypdf.PdfReader, document: Document) -> None:
    """That pages are numbered, none is empty, numbers are there and commands can be copied."""
    texts = [page.extract_text() for page in reader.pages]
    assert all(len(text) > 60 for text in texts), "an empty page"
    for number, text in enumerate(texts[1:], start=2):
        assert f"{number} / {len(texts)}" in text
    whole = re.sub(r"\s", "", "".join(texts))
    for wanted in document.numbers():
        assert re.sub(r"\s", "", wanted.text) in whole, wanted
    words = " ".join("\n".join(texts).split())  # a long command goes on in the next line
    assert len(document.commands()) > 15
    for command in document.commands():
        assert f" {command} " in words, command
