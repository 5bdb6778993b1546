#!/usr/bin/env python3
"""Resolves every reference in comments and documents: files, links, sections, decisions and numbers of facts.

    Scripts/check-references.py               checks this repository
    Scripts/check-references.py --self-test   checks that errors are found, in a generated tree

What counts as a reference:

- a document: `API.md`, `Documentation/UX.md`, relative to the root, to `Documentation` or to the file
- a section of one: `API.md, “Limits”`; the heading begins with these words
- a link of a document: `[text](path#section)`
- a fact: `API-12` or `UX-3`, by its number in `Documentation/API.md` and `Documentation/UX.md`
- a decision: `Decision 6`, by the number of its page in `Documentation/Decisions`
- a path in backticks that begins with a folder of the repository: `Scripts/test.sh`, `Tests/Browser`

References to anything outside a clone, such as issues or other documents, are errors.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

CODE = {".swift": "//", ".js": "//", ".c": "//", ".h": "//", ".py": "#", ".sh": "#", ".toml": "#", ".css": None}
FOLDERS = ("Sources", "Tests", "Scripts", "Benchmarks", "Documentation", "Samples", "Apps")
FACTS = {"API": "Documentation/API.md", "UX": "Documentation/UX.md"}

DOCUMENT = re.compile(r"(?<![\w./-])((?:\.\./|[\w-]+/)*[\w-]+\.md)\b")
SECTIONS = re.compile(r"(?<![\w./-])([\w./-]+\.md)(?:'s)?,? (“[^”]+”(?:(?:, | and |, and )“[^”]+”)*)")
QUOTED = re.compile(r"“([^”]+)”")
LINK = re.compile(r"\]\(([^)\s]+)\)")
FACT = re.compile(r"(?<![\w-])(API|UX)-(\d+)\b")
DECISION = re.compile(r"\b[Dd]ecisions? (\d+)\b")
PATH = re.compile(r"`((?:%s)/[^`\s]*)`" % "|".join(FOLDERS))
OUTSIDE = re.compile(r"\.\./shared\b|\b[Ii]ssue #?\d+\b")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def comments(text, mark):
    """The comments of a source file: consecutive lines are one text, so that references may be wrapped."""
    if mark is None:
        return [(text.count("\n", 0, match.start()) + 1, " ".join(match.group(1).split()))
                for match in re.finditer(r"/\*(.*?)\*/", text, re.DOTALL)]
    found, first, run = [], 0, []
    for number, line in enumerate(text.splitlines() + [""], start=1):
        bare = line.strip()
        if bare.startswith(mark):
            if not run:
                first = number
            run.append(bare.lstrip(mark + "!").strip())
            continue
        if run:
            found.append((first, " ".join(run)))
            run = []
        at = line.find(f" {mark} ")
        if at >= 0:
            found.append((number, line[at + len(mark) + 2:]))
    if mark == "#":
        for match in re.finditer(r'"""(.*?)"""', text, re.DOTALL):
            found.append((text.count("\n", 0, match.start()) + 1, " ".join(match.group(1).split())))
    return found


def paragraphs(text):
    """The paragraphs and rows of a document, without fenced blocks."""
    text = FENCE.sub(lambda match: "\n" * match.group(0).count("\n"), text)
    found, first, run = [], 0, []
    for number, line in enumerate(text.splitlines() + [""], start=1):
        if line.strip() and not line.startswith(("|", "#")):
            if not run:
                first = number
            run.append(line.strip())
            continue
        if run:
            found.append((first, " ".join(run)))
            run = []
        if line.strip():
            found.append((number, line))
    return found


class Tree:
    def __init__(self, root):
        self.root = root
        self.headings = {}
        self.facts = {kind: self.numbers(root / path, kind) for kind, path in FACTS.items()}

    @staticmethod
    def numbers(path, kind):
        if not path.exists():
            return []
        return re.findall(r"^\| (%s-\d+) \|" % kind, path.read_text(encoding="utf-8"), re.MULTILINE)

    def document(self, name, beside):
        for folder in (beside.parent, self.root, self.root / "Documentation"):
            if (folder / name).is_file():
                return folder / name
        return None

    def sections(self, path):
        if path not in self.headings:
            text = FENCE.sub("", path.read_text(encoding="utf-8"))
            self.headings[path] = [match.strip("# ").strip() for match in re.findall(r"^#+ .+$", text, re.MULTILINE)]
        return self.headings[path]

    def problems(self, file, text, is_document):
        for match in OUTSIDE.finditer(text):
            yield f"“{match.group(0)}” is not in the repository"
        for name in DOCUMENT.findall(LINK.sub("]", text)):
            if self.document(name, file) is None:
                yield f"there is no {name}"
        for name, sections in SECTIONS.findall(text):
            path = self.document(name, file)
            for section in QUOTED.findall(sections) if path else []:
                if not any(heading.startswith(section.rstrip(".,")) for heading in self.sections(path)):
                    yield f"{name} has no section “{section}”"
        for kind, number in FACT.findall(text):
            if f"{kind}-{number}" not in self.facts[kind]:
                yield f"{FACTS[kind]} has no fact {kind}-{number}"
        for number in DECISION.findall(text):
            if not list((self.root / "Documentation" / "Decisions").glob(f"{int(number):02}-*.md")):
                yield f"there is no decision {number}"
        for path in PATH.findall(text):
            if not self.is_there(path):
                yield f"there is no {path}"
        if is_document:
            yield from self.broken_links(file, text)

    def is_there(self, path):
        if any(sign in path for sign in "{<…"):
            path = re.split(r"[{<…]", path)[0].rpartition("/")[0]
        if "*" in path:
            return any(self.root.glob(path))
        return (self.root / path).exists()

    def broken_links(self, file, text):
        for link in LINK.findall(text):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (file.parent / path) if path else file
            if not target.exists():
                yield f"the link {link} doesn't resolve"
            elif anchor and target.suffix == ".md":
                if anchor not in {slug(heading) for heading in self.sections(target)}:
                    yield f"{path or file.name} has no section #{anchor}"


def slug(heading):
    """Returns the anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def files(root):
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return [root / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in sorted(root.rglob("*")) if path.is_file()]


