"""Pictures of bases, kept in the dictionary of a bank, written to a folder beside the tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cronos_fmt import text
from cronos_fmt._gen.parsers import PARSERS, BaseImage
from cronos_fmt.bank import Bank
from cronos_fmt.errors import CronosError
from cronos_fmt.parsing import parse
from cronos_fmt.problems import Problem
from cronos_fmt.sinks.files import write_pieces
from cronos_fmt.sinks.names import Names


def write_images(bank: Bank, folder: Path) -> list[dict[str, Any]]:
    """Write each picture under its own name and list them as the manifest does; the folder is made with the first one.

    An empty value of the key means that there is none; one that breaks off is a problem.
    """
    names, written = Names(), []
    for entry in bank.schema.entries.values():
        if PARSERS[entry.key.value] is not BaseImage or not entry.value:
            continue
        try:
            image = parse(BaseImage, entry.value)
        except CronosError as error:
            message = f"the image {text.printable(entry.name)} cannot be read: {error.path}: {error.message}"
            bank.problems.add(Problem("image-damaged", message, bank.stru.name, entry.record, raw=entry.value[:64]))
            continue
        folder.mkdir(exist_ok=True)
        name = names.take(text.plain(image.file_name), entry.name)
        digest, size = write_pieces(folder / name, [image.image])
        written.append({"key": entry.name, "output": name, "size": size, "sha256": digest})
    return written
