#!/usr/bin/env python3
"""Holds every room to the table of rooms: which rooms and which libraries it may import.

    Scripts/check-rooms.py               checks Sources and Tests of this repository
    Scripts/check-rooms.py --self-test   checks that violations are found, on a made-up tree

A room may import the rooms named beside it and whatever those may import, so the arrows all point one way.
"""

import re
import sys
import tempfile
from pathlib import Path

# Rooms that each room stands on. ARCHITECTURE.md draws this table.
ROOMS = {
    "MarketModels": [],
    "MarketAPI": ["MarketModels"],
    "MarketCore": ["MarketModels"],
    "MarketSQLite": ["MarketCore"],
    "MarketImages": ["MarketCore"],
    "MarketSecrets": ["MarketCore"],
    "MarketTexts": ["MarketModels"],
    "MarketWeb": ["MarketTexts"],
    "MarketServer": ["MarketAPI", "MarketCore", "MarketWeb"],
    "MarketClient": ["MarketAPI"],
    "MarketViewModels": ["MarketClient", "MarketTexts"],
    "MarketVips": ["MarketClient"],
}
# Nothing imports these; they may import every room.
EXECUTABLES = ["openmarket"]

# What an app on iOS is made of: these import nothing that is not there, too.
APP_ROOMS = {"MarketModels", "MarketAPI", "MarketTexts", "MarketClient", "MarketViewModels"}
APP_LIBRARIES = {"Foundation", "Observation", "Synchronization"}
# Modules that only Linux has, and must be asked for before they are imported.
CONDITIONAL = {"FoundationNetworking"}

STANDARD_LIBRARY = {"Swift", "Synchronization", "Observation", "RegexBuilder", "Dispatch"}
FOUNDATION = {"Foundation", "FoundationEssentials"}
SYSTEM = {"Glibc", "Musl", "Darwin"}

# Libraries that each room may use beside the standard library and Foundation.
LIBRARIES = {
    "MarketModels": set(),
    "MarketAPI": set(),
    "MarketCore": SYSTEM,
    "MarketSQLite": {"GRDB", "GRDBSQLite"} | SYSTEM,
    "MarketImages": {"CVipsShim", "CSodium", "CWorkerProcess"} | SYSTEM,
    "MarketSecrets": {"CSodium"} | SYSTEM,
    "MarketTexts": set(),
    "MarketWeb": {"Mustache", "WebAssets"},
    "MarketServer": {
        "Configuration", "CoreMetrics", "CSodium", "CZlib", "HTTPTypes", "Hummingbird", "HummingbirdCore", "HummingbirdHTTP2", "HummingbirdTLS",
        "Logging", "NIOCore", "NIOFileSystem", "_NIOFileSystem", "NIOHTTP1", "NIOHTTPCompression", "NIOHTTPTypes",
        "NIOPosix", "NIOSSL", "NIOTLS", "ServerFiles", "ServiceLifecycle", "Tracing",
    } | SYSTEM,
    "MarketClient": {"FoundationNetworking"},
    "MarketViewModels": set(),
    "MarketVips": {"CVipsShim"},
    "openmarket": {
        "ArgumentParser", "Configuration", "CoreMetrics", "CSodium", "DemoGoods", "HummingbirdCore", "Logging", "NIOCore",
        "ServiceLifecycle", "SystemPackage", "UnixSignals",
    } | SYSTEM,
}

# Test targets that put a whole market together, as the executable does: they may name every room.
WHOLE_MARKET_TESTS = {"MarketServerTests", "MarketClientTests", "MarketViewModelsTests", "TestMarkets"}
# Suites that several test targets share.
CONTRACTS = {"ProductStoreContract": ["MarketCore"]}
# Programs that only test: the folder, and the rooms they stand on.
TEST_PROGRAMS = {"Fuzz": ["MarketAPI"]}
TEST_LIBRARIES = {
    "Testing", "XCTest", "AsyncHTTPClient", "HummingbirdTesting", "FoundationNetworking", "FoundationXML", "NIOEmbedded",
    "ServiceLifecycle",
} | SYSTEM

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*"
    r"(?:(?:public|package|internal|private|fileprivate)\s+)?"
    r"import\s+(?:(?:typealias|struct|class|enum|actor|protocol|let|var|func)\s+)?"
    r"`?([A-Za-z_][A-Za-z0-9_]*)`?"
)


