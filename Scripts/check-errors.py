#!/usr/bin/env python3
"""Checks that what goes wrong is said in words: each error that a log or an operator can see describes itself, because Swift
prints the others as code, such as `unavailable(reason: "…")`.
"""

import re
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "Sources"
# Their errors are told in the texts of each language (MarketTexts), or are those of the client library.
OTHERS = {"MarketAPI", "MarketClient", "MarketModels", "MarketViewModels"}
# Each is turned into a sentence where it is caught, or into a response.
ELSEWHERE = {"RequestError", "WebError", "FailedAttempt", "CSVReader.Failure",
             "ImportProblem", "MarketMove.Failure"}

ERROR = re.compile(r"^( *)(?:\w+ )*(?:enum|struct|class) (\w+): ([^{]*\bError\b[^{]*)\{", re.MULTILINE)
TYPE = re.compile(r"^(?:\w+ )*(?:enum|struct|class|extension) ([\w.]+)", re.MULTILINE)
DESCRIBED = re.compile(r"^extension ([\w.]+): [^{]*CustomStringConvertible", re.MULTILINE)


def main():
    errors, described = {}, set()
    for path in sorted(SOURCES.glob("*/**/*.swift")):
        if path.relative_to(SOURCES).parts[0] in OTHERS:
            continue
        text = path.read_text()
        described.update(DESCRIBED.findall(text))
        for match in ERROR.finditer(text):
            indent, name, protocols = match.groups()
            if indent:
                name = TYPE.findall(text[:match.start()])[-1] + "." + name
            errors[name] = path
            if "CustomStringConvertible" in protocols:
                described.add(name)
    known = {name for name in errors if name in ELSEWHERE or name.split(".")[-1] in ELSEWHERE}
    silent = sorted(set(errors) - described - known)
    for name in silent:
        print(f"{errors[name].relative_to(SOURCES.parent)}: {name} has no description in words (CustomStringConvertible)")
    if not errors or silent:
        sys.exit(1)
    print(f"{len(errors)} kinds of errors, {len(described & set(errors))} with words of their own.")


main()
