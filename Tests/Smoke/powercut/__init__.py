"""Simulates a power cut of a program: writes that were not synced when it was killed are reverted. See journal.c."""

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Disks write whole sectors.
SECTOR = 512


def build(folder):
    """Builds the preloaded library."""
    library = folder / "journal.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, HERE / "journal.c", "-ldl", "-lpthread"], check=True)
    return library


@dataclass
class Record:
    kind: str
    path: str
    other: str = ""
    offset: int = 0
    size: int = 0
    old: bytes = b""
    new: bytes = b""


@dataclass
class Journal:
    """The operations of one run of the program since its last syncs."""

    # By path: writes and truncations that were not synced, in order.
    contents: dict = field(default_factory=dict)
    # By folder: names that were added, removed or changed and not synced, in order.
    names: dict = field(default_factory=dict)

    def take(self, record):
        folder = os.path.dirname(record.path)
        if record.kind in "WT":
            self.contents.setdefault(record.path, []).append(record)
        elif record.kind == "S":
            self.contents.pop(record.path, None)
        elif record.kind == "D":
            self.names.pop(record.path, None)
        elif record.kind == "R":
            target, grave = record.other.split("\v")
            moved = Record("R", record.path, target, old=grave.encode())
            # Until both folders are synced, the file may have its old name.
            self.names.setdefault(os.path.dirname(target), []).append(moved)
            if record.path in self.contents:
                self.contents[target] = self.contents.pop(record.path)
        else:
            self.names.setdefault(folder, []).append(record)

    def cut(self, chance):
        """Reverts what was not synced, except writes that `chance` lets through.

        The bytes of a file may have reached the disk in any order, and in part; names are written in order.
        """
        lost = 0
        for path, records in self.contents.items():
            if os.path.exists(path):
                lost += take_back(path, records, chance)
        for records in self.names.values():
            kept = chance.randint(0, len(records)) if chance else 0
            for record in reversed(records[kept:]):
                lost += 1
                undo(record)
        return lost


def take_back(path, records, chance):
    """Reverts the file to its synced state, then applies some of the writes, some of them torn."""
    lost = 0
    with open(path, "r+b", buffering=0) as file:
        for record in reversed(records):
            file.seek(record.offset)
            file.write(record.old)
            file.truncate(record.size)
        for record in records:
            if not chance or chance.random() < 0.5:
                lost += 1
                continue
            if record.kind == "T":
                file.truncate(record.offset)
                continue
            count = len(record.new)
            if chance.random() < 0.2:
                count = chance.randint(0, count // SECTOR) * SECTOR
                lost += 1
            file.seek(record.offset)
            file.write(record.new[:count])
    return lost


def undo(record):
    if record.kind == "C":
        Path(record.path).unlink(missing_ok=True)
    elif record.kind == "M":
        shutil.rmtree(record.path, ignore_errors=True)
    elif record.kind == "U":
        if record.other and os.path.isdir(os.path.dirname(record.path)) and not os.path.exists(record.path):
            os.link(record.other, record.path)
    elif record.kind == "R" and os.path.exists(record.other):
        if os.path.isdir(os.path.dirname(record.path)):
            os.rename(record.other, record.path)
        grave = record.old.decode()
        if grave:
            os.link(grave, record.other)


def read(path):
    """Reads the journal of a killed run; its last record may be incomplete."""
    journal = Journal()
    if not path.exists():
        return journal
    data = path.read_bytes()
    place = 0
    while (end := data.find(b"\n", place)) >= 0:
        kind, name, other, offset, size, old, new = data[place:end].decode().split("\t")
        old_end = end + 1 + int(old)
        new_end = old_end + int(new)
        if new_end > len(data):
            break
        journal.take(Record(kind, name, other, int(offset), int(size), data[end + 1:old_end], data[old_end:new_end]))
        place = new_end
    return journal


class Power:
    """The power supply of one server: its environment, and the effect of a cut on its folder."""

    def __init__(self, library, folder, root, is_syncing=True):
        self.journal = folder / "journal"
        self.grave = folder / "grave"
        folder.mkdir()
        self.environment = {
            "LD_PRELOAD": str(library), "CUT_ROOT": str(root), "CUT_JOURNAL": str(self.journal),
            "CUT_GRAVE": str(self.grave)}
        if not is_syncing:
            self.environment["CUT_NOSYNC"] = "1"
        self.restore()

    def restore(self):
        """Marks everything as synced."""
        self.journal.unlink(missing_ok=True)
        shutil.rmtree(self.grave, ignore_errors=True)
        self.grave.mkdir()

    def cut(self, chance=None):
        """Cuts the power. The server must be dead. Returns the numbers of writes and names lost."""
        lost = read(self.journal).cut(chance)
        self.restore()
        return lost
