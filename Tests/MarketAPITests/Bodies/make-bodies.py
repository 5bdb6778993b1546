#!/usr/bin/env python3
"""Writes every *.http file in this folder, and expected.json. It needs only Python.

Each file is one request, head and body, with the bytes that an app sends. expected.json has the expected response of a
new market, after the requests listed in "after" have been sent. The facts are those of API.md.
"""
import base64
import json
import pathlib
import struct
import uuid

FOLDER = pathlib.Path(__file__).parent
VENDOR = "680a5dc5-d1b8-11ec-9676-819f7cbd69a2"
# Stands for the delete token that the request before it was answered with.
TOKEN = "00000000-0000-0000-0000-000000000000"

# Photos of 8 × 8 pixels.
PHOTOS = [base64.b64decode(photo) for photo in (
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb"
    "qmx5moq6T/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABf/EABgQAAIDAAAAAAAAAAAAAAAAAAQRABQh/9oACAEBAAA/ACAQrCxu"
    "f//Z",
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb"
    "qmx5moq6T/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABYQAAMAAAAAAAAAAAAAAAAAAAAFQf/aAAgBAQAAPwB7Sn//2Q==",
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb"
    "qmx5moq6T/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABYQAAMAAAAAAAAAAAAAAAAAAAAVYv/aAAgBAQAAPwAEkn//2Q==",
)]

CHAIR = {"name": "의자", "descriptions": "나무 의자입니다.", "price": 12000, "currency": "KRW",
         "discounted_price": 1000, "stock": 3, "secret": "correct horse"}
CHAIR_ANSWER = {"name": "의자", "description": "나무 의자입니다.", "price": 12000, "currency": "KRW",
                "discounted_price": 1000, "bargain_price": 11000, "stock": 3}
# In `items`, `discounted_price` is the price that is paid.
ITEM = {"title": "의자", "descriptions": "나무 의자입니다.", "price": 12000, "currency": "KRW", "stock": 3,
        "discounted_price": 11000, "password": "correct horse"}
ITEM_ANSWER = {key: value for key, value in ITEM.items() if key != "password"}


def without(values, *keys):
    return {key: value for key, value in values.items() if key not in keys}


# MARK: The bytes

def photo(index, boundary=None):
    """A photo; with a boundary, its comment contains everything that could be mistaken for a delimiter of that body."""
    data = PHOTOS[index % 3]
    if boundary is None:
        return data
    line = b"--" + boundary.encode()
    comment = b"\r\n" + line + b"x\n" + line + b" -\r\n--\n\r\r\n" + line + b"-\r\0\"\r\n"
    return data[:2] + b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment + data[2:]


