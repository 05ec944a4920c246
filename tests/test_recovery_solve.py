"""Recovery from evidence: built banks and samples with tables that nobody told, hints, and the parts of the solver."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cronos_fmt.errors import CronosError, Status
from cronos_fmt.kod import DEFAULT, Kod
from cronos_fmt.recovery import (
    Evidence,
    Hints,
    KodRecovery,
    Verdict,
    parse_known,
    recover_files,
    recover_kod,
    redecode,
    structure_score,
    verify,
    verify_files,
)
from cronos_fmt.recovery.assignment import best_table, margins, posterior
from cronos_fmt.recovery.ciphertext import Ciphertext
from cronos_fmt.recovery.context import by_frequency
from cronos_fmt.recovery.proposals import Proposal, partly_decoded, propose
from cronos_fmt.recovery.solve import Known, solve
from tests import recovery_banks as banks

OWN = banks.table(11)
# Share of the bytes of the CroStru of a sample that has to be decoded right.
SHARES = {
    "cronodump_all_field_types": 1.0,
    "cronosparser_long_text": 1.0,
    "cronosparser_new_format": 0.99,
    "cronosparser_old_format": 0.98,
    "cronosparser_empty": 0.96,
}


def used_right(result: KodRecovery, evidence: Evidence, truth: Kod) -> float:
    """Share of the entries of stored bytes that occur in CroStru that are right."""
    assert evidence.stru is not None
    used = Ciphertext(evidence.stru.records).counts > 0
    right = np.frombuffer(result.kod.table, np.uint8) == np.frombuffer(truth.table, np.uint8)
    return float(right[used].mean())


def bytes_right(result: KodRecovery, evidence: Evidence, truth: Kod) -> float:
    assert evidence.stru is not None
    pairs = [(result.kod.decode(d, n), truth.decode(d, n)) for n, d in evidence.stru.records]
    same = sum(a == b for one, other in pairs for a, b in zip(one, other, strict=True))
    return same / sum(len(d) for _, d in evidence.stru.records)


@pytest.mark.parametrize("bases", [3, 10])
def test_built_banks(bases: int, tmp_path: Path) -> None:
    folder = banks.write(tmp_path / "bank", banks.description(bases, OWN))
    result = recover_kod(folder)
    assert result.method == "recovered" and result.verdict.is_usable
    assert used_right(result, banks.evidence(folder), OWN) == 1 if bases == 10 else 0.98
    assert {f.name for f in result.fingerprints} == {"CroStru", "CroBank", "CroIndex"}


@pytest.mark.realdata
@pytest.mark.parametrize("name", SHARES)
def test_samples_with_tables_of_their_own(name: str, sample_banks: dict[str, Path]) -> None:
    plain = banks.evidence(sample_banks[name])
    assert plain.stru is not None
    records = [(number, OWN.encode(DEFAULT.decode(data, number), number)) for number, data in plain.stru.records]
    evidence = replace(plain, files=plain.files | {"CroStru": replace(plain.stru, records=records)})
    result = recover_kod(evidence)
    assert bytes_right(result, evidence, OWN) >= SHARES[name]
    assert result.verdict.is_usable
    sure = [entry for entry in result.entries if entry.confidence >= 0.99]
    assert sum(entry.value == OWN.table[entry.cipher] for entry in sure) >= 0.98 * len(sure)


def test_too_little_is_said(tmp_path: Path) -> None:
    evidence = Evidence.of_records([(1, OWN.encode(b"\x03\x04Ba", 1))])
    result = recover_kod(evidence)
    assert not result.verdict.is_usable and len(result.unseen) == 252
    assert sorted(result.kod.table) == list(range(256))
    assert all(entry.confidence < 0.5 for entry in result.entries if entry.cipher in result.unseen)


def test_no_evidence_at_all() -> None:
    assert not recover_kod(Evidence.of_records([])).verdict.is_usable


def test_plain_bank_has_no_table(tmp_path: Path) -> None:
    folder = banks.write(tmp_path / "bank", {"files": {"stru": {"encoded": False}}})
    with pytest.raises(CronosError, match="no file is encoded") as error:
        recover_kod(folder)
    assert error.value.status is Status.USAGE


def test_default_table_is_tried_first(tmp_path: Path) -> None:
    result = recover_kod(banks.write(tmp_path / "bank", {"name": "Обычный"}))
    assert (result.method, result.verdict, result.kod) == ("default", Verdict.PROVEN, DEFAULT)


def test_compressed_records_tell_entries(tmp_path: Path) -> None:
    files = {"bank": {"encoded": True, "compress": True}}
    folder = banks.write(tmp_path / "bank", banks.description(1, OWN, rows=200, files=files))
    evidence = banks.evidence(folder)
    result = recover_kod(evidence)
    assert result.kod.table == OWN.table and result.verdict is Verdict.PROVEN


def test_files_with_tables_of_their_own(tmp_path: Path) -> None:
    files = {
        "bank": {"encoded": True, "kod": banks.table(12).table.hex(), "compress": True},
        "stru": {"kod": "default"},
    }
    folder = banks.write(tmp_path / "bank", banks.description(2, OWN, rows=300, files=files))
    assert not recover_kod(folder).verdict.is_usable
    found = recover_files(folder)
    assert found["CroStru"].kod == DEFAULT and found["CroStru"].verdict is Verdict.PROVEN
    assert found["CroBank"].kod.table == banks.table(12).table and found["CroBank"].verdict is Verdict.PROVEN
    same = recover_files(banks.write(tmp_path / "same", banks.description(3, OWN)))
    assert list(same) == ["CroStru"] and same["CroStru"].verdict.is_usable


@pytest.mark.parametrize(("rows", "open_entries"), [(30, 20), (1_000, 0)])
def test_rows_tell_what_the_structure_leaves_open(rows: int, open_entries: int, tmp_path: Path) -> None:
    """Their first bytes are ids of bases, and the rest is text; CroStru alone leaves some 25 entries open."""
    files = {"bank": {"encoded": True}}
    folder = banks.write(tmp_path / "bank", banks.description(1, OWN, rows=rows, files=files))
    evidence = banks.evidence(folder)
    result = recover_kod(evidence)
    assert result.verdict.is_usable and len(result.undetermined) <= open_entries
    assert used_right(result, evidence, OWN) == 1
    assert all(entry.value == OWN.table[entry.cipher] for entry in result.entries if entry.confidence >= 0.99)
    alone = recover_kod(evidence.only("CroStru"))
    assert len(alone.undetermined) > open_entries
    text = Ciphertext(evidence.files["CroBank"].records)
    tables = [np.frombuffer(kod.table, np.uint8).astype(np.intp) for kod in (OWN, result.kod, alone.kod)]
    truth, both, one = (text.plain(table) for table in tables)
    assert (one == truth).mean() < (both == truth).mean() > 0.95


def test_sizes_of_compressed_records_tell_entries(tmp_path: Path) -> None:
    """Most have one chunk, so its size follows from that of the record: 200 of them tell nearly all entries."""
    files = {"stru": {"encoded": False}, "bank": {"encoded": True, "compress": True}}
    folder = banks.write(tmp_path / "bank", banks.description(1, OWN, rows=200, files=files))
    result = recover_kod(folder)
    assert result.kod.table == OWN.table and result.verdict is Verdict.PROVEN


def test_rows_alone_are_a_guess(tmp_path: Path) -> None:
    """Whatever its checks say, a table is not taken from rows unless every entry is proven; what they tell is kept."""
    files = {"stru": {"encoded": False}, "bank": {"encoded": True, "compress": True}}
    for rows, told in ((10, 5), (60, 100), (100, 140)):
        folder = banks.write(tmp_path / f"bank {rows}", banks.description(1, OWN, rows=rows, files=files))
        result = recover_kod(folder)
        assert not result.verdict.is_usable
        assert sum(entry.value == OWN.table[entry.cipher] for entry in result.entries) >= told or rows == 10
    files = {"stru": {"encoded": False}, "bank": {"encoded": True}}
    evidence = banks.evidence(banks.write(tmp_path / "bank", banks.description(1, OWN, rows=100, files=files)))
    hints = Hints(entries={byte: value for byte, value in enumerate(OWN.table) if byte > 3})
    assert recover_kod(evidence, hints=hints).verdict is Verdict.DOUBTFUL
    assert verify(OWN, evidence).verdict is Verdict.CONSISTENT


@pytest.mark.parametrize(("bases", "verdict"), [(4, Verdict.CONSISTENT), (1, Verdict.DOUBTFUL)])
def test_the_table_of_crostru_for_damaged_rows(bases: int, verdict: Verdict, tmp_path: Path) -> None:
    """With every entry bound by CroStru what does not fit is damage, with some open it may be these."""
    files = {"bank": {"encoded": True}}
    found = banks.evidence(banks.write(tmp_path / "bank", banks.description(bases, OWN, rows=100, files=files)))
    random = Random(2)
    damaged = [(n, random.randbytes(len(d)) if random.random() < 0.4 else d) for n, d in found.files["CroBank"].records]
    evidence = replace(found, files=found.files | {"CroBank": replace(found.files["CroBank"], records=damaged)})
    result = recover_files(evidence)
    assert result["CroStru"].verdict is (Verdict.PROVEN if bases > 1 else Verdict.CONSISTENT)
    assert result["CroBank"].verdict is verdict and result["CroBank"].kod == result["CroStru"].kod
    assert result["CroBank"].detail.startswith("the table of CroStru")
    assert sum(entry.value == OWN.table[entry.cipher] for entry in result["CroBank"].entries) > 220


# ---- hints


def test_entries_are_about_the_file_that_is_locked(tmp_path: Path) -> None:
    """CroStru opens with the default table, so what is known of entries is known of CroBank."""
    other = banks.table(12)
    files = {"bank": {"encoded": True, "kod": other.table.hex()}, "stru": {"kod": "default"}}
    evidence = banks.evidence(banks.write(tmp_path / "bank", banks.description(2, OWN, rows=60, files=files)))
    hints = Hints(entries=dict(enumerate(other.table)))
    found = recover_files(evidence, hints=hints)
    assert found["CroStru"].kod == DEFAULT and found["CroStru"].verdict is Verdict.PROVEN
    assert found["CroBank"].kod.table == other.table
    assert verify_files(found["CroBank"].kod, evidence)["CroBank"].verdict is Verdict.CONSISTENT
    with pytest.raises(CronosError, match="CroStru has no such record"):
        recover_kod(evidence.decoded("CroStru", DEFAULT), hints=Hints(known=((1, 0, b"a"),)))


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    folder = banks.write(tmp_path_factory.mktemp("hints") / "bank", banks.description(0, OWN))
    return banks.evidence(folder)


def test_hints_are_followed(empty: Evidence) -> None:
    assert empty.stru is not None
    number, stored = empty.stru.records[0]
    plain = OWN.decode(stored, number)
    unseen = next(byte for byte in range(256) if byte not in stored)
    hints = Hints(known=((number, 0, plain),), entries={unseen: OWN.table[unseen]})
    result = recover_kod(empty, hints=hints)
    assert result.kod.decode(stored, number) == plain
    assert result.kod.table[unseen] == OWN.table[unseen]
    sure = {entry.cipher for entry in result.entries if entry.confidence > 0.99}
    assert {*stored, unseen} <= sure


def test_wrong_hints_do_not_pass_for_proof(empty: Evidence) -> None:
    assert empty.stru is not None
    byte = empty.stru.records[0][1][1]
    result = recover_kod(empty, hints=Hints(entries={byte: (OWN.table[byte] + 1) % 256}))
    assert result.verdict is Verdict.REJECTED


@pytest.mark.parametrize(
    ("hints", "message"),
    [
        (Hints(known=((1, 100_000, b"a"),)), "outside the data"),
        (Hints(known=((77, 0, b"a"),)), "no such record"),
        (Hints(entries={1: 2, 3: 2}), "which other hints give to byte 01"),
        (Hints(entries={300: 2}), "from 0 to 255"),
    ],
)
def test_hints_that_cannot_be(hints: Hints, message: str, empty: Evidence) -> None:
    with pytest.raises(CronosError, match=message) as error:
        recover_kod(empty, hints=hints)
    assert error.value.status is Status.USAGE


# ---- parts


def test_best_table_is_a_permutation() -> None:
    matrix = np.random.default_rng(1).normal(size=(256, 256))
    table = best_table(matrix)
    assert sorted(table.tolist()) == list(range(256))
    assert (margins(matrix, table) >= 0).all()
    chances = posterior(matrix)
    assert np.allclose(chances.sum(axis=1), 1) and np.allclose(chances.sum(axis=0), 1, atol=0.01)


def test_matrix_and_positions_agree() -> None:
    text = Ciphertext([(5, b"\x10\x11\x10"), (300, b"\x10")])
    assert text.shifts.tolist() == [5, 6, 7, 44]
    by_plain = np.arange(4 * 256, dtype=float).reshape(4, 256)
    matrix = text.to_entries(by_plain)
    assert matrix[0x10, 50] == sum(by_plain[i, (50 - s) % 256] for i, s in ((0, 5), (2, 7), (3, 44)))
    assert matrix[0x11, 3] == by_plain[1, 253] and not matrix[0x12].any()
    back = text.to_plain(matrix)
    assert back[3, 10] == matrix[0x10, 54]
    table = np.arange(256)
    assert text.plain(table).tolist() == [0x10 - 5, 0x11 - 6, 0x10 - 7, (0x10 - 44) % 256]


def test_a_table_does_not_depend_on_the_names_of_bytes() -> None:
    """The same text with its stored bytes renamed gives the same table, renamed."""
    plain = DEFAULT.encode(b"\x03\x04Bank\x0a\x00\x00\x80\x00\x02" + bytes(300), 1)
    renamed = plain.translate(banks.table(2).table)
    one = best_table(by_frequency(Ciphertext([(1, plain)])))
    other = best_table(by_frequency(Ciphertext([(1, renamed)])))
    used = sorted(set(plain))
    score = by_frequency(Ciphertext([(1, plain)]))
    assert score[used, one[used]].sum() == pytest.approx(score[used, other[list(banks.table(2).table)][used]].sum())


def test_empty_text() -> None:
    solution = solve([], Known(np.zeros((256, 256))), starts=1)
    assert sorted(solution.table.tolist()) == list(range(256))


def test_scipy_is_loaded_when_needed_only() -> None:
    code = "import sys, cronos_fmt.recovery; print('scipy' in sys.modules, 'Crypto' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


# ---- for people


def is_right(proposal: Proposal, evidence: Evidence, truth: Kod) -> bool:
    assert evidence.stru is not None
    plain = truth.decode(dict(evidence.stru.records)[proposal.number], proposal.number)
    return plain[proposal.offset : proposal.offset + len(proposal.word)] == proposal.word


def test_proposals_are_right_hints(empty: Evidence) -> None:
    result = recover_kod(empty)
    decoded = partly_decoded(result, empty)
    assert [(d.number, len(d.data)) for d in decoded] == [(n, len(data)) for n, data in empty.stru.records]  # type: ignore[union-attr]
    assert decoded[0].doubtful and len(decoded[0].doubtful) < len(decoded[0].data)
    hints = propose(result, empty)
    assert len(hints) >= 4 and all(is_right(hint, empty, OWN) for hint in hints[:6])
    first = hints[0]
    assert parse_known(first.hint) == (first.number, first.offset, first.word)
    assert [hint.gain for hint in hints] == sorted((hint.gain for hint in hints), reverse=True)
    assert all(hint.new for hint in hints)


@pytest.mark.realdata
def test_proposals_for_samples_are_right(sample_banks: dict[str, Path]) -> None:
    found = 0
    for name in SHARES:
        plain = banks.evidence(sample_banks[name])
        assert plain.stru is not None
        records = [(number, OWN.encode(DEFAULT.decode(data, number), number)) for number, data in plain.stru.records]
        evidence = replace(plain, files=plain.files | {"CroStru": replace(plain.stru, records=records)})
        hints = propose(recover_kod(evidence), evidence, 6)
        assert all(is_right(hint, evidence, OWN) for hint in hints)
        found += len(hints)
    assert found >= 6


def test_proposals_can_be_taken_together(empty: Evidence) -> None:
    """Where little is sure much fits, but no proposal contradicts what is sure or a better proposal."""
    result = recover_kod(empty)
    random = Random(8)
    entries = [e._replace(confidence=0.4 if random.random() < 0.4 else 1.0) for e in result.entries]
    hints = propose(replace(result, entries=tuple(entries)), empty, 50)
    told = {entry.cipher: entry.value for entry in entries if entry.confidence == 1}
    assert len(hints) > 4
    for hint in hints:
        told = Hints(known=((hint.number, hint.offset, hint.word),), entries=told).entries_of(empty.stru.records)  # type: ignore[union-attr]


def test_redecode_finds_header_and_shift() -> None:
    plain = b"\x03\x04Bank\x0a\x00\x00\x80\x00\x02\x11\x22\x33\x44\x55\x66\x77\x60\x06BankId\x09\x00\x00\x80123456789"
    stored = b"\x99" * 12 + OWN.encode(plain, 5)
    best = redecode(stored, OWN, range(16), range(1, 9))[0]
    assert (best.skip, best.shift, best.data) == (12, 5, plain) and best.score > 1
    assert structure_score("Обычный текст на русском".encode("cp1251")) > 0
    assert structure_score(Random(1).randbytes(300)) < 0
    assert structure_score(b"") == 0
    running = redecode(OWN.encode(b"\x99" * 12 + plain, 5), OWN, range(16), [5], running=True)[0]
    assert (running.skip, running.data) == (12, plain)
