"""Corrects the amounts of a generated request where one value depends on another."""

import re

MOST = 9e13
# A number as the server parses it in a text; Python's own `float` also accepts `nan`, `1_000` and full-width digits.
AMOUNT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE)


def number(value):
    """Returns the value of an amount; None where the server reads no number: an empty text, `nil`."""
    if isinstance(value, str):
        text = re.sub(r"^Optional\((.*)\)$", r"\1", value.strip()).strip()
        value = float(text) if AMOUNT.fullmatch(text) else 0
    return value if isinstance(value, (int, float)) and value == value else 0


def put_amounts_right(fields, is_change):
    """Won and yen are whole, other currencies have cents, and no discount exceeds its price, including stored ones."""
    money = ("price", "discounted_price", "currency")
    if not any(key in fields for key in money):
        return
    if is_change and "currency" not in fields:
        fields["currency"] = "KRW"
    digits = 0 if fields.get("currency") in ("KRW", "JPY", "WON", None) else 2
    price = round(max(0, min(number(fields.get("price")), MOST)), digits)
    if is_change or number(fields.get("price")) != price:
        fields["price"] = price if digits else int(price)
    discount = fields.get("discounted_price")
    if "password" in fields:
        # In items it is the sale price, and an invalid one is ignored.
        if is_change or number(discount) > price:
            fields["discounted_price"] = int(price)
        return
    if is_change or number(discount) > price or number(discount) != round(number(discount), digits):
        fields["discounted_price"] = 0
