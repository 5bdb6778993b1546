#!/usr/bin/env python3
"""Checks that the targets for apps import only modules that Apple's systems have.

    Scripts/check-app-imports.py               checks Sources
    Scripts/check-app-imports.py --self-test   checks that violations are found, in a generated tree

That a target imports only its declared dependencies is checked by the build itself (see Scripts/test.sh). The build on
Linux can't tell that a module is missing on iOS.
"""

import re
import sys
import tempfile
from pathlib import Path

TARGETS = ["MarketModels", "MarketAPI", "MarketTexts", "MarketClient", "MarketViewModels"]
ALLOWED = {"Foundation", "Observation", "Synchronization", *TARGETS}
# Modules that exist only on Linux: allowed inside `#if canImport(…)`.
CONDITIONAL = {"FoundationNetworking"}

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
    r"import\s+(?:(?:typealias|struct|class|enum|actor|protocol|let|var|func)\s+)?`?(\w+)`?"
)


def imports(text):
    """Yields line number, module and the enclosing `#if` conditions of each import; comments and strings are
    skipped."""
    text = re.sub(r'"""[\s\S]*?"""|/\*[\s\S]*?\*/', lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    conditions = []
    for number, line in enumerate(text.splitlines(), start=1):
        directive = line.strip()
        if directive.startswith("#if"):
            conditions.append(directive)
        elif directive.startswith("#else") and conditions:
            conditions[-1] = ""
        elif directive.startswith("#endif") and conditions:
            conditions.pop()
        for statement in line.split("//")[0].split(";"):
            if match := IMPORT.match(statement):
                yield number, match.group(1), conditions


def violations(root):
    for target in TARGETS:
        sources = sorted((root / "Sources" / target).rglob("*.swift"))
        if not sources:
            yield f"Sources/{target} has no Swift files"
        for source in sources:
            for line, module, conditions in imports(source.read_text(encoding="utf-8")):
                place = f"{source.relative_to(root)}:{line}"
                if module in CONDITIONAL:
                    if not any(f"canImport({module})" in condition for condition in conditions):
                        yield f"{place}: import {module} only inside #if canImport({module})"
                elif module not in ALLOWED:
                    yield f"{place}: {target} is part of apps and must not import {module}"


GENERATED = {
    "MarketModels/Fine.swift": 'import Foundation\n// import GRDB\nlet text = """\nimport GRDB\n"""\n/*\nimport NIOCore\n*/\n',
    "MarketClient/Fine.swift": "#if canImport(FoundationNetworking)\npublic import FoundationNetworking\n#endif\nimport Synchronization\n",
    "MarketTexts/Fine.swift": "import Foundation; import MarketModels\n",
    "MarketAPI/System.swift": "#if canImport(Glibc)\nimport Glibc\n#endif\n",
    "MarketClient/Linux.swift": "import FoundationNetworking\n",
    "MarketClient/Elsewhere.swift": "#if canImport(FoundationNetworking)\n#else\nimport FoundationNetworking\n#endif\n",
    "MarketClient/Second.swift": "import Foundation; import MarketCore\n",
    "MarketModels/Struct.swift": "@preconcurrency internal import struct GRDB.Row\n",
    "MarketViewModels/Queue.swift": "import Dispatch\n",
}


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        for path, text in GENERATED.items():
            file = Path(folder, "Sources", path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        found = sorted(violation.split(":")[0] for violation in violations(Path(folder)))
    expected = sorted(f"Sources/{path}" for path in GENERATED if not path.endswith("Fine.swift"))
    if found != expected:
        sys.exit(f"check-app-imports should find {expected} and finds {found}")
    print(f"check-app-imports finds all {len(expected)} violations in a generated tree and no others")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = list(violations(Path(__file__).resolve().parent.parent))
    if found:
        sys.exit("\n".join(found))
    print(f"{', '.join(TARGETS)} import only what Apple's systems have")


if __name__ == "__main__":
    main()
