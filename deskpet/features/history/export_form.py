"""The file formats of an export."""

from enum import Enum


class ExportForm(Enum):
    """File format of an export: Markdown, HTML and PDF for reading, JSON for importing again."""

    MARKDOWN = "md"
    JSON = "json"
    HTML = "html"
    PDF = "pdf"
