#!/usr/bin/env python3
"""Writes Sources/ServerFiles/docs.html, the API as a readable page, from Sources/ServerFiles/openapi.json, and the hash
of the page's style for its content security policy.

    Scripts/make-api-docs.py            writes the page and the hash
    Scripts/make-api-docs.py --check    exits with 1 if they don't match the document

The page needs no script and loads nothing: it is served with `default-src 'none'` and the hash of its one style
element, which holds Scripts/api-docs.css between two line breaks.
"""

import base64
import hashlib
import json
import re
import shlex
import sys
from html import escape
from pathlib import Path
from urllib.parse import urlencode

FOLDER = Path(__file__).resolve().parent.parent / "Sources" / "ServerFiles"
# The server puts its own address in its place.
ORIGIN = "http://localhost:8080"
# Independent of the document: its hash never depends on what the document says.
STYLE = (Path(__file__).resolve().parent / "api-docs.css").read_text(encoding="utf-8")
STYLE_ELEMENT = "\n" + STYLE


class Document:
    """The OpenAPI document, which resolves its `$ref`s."""

    def __init__(self, text):
        self.root = json.loads(text)

    def part(self, name):
        return self.root["components"].get(name, {})

    def resolve(self, node):
        """Returns the object itself, and its name among the components, if it has one."""
        name = None
        while isinstance(node, dict) and "$ref" in node:
            *_, kind, name = node["$ref"].split("/")
            node = self.part(kind)[name]
        return node, name

    def body(self, operation):
        """Returns the body of an operation's requests; nothing if they have none."""
        return self.resolve(operation.get("requestBody", {}))[0]

    def operations(self):
        for path, item in self.root["paths"].items():
            for method, operation in item.items():
                yield method, path, operation


# Text


