"""Removing products and blocking vendors, as whoever runs a market does."""

import json

from cases import PASSWORD, CommandCase


class Operating(CommandCase):
    def setUp(self):
        super().setUp()
        self.market_of_its_own()

    def admin(self, *words, code=0):
        return self.run_expecting(code, *words, "--data", self.market.data)

    def log(self):
        """The lines about what the operator has done, without the time."""
        lines = self.market.log.read_text(errors="replace").splitlines()
        return [line.split(" ", 1)[1] for line in lines if "by=operator" in line]

    def test_a_product_is_removed_only_with_a_yes(self):
        number = self.add(name="나무 의자")["id"]
        remove = ("product", "delete", number)
        refused = self.admin(*remove, code=1)
        self.assertIn("--yes", refused.stderr)
        for answer in ("\n", "n\n"):
            session = self.on_terminal(
                *remove, "--data", self.market.data, answers=[(f"Delete product {number}, 나무 의자? [y/N]", answer)], code=0)
            self.assertIn("was not deleted", session.text)
        self.market.product(number)
        self.assertEqual(self.log(), [])
        self.on_terminal(*remove, "--data", self.market.data, answers=[("[y/N]", "y\n")], code=0)
        self.run_expecting(5, "show", number)
        self.assertEqual(self.log(), [f"notice openmarket: by=operator product={number} vendor=1 product deleted"])

    def test_one_that_only_its_seller_sees_is_named_by_its_number(self):
        number = self.add()["id"]
        self.run_ok("state", number, "hidden", "--password", PASSWORD)
        session = self.on_terminal(
            "product", "delete", number, "--data", self.market.data, answers=[("only its seller sees", "y\n")], code=0)
        self.assertIn(f"Deleted product {number}", session.text)

    def test_the_vendor_that_show_names_is_blocked_and_that_is_logged(self):
        number = self.add("--seller", "Kim")["id"]
        vendor = json.loads(self.run_ok("show", number, "--json"))["vendor_id"]
        self.assertIn(f"Kim (vendor {vendor})", self.run_ok("show", number))
        self.admin("vendor", "block", vendor)
        self.admin("vendor", "unblock", vendor)
        self.admin("vendor", "block", "4711", code=1)
        self.assertEqual(
            self.log(),
            [f"notice openmarket: by=operator vendor={vendor} vendor {done}" for done in ("blocked", "unblocked")])

    def test_without_a_server_the_command_writes_the_line(self):
        number = self.add()["id"]
        self.market.end()
        result = self.admin("product", "delete", number, "--yes")
        self.assertIn(f"product={number} vendor=1 product deleted", result.stderr)
        self.assertEqual(result.stdout, f"Deleted product {number}, 나무 의자.\n")

    def test_the_log_level_is_that_of_every_logger(self):
        for level, is_quiet in (("error", True), ("notice", False)):
            self.market_of_its_own("--log-level", level)
            number = self.add()["id"]
            self.admin("product", "delete", number, "--yes")
            self.assertEqual(self.log() == [], is_quiet)
            self.assertNotRegex(self.market.log.read_text(), r"(?m)^\S+ (debug|info) ")
