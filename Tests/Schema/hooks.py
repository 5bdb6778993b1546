"""Gives schemathesis what a document can't: ids, secrets, tokens, pictures and cursors that exist.

A request that is meant to be valid is corrected where the contract ties one value to another (a discount to its price,
a picture to its product); one that is meant to be invalid is sent as it is.
"""

import base64
from urllib.parse import quote

import schemathesis
from hypothesis import strategies as st

from amounts import put_amounts_right
from market import SECRET, Market
from pictures import png

market = Market()

files = st.builds(png, st.integers(1, 40), st.integers(1, 40), st.tuples(*[st.integers(0, 255)] * 3))
schemathesis.openapi.format("binary", files)
schemathesis.openapi.format("base64-image", files.map(lambda file: base64.b64encode(file).decode()))


@schemathesis.deserializer("text/plain")
def plain_text(context, response):
    """Reads plain text, for the links of the document: a token goes from one response into the next request."""
    return response.content.decode("utf-8")


@schemathesis.auth().apply_to(path_regex="^/api/operator/")
class OperatorKey:
    """Presents the key of an operator, except where it is tested that nobody gets in without one."""

    def get(self, case, context):
        return market.key

    def set(self, case, key, context):
        case.headers["Authorization"] = f"Bearer {key}"


# The operations whose `{id}` is a product's or an item's.
OF_A_PRODUCT = {"showProduct", "editProduct", "issueDeleteToken", "issueDeletePath", "showContact", "showOwnContact",
                "showItem", "editItem", "showItemNoSlash", "editItemNoSlash", "reportListing"}

# The operations that change what everybody sees of a product, so that each needs one of its own.
OF_ITS_OWN = {"changeState", "renewListing", "bumpListing", "issueRight", "revokeRights"}

# The operations that only this machine may call, and nobody through a proxy.
FOR_THIS_MACHINE = {"showMetrics"}


@schemathesis.hook
def before_call(context, case, kwargs):
    name = case.operation.definition.raw["operationId"]
    if name not in FOR_THIS_MACHINE:
        # Every request comes from another visitor: from one address, after some 60 wrong secrets, 429 would be the
        # only answer, and nothing behind it would be tested.
        case.headers["X-Forwarded-For"] = market.visitor_address()
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    choose_target(name, case)
    choose_headers(name, case)
    if case.query and case.query.get("cursor"):
        # Any other text is 400.
        case.query["cursor"] = market.cursor or ""
        # A cursor belongs to one order, and this one to that of the plain list.
        case.query.pop("sort", None)
    if name in OF_ITS_OWN and not isinstance(case.body, dict):
        # The body may be left out, with a right.
        case.body, case.media_type = {}, "application/json"
    if isinstance(case.body, dict):
        put_body_right(name, case)
    elif isinstance(case.body, str) and not market.one_in(4):
        case.body = SECRET


def choose_target(name, case):
    """Chooses an existing target, three times in four."""
    if not case.path_parameters or market.one_in(4):
        return
    if name in OF_A_PRODUCT:
        case.path_parameters["id"] = market.next(market.ids)
    elif name.startswith("deleteItem") or name == "showOwnProduct" or name in OF_ITS_OWN:
        case.path_parameters["id"] = market.new_product()
    elif name == "deleteProductByToken":
        case.path_parameters["id"] = market.new_product()
        case.path_parameters["token"] = market.token(case.path_parameters["id"])
    elif name.startswith("deleteProduct"):
        case.path_parameters["id"] = market.token(market.new_product())
    elif name in ("showReport", "decideReport"):
        case.path_parameters["id"] = market.report() if name == "decideReport" else 1
    elif name in ("holdListing", "giveBackListing"):
        case.path_parameters["id"] = market.new_product()
        # Some decide what is reported.
        market.report_listing(case.path_parameters["id"])
        if name == "giveBackListing":
            market.hide(case.path_parameters["id"])
    elif name in ("lockListing", "unlockListing"):
        case.path_parameters["id"] = market.new_product()
        if name == "unlockListing":
            market.lock(case.path_parameters["id"])
    elif name in ("blockSeller", "unblockSeller"):
        case.path_parameters["id"] = market.seller()
    elif name == "readReceipt":
        case.path_parameters["token"] = market.receipt
    elif name == "showImage":
        case.path_parameters["file"] = market.next(market.files)


