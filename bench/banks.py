"""Banks of any size: a block of records from the writer's own rows, laid out once and repeated with numpy.

A repetition differs by its record numbers, and so in every encoded byte, and by the offsets that it holds.
"""

from __future__ import annotations

import shutil
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cronos_fmt
from cronos_fmt._gen import layouts
from cronos_fmt._gen.builders import BUILDERS
from cronos_fmt.kod import DEFAULT
from cronos_fmt.writer import write_bank

BLOCK_ROWS = 4_096
_BLOCK_SIZE = 64  # bytes of a continuation block
_DEFLATED_AT_ONCE = 1 << 15
_SLOT, _FIRST, _LINK = layouts.TadSlotV332, layouts.FirstChunk32, layouts.Continuation32

_SURNAMES = ("Иванов", "Петров", "Сидоров", "Кузнецов", "Смирнов", "Попов", "Лебедев", "Морозов", "Ли", "Шевченко")
_NAMES = ("Иван", "Пётр", "Анна", "Мария", "Ольга", "Сергей", "Николай", "Татьяна", "Ян", "Екатерина")
_PATRONYMICS = ("Иванович", "Петровна", "Сергеевич", "Николаевна", "Львович", "Александровна")
_CITIES = ("Москва", "Псков", "Тула", "Орёл", "Санкт-Петербург", "Екатеринбург", "Омск", "Ржев")
_WORDS = (
    "по",
    "адресу",
    "не",
    "проживает",
    "звонить",
    "после",
    "обеда",
    "документы",
    "сданы",
    "копия",
    "снята",
    "дважды",
)
_SPECIAL = {"Дата рождения": "date", "Время": "time", "Телефон": "number", "Паспорт": "number", "Код": "number"}
_USUAL = ("Фамилия", "Имя", "Отчество", "Дата рождения", "Город", "Телефон", "Паспорт", "Время", "Код", "Примечание")
_LONG = ("Фамилия", "Текст", "Примечание")
_WIDE = tuple(f"Поле {i}" for i in range(290))


@dataclass(frozen=True)
class Shape:
    """What a bank is like. free, quoted, counted, extended, compressed: shares of records or rows."""

    name: str
    slots: int = 1_000_000
    encoded: bool = True
    bases: int = 1
    fields: str = "usual"  # usual: ten; wide: 300; long: three, one of some kilobytes
    free: float = 0.03
    quoted: float = 0.15
    counted: float = 0.05
    extended: float = 0.01
    compressed: float = 0.0


def make(shape: Shape, folder: Path) -> Path:
    """Write a bank of a shape into a folder and return it; one that stands there already is taken as it is."""
    if folder.exists():
        return folder
    whole, folder = folder, folder.with_name(f"{folder.name}.part")
    shutil.rmtree(folder, ignore_errors=True)
    random = Random(20)
    rows = _rows(shape, random)
    records = [_with_base(row, 1 + i % shape.bases) for i, row in enumerate(_written(shape, rows, folder))]
    with cronos_fmt.open(folder) as bank:
        first, start = bank.bank.slot_count + 1, bank.bank.dat.size
    block = _Block(records, shape, random)
    with (folder / "CroBank.dat").open("ab") as dat, (folder / "CroBank.tad").open("r+b") as tad:
        tad.seek(0, 2)
        free = []
        for at in range(0, shape.slots, len(block.slots)):
            number, count = first + at, min(len(block.slots), shape.slots - at)
            data, slots = block.at(number, start, count)
            start += dat.write(data)
            free.append(number + np.flatnonzero(block.is_free[:count]))
            tad.write(slots.tobytes())
        _link_free_slots(tad, np.concatenate(free))
    return folder.rename(whole)


def _rows(shape: Shape, random: Random) -> list[dict[str, Any]]:
    """Values of the rows of a block, as in a description."""
    return [_row(shape, random) for _ in range(BLOCK_ROWS)]


def _row(shape: Shape, random: Random) -> dict[str, Any]:
    words = " ".join(random.choices(_WORDS, k=random.randint(2, 7)))
    if random.random() < shape.quoted:
        words = random.choice(('«{}», "{}"', "{}, {}", "{}\r\n{}")).format(words, random.choice(_WORDS))
    note: Any = words
    if random.random() < shape.counted:
        note = {"counted": {"hex": (words + "\x1e" + random.choice(_WORDS)).encode("cp1251").hex()}}
    if shape.fields == "long":
        text = " ".join(random.choices(_WORDS, k=random.randint(100, 800)))
        return {"Фамилия": random.choice(_SURNAMES), "Текст": text, "Примечание": note}
    row = {
        "Фамилия": random.choice(_SURNAMES),
        "Имя": random.choice(_NAMES),
        "Отчество": random.choice(_PATRONYMICS),
        "Дата рождения": f"{random.randint(1920, 2010)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}",
        "Город": random.choice(_CITIES),
        "Телефон": f"79{random.randrange(10**9):09}",
        "Паспорт": f"{random.randrange(10**10):010}",
        "Время": f"{random.randrange(24):02}:{random.randrange(60):02}",
        "Код": f"{random.randrange(10**4):04}",
        "Примечание": note,
    }
    if shape.fields == "wide":
        row |= {name: str(random.randrange(10**3)) for name in _WIDE if random.random() < 0.4}
    return row


def _types(shape: Shape) -> dict[str, str]:
    names = {"long": _LONG, "wide": _USUAL + _WIDE}.get(shape.fields, _USUAL)
    return {name: _SPECIAL.get(name, "text") for name in names}


