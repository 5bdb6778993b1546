"""The hooks correct every generated request: they never raise, and never leave a discount above its price.

run.py runs these before it sends any request.
"""

import copy
import unittest

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from amounts import MOST, number, put_amounts_right

TEXTS = ["", " ", "nil", "Optional(90)", "12000", " 19.99 ", "1e3", "-5", "1_000", "１２", "nan", "inf", "1e999", "0x10"]
ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.integers(min_value=10**400), st.floats(), st.text(),
    st.sampled_from(TEXTS), st.lists(st.integers(), max_size=2), st.dictionaries(st.text(), st.none(), max_size=1))
FIELDS = st.fixed_dictionaries({}, optional={
    "price": ANYTHING, "discounted_price": ANYTHING, "currency": st.sampled_from(["KRW", "USD", "JPY", "EUR", "WON", None]),
    "password": st.just("secret")})
# A busy machine may be slow at making the first examples.
many = settings(
    max_examples=2000, derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class AmountsTest(unittest.TestCase):
    @many
    @given(FIELDS, st.booleans())
    def test_no_amount_makes_the_hooks_raise(self, fields, is_change):
        given = copy.deepcopy(fields)
        put_amounts_right(fields, is_change)
        if not {"price", "discounted_price", "currency"} & given.keys():
            self.assertEqual(fields, given)
            return
        price = number(fields.get("price"))
        self.assertTrue(0 <= price <= MOST, price)
        if "password" not in given:
            self.assertLessEqual(number(fields.get("discounted_price")), price)
        if fields.get("currency") not in ("USD", "EUR"):
            self.assertEqual(price, int(price))

    def test_a_text_counts_what_the_server_reads_in_it(self):
        counts = [number(text) for text in TEXTS]
        self.assertEqual(counts[:11], [0, 0, 0, 90, 12000, 19.99, 1000, -5, 0, 0, 0])
        self.assertEqual(counts[11:], [0, float("inf"), 0])
