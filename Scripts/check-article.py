#!/usr/bin/env python3
"""Compares the code in the articles of the documentation with code that the tests compile and run.

    Scripts/check-article.py                  checks the articles of this repository
    Scripts/check-article.py --topics GRAPHS  checks that each target's first page has every public symbol, by the
                                              symbol graphs in GRAPHS/Target/Target.symbols.json (from Scripts/make-docs.sh)
    Scripts/check-article.py --manifest       prints the manifest of the articles, for Scripts/check-app-package.sh

Each ```swift block in Sources/*/*.docc is one of:

- an exact copy of a region of Tests/MarketViewModelsTests/Article, between `// ARTICLE: name` and `// END`, except for
  its indentation, and the only one;
- code that needs an Apple system, when the paragraph right before it says so in the words of `APPLE_ONLY`, and it
  imports a module that only Apple's systems have;
- the manifest of an app, of which there is one, and which Scripts/check-app-package.sh resolves.
"""

import json
import re
import sys
import textwrap
from pathlib import Path

APPLE_ONLY = "not compiled by our tests: there is no apple system here."
APPLE_IMPORT = re.compile(r"^import (?:AppKit|CoreGraphics|ImageIO|PhotosUI|Security|SwiftUI|UIKit)$", re.MULTILINE)
MANIFEST = "// swift-tools-version:"
BEGIN = re.compile(r"\s*// ARTICLE: ([\w-]+)$")
END = re.compile(r"\s*// END$")
FENCE = re.compile(r"(`{3,}|~{3,})\s*(.*)$")
CURATED = re.compile(r"^- ``([^`]+)``$", re.MULTILINE)
CODE_FOLDER = "Tests/MarketViewModelsTests/Article"


def regions(root):
    """Returns the marked regions by name, with their locations, and errors in the marks."""
    found, problems = {}, []
    for file in sorted((root / CODE_FOLDER).glob("*.swift")):
        name, lines, start = None, [], 0
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            place = f"{file.relative_to(root)}:{number}"
            if match := BEGIN.match(line):
                if name:
                    problems.append(f"{place}: {match.group(1)} begins inside {name}.")
                name, lines, start = match.group(1), [], number
            elif END.match(line):
                if not name:
                    problems.append(f"{place}: an END without an ARTICLE mark.")
                    continue
                if name in found:
                    problems.append(f"{place}: a second region named {name}.")
                else:
                    found[name] = (textwrap.dedent("\n".join(lines)), f"{file.relative_to(root)}:{start}")
                name = None
            elif name:
                lines.append(line)
        if name:
            problems.append(f"{file.relative_to(root)}:{start}: {name} has no end.")
    return found, problems


def blocks(text):
    """Yields line number, language, code, and the paragraph directly before each fenced block."""
    lines = text.splitlines()
    fence, start, before = None, 0, ""
    paragraph, is_over = [], True
    for number, line in enumerate(lines, start=1):
        match = FENCE.match(line.strip())
        if fence:
            if match and match.group(1).startswith(fence[0]) and not match.group(2):
                yield start, fence[1], "\n".join(lines[start:number - 1]), before
                fence, paragraph, is_over = None, [], True
        elif match:
            fence, start, before = (match.group(1), match.group(2).strip()), number, " ".join(paragraph)
        elif not line.strip():
            is_over = True
        else:
            if is_over:
                paragraph = []
            paragraph.append(line.strip())
            is_over = False
    if fence:
        yield start, "that does not end", "\n".join(lines[start:]), before


def articles(root):
    return sorted(root.glob("Sources/*/*.docc/**/*.md"))


def manifests(root):
    return [
        code for file in articles(root) for _, language, code, _ in blocks(file.read_text(encoding="utf-8"))
        if language == "swift" and code.startswith(MANIFEST)
    ]


def check(root):
    """Returns the errors, as sentences, and the number of blocks of each kind."""
    found, problems = regions(root)
    names = {code: name for name, (code, _) in found.items()}
    shown, counts = set(), {"compiled": 0, "apple": 0, "manifest": 0}
    for file in articles(root):
        for number, language, code, before in blocks(file.read_text(encoding="utf-8")):
            place = f"{file.relative_to(root)}:{number}"
            if not language or language == "that does not end":
                problems.append(f"{place}: a block {language or 'without a language'}.")
            elif language != "swift":
                continue
            elif code in names:
                if names[code] in shown:
                    problems.append(f"{place}: a second copy of the region {names[code]}.")
                shown.add(names[code])
                counts["compiled"] += 1
            elif code.startswith(MANIFEST):
                counts["manifest"] += 1
                if counts["manifest"] > 1:
                    problems.append(f"{place}: a second manifest, which nothing resolves.")
            elif not before.lower().endswith(APPLE_ONLY):
                problems.append(f"{place}: no region of {CODE_FOLDER} has this code, and the paragraph before "
                                "it does not end by saying that it is not compiled.")
            elif not APPLE_IMPORT.search(code):
                problems.append(f"{place}: this is not compiled, and imports nothing that only Apple's systems have.")
            else:
                counts["apple"] += 1
    for name in found:
        if name not in shown:
            problems.append(f"{found[name][1]}: no article has the region {name}.")
    return problems, counts


def check_topics(root, graphs):
    """Returns what the first pages of the targets leave out, as sentences, and their numbers of symbols."""
    problems, count = [], 0
    for folder in sorted(path for path in graphs.iterdir() if path.is_dir()):
        room = folder.name
        graph = json.loads((folder / f"{room}.symbols.json").read_text(encoding="utf-8"))
        symbols = {symbol["pathComponents"][0] for symbol in graph["symbols"] if len(symbol["pathComponents"]) == 1}
        page = root / "Sources" / room / f"{room}.docc" / f"{room}.md"
        curated = CURATED.findall(page.read_text(encoding="utf-8")) if page.exists() else []
        count += len(symbols)
        problems += [f"{page.relative_to(root)} doesn't list {name}." for name in sorted(symbols - set(curated))]
        problems += [f"{page.relative_to(root)} lists {name} twice." for name in sorted(set(curated))
                     if curated.count(name) > 1]
    return problems, count


def main():
    root = Path(__file__).resolve().parent.parent
    if sys.argv[1:] == ["--manifest"]:
        found = manifests(root)
        if len(found) != 1:
            sys.exit(f"The articles have {len(found)} manifests instead of one.")
        print(found[0])
        return None
    if sys.argv[1:2] == ["--topics"] and len(sys.argv) == 3:
        problems, count = check_topics(root, Path(sys.argv[2]))
        done = f"the first pages of the targets list all {count} public symbols"
    elif len(sys.argv) == 1:
        problems, counts = check(root)
        done = (f"{counts['compiled']} pieces of code in the articles are compiled and run by the tests, "
                f"{counts['apple']} say that they are not compiled, and {counts['manifest']} manifest is resolved")
        if counts["compiled"] == 0 or counts["manifest"] != 1:
            problems.append("The articles have no code that is compiled, or no manifest.")
    else:
        sys.exit(__doc__)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(1)
    print(done)
    return None


if __name__ == "__main__":
    main()
