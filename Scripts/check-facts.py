#!/usr/bin/env python3
"""Checks Documentation/API.md and Documentation/UX.md: each fact of the API and each sentence about what people see
names at least one test, and every test they name exists.

A test is named as `Suite.function` (Swift), `Bodies/file.http` (a recorded request), `Smoke/chapter.py: words` (a check
of the smoke test with this text), or `test_file.test_function` (a browser test).
"""

import json
import re
import sys
from pathlib import Path

TABLES = ["API.md", "UX.md"]
NUMBER = re.compile(r"(?:API|UX)-\d+")
NAME = re.compile(r"`([^`]+)`")
SWIFT = re.compile(r"(\w+)\.(\w+)")
BODY = re.compile(r"Bodies/([\w.-]+\.http)")
SMOKE = re.compile(r"Smoke/(\w+)\.py: (.+)")
BROWSER = re.compile(r"(test_\w+)\.(test_\w+)")
BROWSER_TEST = re.compile(r"^def (test_\w+)\(", re.MULTILINE)
# A declaration at the start of a line is a suite, and every `@Test` after it belongs to it until the next.
SUITE = re.compile(r"^(?:@\w+(?:\(.*\))?\s+)*(?:\w+\s+)*?(?:struct|class|actor|enum|extension)\s+(\w+)", re.MULTILINE)
TEST = re.compile(r"@Test\b[\s\S]*?\bfunc\s+`?(\w+)")
COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)


def swift_tests(folder):
    """Returns `Suite.function` of every Swift test."""
    names = set()
    for file in sorted(folder.rglob("*.swift")):
        text = COMMENT.sub("", file.read_text(encoding="utf-8"))
        suites = [(match.start(), match.group(1)) for match in SUITE.finditer(text)]
        for test in TEST.finditer(text):
            suite = [name for start, name in suites if start < test.start()]
            if suite:
                names.add(f"{suite[-1]}.{test.group(1)}")
    return names


def recorded_bodies(folder):
    """Returns the recorded requests that are replayed: those listed in the manifest."""
    manifest = folder / "expected.json"
    if not manifest.exists():
        return set()
    return {request["file"] for request in json.loads(manifest.read_text(encoding="utf-8"))["requests"]}


def browser_tests(folder):
    """Returns `file.function` of every browser test."""
    return {
        f"{file.stem}.{function}"
        for file in sorted(folder.glob("test_*.py"))
        for function in BROWSER_TEST.findall(file.read_text(encoding="utf-8"))
    }


def facts(text):
    """Yields section, fact and test names of every row, and its line number."""
    section = None
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("## "):
            section = line[3:].strip()
        if not line.startswith("|") or section is None:
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        # Rows of other tables have no number.
        if not NUMBER.fullmatch(cells[0]):
            continue
        # The names are in the last cell, because a fact may have code in it, too.
        yield number, section, " ".join(cells[:2]), NAME.findall(cells[-1]) if len(cells) > 2 else []


class Tree:
    """The tests of a repository."""

    def __init__(self, root):
        self.tests = root / "Tests"
        self.bodies_folder = self.tests / "MarketAPITests" / "Bodies"
        self.swift = swift_tests(self.tests)
        self.bodies = recorded_bodies(self.bodies_folder)
        self.browser = browser_tests(self.tests / "Browser")

    def problem(self, name):
        """Returns what is wrong with the name of a test; None if it exists."""
        if match := BODY.fullmatch(name):
            if not (self.bodies_folder / match.group(1)).exists():
                return f"there is no {name}"
            return None if match.group(1) in self.bodies else f"{name} is not in expected.json, so it is never sent"
        if match := SMOKE.fullmatch(name):
            chapter = self.tests / "Smoke" / "chapters" / f"{match.group(1)}.py"
            if not chapter.exists():
                return f"the smoke test has no chapter {match.group(1)}"
            if match.group(2) not in chapter.read_text(encoding="utf-8"):
                return f"no check of the smoke test's chapter {match.group(1)} says “{match.group(2)}”"
            return None
        if BROWSER.fullmatch(name):
            return None if name in self.browser else f"there is no browser test {name}"
        if SWIFT.fullmatch(name):
            return None if name in self.swift else f"there is no Swift test {name}"
        return f"{name} is not the name of a test"


def check(root):
    """Returns the errors, as sentences; the number of facts of each table; and the tests that cover them."""
    tree = Tree(root)
    problems, counts, named = [], {}, set()
    for title in TABLES:
        counts[title] = 0
        table = root / "Documentation" / title
        if not table.exists():
            problems.append(f"Documentation/{title} is missing.")
            continue
        for number, section, fact, names in facts(table.read_text(encoding="utf-8")):
            counts[title] += 1
            place = f"{title}:{number} ({section}: {fact})"
            if not names:
                problems.append(f"{place}: no test checks it.")
            for name in names:
                if problem := tree.problem(name):
                    problems.append(f"{place}: {problem}.")
                named.add(name)
    for body in sorted(tree.bodies - {name.removeprefix("Bodies/") for name in named}):
        problems.append(f"Bodies/{body} is not in the table.")
    problems += [f"{title} has no facts." for title, count in counts.items() if count == 0]
    return problems, counts, named


def main():
    problems, counts, named = check(Path(__file__).resolve().parent.parent)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    bodies = sum(name.startswith("Bodies/") for name in named)
    smoke = sum(name.startswith("Smoke/") for name in named)
    browser = sum(BROWSER.fullmatch(name) is not None for name in named)
    print(f"{counts[TABLES[0]]} facts of the API and {counts[TABLES[1]]} sentences about what people see "
          f"are checked by {len(named)} tests: {len(named) - bodies - smoke - browser} in Swift, {bodies} recorded "
          f"requests, {smoke} checks of the smoke test and {browser} browser tests")
    return None


if __name__ == "__main__":
    main()
