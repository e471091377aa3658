#!/usr/bin/env python3
"""Makes the record of a count of queens from its checkpoint, or from all its parts: the sum of every run
of units, with the residues that the engine added up beside it. README.md tells what the lines mean.

    record.py [--units-per-line U] [--note LINE]... FILE...   the record; U is 100 unless given
    record.py --each FILE...                                  a line for each unit, of any of the parts

The files are read as daemon/commands/units/FORMAT.md describes them (version 2), and every byte is checked.
"""
import argparse
import pathlib
import struct
import sys

MAGIC = b"\x89PZQ\r\n\x1a\n"
HEADER = struct.Struct("<8sIIIIQ16sQQQII")
RECORD = struct.Struct("<QQQIIII")
MODULI = (2147483647, 4294967291)


class Damaged(Exception):
    pass


def crc32c_table():
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        yield value


TABLE = list(crc32c_table())


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value = value >> 8 ^ TABLE[(value ^ byte) & 255]
    return value ^ 0xFFFFFFFF


def need(condition, name, what):
    if not condition:
        raise Damaged(f"{name}: {what}")


def read_units(name):
    """Bytes 0 to 47 of the header; then (unit, count, residues) of each record."""
    data = pathlib.Path(name).read_bytes()
    need(len(data) >= HEADER.size and data.startswith(MAGIC), name, "not a checkpoint or part")
    magic, version, *_, check = HEADER.unpack_from(data)
    need(version == 2, name, f"of version {version} of the format, not 2")
    need(crc32c(data[: HEADER.size - 4]) == check, name, "the header is damaged")
    need((len(data) - HEADER.size) % RECORD.size == 0, name, "the last record is not whole")
    yield data[:48]
    count_check = crc32c(data[:48])
    for at in range(HEADER.size, len(data), RECORD.size):
        unit, low, high, *residues, count_of, check = RECORD.unpack_from(data, at)
        count = low | high << 64
        good = crc32c(data[at : at + RECORD.size - 4]) == check and count_of == count_check
        need(good, name, f"byte {at}: the record is damaged")
        need(residues == [count % m for m in MODULI], name, f"byte {at}: unit {unit} disagrees with its residues")
        yield unit, count, residues


def units_of(names):
    """The same of several files of one count, no unit of which may come twice."""
    identity = seen = None
    for name in names:
        units = read_units(name)
        found = next(units)
        if identity is None:
            identity = found
            seen = bytearray(struct.unpack_from("<Q", identity, 24)[0])
            yield identity
        need(found == identity, name, f"of another count than {names[0]}")
        for unit, count, residues in units:
            need(unit < len(seen) and not seen[unit], name, f"unit {unit} comes twice, or does not exist")
            seen[unit] = 1
            yield unit, count, residues


def add(sums, count, residues):
    sums[0] += count
    for i, modulus in enumerate(MODULI):
        sums[i + 1] = (sums[i + 1] + residues[i]) % modulus


def print_record(names, units_per_line, notes):
    units = units_of(names)
    _, _, queens, split, revision, unit_count, engine, *_ = struct.unpack("<8sIIIIQ16s", next(units))
    total = [0, 0, 0]
    lines = [[0, 0, 0] for _ in range(0, unit_count, units_per_line)]
    units_found = 0
    for unit, count, residues in units:
        add(total, count, residues)
        add(lines[unit // units_per_line], count, residues)
        units_found += 1
    if units_found != unit_count:
        raise Damaged(f"only {units_found} of {unit_count} units are there")
    print(f"queens: {queens}")
    print("solutions:", *total[:1])
    print("residues:", *total[1:])
    print("engine:", engine.rstrip(b"\0").decode())
    print(f"revision: {revision}\nsplit: {split}\nunits: {unit_count}")
    for note in notes:
        print(note)
    print(f"units-per-line: {units_per_line}\n")
    for i, line in enumerate(lines):
        print(i * units_per_line, *line)


def print_each(names):
    units = units_of(names)
    next(units)
    for unit, count, residues in sorted(units):
        print(unit, count, *residues)


parser = argparse.ArgumentParser(description="Makes the record of a count of queens. README.md tells more.")
parser.add_argument("--units-per-line", type=int, default=100, metavar="U", help="default: 100")
parser.add_argument("--note", action="append", default=[], metavar="LINE", help="a line for the record's head")
parser.add_argument("--each", action="store_true", help="a line for each unit instead")
parser.add_argument("files", nargs="+", metavar="FILE", help="a checkpoint, or parts")
arguments = parser.parse_args()
try:
    if arguments.each:
        print_each(arguments.files)
    else:
        print_record(arguments.files, arguments.units_per_line, arguments.note)
except (Damaged, OSError) as error:
    sys.exit(f"record.py: {error}")