def encoded(value):
    """As JSONEncoder writes it: no spaces, every slash escaped."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("/", "\\/").encode()


class Part:
    def __init__(self, data, *header):
        self.data, self.header = data, header

    def bytes(self, behind_data):
        return "\r\n".join(self.header + ("", "")).encode() + self.data + behind_data


def text_part(name, value, disposition='Content-Disposition: form-data; name="{}"'):
    return Part(value if isinstance(value, bytes) else str(value).encode(), disposition.format(name))


def params_part(values=CHAIR, header='Content-Disposition: form-data; name="params"'):
    return Part(values if isinstance(values, bytes) else encoded(values), header)


def image_part(data, disposition='form-data; name="images"; filename="photo{}.jpg"', kind="Content-Type: image/jpeg",
               index=0):
    header = "Content-Disposition: " + disposition.replace("{}", str(index + 1))
    return Part(data, *([header, kind] if kind else [header]))


def multipart(boundary, parts, prefix=b"", behind_data=b"", end=b"\r\n--{}--\r\n"):
    line = b"--" + boundary.encode()
    body = prefix + b"\r\n".join(line + b"\r\n" + part.bytes(behind_data) for part in parts)
    return body + end.replace(b"{}", boundary.encode())


def request(method, path, body=b"", headers=()):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *headers]
    if body or method not in ("GET", "DELETE"):
        lines.append(f"Content-Length: {len(body)}")
    lines += ["Accept: */*", "Accept-Language: ko-KR,ko;q=0.9", "Connection: keep-alive",
              "User-Agent: OpenMarket/1 CFNetwork/1333.0.4 Darwin/21.5.0"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


# MARK: The manifest

MANIFEST = []
FACTS = {
    "multipart": "Multipart, as apps really send it: ",
    "rules": "Rules for every edition: ",
    "items": "items: ",
    "training": "training: ",
}


def case(name, fact, data, status, product=None, images=None, edition="training", answer=None, after=()):
    """Writes one file. `product` has expected fields of the response, `images` the number of its images."""
    section, sentence = fact
    (FOLDER / f"{name}.http").write_bytes(data)
    MANIFEST.append({
        "file": f"{name}.http", "edition": edition, "after": [f"{earlier}.http" for earlier in after],
        "status": status, "answer": answer or ("product" if status < 300 else "error"),
        "fact": FACTS[section] + sentence, "product": product, "images": images,
    })


def listing(name, fact, parts=None, boundary=None, content_type='multipart/form-data; boundary={}', images=2,
            status=201, product=CHAIR_ANSWER, path="/api/products", method="POST", edition="training",
            headers=(f"identifier: {VENDOR}",), after=(), **layout):
    """A multipart request. `parts` creates the parts from the photos; `layout` is passed to `multipart`."""
    boundary = boundary or "Boundary-" + str(uuid.uuid5(uuid.NAMESPACE_URL, name)).upper()
    # More than three with comments would make a large file.
    photos = [photo(index, boundary if images <= 3 else None) for index in range(images)]
    made = parts(photos) if parts else [params_part(), *map_images(photos)]
    body = layout.pop("body", None) or multipart(boundary, made, **layout)
    kind = [f"Content-Type: {content_type.format(boundary)}"] if content_type else []
    failed = status >= 300
    case(name, fact, request(method, path, body, [*headers, *kind]), status, None if failed else product,
         None if failed else images, edition, after=after)


def map_images(photos, *arguments):
    return [image_part(data, *arguments, index=index) for index, data in enumerate(photos)]


def item(name, fact, texts=ITEM, part_name="images[]", images=2, **others):
    disposition = f'form-data; name="{part_name}"; filename="photo{{}}.jpg"'
    settings = {"path": "/item", "edition": "items", "headers": (), "status": 200, "product": ITEM_ANSWER, **others}
    settings.setdefault("parts", lambda photos: [
        *(text_part(key, value) for key, value in texts.items()), *map_images(photos, disposition)
    ])
    listing(name, fact, images=images, **settings)


def plain(name, fact, method, path, values=None, status=200, product=None, images=None, headers=(), **others):
    """A request whose body is JSON, or that has none."""
    body = b"" if values is None else values if isinstance(values, bytes) else encoded(values)
    case(name, fact, request(method, path, body, headers), status, product, images, **others)


# MARK: Multipart, as apps really send it

def multipart_facts():
    def fact(words):
        return ("multipart", words)

    def files(disposition, kind="Content-Type: image/jpeg"):
        return lambda photos: [params_part(), *map_images(photos, disposition, kind)]

    listing("an-ordinary-listing", ("training", "multipart: one part `params` (JSON), files `images` (1 to 5)"))
    listing("crlf-before-the-first-boundary", fact("CRLF before the first boundary"), prefix=b"\r\n")
    listing("no-closing-delimiter-at-all", fact("no closing delimiter at all"), end=b"\r\n")
    listing("an-opening-delimiter-at-the-end", fact("no closing delimiter at all"), end=b"\r\n--{}\r\n")
    listing("no-crlf-after-the-closing-delimiter", fact("no CRLF after the closing one"), end=b"\r\n--{}--")
    listing("an-extra-crlf-at-the-end-of-data", fact("an extra CRLF at the end of a part's data"),
            behind_data=b"\r\n")
    listing("content-disposition-without-the-space", fact("`Content-Disposition:form-data` without the space"),
            lambda photos: [params_part(header='Content-Disposition:form-data; name="params"'), *(
                Part(data, f'Content-Disposition:form-data; name="images"; filename="photo{index}.jpg"',
                     "Content-Type: image/jpeg") for index, data in enumerate(photos))])
    listing("two-spaces-after-content-type", fact("two spaces after `Content-Type:`"),
            files('form-data; name="images"; filename="photo{}.jpg"', "Content-Type:  image/jpeg"))
    listing("a-trailing-space-after-the-name", fact('a trailing space after `name="params"`'),
            lambda photos: [params_part(header='Content-Disposition: form-data; name="params" '), *map_images(photos)])
    listing("a-quoted-boundary-in-the-header", fact("a quoted boundary in the header"),
            content_type='multipart/form-data; boundary="{}"')
    listing("a-boundary-that-begins-with-dashes", fact("a boundary that itself begins with `----`"),
            boundary="----WebKitFormBoundary7MA4YWxkTrZu0gW")
    listing("a-part-without-content-type", fact("a part without `Content-Type`"),
            files('form-data; name="images"; filename="photo{}.jpg"', None))
    kinds = {"quoted": '"image/jpeg"', "jpg": "jpg", "of-three-types": "image/jpeg, image/jpg, image/png",
             "of-the-whole-body": "multipart/form-data"}
    for name, kind in kinds.items():
        listing(f"a-part-type-{name}", fact(f"a quoted or nonsense part type (`{kind}`)"),
                files('form-data; name="images"; filename="photo{}.jpg"', "Content-Type: " + kind))
    listing("an-unquoted-file-name", fact("an unquoted file name"),
            files('form-data; name="images"; filename=photo{}.jpg'))
    listing("no-file-name", fact("no file name"), files('form-data; name="images"'))
    names = {"without-extension": "photo{}", "with-spaces": "my photo {}.jpg",
             "with-colons": "2022-05-13 10:22:0{} +0000.jpg", "in-raw-korean": "빈티지 의자{}.jpg"}
    for name, text in names.items():
        words = name.replace("in-raw-korean", "with raw UTF-8 Korean").replace("-", " ")
        listing(f"a-file-name-{name}", fact(f"a file name {words}"),
                files(f'form-data; name="images"; filename="{text}"'))
    listing("the-same-file-name-on-every-image", fact("the same file name on every image"),
            files('form-data; name="images"; filename="photo.jpg"'), images=3)
    listing("images-before-the-text-parts", fact("images before the text parts"),
            lambda photos: [*map_images(photos), params_part()])
    listing("a-name-without-its-closing-quote", fact('`name="images[]` without its closing quote'),
            files('form-data; name="images[]; filename="photo{}.jpg"'))
    unclosed = 'form-data; name="images[]; filename="photo{}.jpg"'
    item("items-a-name-without-its-closing-quote", fact('`name="images[]` without its closing quote'),
         parts=lambda photos: [*(text_part(*text) for text in ITEM.items()), *map_images(photos, unclosed)])
    listing("a-photo-that-says-it-is-a-png", fact("never believe a name or a type"),
            files('form-data; name="images"; filename="photo{}.png"', "Content-Type: image/png"))
    listing("an-empty-file-name", fact('`filename=""` on an image'), files('form-data; name="images"; filename=""'))
    listing("an-empty-file-name-on-params", fact('`filename=""` on `params`'), lambda photos: [
        params_part(header='Content-Disposition: form-data; name="params"; filename=""'), *map_images(photos)])
    listing("a-file-name-on-params", fact("a file name on `params`"), lambda photos: [
        Part(encoded(CHAIR), 'Content-Disposition: form-data; name="params"; filename="params.json"',
             "Content-Type: application/json"), *map_images(photos)])
    behind = "text or a space after the closing quote of a header"
    texts = {"text": "application/json", "a-header": "Content-Type: application/json", "a-space": " ",
             "a-comma": ", charset=utf-8"}
    for name, text in texts.items():
        listing(f"{name}-after-the-closing-quote", fact(behind), lambda photos, text=text: [
            params_part(header='Content-Disposition: form-data; name="params"' + text),
            *map_images(photos, 'form-data; name="images"' + text + '; filename="photo{}.jpg"' + text)])
    listing("text-after-the-quoted-boundary", fact(behind),
            content_type='multipart/form-data; boundary="{}" charset=utf-8')
    listing("an-unquoted-name", fact("unquoted `name=params`"), lambda photos: [
        params_part(header="Content-Disposition: form-data; name=params"),
        *map_images(photos, "form-data; name=images; filename=photo{}.jpg")])
    listing("an-unquoted-name-without-semicolons", fact("unquoted `name=params`"), lambda photos: [
        params_part(header="Content-Disposition: form-data; name=params charset=utf-8"),
        *map_images(photos, "form-data; name=images filename=photo{}.jpg")])
    listing("unknown-extra-parts", fact("an unknown extra part"), lambda photos: [
        text_part("identifier", VENDOR), params_part(), *map_images(photos),
        image_part(b"no image", 'form-data; name="thumbnail"; filename="a.bin"', "Content-Type: x/y"),
        Part(b"", "Content-Type: text/plain")])
    for name, kind in {"header": "header", "with-a-parenthesis": "image/jpeg)"}.items():
        listing(f"a-part-type-{name}", fact(f"a part type `{kind}`"),
                files('form-data; name="images"; filename="photo{}.jpg"', "Content-Type: " + kind))
    listing("a-boundary-without-a-space-before-it", fact("`boundary=` without a space before it"),
            content_type="multipart/form-data;boundary={}")
    listing("a-boundary-without-a-semicolon-before-it", fact("`boundary=` without a space before it"),
            content_type="multipart/form-data boundary={}")
    listing("data-after-the-closing-delimiter", fact("data after the closing delimiter"),
            end=b'\r\n--{}--\r\n\r\n--{}\r\nContent-Disposition: form-data; name="params"\r\n\r\n{"name":"x"}\r\n')
    unreadable = "A body that can't be read at all ({}) is 400 with a reason"
    listing("no-boundary-anywhere", fact(unreadable.format("no boundary in the header or on the first line")),
            status=400, content_type="multipart/form-data",
            body=params_part().bytes(b"\r\n") + image_part(photo(0)).bytes(b"\r\n"))
    debugged = 'Optional("' + encoded(CHAIR).decode().replace('"', '\\"') + '")'
    listing("optional-as-the-params-part", fact(unreadable.format('`Optional("…")` as the `params` part')),
            lambda photos: [params_part(debugged.encode()), *map_images(photos)], status=400)


# MARK: Rules for every edition

def rules_for_every_edition():
    def fact(words):
        return ("rules", words)

    def params(values):
        return lambda photos: [params_part(values), *map_images(photos)]

    after = ["an-ordinary-listing"]
    form = "Content-Type: application/x-www-form-urlencoded"
    json_type = "Content-Type: application/json"
    change = {"stock": 7, "secret": "correct horse"}
    changed = {**CHAIR_ANSWER, "stock": 7}
    secret = {"secret": "correct horse"}
    listing("multipart-with-no-content-type-at-all", fact("several apps send multipart with no type at all"),
            content_type=None)
    untyped = fact("several apps send JSON with no type")
    plain("json-with-no-type", untyped, "PATCH", "/api/products/1", change, 202, changed, 2, after=after)
    plain("a-secret-with-no-type", untyped, "POST", "/api/products/1/secret", secret, answer="token", after=after)
    typed = fact("or as `application/x-www-form-urlencoded`")
    plain("json-as-a-form", typed, "PATCH", "/api/products/1", change, 202, changed, 2, [form], after=after)
    plain("a-secret-as-a-form", typed, "POST", "/api/products/1/secret", secret, headers=[form], answer="token",
          after=after)
    get = fact("set a `Content-Type` on GET")
    plain("content-type-on-a-get", get, "GET", "/api/products/1", None, 200, CHAIR_ANSWER, 2,
          ["Content-Type: multipart/form-data; boundary=Boundary-1"], after=after)
    plain("content-type-on-a-get-of-a-list", get, "GET", "/api/products?page_no=1&items_per_page=20", None, 200,
          without(CHAIR_ANSWER, "description"), headers=[json_type], answer="page", after=after)
    base64_images = [base64.b64encode(photo(index)).decode() for index in range(2)]
    listing("base64-images-inside-params", fact("two apps put all their images as base64 inside `params`"),
            params({"images": base64_images, **CHAIR}))
    raw = encoded(CHAIR).replace("입니다.".encode(), "입니다.\n\n\t튼튼합니다.\r\n!".encode())
    listing("raw-line-breaks-in-json", fact("A JSON text with raw line breaks inside strings is accepted"), params(raw),
            product={**CHAIR_ANSWER, "description": "나무 의자입니다.\n\n\t튼튼합니다.\r\n!"})
    numbers = {key: str(value) for key, value in CHAIR.items()}
    listing("numbers-as-strings", fact("Numbers may arrive as strings"), params(numbers))
    listing("empty-strings", fact('an empty string means 0 or "not given"'),
            params({**CHAIR, "discounted_price": "", "stock": ""}),
            product={**CHAIR_ANSWER, "discounted_price": 0, "bargain_price": 12000, "stock": 0})
    empty = {"name": "탁자", "price": "", "discounted_price": "", "currency": "", "stock": "", "thumbnail_id": ""}
    plain("empty-strings-in-a-patch", fact('an empty string means 0 or "not given"'), "PATCH", "/api/products/1",
          {**empty, **secret}, 202, {**CHAIR_ANSWER, "name": "탁자"}, 2, [json_type], after=after)
    decimals = {**CHAIR, "price": "12000.0", "discounted_price": "1000.00", "stock": "3.0"}
    listing("decimals-of-zero-as-strings", fact('`"1000.0"` as text'), params(decimals))
    plain("decimals-of-zero-as-strings-in-a-patch", fact('`"1000.0"` as text'), "PATCH", "/api/products/1",
          {"price": "15000.0", "discounted_price": "500.0", "stock": "7.0", **secret}, 202,
          {**CHAIR_ANSWER, "price": 15000, "discounted_price": 500, "bargain_price": 14500, "stock": 7}, 2,
          [json_type], after=after)
    no_body = fact("GET and DELETE with an empty body")
    empty_body = ["Content-Length: 0", json_type]
    chunks = ["Transfer-Encoding: chunked", json_type]
    listed = without(CHAIR_ANSWER, "description")
    plain("an-empty-body-on-a-get", no_body, "GET", "/api/products/1", None, 200, CHAIR_ANSWER, 2, empty_body,
          after=after)
    plain("an-empty-body-on-a-get-of-a-list", no_body, "GET", "/api/products?page_no=1&items_per_page=20", None, 200,
          listed, headers=empty_body, answer="page", after=after)
    case("empty-chunks-on-a-get", no_body,
         request("GET", "/api/products/1", headers=chunks) + b"0\r\n\r\n", 200, CHAIR_ANSWER, 2, after=after)
    deleted = "/api/products/1/" + TOKEN
    token = ["an-ordinary-listing", "a-secret-with-no-type"]
    plain("an-empty-body-on-a-delete", no_body, "DELETE", deleted, None, 200, CHAIR_ANSWER, 2, empty_body, after=token)
    case("empty-chunks-on-a-delete", no_body, request("DELETE", deleted, headers=chunks) + b"0\r\n\r\n", 200,
         CHAIR_ANSWER, 2, after=token)
    plain("a-misspelt-parameter", fact("`itmes_per_page` is ignored"), "GET",
          "/api/products?page_no=1&itmes_per_page=100", None, 200, {"page_no": 1, "items_per_page": 20}, answer="page",
          after=after)
    said_to_be_json = fact("a form that says it is JSON")
    listing("a-form-that-says-it-is-json", said_to_be_json, content_type="application/json")
    new_images = {**change, "image_ids": []}
    listing("a-patch-that-says-its-form-is-json", said_to_be_json,
            lambda photos: [params_part(new_images), *map_images(photos)], content_type="application/json", method="PATCH", path="/api/products/1", status=202, product=changed,
            after=after)
    aliases = {**without(CHAIR, "descriptions", "discounted_price"), "description": CHAIR["descriptions"],
               "discountedPrice": 1000}
    listing("aliases", fact("`descriptions` and `description`, `discounted_price` and `discountedPrice`, "
                            "`thumbnail_id` and `thumbnailId` are aliases in requests"), params(aliases))
    bare = ("training", '`{"secret":"…"}` or the bare JSON string `"…"`')
    plain("a-secret-as-a-bare-string", bare, "POST", "/api/products/1/secret", b'"correct horse"',
          headers=[json_type], answer="token", after=after)
    check = ("training", "`secret` alone is a password check")
    plain("a-secret-alone-in-a-patch", check, "PATCH", "/api/products/1", secret, 202, CHAIR_ANSWER, 2, [json_type],
          after=after)


# MARK: items

def items():
    def fact(words):
        return ("items", words)

    def one(method, name, words, values, product=None, images=None, **others):
        headers = others.pop("headers", ["Content-Type: application/json"])
        path = "/item" if method == "POST" else "/item/1"
        plain(name, fact(words), method, path, values, others.pop("status", 200), product, images, headers,
              edition="items", **others)

    after = ["items-text-parts"]
    password = {"password": ITEM["password"]}
    parts = ("Multipart parts: `title, descriptions, price, currency, stock (64-bit), discounted_price?, password`, "
             "files as `images[]` or `images`, at most 5")
    undiscounted = without(ITEM_ANSWER, "discounted_price")
    item("items-text-parts", fact(parts))
    item("items-images-without-brackets", fact(parts), part_name="images")
    item("items-stock-of-64-bits", fact(parts), {**ITEM, "stock": 5_000_000_000},
         product={**ITEM_ANSWER, "stock": 5_000_000_000})
    item("items-more-than-five-images", fact("More than five images: 400, `The number of images must be 5 or less`"),
         images=6, status=400)
    given = 'An empty text part means "not given"'
    item("items-empty-parts", fact(given), {**ITEM, "discounted_price": ""}, product=undiscounted)
    blank = {"title": "탁자", "descriptions": "", "price": "", "currency": "", "stock": "", "discounted_price": "",
             "password": "correct horse"}
    item("items-empty-parts-in-a-patch", fact(given), blank, images=1, method="PATCH", path="/item/1",
         product={**ITEM_ANSWER, "title": "탁자"}, after=after)
    careless = "`discountedPrice` may be empty or text like `nil` or `Optional(90)`: use it only if it is an integer"
    prices = {"nil": ("nil", undiscounted), "optional": ("Optional(90)", undiscounted), "empty": ("", undiscounted),
              "an-integer": (11000, ITEM_ANSWER)}
    for name, (value, product) in prices.items():
        item(f"items-discounted-price-{name}", fact(careless),
             {**without(ITEM, "discounted_price"), "discountedPrice": value}, product=product)
    item("items-optional-is-ordinary-text", fact('Elsewhere in `items` text like `Optional("…")` is ordinary text'),
         {**ITEM, "title": 'Optional("의자")'}, product={**ITEM_ANSWER, "title": 'Optional("의자")'})
    item("items-won", ("rules", "In `items`, `WON` in a request means `KRW`"), {**ITEM, "currency": "WON"})
    base64_images = [base64.b64encode(photo(index)).decode() for index in range(2)]
    in_json = "multipart, or JSON with `images` as base64 strings"
    one("POST", "items-json", in_json, {**ITEM, "images": base64_images}, ITEM_ANSWER, 2)
    one("POST", "items-json-with-no-type", in_json, {"images": base64_images, **ITEM}, ITEM_ANSWER, 2, headers=[])
    one("POST", "items-json-with-empty-images", 'and so does `""` as a base64 image',
        {**ITEM, "images": ["", *base64_images, ""]}, ITEM_ANSWER, 2)
    replaced = "the same, all optional but `password`; pictures that are given replace the old ones"
    one("PATCH", "items-json-in-a-patch", replaced,
        {"title": "탁자", "images": base64_images[:1], "password": "correct horse"},
        {**ITEM_ANSWER, "title": "탁자"}, 1, after=after)
    one("PATCH", "items-a-password-alone", "with `password` alone it is a password check",
        {"password": "correct horse"}, ITEM_ANSWER, 2, after=after)
    one("PATCH", "items-a-wrong-password", "Wrong password, or no such item: 404",
        {"title": "탁자", "password": "wrong"}, status=404, after=after)
    deletion = 'JSON `{"password"}`, or `{"id","password"}`'
    one("DELETE", "items-delete-with-a-password", deletion, {"password": "correct horse"}, ITEM_ANSWER, after=after)
    one("DELETE", "items-delete-with-an-id", 'when the body holds `id`: exactly `{"id":N}`',
        {"id": 1, "password": "correct horse"}, {"id": 1}, answer="exactly", after=after)
    colon = "`/items/:1`, from a path with a placeholder"
    for name, path in {"a-colon": "/items/:1", "an-encoded-colon": "/items/%3A1"}.items():
        plain(f"items-{name}-before-the-page", fact(colon), "GET", path, None, 200, {"page": 1}, answer="items",
              edition="items", after=after)
    plain("items-a-colon-before-another-page", fact(colon), "GET", "/items/:2", None, 200, {"page": 2}, answer="items",
          edition="items", after=after)
    plain("items-a-colon-before-the-id", fact(colon), "GET", "/item/:1", None, 200, ITEM_ANSWER, 2, edition="items",
          after=after)
    plain("items-an-empty-body-on-a-get", fact("GET with an empty body"), "GET", "/item/1", None, 200, ITEM_ANSWER, 2,
          ["Content-Length: 0"], edition="items", after=after)
    plain("items-an-empty-body-on-a-delete", fact("DELETE without a password"), "DELETE", "/item/1", None, 400,
          headers=["Content-Length: 0"], edition="items", after=after)
    item("items-a-form-that-says-it-is-json", fact("a form that says it is JSON"), {"stock": 7, **password}, images=1,
         method="PATCH", path="/item/1", content_type="application/json", product={**ITEM_ANSWER, "stock": 7},
         after=after)
    item("items-decimals-of-zero", fact('`"1000.0"` as text'),
         {**ITEM, "price": "12000.0", "stock": "3.0", "discounted_price": "11000.0"})
    item("items-unknown-extra-parts", fact("an unknown extra part"), {**ITEM, "category": "chairs", "image": ""})
    one("GET", "items-content-type-on-a-get", "the item with `descriptions` and `images`", None, ITEM_ANSWER, 2,
        after=after)


if __name__ == "__main__":
    for earlier in FOLDER.glob("*.http"):
        earlier.unlink()
    multipart_facts()
    rules_for_every_edition()
    items()
    text = json.dumps({"requests": MANIFEST}, ensure_ascii=False, indent=2)
    (FOLDER / "expected.json").write_text(text + "\n", encoding="utf-8")
