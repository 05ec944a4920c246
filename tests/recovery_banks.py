"""Banks with tables of their own for the tests of recovery."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import cronos_fmt
from cronos_fmt._gen import layouts
from cronos_fmt._gen.versions import PROFILES
from cronos_fmt.kod import Kod
from cronos_fmt.recovery import Evidence, collect
from cronos_fmt.recovery.table_block import wrap_table
from cronos_fmt.writer import write_bank

FIELDS = (
    "Поле",
    "Колонка",
    "Вес",
    "Рост",
    "Отдел",
    "Оклад",
    "Итог",
    "Место",
    "Район",
    "Shape",
    "Width",
    "Zone",
    "Kind",
)
NAMES = ("Дела", "Заявки", "Ремонт", "Гости", "Рейсы", "Партии", "Flights", "Teams", "Owners")


def table(seed: int) -> Kod:
    """A random table."""
    values = list(range(256))
    Random(seed).shuffle(values)
    return Kod(bytes(values))


def exchanged(kod: Kod, a: int, b: int) -> bytes:
    """A table with the values of two bytes exchanged."""
    values = bytearray(kod.table)
    values[a], values[b] = values[b], values[a]
    return bytes(values)


def description(bases: int, kod: Kod, seed: int = 1, rows: int = 0, **more: Any) -> dict[str, Any]:
    """A bank of so many tables with rows in the first one."""
    random = Random(seed)
    tables: list[dict[str, Any]] = []
    for i in range(bases):
        names = [f"{name} {j}" for j, name in enumerate(random.sample(FIELDS, random.randrange(3, 9)))]
        fields = [{"name": name, "type": random.choice(["text", "number", "date", "text"])} for name in names]
        tables.append({"name": f"{random.choice(NAMES)} {i + 1}", "fields": fields})
    if rows:
        tables[0]["fields"] = [{"name": "Имя", "type": "text"}, {"name": "Заметка", "type": "text"}]
        texts = [f"{random.choice(NAMES)} номер {random.randrange(10_000)} " * 3 for _ in range(rows)]
        tables[0]["rows"] = [{"values": {"Имя": text[:12], "Заметка": text}} for text in texts]
    bank_id = random.randrange(10**8, 10**9)
    return {"name": "Пример", "id": bank_id, "kod": kod.table.hex(), "tables": tables} | more


def write(folder: Path, what: dict[str, Any]) -> Path:
    write_bank(what, folder)
    return folder


def evidence(folder: Path) -> Evidence:
    with cronos_fmt.open(folder, kod=None) as bank:
        return collect(bank)


def put_table_block(
    folder: Path, version: str, kod: Kod, serials: dict[str, int], *, lite: bytes | None = None, run: bool = False
) -> None:
    """Put a table block into the files of a bank, with a serial for each by its name; `run` fills the run of the
    header too."""
    profile = PROFILES[version]
    assert profile.layouts is not None and profile.layouts.dat_area is not None
    area = profile.layouts.dat_area
    for name, serial in serials.items():
        parts = wrap_table(kod, area, serial, lite=lite)
        if run:
            parts |= header_run(kod, area)
        for field, data in parts.items():
            put(folder / f"{name}.dat", area, field, data)


def header_run(kod: Kod, area: Any) -> dict[str, bytes]:
    """The fields of the area that hold a long run: a plain value that drifts slowly downwards."""
    start = area.DTYPE.fields["lite_secret"][1]
    stop = area.DTYPE.fields["kod_table_block"][1]
    drift = 0
    stored = bytearray()
    for index in range(start, stop):
        drift -= index % 40 == 39
        stored.append(kod.inverse[(drift + index) % 256])
    middle = area.DTYPE.fields["run_area"][1] - start
    return {"lite_secret": bytes(stored[:middle]), "run_area": bytes(stored[middle:])}


def put(path: Path, area: Any, field: str, data: bytes, at: int = 0) -> None:
    """Overwrite bytes of a field of the area behind the header."""
    content = bytearray(path.read_bytes())
    start = layouts.DatHeader.SIZE + area.DTYPE.fields[field][1] + at
    content[start : start + len(data)] = data
    path.write_bytes(content)