def inline(text):
    """Renders code, bold and links of Markdown, and escapes the rest."""
    out = []
    for part in re.split(r"(`[^`]+`)", text):
        if part.startswith("`") and len(part) > 1:
            out.append(f"<code>{escape(part[1:-1], quote=False)}</code>")
        else:
            part = escape(part, quote=False)
            out.append(re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", part))
    return "".join(out)


def prose(text):
    blocks = []
    for block in text.split("\n\n"):
        lines = block.split("\n")
        if all(line.startswith("- ") for line in lines):
            blocks.append("<ul>" + "".join(f"<li>{inline(line[2:])}</li>" for line in lines) + "</ul>")
        else:
            blocks.append(f"<p>{inline(block)}</p>")
    return "\n".join(blocks)


def words(value):
    return f"<code>{escape(json.dumps(value, ensure_ascii=False), quote=False)}</code>"


def block(value):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    return f"<pre>{escape(text, quote=False)}</pre>"


# Schemas


def kind(document, schema):
    """Describes a schema in one line."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f'<a href="#schema-{name}">{name}</a>'
    if "const" in schema:
        return "always " + words(schema["const"])
    if "enum" in schema:
        return " or ".join(words(value) for value in schema["enum"])
    for key, joint in (("oneOf", " or "), ("anyOf", " or ")):
        if key in schema:
            return joint.join(kind(document, option) for option in schema[key])
    if "allOf" in schema:
        return narrowed(document, schema)
    types = schema.get("type", "any value")
    text = " or ".join(types) if isinstance(types, list) else types
    if schema.get("format") == "binary":
        text = "file"
    if text == "array":
        text = "list of " + kind(document, schema.get("items", {}))
    bounds = limits(schema)
    return text + (f", {bounds}" if bounds else "")


def narrowed(document, schema):
    """Describes `allOf` of a named schema and constants for some of its keys."""
    names = [kind(document, part) for part in schema["allOf"] if "$ref" in part]
    with_ = [
        f"<code>{key}</code> {kind(document, value)}"
        for part in schema["allOf"]
        for key, value in part.get("properties", {}).items()
    ]
    return ", ".join(names) + (", with " + ", ".join(with_) if with_ else "")


def limits(schema):
    found = []
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        found.append(f"{low} to {'2<sup>53</sup>−1' if high == 2**53 - 1 else high}")
    elif low is not None:
        found.append(f"from {low}")
    for least, most, unit in (("minLength", "maxLength", "characters"), ("minItems", "maxItems", "")):
        low, high = schema.get(least), schema.get(most)
        if high is not None:
            found.append(f"{low} to {high} {unit}".strip() if low else f"at most {high} {unit}".strip())
        elif low and unit and low > 1:
            found.append(f"at least {low} {unit}".strip())
    # Patterns of requests are described in words instead.
    if "pattern" in schema and not schema["pattern"].startswith((r"\S", "^[!-~]")):
        found.append(f"<code>{escape(schema['pattern'], quote=False)}</code>")
    return ", ".join(found)


def rows(document, entries, title="Name"):
    """Renders a table of (name, kind, needed, text)."""
    lines = []
    for name, kind_, needed, text in entries:
        need = ' <span class="need">needed</span>' if needed else ""
        lines.append(
            f'<tr><th scope="row"><code>{escape(name)}</code><span class="kind">{kind_}{need}</span></th>'
            f"<td>{inline(text) if text else ''}</td></tr>"
        )
    head = f'<thead><tr><th scope="col">{title}</th><th scope="col">Meaning</th></tr></thead>'
    return f"<table>{head}<tbody>{''.join(lines)}</tbody></table>"


def meaning(document, schema):
    resolved, _ = document.resolve(schema)
    text = schema.get("description") or resolved.get("description", "")
    return text.split("\n\n")[0]


def properties(document, schema, answers):
    required = schema.get("required", [])
    entries = []
    for name, value in schema["properties"].items():
        text = meaning(document, value)
        if answers and name not in required and schema.get("additionalProperties") is False:
            text = "Not always present. " + text
        entries.append((name, kind(document, value), name in required and not answers, text))
    return rows(document, entries)


def schema_section(document, name, schema, requests):
    inner = [folded(f"schema-{name}", name), prose(schema.get("description", ""))]
    if "properties" in schema:
        inner.append(properties(document, schema, name not in requests))
    else:
        inner.append(f'<p class="kind">{kind(document, schema)}</p>')
    return "\n".join(inner) + "</div></details>"


def folded(anchor, name):
    """Begins a section that is folded. A link to what is inside opens it."""
    return f'<details class="card"><summary><h3>{name}</h3></summary><div id="{anchor}">'


def request_schemas(document):
    """Returns the names of schemas used in requests, for which `required` is worth stating."""
    found = set()

    def visit(node):
        if isinstance(node, dict):
            if "$ref" in node:
                resolved, name = document.resolve(node)
                if name not in found and "/schemas/" in node["$ref"]:
                    found.add(name)
                    visit(resolved)
            for value in node.values():
                visit(value)
        elif isinstance(node, list):
            for value in node:
                visit(value)

    for _, _, operation in document.operations():
        visit({media: entry["schema"] for media, entry in document.body(operation).get("content", {}).items()})
    return found


# Operations


def examples(document, media):
    found = []
    for entry in media.get("examples", {}).values():
        example, _ = document.resolve(entry)
        found.append(f"<p>{inline(example.get('summary', ''))}</p>{block(example['value'])}")
    if "example" in media:
        found.append(block(media["example"]))
    if not found:
        return ""
    word = "Example" if len(found) == 1 else f"{len(found)} examples"
    return f"<details><summary>{word}</summary>{''.join(found)}</details>"


def content(document, content_):
    parts = []
    for media_type, media in content_.items():
        text = "" if media["schema"].get("format") == "binary" else ": " + kind(document, media["schema"])
        parts.append(f'<p><code>{media_type}</code>{text}</p>{examples(document, media)}')
    return "".join(parts)


def header_table(document, headers):
    entries = []
    for name, header in headers.items():
        header, _ = document.resolve(header)
        text = header.get("description", "")
        if not header.get("required"):
            text = "Not always present. " + text
        entries.append((name, kind(document, header["schema"]), False, text))
    table = rows(document, entries, "Header")
    return f"<details><summary>Headers</summary>{table}</details>"


def answer(document, status, response, heading=""):
    mood = "good" if status < "400" else "bad"
    out = [
        f'<div class="inner"{heading}><p><span class="status {mood}">{status}</span> '
        f"{inline(response['description'])}</p>",
        content(document, response.get("content", {})),
    ]
    if response.get("headers"):
        out.append(header_table(document, response["headers"]))
    return "".join(out) + "</div>"


def answers(document, operation):
    out = ["<h4>Answers</h4>"]
    for status, response in operation["responses"].items():
        resolved, name = document.resolve(response)
        if name:
            mood = "good" if status < "400" else "bad"
            out.append(
                f'<div class="answer"><span class="status {mood}">{status}</span><p>{inline(resolved["description"])} '
                f'<a href="#answer-{name}">{name}</a></p></div>'
            )
        else:
            out.append(answer(document, status, resolved))
    return "\n".join(out)


def parameter_table(document, operation):
    entries = []
    for parameter in operation.get("parameters", []):
        parameter, _ = document.resolve(parameter)
        where = f"{parameter['in']}, {kind(document, parameter['schema'])}"
        if parameter.get("deprecated"):
            where += ", for old apps"
        entries.append((parameter["name"], where, parameter.get("required"), parameter.get("description", "")))
    return "<h4>Parameters</h4>" + rows(document, entries) if entries else ""


def example_of(document, thing):
    if "example" in thing:
        return thing["example"]
    for entry in thing.get("examples", {}).values():
        return document.resolve(entry)[0]["value"]
    return ""


def curl(document, method, path, operation):
    """Returns a command that can be pasted into a shell."""
    query, words_ = {}, ["curl"]
    if method != "get":
        words_ += ["-X", method.upper()]
    for parameter in operation.get("parameters", []):
        parameter, _ = document.resolve(parameter)
        name, value = parameter["name"], str(example_of(document, parameter))
        if parameter["in"] == "path":
            path = path.replace("{" + name + "}", value)
        elif parameter["in"] == "header" and parameter.get("required"):
            words_ += ["-H", f"{name}: {value}"]
        elif parameter["in"] == "query" and name in ("page_no", "items_per_page"):
            query[name] = value
    for media_type, media in document.body(operation).get("content", {}).items():
        value = example_of(document, media)
        if media_type == "application/json":
            words_ += ["-H", f"Content-Type: {media_type}", "-d", json.dumps(value, ensure_ascii=False)]
        else:
            words_ += form_words(value)
        break
    words_.append(ORIGIN + path + ("?" + urlencode(query) if query else ""))
    if path.startswith("/images/"):
        words_[1:1] = ["-O"]
    # One option per line: long lines break badly on phones.
    text, line = [], ""
    for word in words_:
        is_new = word.startswith(("-H", "-d", "-F", "http")) and line
        if is_new:
            text.append(line)
            line = "   "
        line = f"{line} {shlex.quote(word)}" if line else word
    return "<h4>With curl</h4>" + block(" \\\n".join([*text, line]))


def form_words(form):
    found = []
    for name, value in form.items():
        if isinstance(value, dict):
            found += ["-F", f"{name}={json.dumps(value, ensure_ascii=False)}"]
        elif isinstance(value, list):
            for number in range(len(value)):
                found += ["-F", f"{name}=@photo{number + 1 if number else ''}.jpg"]
        else:
            found += ["-F", f"{name}={value}"]
    return found


def request_body(document, operation):
    request = document.body(operation)
    if not request:
        return ""
    return f"<h4>Body</h4><p>{inline(request.get('description', ''))}</p>" + content(document, request["content"])


def operation_card(document, method, path, operation):
    return "\n".join([
        f'<article class="card" id="{operation["operationId"]}">',
        f'<details><summary><span class="head"><span class="method {method}">{method.upper()}</span>'
        f'<span class="path">{escape(path)}</span></span>',
        f"<h3>{inline(operation['summary'])}</h3></summary>",
        prose(operation.get("description", "")),
        parameter_table(document, operation),
        request_body(document, operation),
        answers(document, operation),
        curl(document, method, path, operation),
        "</details></article>",
    ])


# The page


def contents(document):
    out = ["<ul>"]
    for tag in document.root["tags"]:
        out.append(f'<li><a class="group" href="#tag-{tag["name"]}">{tag["name"]}</a></li>')
        for method, path, operation in document.operations():
            if tag["name"] in operation["tags"]:
                out.append(
                    f'<li><a href="#{operation["operationId"]}"><span class="tiny t-{method}">{method.upper()}</span>'
                    f"<span>{inline(operation['summary'])}<span class=\"kind\">{escape(path)}</span></span></a></li>"
                )
    out.append('<li><a class="group" href="#answers">Shared answers</a></li>')
    out.append('<li><a class="group" href="#schemas">Schemas</a></li></ul>')
    return "".join(out)


def shared_answers(document):
    statuses = {"MethodNotAllowed": "405"}
    for _, _, operation in document.operations():
        for status, response in operation["responses"].items():
            statuses.setdefault(document.resolve(response)[1], status)
    out = []
    for name, response in sorted(document.part("responses").items(), key=lambda entry: statuses[entry[0]]):
        out.append(folded(f"answer-{name}", name))
        out.append(answer(document, statuses[name], response) + "</div></details>")
    return "\n".join(out)


def page(document):
    info, requests = document.root["info"], request_schemas(document)
    sections = []
    for tag in document.root["tags"]:
        sections.append(f'<h2 id="tag-{tag["name"]}">{tag["name"]}</h2><div class="lead">{prose(tag["description"])}</div>')
        sections += [
            operation_card(document, *found) for found in document.operations() if tag["name"] in found[2]["tags"]
        ]
    schemas = [schema_section(document, name, schema, requests) for name, schema in document.part("schemas").items()]
    listed = contents(document)
    return "\n".join([
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(info['title'])}: the API</title>",
        f'<meta name="description" content="{escape(info["summary"])}">',
        f"<style>{STYLE_ELEMENT}</style>\n</head>\n<body>",
        '<a class="skip" href="#main">Skip to content</a>\n<div class="page">',
        f'<nav class="wide" aria-label="Contents">{listed}</nav>',
        f'<div><header class="top"><h1>{escape(info["title"])}</h1><p class="tagline">{inline(info["summary"])}</p>',
        f'<span class="version">Version {escape(info["version"])}</span></header>',
        f'<nav class="narrow" aria-label="Contents"><details><summary>Contents</summary>{listed}</details></nav>',
        f'<main id="main"><div class="lead">{prose(info["description"])}',
        '<p>The same for programs: <a href="/openapi.json">openapi.json</a></p></div>',
        *sections,
        '<h2 id="answers">Shared answers</h2>',
        shared_answers(document),
        '<h2 id="schemas">Schemas</h2>',
        '<p class="lead">Everything in an answer is always present unless it says otherwise; no other keys are sent.</p>',
        *schemas,
        "</main><footer>Made from openapi.json by Scripts/make-api-docs.py.</footer></div></div>\n</body>\n</html>\n",
    ])


def style_header():
    digest = base64.b64encode(hashlib.sha256(STYLE_ELEMENT.encode()).digest()).decode()
    return (
        "// Made by Scripts/make-api-docs.py. Do not edit.\n"
        f'#define SERVER_FILE_DOCS_STYLE "sha256-{digest}"\n'
    )


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__.strip())
    files = {
        FOLDER / "docs.html": page(Document((FOLDER / "openapi.json").read_text(encoding="utf-8"))),
        FOLDER / "include" / "docs-style.h": style_header(),
    }
    if sys.argv[1:] == ["--check"]:
        late = [file for file, text in files.items() if not file.exists() or file.read_text(encoding="utf-8") != text]
        if late:
            sys.exit(f"{late[0].name} is out of step with openapi.json: run Scripts/make-api-docs.py.")
        return
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