def check(root):
    """Returns the errors, and the number of texts."""
    tree, problems, count = Tree(root), [], 0
    for kind, numbers in tree.facts.items():
        for number in sorted({number for number in numbers if numbers.count(number) > 1}):
            problems.append(f"{FACTS[kind]}: {number} is there twice")
    for file in files(root):
        is_document = file.suffix == ".md"
        # This script is about references, and contains invalid ones.
        if not file.exists() or file.name == "check-references.py" or not is_document and file.suffix not in CODE:
            continue
        text = file.read_text(encoding="utf-8")
        for line, part in paragraphs(text) if is_document else comments(text, CODE[file.suffix]):
            count += 1
            for problem in tree.problems(file, part, is_document):
                problems.append(f"{file.relative_to(root)}:{line}: {problem}")
    return problems, count


MADE_UP = {
    "Documentation/API.md": "# API\n\n## Limits\n\n| # | fact |\n|---|---|\n| API-1 | one |\n| API-2 | two |\n| API-2 | again |\n",
    "Documentation/Decisions/06-once.md": "# Once\n\nSee [limits](../API.md#limits) and [more](../API.md#more).\n",
    "README.md": "# It\n\n[gone](gone.txt), `Scripts/run.sh`, `Scripts/gone.sh`, `Sources/{A,B}.swift`.\n\n```\n[x](y)\n```\n",
    "Scripts/run.sh": "# As ../shared says; see DESIGN.md.\necho 'API-9' # API-3\n",
    "Sources/A.swift": "/// API.md, “Limits” and\n/// “Lim”, and “Sizes”. Decision 6, decision 7; API-1.\n// issue 12\nlet a = 1  // UX-1\n",
}
EXPECTED = ["API-2 is there twice", "has no section #more", "the link gone.txt doesn't resolve",
            "there is no Scripts/gone.sh", "“../shared”", "there is no DESIGN.md", "no fact API-3",
            "no section “Sizes”", "there is no decision 7", "“issue 12”", "no fact UX-1"]


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in MADE_UP.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        problems, _ = check(root)
    for expected in EXPECTED:
        if not any(expected in problem for problem in problems):
            sys.exit(f"check-references should say “{expected}” and says:\n" + "\n".join(problems))
    if len(problems) != len(EXPECTED):
        sys.exit("check-references finds too many errors in the generated tree:\n" + "\n".join(problems))
    print(f"check-references finds all {len(EXPECTED)} errors in a generated tree and no others")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    problems, count = check(Path(__file__).resolve().parent.parent)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    print(f"every reference in {count} comments and paragraphs resolves")
    return None


if __name__ == "__main__":
    main()
