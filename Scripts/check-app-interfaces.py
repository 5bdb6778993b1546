#!/usr/bin/env python3
"""Compares the declared interfaces of Apple's frameworks with the tables of where each declaration is published.

    Scripts/check-app-interfaces.py BUILD        checks the modules that were built in BUILD (.build-ios/debug/Modules)
    Scripts/check-app-interfaces.py --self-test  checks that errors are found, in made-up tables

Tests/AppleInterfaces/Recorded/*.tsv have a line for each type and source: the type (the module for what belongs to no
type), the names of its members separated by spaces (`-` for none), and the source as `place:path`. Every public type and
member of the modules must be in a line, and every line must name only what is declared. That a type is a raw value,
equatable or hashable needs no line of its own.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

MODULES = ["CoreGraphics", "ImageIO", "PhotosUI", "Security", "UIKit", "UniformTypeIdentifiers"]
TYPES = {"swift.class", "swift.struct", "swift.enum", "swift.protocol"}
SOURCE = re.compile(r"(?:apple/swift-3-api-guidelines-review|dotnet/macios|developer\.apple\.com|apple/swift-[\w-]+):\S+$")
# What the compiler derives for every option set, enumeration and raw value.
DERIVED = {"rawValue", "RawValue", "hashValue", "hash"}


def declared(build):
    """Returns the members of each public type, by base name."""
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            subprocess.run(
                ["swift", "symbolgraph-extract", "-module-name", module, "-I", str(build), "-target", target(),
                 "-minimum-access-level", "public", "-output-dir", folder], check=True, stdout=subprocess.DEVNULL)
        graphs = [(file.name.split("@")[0].split(".")[0], json.loads(file.read_text(encoding="utf-8")))
                  for file in sorted(Path(folder).glob("*.symbols.json"))]
    return members(graphs)


def target():
    information = subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return json.loads(information)["target"]["triple"]


def members(graphs):
    found = {}
    for module, graph in graphs:
        for symbol in graph["symbols"]:
            kind, path = symbol["kind"]["identifier"], symbol["pathComponents"]
            if "::SYNTHESIZED::" in symbol["identifier"]["precise"] or kind == "swift.func.op":
                continue
            if kind in TYPES:
                found.setdefault(".".join(path), set())
                continue
            name = path[-1].split("(")[0]
            if name not in DERIVED and path[-1] != "init(rawValue:)":
                found.setdefault(".".join(path[:-1]) or module, set()).add(name)
    return found


def recorded(tables):
    """Returns the recorded members of each type, and errors in the tables."""
    found, problems = {}, []
    for name, text in tables:
        for number, line in enumerate(text.splitlines(), start=1):
            cells = line.split("\t")
            if len(cells) != 3 or not SOURCE.match(cells[2]):
                problems.append(f"{name}:{number}: not a type, its members and a known source.")
                continue
            names = set(cells[1].split()) - {"-"} - DERIVED
            found.setdefault(cells[0], []).append((names, f"{name}:{number}"))
    return found, problems


def compare(declarations, tables):
    found, problems = recorded(tables)
    for kind, names in sorted(declarations.items()):
        known = set().union(*(each for each, _ in found.get(kind, [])))
        if kind not in found:
            problems.append(f"{kind} is declared, but no table says where it is published.")
        problems += [f"{kind}.{name} is declared, but no table says where it is published." for name in sorted(names - known)
                     if kind in found]
    for kind, lines in sorted(found.items()):
        for names, place in lines:
            if kind not in declarations:
                problems.append(f"{place}: {kind} is not declared.")
            else:
                missing = names - declarations[kind] - {"init"}
                problems += [f"{place}: {kind}.{name} is not declared." for name in sorted(missing)]
    return problems


def symbol(kind, *path, precise="s:1"):
    return {"kind": {"identifier": kind}, "pathComponents": list(path), "identifier": {"precise": precise}}


MADE_UP = [("UIKit", {"symbols": [
    symbol("swift.class", "UIView"), symbol("swift.property", "UIView", "alpha"),
    symbol("swift.method", "UIView", "addSubview(_:)"), symbol("swift.struct", "UIView", "Options"),
    symbol("swift.property", "UIView", "Options", "rawValue"), symbol("swift.func.op", "UIView", "Options", "!=(_:_:)"),
    symbol("swift.class", "UILabel"), symbol("swift.typealias", "Handler"),
    symbol("swift.method", "UIView", "Options", "union(_:)", precise="s:2::SYNTHESIZED::s:3")]})]
TABLE = ("UIView\talpha hidden\tdotnet/macios:src/uikit.cs\nUIView.Options\t-\tdotnet/macios:src/uikit.cs\n"
         "UIKit\tHandler\tsomewhere\nUIButton\ttitle\tdotnet/macios:src/uikit.cs\n")
MISTAKES = ["table:3: not a type", "UIKit is declared", "UILabel is declared", "UIView.addSubview is declared",
            "table:4: UIButton is not declared", "table:1: UIView.hidden is not declared"]


def self_test():
    problems = compare(members(MADE_UP), [("table", TABLE)])
    if len(problems) != len(MISTAKES) or not all(word in text for word, text in zip(MISTAKES, problems)):
        sys.exit("check-app-interfaces should find other errors in the made-up tables than:\n" + "\n".join(problems))
    print(f"check-app-interfaces finds all {len(MISTAKES)} errors in made-up tables and no others")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(__file__).resolve().parent.parent / "Tests/AppleInterfaces/Recorded"
    tables = [(file.name, file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.tsv"))]
    declarations = declared(Path(sys.argv[1]))
    problems = compare(declarations, tables)
    if problems:
        sys.exit("\n".join(problems))
    count = sum(len(names) for names in declarations.values())
    print(f"all {len(declarations)} declared types and {count} members of them say where they are published")
    return None


if __name__ == "__main__":
    main()
