"""Make the reference statistics that tables are recovered with: `python -m tools.kod_statistics [--learn BANK ...]`.

Banks are written from a vocabulary of names, and their structure records counted: three bytes in a row, and each byte
of each part of a definition. The same sources give the same numbers. With --learn the decoded structure records of
other banks that open are counted too; no byte of one is in the file that comes with the package.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import cronos_fmt
from cronos_fmt._gen.field_types import FIELD_TYPES
from cronos_fmt._gen.parsers import PARSERS, BaseDefinition, Dictionary
from cronos_fmt.bank import Bank
from cronos_fmt.container import SlotState
from cronos_fmt.leaves import Leaf, leaves
from cronos_fmt.parsing import parse
from cronos_fmt.schema import Schema
from cronos_fmt.writer import write_bank

OUT = Path(__file__).resolve().parent.parent / "cronos_fmt" / "recovery" / "data" / "structures.npz"
BANKS = 160
SEED = 20_240_101

_BASES = """
Клиенты|Физические лица|Юридические лица|Автотранспорт|Телефоны|Адреса|Документы|Паспорта|Организации|Сотрудники|
Договоры|Недвижимость|Жители города|Абоненты|Счета|Платежи|Книги|Публикации|События|Происшествия|Справочник|Связи|
Учредители|Прописка|Розыск|Улицы|Товары|Склад|Пациенты|Ученики|Archive|Persons|Companies|Phones|Address book|Cars|
Library|Orders|Contracts|News|PEOPLE|FIRMS|DATA|Main list|Photos|Register
"""
_FIELDS = """
ФИО|Фамилия|Имя|Отчество|Дата рождения|Место рождения|Адрес|Телефон|ИНН|Паспорт|Серия|Номер|Кем выдан|Дата выдачи|
Примечание|Гражданство|Пол|Регион|Город|Улица|Дом|Корпус|Квартира|Индекс|Организация|Должность|Место работы|Фото|
Документ|Файл|Связь с лицом|Словарь|Время|Источник|Дата ввода|Марка|Модель|Цвет|Гос. номер|Год выпуска|Сумма|Счет|
Название|Автор|Описание|Текст|Ключевые слова|Дата регистрации|Учредитель|Код ОКПО|Руководитель|Электронная почта|
Name|First name|Last name|Birth date|Address|Phone|Email|City|Street|Remarks|Passport|Amount|
TITLE|AUTHOR|YEAR|CODE|NAME|STREET|PHOTO|LINK|File|Value|Source|Status|Company|Country|Comment|Field 1|Field 2|Key
"""
_BANK_NAMES = """
Библиотека|Картотека|Архив|Город|Предприятие|Учет|Справка|База данных|Адресное бюро|Кадры|Archive|Persons|CITY|
Main|Demo|BANK1|Регион 77|Связь 2005|Поликлиника
"""
_FILES_BASES = ("Файлы", "Files")
_VOCABULARY = "Словари банка [ {} ]"
_NUMBER = "Системный номер"
_SECONDS = (900_000_000, 1_750_000_000)  # times of structures, from 1998 to 2025
_FLAGS = (0, 0, 0, 0, 0, 0, 0, 1 << 1, 1 << 2, 1 << 6, 1 << 8, 1 << 9, 1 << 11, 1 << 12)


def words(text: str) -> list[str]:
    return [word for word in text.replace("\n", "").split("|") if word]


# ---- banks


def descriptions(random: Random) -> Iterator[dict[str, Any]]:
    """Descriptions of banks of all layouts and sizes."""
    for number in range(BANKS):
        old = random.random() < 0.35
        program = "-5" if old else random.choice(["-6", "-6", "-10", "-12", "-14", "-14"])
        marker = 2 if old else random.choice([4, 4, 6])
        tables = _tables(random, old, marker)
        bank_id = random.randrange(10**8, 2**31)
        description = {
            "name": random.choice(words(_BANK_NAMES)) + random.choice(["", "", f" {random.randrange(1990, 2025)}"]),
            "id": bank_id,
            "time": random.randrange(*_SECONDS),
            "program_version": program,
            "ns1_kind": 0 if old and random.random() < 0.5 else 2,
            "ns1_shift": random.randrange(256),
            "serial": random.choice([1, 1, random.randrange(2, 100_000)]),
            "free_slots": random.choice([random.randrange(10, 250), random.randrange(70, 90)]),
            "tables": tables,
            "files_base": _files_base(random, old, marker),
            "extra_keys": _extra_keys(random, old, program),
        }
        if number % 4 == 0:
            description |= {"tables": [], "name": _VOCABULARY.format(description["name"])}
        yield description


def _files_base(random: Random, old: bool, marker: int) -> dict[str, Any]:
    layout = "0x0005" if old else "0x0109"
    return {"name": random.choice(_FILES_BASES), "mnemonic": "FL", "layout": layout, "marker": marker}


def _extra_keys(random: Random, old: bool, program: str) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    if old or random.random() < 0.2:
        day = f"{random.randrange(25):02}{random.randrange(1, 13):02}{random.randrange(1, 29):02}"
        keys["USERINFO"] = day
    if program == "-14":
        keys["BankFormSaveVer"] = random.choice("123")
    return keys


def _tables(random: Random, old: bool, marker: int) -> list[dict[str, Any]]:
    tables = []
    for name in random.sample(words(_BASES), random.choice([1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10])):
        fields = [_field(random, field) for field in random.sample(words(_FIELDS), random.randrange(1, 14))]
        position = 0
        for field in fields:
            position += 1 if random.random() < 0.95 else random.randrange(2, 5)
            field["position"] = position
        if random.random() < 0.3:
            places = [field["position"] for field in fields]
            random.shuffle(places)
            for field, place in zip(fields, places, strict=True):
                field["position"] = place
        block = random.choice([9, 13, 13, 13]) if old else 25
        tables.append({
            "name": name,
            "mnemonic": random.choice([name[:2].upper(), "".join(random.sample("АБВГДЕКЛМНОПРСТABCDEFKLMNPRST", 2))]),
            "layout": "0x0005" if old else "0x0109",
            "marker": random.choice([2, 2, 4]) if old else marker,
            "by_reference": random.random() < 0.7,
            "fields": [field | {"block_length": block} for field in fields],
        })  # fmt: skip
    return tables


def _field(random: Random, name: str) -> dict[str, Any]:
    codes = [code for code, kind in FIELD_TYPES.items() if kind.kind != "system_number"]
    common = [code for code in codes if FIELD_TYPES[code].kind in ("text", "number", "date")]
    code = random.choice(common + common + codes)
    field: dict[str, Any] = {"name": name, "type": code}
    if random.random() < 0.25:
        field["max_length"] = random.choice([1, 2, 5, 10, 12, 15, 20, 30, 50, 60, 100, 200, 255, 1_000, 10_000_000])
    if random.random() < 0.15:
        field["multiple"] = True
    if random.random() < 0.3:
        field["flags"] = random.choice(_FLAGS)
    return field


# ---- counting


class Statistics(NamedTuple):
    """What is counted: triples of bytes as one number each and how often, and the parts of definitions."""

    triples: NDArray[Any]
    counts: NDArray[Any]
    grammar: str
    words: str


class _Parts:
    """Counts of the bytes of each production: its leaves in order, each with counts for every byte of it."""

    def __init__(self) -> None:
        self.seen: dict[str, list[tuple[str, int, list[Counter[int]]]]] = {}
        self.times: Counter[str] = Counter()

    def add(self, name: str, data: bytes, parts: list[Leaf], prefix: str = "") -> None:
        """Count the bytes of some leaves of `data`; a leaf of no fixed size has one count for all its bytes."""
        rows = [(leaf.path.removeprefix(prefix), leaf.start, leaf.stop) for leaf in parts if leaf.stop > leaf.start]
        if name not in self.seen:
            self.seen[name] = []
            for path, start, stop in rows:
                size = -1 if _is_open(path) else stop - start
                self.seen[name].append((path, size, [Counter() for _ in range(max(size, 1))]))
        expected = [path for path, _, _ in self.seen[name]]
        if expected != [path for path, _, _ in rows]:
            raise ValueError(f"{name}: {rows}, not {expected}")
        self.times[name] += 1
        for (_, size, counters), (_, start, stop) in zip(self.seen[name], rows, strict=True):
            for offset, byte in enumerate(data[start:stop]):
                counters[0 if size < 0 else offset][byte] += 1

    def as_json(self) -> str:
        productions = {
            name: {
                "times": self.times[name],
                "leaves": [
                    [path, size, [{str(b): n for b, n in sorted(c.items())} for c in counters]]
                    for path, size, counters in leaf_list
                ],
            }
            for name, leaf_list in sorted(self.seen.items())
        }
        return json.dumps(productions, ensure_ascii=True, separators=(",", ":"))


def _is_open(path: str) -> bool:
    return path.endswith(".raw") or path in ("raw", "base_ids")


def count(learn: Sequence[Path] = ()) -> Statistics:
    """Write the banks to a temporary directory, read them back and count; learn: directories of other banks.

    CronosError where one of these does not open; a definition in them that has another form than the ones known is
    counted by its neighbouring bytes alone.
    """
    parts, triples = _Parts(), Counter[int]()
    with tempfile.TemporaryDirectory() as folder:
        for number, description in enumerate(descriptions(Random(SEED))):
            path = Path(folder) / str(number)
            write_bank(description, path)
            with cronos_fmt.open(path) as bank:
                _count_bank(bank, parts, triples)
    for path in learn:
        with cronos_fmt.open(path) as bank, suppress(ValueError):
            _count_bank(bank, parts, triples)
    keys = np.array(sorted(triples), np.uint32)
    return Statistics(keys, np.array([triples[k] for k in keys.tolist()], np.uint32), parts.as_json(), _words())


def _words() -> str:
    """All names, for proposals to people."""
    names = [*words(_BASES), *words(_FIELDS), *words(_BANK_NAMES), *_FILES_BASES, _NUMBER, _VOCABULARY.split("[")[0]]
    return json.dumps(list(dict.fromkeys(names)), ensure_ascii=True)


def _count_bank(bank: Bank, parts: _Parts, triples: Counter[int]) -> None:
    """Count the structure records of an opened bank; ValueError where a part is not of the form known."""
    for slot in bank.stru.slots():
        if slot.is_live and slot.state is not SlotState.EMPTY:
            _count_triples(bank.stru.payload(slot), triples)
    _count_parts(bank.schema, parts)
    _count_words(parse(Dictionary, bank.stru.payload(bank.stru.slot(bank.schema.record))), parts)


def _count_triples(data: bytes, triples: Counter[int]) -> None:
    padded = bytes(2) + data
    for first, second, third in zip(padded, padded[1:], padded[2:], strict=False):
        triples[(first << 8 | second) << 8 | third] += 1


def _count_parts(schema: Schema, parts: _Parts) -> None:
    for entry in schema.entries.values():
        parser = PARSERS[entry.key.value]
        tree = parse(parser, entry.value)
        found = list(leaves(tree))
        if parser is BaseDefinition:
            _count_base(tree, entry.value, found, parts)
        elif entry.key.key in ("Bank", "NS1", "NS2"):
            name = f"value/{entry.key.key}/{len(entry.value)}" if entry.key.key == "NS1" else f"value/{entry.key.key}"
            fixed = [leaf for leaf in found if leaf.path != "body" and not leaf.path.startswith("base_ids")]
            parts.add(name, entry.value, fixed)
        elif entry.key.value == "text_value":
            parts.add(f"value/{entry.key.key}", entry.value, [leaf for leaf in found if leaf.stop > leaf.start])
        elif entry.key.value == "formulas":
            parts.add(f"value/{entry.key.key}", entry.value, found)


def _count_words(tree: Dictionary, parts: _Parts) -> None:
    """The word behind each key, by whether the value follows."""
    for entry in tree.entries:
        word = list(entry.value_word.to_bytes(4, "little"))
        leaf = Leaf("value_word", 0, len(word), entry.value_word)
        parts.add(f"word/{'inline' if entry.is_inline else 'reference'}", bytes(word), [leaf])


def _count_base(tree: Any, data: bytes, found: list[Leaf], parts: _Parts) -> None:
    """A definition in the pieces that repeat: head, fields, middle, tail and the blocks of fields in it."""
    groups: dict[str, list[Leaf]] = {}
    for leaf in found:
        match = re.match(r"(fields|extra_fields|tail\.block\.field_blocks)\[\d+\]\.", leaf.path)
        if match:
            groups.setdefault(match[0], []).append(leaf)
        elif leaf.path in ("fields", "extra_fields", "part_10", "tail.block.field_blocks"):
            continue
        elif leaf.path.startswith("tail."):
            groups.setdefault("tail", []).append(leaf)
        elif "middle" in groups or leaf.path == "part_10_count":
            groups.setdefault("middle", []).append(leaf)
        else:
            groups.setdefault("head", []).append(leaf)
    for prefix, group in groups.items():
        if prefix == "head":
            parts.add(f"head/{tree.reference_length}", data, group)
        elif prefix == "middle":
            parts.add(f"middle/{tree.marker}", data, group)
        elif prefix == "tail":
            parts.add(f"tail/{tree.marker}", data, group, "tail.")
        elif "field_blocks" in prefix:
            parts.add(f"block/{group[-1].stop - group[0].start}", data, group, prefix)
        else:
            body = {leaf.path.removeprefix(prefix): leaf.value for leaf in group}
            code, length = body["body.type_code"], body.get("body.data.block_length", 0)
            parts.add(f"field/{code}/{length}", data, group, prefix)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file of the package, or another one."""
    parser = argparse.ArgumentParser(prog="python -m tools.kod_statistics", description=__doc__)
    parser.add_argument("--learn", type=Path, nargs="*", default=[], metavar="BANK", help="count these banks, too")
    parser.add_argument("--out", type=Path, default=OUT, help="the file to write")
    options = parser.parse_args(arguments)
    statistics = count(options.learn)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        options.out,
        triples=statistics.triples,
        counts=statistics.counts,
        grammar=np.frombuffer(statistics.grammar.encode("ascii"), np.uint8),
        words=np.frombuffer(statistics.words.encode("ascii"), np.uint8),
    )
    sys.stdout.write(f"{options.out.name}: {options.out.stat().st_size} bytes, {len(statistics.triples)} triples\n")


if __name__ == "__main__":
    main()