def reach(room, table=None):
    """The rooms that a room may import: those beside it and, through them, theirs."""
    table = table or {**ROOMS, **CONTRACTS}
    found = set()
    for other in table[room]:
        found |= {other} | reach(other, table)
    return found


def allowed(target):
    """The modules that a target may import, or None if there is no such target in the table."""
    common = STANDARD_LIBRARY | FOUNDATION
    if target in EXECUTABLES:
        return common | set(ROOMS) | LIBRARIES[target]
    if target in APP_ROOMS:
        return APP_LIBRARIES | reach(target) | LIBRARIES[target]
    if target in ROOMS:
        return common | reach(target) | LIBRARIES[target]
    if target in TEST_PROGRAMS:
        return common | set(TEST_PROGRAMS[target]) | reach(TEST_PROGRAMS[target][0]) | SYSTEM
    if target in CONTRACTS:
        return common | reach(target) | {"Testing"}
    if target in WHOLE_MARKET_TESTS:
        libraries = set().union(*(LIBRARIES[room] for room in ROOMS))
        return common | set(ROOMS) | set(CONTRACTS) | {"TestMarkets"} | libraries | TEST_LIBRARIES
    room = target.removesuffix("Tests")
    if target.endswith("Tests") and room in ROOMS:
        contracts = {name for name in CONTRACTS if reach(name) <= reach(room)}
        return common | {room} | reach(room) | contracts | LIBRARIES[room] | TEST_LIBRARIES
    return None


def imports(text):
    """Line numbers, module names and conditions of a Swift file's imports; comments and long texts are passed over."""
    in_text = in_comment = False
    conditions = []
    for number, line in enumerate(text.splitlines(), start=1):
        if in_comment:
            in_comment = "*/" not in line
            continue
        was_in_text = in_text
        if line.count('"""') % 2 == 1:
            in_text = not in_text
        if was_in_text:
            continue
        if line.lstrip().startswith("/*"):
            in_comment = "*/" not in line
            continue
        directive = line.strip()
        if directive.startswith("#if"):
            conditions.append(directive)
        elif directive.startswith("#else") and conditions:
            conditions[-1] = ""
        elif directive.startswith("#endif") and conditions:
            conditions.pop()
        for statement in line.split("//")[0].split(";"):
            match = IMPORT.match(statement)
            if match:
                yield number, match.group(1), tuple(conditions)


def why(target, module):
    if module in EXECUTABLES:
        return f"{module} is an executable, and nothing imports one"
    if module in ROOMS or module in CONTRACTS:
        if module in {"MarketSQLite", "MarketImages", "MarketSecrets", "MarketVips"}:
            return f"only the executable names {module}: use the port in MarketCore"
        if target in ROOMS:
            return f"it may import {', '.join(sorted(reach(target))) or 'no other room'}"
        return "that room is not above it"
    return "that library is not in its list in Scripts/check-rooms.py"


def check(root):
    """Violations, as sentences, and how many files and imports were looked at."""
    violations, files, count = [], 0, 0
    for parent in ("Sources", "Tests"):
        for folder in sorted(path for path in (root / parent).glob("*") if path.is_dir()):
            sources = sorted(folder.rglob("*.swift"))
            if not sources:
                continue
            target = folder.name
            modules = allowed(target)
            if modules is None:
                violations.append(f"{parent}/{target}: no such room. Give it a line in Scripts/check-rooms.py.")
                continue
            for source in sources:
                files += 1
                for line, module, conditions in imports(source.read_text(encoding="utf-8")):
                    count += 1
                    place = f"{source.relative_to(root)}:{line}"
                    if module in CONDITIONAL and not any(f"canImport({module})" in one for one in conditions):
                        violations.append(f"{place}: import {module} only inside #if canImport({module}).")
                    elif module not in modules:
                        violations.append(f"{place}: {target} must not import {module}: {why(target, module)}.")
    return violations, files, count