def _written(shape: Shape, rows: list[dict[str, Any]], folder: Path) -> list[bytes]:
    """Write a bank with the definitions and no row into the folder, and return the plain bytes of the rows."""
    fields = [{"name": name, "type": kind} for name, kind in _types(shape).items()]
    tables = [{"name": f"Таблица {i + 1}", "mnemonic": "ТА", "fields": fields} for i in range(shape.bases)]
    # The first blocks of a new bank are its own, and its numbers come before those of the rows.
    files = {"bank": {"encoded": shape.encoded, "block_size": _BLOCK_SIZE, "may_be_compressed": shape.compressed > 0}}
    description = {"name": shape.name, "free_slots": 0, "files": files}
    with_rows = description | {"tables": [tables[0] | {"rows": [{"values": row} for row in rows]}]}
    with tempfile.TemporaryDirectory() as plain:
        write_bank(with_rows, Path(plain))
        with cronos_fmt.open(plain) as bank:
            records = [item.data for item in bank.scan() if item.row is not None]
    write_bank(description | {"tables": tables}, folder)
    return records


def _with_base(record: bytes, base_id: int) -> bytes:
    return BUILDERS["bank_record"].build({"base_id": base_id, "values": []}) + record[layouts.BankRecord.SIZE :]


def _deflated(record: bytes) -> bytes:
    chunks: list[dict[str, Any]] = []
    for plain in (record[at : at + _DEFLATED_AT_ONCE] for at in range(0, len(record), _DEFLATED_AT_ONCE)):
        deflater = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        deflated = deflater.compress(plain) + deflater.flush()
        mark = layouts.COMPRESSED_RECORD__CHUNK__MARK
        chunks.append({"mark": mark, "crc": zlib.crc32(plain), "deflated": deflated})
    chunks.append({"mark": None, "crc": None, "deflated": None})
    return BUILDERS["compressed_record"].build({"chunks": chunks})


class _Block:
    """Records laid out from offset 0, beginning with record number 0, and what a repetition adds."""

    def __init__(self, records: list[bytes], shape: Shape, random: Random) -> None:
        self._encoded = shape.encoded
        parts: list[bytes] = []
        ramps: list[NDArray[np.uint8]] = []  # what the KOD shift of each byte is, and whether it is encoded at all
        is_payload: list[NDArray[np.bool_]] = []
        pointers: list[int] = []
        slots: list[bytes] = []
        is_free: list[bool] = []
        self._stops: list[int] = []
        at = 0

        def put(data: bytes, shift: int | None) -> None:
            nonlocal at
            parts.append(data)
            ramps.append(np.arange(shift or 0, (shift or 0) + len(data), dtype=np.int64).astype(np.uint8))
            is_payload.append(np.full(len(data), shift is not None))
            at += len(data)

        waiting = iter(records)
        while (record := None if random.random() < shape.free else next(waiting, b"")) != b"":
            number = len(slots)
            is_free.append(record is None)
            if record is None:
                slots.append(_SLOT.pack("free"))
            else:
                record = _deflated(record) if random.random() < shape.compressed else record
                if random.random() < shape.extended and len(record) > _BLOCK_SIZE:
                    slots.append(_SLOT.pack("extended", at, _FIRST.SIZE + len(record) // 2))
                    for head, data, start in _pieces(record, at):
                        pointers += [at] if any(head[: _LINK.SIZE]) else []
                        put(head, None)
                        put(data, number + start)
                else:
                    slots.append(_SLOT.pack("inline", at, len(record)))
                    put(record, number)
            self._stops.append(at)
        self._data = np.frombuffer(b"".join(parts), np.uint8)
        self._ramp, self._is_payload = np.concatenate(ramps), np.concatenate(is_payload)
        self._pointers = np.array(pointers, np.int64)
        self.slots = np.frombuffer(b"".join(slots), _SLOT.DTYPE)
        self.is_free = np.array(is_free)
        self._table = np.frombuffer(DEFAULT.inverse, np.uint8)

    def at(self, number: int, start: int, count: int) -> tuple[bytes, NDArray[Any]]:
        """The bytes of the first `count` records from a record number and an offset on, and their slots."""
        slots = self.slots[:count].copy()
        slots["offset"][~self.is_free[:count]] += np.uint32(start)
        data = self._data.copy()
        places = self._pointers[:, None] + np.arange(_LINK.SIZE)
        links = data[places].view(_LINK.DTYPE)["next"]
        data[places] = (links + np.uint32(start)).astype(links.dtype).view(np.uint8)
        if self._encoded:
            encoded = self._table[data + self._ramp + np.uint8(number % 256)]
            data = np.where(self._is_payload, encoded, data)
        return data[: self._stops[count - 1]].tobytes(), slots


def _pieces(record: bytes, at: int) -> Iterator[tuple[bytes, bytes, int]]:
    """(header, payload, place in the record) of the first chunk and the blocks of an extended record at an offset."""
    half, room = len(record) // 2, _BLOCK_SIZE - _LINK.SIZE
    starts = list(range(half, len(record), room))
    offsets = [at + _FIRST.SIZE + half + i * _BLOCK_SIZE for i in range(len(starts))] + [0]
    yield _FIRST.STRUCT.pack(offsets[0], len(record)), record[:half], 0
    for start, following in zip(starts, offsets[1:], strict=True):
        yield _LINK.STRUCT.pack(following), record[start : start + room].ljust(room, b"\0"), start


def _link_free_slots(tad: Any, free: NDArray[np.int64]) -> None:
    """Make the free slots the list that the header begins."""
    header = layouts.TadHeaderV3
    offsets = header.SIZE + (free - 1) * _SLOT.SIZE
    for offset, following in zip(offsets.tolist(), [*offsets[1:].tolist(), 0], strict=True):
        tad.seek(offset)
        tad.write(_SLOT.pack("free", following))
    tad.seek(0)
    tad.write(BUILDERS[header.NAME].build({"free_count": len(free), "first_free": int(offsets[0]) if len(free) else 0}))
