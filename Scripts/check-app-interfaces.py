#!/usr/bin/env python3
"""Compares the declared interfaces of Apple's frameworks with the tables of where each declaration is published, and with
what the app and its scenarios use.

    Scripts/check-app-interfaces.py BUILD        checks the modules that were built in BUILD (.build-ios/debug)
    Scripts/check-app-interfaces.py --self-test  checks that errors are found, in made-up tables

Tests/AppleInterfaces/Recorded/*.tsv have a line for each type and source: the type (the module for what belongs to no
type), the names of its members separated by spaces (`-` for none), and the source as `place:path`. Every public type and
member of the modules must be in a line, and every line must name only what is declared. That a type is a raw value,
equatable or hashable needs no line of its own.

No member is declared that neither the app nor the scenarios use: the index that the compiler writes beside the modules
says what they refer to, override or implement. A type also counts as used if a declaration that is used names it.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from app_interface_uses import Index

MODULES = ["CoreGraphics", "ImageIO", "PhotosUI", "Security", "UIKit", "UniformTypeIdentifiers"]
# What the compiler uses for `@main`.
ENTRY = "UIApplicationDelegate.main()"
# The modules whose use counts.
USERS = {"OpenMarket", "ScenarioTests"}
TYPES = {"swift.class", "swift.struct", "swift.enum", "swift.protocol"}
SOURCE = re.compile(
    r"apple/swift-3-api-guidelines-review:Platforms/iOS/\w+/(?P<listing>\w+)\.swift|dotnet/macios:src/[\w/]+\.cs"
    r"|developer\.apple\.com:documentation/[a-z]+(?:/(?P<page>[a-z0-9]+)(?:-[\w.]+)?(?:/\S+)?)?")
# What the compiler derives for every option set, enumeration and raw value.
DERIVED = {"rawValue", "RawValue", "hashValue", "hash"}


def read_graphs(modules):
    """Returns the symbol graphs of the modules in a folder, with the names of their modules."""
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            subprocess.run(
                ["swift", "symbolgraph-extract", "-module-name", module, "-I", str(modules), "-target", target(),
                 "-minimum-access-level", "public", "-output-dir", folder], check=True, stdout=subprocess.DEVNULL)
        return [(file.name.split("@")[0].split(".")[0], json.loads(file.read_text(encoding="utf-8")))
                  for file in sorted(Path(folder).glob("*.symbols.json"))]


def toolchain():
    information = subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return Path(json.loads(information)["paths"]["runtimeResourcePath"]).parent.parent


def target():
    information = subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return json.loads(information)["target"]["triple"]


def members(graphs):
    """Returns the members of each public type, by base name."""
    found = {}
    for module, graph in graphs:
        for symbol in graph["symbols"]:
            kind, path = symbol["kind"]["identifier"], symbol["pathComponents"]
            if is_derived(symbol):
                continue
            if kind in TYPES:
                found.setdefault(".".join(path), set())
                continue
            name = path[-1].split("(")[0]
            if name not in DERIVED:
                found.setdefault(".".join(path[:-1]) or module, set()).add(name)
    return found


def is_derived(symbol):
    """Whether the compiler has made it, or makes it for every option set, enumeration and raw value."""
    path = symbol["pathComponents"]
    return ("::SYNTHESIZED::" in symbol["identifier"]["precise"] or symbol["kind"]["identifier"] == "swift.func.op"
            or path[-1] == "init(rawValue:)")


def unused(graphs, uses, inner):
    """Returns a problem for each member and each type that isn't used.

    `uses` are the identifiers of what the app and the scenarios refer to. With these are used: what they override and what
    overrides them, the requirements that they meet, the types that their declarations name or that contain them, and
    what these types inherit from. Of an enumeration, the cases that the modules themselves refer to (`inner`) count, too:
    these are the values of properties before the app sets them.
    """
    symbols, together, inherited, members_of = {}, {}, {}, {}
    for _, graph in graphs:
        symbols |= {symbol["identifier"]["precise"]: symbol for symbol in graph["symbols"] if not is_derived(symbol)}
        for relation in graph.get("relationships", []):
            source, target = relation["source"], relation["target"]
            if relation["kind"] in ("overrides", "defaultImplementationOf"):
                together.setdefault(source, set()).add(target)
                together.setdefault(target, set()).add(source)
            elif relation["kind"] in ("inheritsFrom", "conformsTo"):
                inherited.setdefault(source, set()).add(target)
            elif relation["kind"] in ("memberOf", "requirementOf", "optionalRequirementOf"):
                members_of.setdefault(target, set()).add(source)
    containers = {member: kind for kind, members in members_of.items() for member in members}
    heirs = {}
    for kind, bases in inherited.items():
        for base in bases:
            heirs.setdefault(base, set()).add(kind)
    found, waiting = set(), [
        name for name, symbol in symbols.items()
        if name in uses or symbol["kind"]["identifier"] == "swift.enum.case" and name in inner]
    while waiting:
        name = waiting.pop()
        if name in found or name not in symbols:
            continue
        found.add(name)
        waiting += together.get(name, set()) | inherited.get(name, set())
        waiting += [part["preciseIdentifier"] for part in symbols[name].get("declarationFragments", [])
                    if "preciseIdentifier" in part]
        container = containers.get(name)
        waiting += [container] if container else []
        for kind in inherited.get(container, set()) | heirs.get(container, set()):
            waiting += [each for each in members_of.get(kind, set())
                        if each in symbols and symbols[each]["pathComponents"][-1] == symbols[name]["pathComponents"][-1]]
    return [f"{'.'.join(symbol['pathComponents'])} is declared, but neither the app nor a scenario uses it."
            for name, symbol in sorted(symbols.items(), key=lambda pair: pair[1]["pathComponents"])
            if name not in found and symbol["pathComponents"][-1].split("(")[0] not in DERIVED
            and ".".join(symbol["pathComponents"]) != ENTRY]


def recorded(tables):
    """Returns the recorded members of each type, and errors in the tables."""
    found, problems = {}, []
    for name, text in tables:
        for number, line in enumerate(text.splitlines(), start=1):
            cells = line.split("\t")
            if len(cells) != 3 or not SOURCE.fullmatch(cells[2]):
                problems.append(f"{name}:{number}: not a type, its members and a known source.")
                continue
            names = set(cells[1].split()) - {"-"} - DERIVED
            found.setdefault(cells[0], []).append((names, f"{name}:{number}", cells[2]))
    return found, problems


def names_a_type(source, kind, declarations):
    """Whether the page in an address is about a type, or about a protocol or a class from which it has members."""
    page = SOURCE.fullmatch(source)["page"]
    if page is None or kind in MODULES:
        return True
    return page in {name.split(".")[0].lower() for name in declarations} | {kind.split(".")[0].lower()}


def compare(declarations, tables):
    found, problems = recorded(tables)
    for kind, names in sorted(declarations.items()):
        known = set().union(*(each for each, _, _ in found.get(kind, [])))
        if kind not in found:
            problems.append(f"{kind} is declared, but no table says where it is published.")
        problems += [f"{kind}.{name} is declared, but no table says where it is published." for name in sorted(names - known)
                     if kind in found]
    for kind, lines in sorted(found.items()):
        for names, place, source in lines:
            if not names_a_type(source, kind, declarations):
                problems.append(f"{place}: {source} is no page of {kind}.")
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
TABLE = ("UIView\talpha hidden\tdotnet/macios:src/uikit.cs\nUIView\talpha\tdeveloper.apple.com:documentation/uikit/other\nUIView.Options\t-\tdotnet/macios:src/uikit.cs\n"
         "UIKit\tHandler\tsomewhere\nUIButton\ttitle\tdotnet/macios:src/uikit.cs\n")
USED = ({"s:UIView.alpha", "s:Heir.x"}, {"s:case"})
UNUSED = [("UIKit", {
    "symbols": [
        symbol("swift.class", "UIView", precise="s:UIView"), symbol("swift.class", "UIFont", precise="s:UIFont"),
        symbol("swift.property", "UIView", "alpha", precise="s:UIView.alpha"),
        symbol("swift.property", "UIView", "tag", precise="s:UIView.tag"),
        symbol("swift.method", "Base", "x()", precise="s:Base.x"), symbol("swift.method", "Heir", "x()", precise="s:Heir.x"),
        symbol("swift.enum.case", "Mode", "first", precise="s:case"),
        symbol("swift.enum.case", "Mode", "second", precise="s:other")],
    "relationships": [
        {"kind": "memberOf", "source": "s:UIView.alpha", "target": "s:UIView"},
        {"kind": "overrides", "source": "s:Heir.x", "target": "s:Base.x"}]})]
MISTAKES = ["table:4: not a type", "UIKit is declared", "UILabel is declared", "UIView.addSubview is declared",
            "table:5: UIButton is not declared", "table:1: UIView.hidden is not declared", "is no page of UIView"]


def self_test():
    problems = compare(members(MADE_UP), [("table", TABLE)])
    if len(problems) != len(MISTAKES) or not all(word in text for word, text in zip(MISTAKES, problems)):
        sys.exit("check-app-interfaces should find other errors in the made-up tables than:\n" + "\n".join(problems))
    names = [text.split(" ")[0] for text in unused(UNUSED, *USED)]
    if names != ["Mode.second", "UIFont", "UIView.tag"]:
        sys.exit(f"check-app-interfaces should find other unused declarations than {names}")
    print(f"check-app-interfaces finds all {len(MISTAKES)} errors in made-up tables and no others")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    folder = Path(__file__).resolve().parent.parent / "Tests/AppleInterfaces/Recorded"
    tables = [(file.name, file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.tsv"))]
    build = Path(sys.argv[1])
    graphs = read_graphs(build / "Modules")
    declarations = members(graphs)
    index = Index(toolchain() / "lib/libIndexStore.so", build / "index/store")
    problems = compare(declarations, tables)
    problems += unused(graphs, index.used(USERS), index.referenced(set(MODULES)))
    if problems:
        sys.exit("\n".join(problems))
    count = sum(len(names) for names in declarations.values())
    print(f"all {len(declarations)} declared types and {count} members of them are used and say where they are published")
    return None


if __name__ == "__main__":
    main()