MADE_UP = {
    # What may be.
    "Sources/MarketModels/Fine.swift": "import Foundation\n// import GRDB\nlet text = \"\"\"\nimport GRDB\n\"\"\"\n",
    "Sources/MarketSQLite/Fine.swift": "internal import GRDB\npublic import MarketCore\nimport MarketModels\n",
    "Sources/MarketServer/Fine.swift": "import Hummingbird; import MarketAPI\nimport MarketTexts\n",
    "Sources/openmarket/Fine.swift": "import MarketSQLite\nimport MarketServer\n",
    "Tests/MarketSQLiteTests/Fine.swift": "@testable import MarketSQLite\nimport ProductStoreContract\nimport Testing\n",
    "Sources/MarketClient/Fine.swift":
        "#if canImport(FoundationNetworking)\npublic import FoundationNetworking\n#endif\nimport Synchronization\n",
    "Tests/MarketServerTests/Fine.swift": "import MarketImages\nimport struct Foundation.Data\n",
    # What may not be: one violation each.
    "Sources/MarketModels/Storing.swift": "import GRDB\n",
    "Sources/MarketAPI/Core.swift": "public import MarketCore\n",
    "Sources/MarketCore/Store.swift": "internal import MarketSQLite\n",
    "Sources/MarketServer/Store.swift": "import MarketSQLite\n",
    "Sources/MarketServer/Struct.swift": "import struct MarketImages.VipsImageProcessor\n",
    "Sources/MarketWeb/Framework.swift": "@preconcurrency import Hummingbird\n",
    "Sources/MarketClient/Second.swift": "import Foundation; import MarketCore\n",
    "Sources/MarketClient/Linux.swift": "import FoundationNetworking\n",
    "Sources/MarketClient/Elsewhere.swift":
        "#if canImport(FoundationNetworking)\n#else\nimport FoundationNetworking\n#endif\n",
    "Sources/MarketViewModels/Queue.swift": "import Dispatch\n",
    "Sources/MarketAPI/System.swift": "#if canImport(Glibc)\nimport Glibc\n#endif\n",
    "Sources/MarketTexts/Command.swift": "@testable import openmarket\n",
    "Sources/MarketImages/Secrets.swift": "@_spi(Tests) import MarketSecrets\n",
    "Sources/MarketKitchen/New.swift": "import Foundation\n",
    "Tests/MarketCoreTests/Store.swift": "@testable import MarketSQLite\n",
    "Tests/MarketServerTests/Command.swift": "@testable import openmarket\n",
}


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in MADE_UP.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        violations, _, _ = check(root)
    expected = [path for path in MADE_UP if not path.endswith("Fine.swift")]
    for path in expected:
        place = "Sources/MarketKitchen:" if "MarketKitchen" in path else f"{path}:"
        found = [violation for violation in violations if violation.startswith(place)]
        if len(found) != 1:
            sys.exit(f"check-rooms finds {len(found)} violations in the made-up {path} and should find one")
    if len(violations) != len(expected):
        sys.exit("check-rooms finds violations where there are none:\n" + "\n".join(violations))
    print(f"check-rooms finds all {len(expected)} violations of a made-up tree and no other")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    violations, files, count = check(root)
    if files == 0:
        sys.exit(f"There are no Swift files under {root}.")
    for violation in violations:
        print(violation, file=sys.stderr)
    if violations:
        sys.exit(1)
    print(f"{count} imports in {files} files, and every room keeps to its table")
    return None


if __name__ == "__main__":
    main()