def choose_headers(name, case):
    headers = case.headers or {}
    if "If-Match" in headers and market.one_in(2):
        headers["If-Match"] = "*"
    if case.path.startswith("/api/operator/"):
        return
    # No generated right exists.
    headers.pop("Authorization", None)
    if name == "showOwnProduct" and (right := market.right(case.path_parameters["id"])):
        headers["Authorization"] = f"Bearer {right}"
    if "Idempotency-Key" in headers and not market.one_in(5):
        # A fresh key: the example's key would be valid for the first request only.
        number = str(next(market.turn))
        headers["Idempotency-Key"] = headers["Idempotency-Key"][: 255 - len(number)] + number
    if headers.get("vendor-name"):
        headers["vendor-name"] = quote(headers["vendor-name"][:90])


def put_body_right(name, case):
    body = case.body
    is_form = case.media_type == "multipart/form-data"
    fields = body["params"] if is_form and isinstance(body.get("params"), dict) else body
    for key in ("secret", "password"):
        if isinstance(fields.get(key), str):
            # The limit counts bytes, which a schema can't express.
            fields[key] = fields[key].encode()[:128].decode(errors="ignore") or "0"
            if "post" != case.method.lower() or name in OF_ITS_OWN or name.startswith(("issue", "showOwn")):
                fields[key] = SECRET if not market.one_in(4) else fields[key]
    if name in OF_ITS_OWN:
        # The secret or a right, which a schema can't express. There is no right to generate, see choose_headers.
        fields.setdefault("secret", SECRET)
    for key, text in (("name", "의자"), ("title", "의자"), ("reason", "The bill is genuine")):
        # What is visible can't be expressed by a schema. What one reports for is one of a list, and always visible.
        if isinstance(fields.get(key), str) and not any(c.isprintable() and not c.isspace() for c in fields[key]):
            fields[key] = text
    if fields.get("category"):
        # The operator defines the categories; this one is there from the beginning.
        fields["category"] = "books"
    for key in ("images", "images[]"):
        if is_form and isinstance(body.get(key), list):
            # The document's examples can't hold bytes.
            body[key] = [png(8, 6, (200, 80, 40)) if str(file).startswith("(a") else file for file in body[key]]
    if "images" in body and "images[]" in body:
        del body["images"]
    if name.startswith("deleteItem") and "id" in body:
        body["id"] = case.path_parameters["id"]
    put_amounts_right(fields, is_change=case.method.upper() == "PATCH")
    if name == "changeState":
        # Most days are in the past, or too far ahead.
        body.pop("reserved_until", None)
    if name == "blockContact" and isinstance(fields.get("contact"), str):
        # What is somebody's own can't be expressed by a schema.
        fields["contact"] = "010-1234-5678"
    if name in ("reportListing", "reportVendor"):
        # What some reasons need, and which texts are readable, which a schema can't express.
        fields.update(text="It is mine.", good_faith=True)
        for key, text in (("name", "Kim"), ("mail", "kim@example.com")):
            if fields.get(key):
                fields[key] = text
    if name == "editProduct":
        put_pictures_right(body, fields, case.path_parameters["id"])


def put_pictures_right(body, fields, product):
    """Only pictures of this product can be kept, and at most five in all."""
    for key in ("thumbnail_id", "thumbnailId"):
        fields.pop(key, None)
    there = market.pictures_of(product)
    if there is None:
        for pictures in ("image_ids", "images", "images[]"):
            fields.pop(pictures, None)
            body.pop(pictures, None)
        return
    if not there:
        # An item listed without pictures.
        fields.pop("image_ids", None)
    elif "image_ids" in fields:
        fields["image_ids"] = there[: max(1, len(fields["image_ids"]))]
        there = fields["image_ids"]
    elif fields is not body and not there:
        return
    if isinstance(body.get("images"), list):
        body["images"] = body["images"][: 5 - len(there)]
