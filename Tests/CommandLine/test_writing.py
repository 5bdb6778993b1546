"""add, edit, delete: commands for sellers."""

import re

from cases import PASSWORD, CommandCase
from test_reading import SHOWN


class Adding(CommandCase):
    def test_lists_what_was_said(self):
        product = self.add(
            "--currency", "usd", "--discount", "1.50", "--stock", "7", "--description", "Two\nlines", name="Lamp", price="19.99",
            pictures=3)
        self.assertEqual(set(product), SHOWN)
        self.assertEqual(
            [product[key] for key in ("name", "price", "discounted_price", "bargain_price", "currency", "stock")],
            ["Lamp", 19.99, 1.5, 18.49, "USD", 7])
        self.assertEqual(product["description"], "Two\nlines")
        self.assertEqual(len(product["images"]), 3)
        self.assertEqual(self.market.product(product["id"])["name"], "Lamp")

    def test_prints_where_it_is(self):
        text = self.run_ok("add", "--name", "Chair", "--price", "1000", "--password", PASSWORD, self.picture())
        number = re.match(r"Listed product (\d+)", text)[1]
        self.assertIn(f"{self.market.url}/products/{number}", text)

    def test_description_from_a_file_or_standard_input(self):
        (self.folder / "words.txt").write_text("앉기 좋습니다.\n", encoding="utf-8")
        self.assertEqual(self.add("--description-file", "words.txt")["description"], "앉기 좋습니다.")
        self.assertEqual(self.add("--description-file", "-", stdin="From a pipe\n")["description"], "From a pipe")

    def test_one_seller_stays_one_vendor(self):
        first, second = self.add("--seller", "달빛 살림"), self.add()
        self.assertEqual(first["vendor_id"], second["vendor_id"])
        self.assertEqual(second["vendor_name"], "달빛 살림")
        identifier = "c0ffee00-0000-4000-8000-00000000beef"
        other = self.add("--identifier", identifier)
        self.assertNotEqual(other["vendor_id"], first["vendor_id"])
        self.assertEqual(self.add("--identifier", identifier, "--identity", "x")["vendor_id"], other["vendor_id"])
        self.run_expecting(
            64, "add", "--identifier", "", "-n", "a", "-p", "1", "--password", PASSWORD, self.picture())

    def test_commas_only_between_thousands(self):
        self.assertEqual(self.add(price="1,234,000")["price"], 1234000)
        for price in ("19,99", "1,23,456", "cheap", "-5", ""):
            result = self.run_expecting(
                64, "add", "--name", "Chair", "--price=" + price, "--password", PASSWORD, self.picture())
            self.assertTrue(result.stderr.startswith("Error: "), result.stderr)

    def test_a_price_says_that_something_is_given_away(self):
        product = self.add(price="나눔")
        self.assertEqual(product["price"], 0)
        self.run_ok("edit", product["id"], "--price", "5000", "--password", PASSWORD)
        self.assertEqual(self.run_json("edit", product["id"], "--price", "Free", "--password", PASSWORD)["price"], 0)
        self.run_expecting(64, "edit", product["id"], "--stock", "free", "--password", PASSWORD)

    def test_mistakes_are_told_before_a_password_is_asked_for(self):
        picture = self.picture()
        mistakes = [
            (64, ["--price", "1"], [picture]), (64, ["--name", "a"], [picture]), (64, ["--name", "a", "--price", "1"], []),
            (64, ["--name", "a", "--price", "1"], [picture] * 6), (64, ["--name", "a", "--price", "1.5"], [picture]),
            (64, ["--name", "a", "--price", "1", "--discount", "2"], [picture]),
            (64, ["--name", "a", "--price", "1", "--currency", "XXX"], [picture]),
            (64, ["--name", "a" * 201, "--price", "1"], [picture]),
            (64, ["--name", "a", "--price", "1", "--description", "a", "--description-file", "b"], [picture]),
            (1, ["--name", "a", "--price", "1"], ["nowhere.png"]), (1, ["--name", "a", "--price", "1"], [self.folder]),
            (1, ["--name", "a", "--price", "1", "--description-file", "nowhere.txt"], [picture]),
        ]
        for code, options, pictures in mistakes:
            session = self.on_terminal("add", *options, *pictures, code=code)
            self.assertNotIn("assword for", session.text, options)

    def test_what_is_no_picture_is_refused(self):
        (self.folder / "words.png").write_text("no picture")
        result = self.run_expecting(
            1, "add", "--name", "a", "--price", "1", "--password", PASSWORD, "words.png")
        self.assertRegex(result.stderr, "picture|image")

    def test_an_answer_that_is_lost_lists_nothing_twice(self):
        market = self.market_of_its_own()
        proxy, lost = self.proxy_that_loses_first("POST")
        self.add("--server", proxy.url, name="Once")
        self.assertEqual(len(lost), 1)
        self.assertEqual(market.names(), ["Once"])

    def test_sizes_and_a_bar_on_a_terminal(self):
        self.picture("big.png", 100)
        session = self.on_terminal(
            "add", "--name", "Chair", "--price", "1", "--password", PASSWORD, "big.png", code=0)
        self.assertIn("big.png: 100 × 100 pixels, 30 KB", session.text)
        self.assertIn("█", session.raw)
        self.assertRegex(session.raw, r"100 % of 3\d KB")
        # No progress bar is left on the screen.
        self.assertNotIn("█", session.text)
        self.assertRegex(session.lines[-1], "^Listed product")

    def test_bar_fits_a_narrow_terminal(self):
        session = self.on_terminal(
            "add", "--name", "Chair", "--price", "1", "--password", PASSWORD, self.picture(), columns=30, code=0)
        for part in re.sub(r"\x1b\[[0-9;]*[mK]", "", session.raw).split("\r"):
            if "█" in part:
                self.assertLess(len(part), 30)

    def test_nothing_like_it_in_a_pipe(self):
        result = self.run_expecting(
            0, "add", "--name", "Chair", "--price", "1", "--password", PASSWORD, self.picture())
        self.assertEqual(result.stderr, "")
        self.assertEqual(len(result.stdout.splitlines()), 1)

    def test_refusal_ends_the_bar_first(self):
        def refuse(method, path, body):
            return b"{}"

        session = self.on_terminal(
            "add", "--name", "Chair", "--price", "1", "--password", PASSWORD, self.picture(),
            "--server", self.proxy(after=refuse).url, code=3)
        self.assertRegex(session.lines[-1], "^Error: ")


class Editing(CommandCase):
    def edit(self, product, *options, code=0):
        return self.run_expecting(code, "edit", product["id"], "--password", PASSWORD, *options)

    def test_changes_only_what_is_given(self):
        product = self.add("--description", "stays", "--stock", "3")
        changed = self.run_json("edit", product["id"], "--password", PASSWORD, "--price", "9900", "--name", "새 의자")
        self.assertEqual(set(changed), SHOWN)
        self.assertEqual(
            (changed["price"], changed["name"], changed["description"], changed["stock"], changed["version"]),
            (9900, "새 의자", "stays", 3, product["version"] + 1))

    def test_prints_how_it_is_now(self):
        self.assertIn("₩9,900", self.edit(self.add(), "--price", "9900").stdout)

    def test_currency_and_contact(self):
        product = self.add()
        self.edit(product, "--currency", "USD", "--price", "0.99", "--contact", "a@b.example")
        shown = self.run_json("show", product["id"], "--contact")
        self.assertEqual((shown["currency"], shown["price"], shown["contact"]), ("USD", 0.99, "a@b.example"))

    def test_pictures_by_their_places(self):
        product = self.add(pictures=3)
        first, second, third = [image["url"] for image in product["images"]]
        changed = self.run_json(
            "edit", product["id"], "--password", PASSWORD, "--pictures", "3,1", "--add-picture", self.picture("new.png"))
        urls = [image["url"] for image in changed["images"]]
        self.assertEqual(urls[:2], [third, first])
        self.assertEqual(len(urls), 3)
        self.assertNotIn(urls[2], (first, second, third))

    def test_a_wrong_value_is_told_without_the_usage_of_the_program(self):
        number = self.add()["id"]
        for options in (("--stock", "1e9"), ("--pictures", "9"), ()):
            error = self.run_expecting(64, "edit", number, *options, "--password", PASSWORD).stderr
            self.assertRegex(error, r"\AError: [^\n]+\n\Z", options)

    def test_added_pictures_come_behind_the_others(self):
        product = self.add(pictures=2)
        changed = self.run_json("edit", product["id"], "--password", PASSWORD, "--add-picture", self.picture("new.png"))
        self.assertEqual(changed["images"][:2], product["images"])
        self.assertEqual(len(changed["images"]), 3)

    def test_all_pictures_can_be_replaced(self):
        product = self.add(pictures=2)
        changed = self.run_json(
            "edit", product["id"], "--password", PASSWORD, "--pictures", "", "--add-picture", self.picture("new.png"))
        self.assertEqual(len(changed["images"]), 1)
        self.assertNotIn(changed["images"][0], product["images"])

    def test_places_that_are_not_there_are_64(self):
        product = self.add(pictures=2)
        for places in ("3", "0", "1,1", "x", ""):
            self.edit(product, "--pictures", places, code=64)
        self.assertEqual(self.market.product(product["id"])["version"], product["version"])

    def test_nothing_to_change_is_64(self):
        self.edit(self.add(), code=64)

    def test_wrong_password_is_4(self):
        product = self.add()
        result = self.run_expecting(4, "edit", product["id"], "--price", "1", "--password", "wrong")
        self.assertTrue(result.stderr.startswith("Error: "))
        self.assertEqual(self.market.product(product["id"])["price"], 12000)

    def test_gone_is_5(self):
        self.run_expecting(5, "edit", "999999", "--price", "1", "--password", PASSWORD)

    def test_refused_is_1(self):
        result = self.edit(self.add("--discount", "5000"), "--price", "4000", code=1)
        self.assertTrue(result.stderr.startswith("Error: "))

    def test_somebody_faster_is_6(self):
        product = self.add()
        path = f"/api/products/{product['id']}"

        def overtake(method, _, headers):
            if method == "PATCH" and headers.get("If-Match"):
                self.market.request("PATCH", path, {"secret": PASSWORD, "stock": 77})

        result = self.run_expecting(
            6, "edit", product["id"], "--password", PASSWORD, "--price", "1", "--server", self.proxy(before=overtake).url)
        self.assertTrue(result.stderr.startswith("Error: "))
        now = self.market.product(product["id"])
        self.assertEqual((now["price"], now["stock"]), (12000, 77))

    def test_an_answer_that_is_lost_is_told(self):
        product = self.add()
        edits = []

        def lose_edits(method, path, body):
            if method == "PATCH":
                edits.append(path)
                return "cut" if len(edits) > 1 else body
            return body

        result = self.run_expecting(
            3, "edit", product["id"], "--password", PASSWORD, "--price", "1", "--server", self.proxy(after=lose_edits).url)
        self.assertIn("Check whether", result.stderr)
        self.assertEqual(len(edits), 2)


class Deleting(CommandCase):
    def test_takes_it_off_the_market(self):
        product = self.add(name="의자 하나")
        text = self.run_ok("delete", product["id"], "--password", PASSWORD, "--yes")
        self.assertEqual(text, f"Deleted product {product['id']}, 의자 하나.\n")
        self.run_expecting(5, "show", product["id"])
        self.run_expecting(5, "delete", product["id"], "--password", PASSWORD, "--yes")

    def test_several_at_once_with_one_password_from_a_pipe(self):
        numbers = [self.add()["id"] for _ in range(3)]
        text = self.run_ok("delete", *numbers, "--yes", "--password-file", "-", stdin=PASSWORD + "\n")
        self.assertEqual(len(text.splitlines()), 3)

    def test_one_that_is_gone_keeps_none_of_the_others(self):
        first, second = self.add()["id"], self.add()["id"]
        result = self.run_expecting(5, "delete", first, "999999", second, "--password", PASSWORD, "--yes")
        self.assertEqual(len(result.stdout.splitlines()), 2)
        self.assertIn("999999", result.stderr)

    def test_wrong_password_is_4(self):
        product = self.add()
        self.run_expecting(4, "delete", product["id"], "--password", "wrong", "--yes")
        self.market.product(product["id"])

    def test_asks_on_a_terminal(self):
        product = self.add()
        for answer, is_gone in (("\n", False), ("n\n", False), ("y\n", True)):
            session = self.on_terminal(
                "delete", product["id"], "--password", PASSWORD, answers=[("[y/N]", answer)], code=0)
            self.assertEqual("Deleted product" in session.text, is_gone)
        self.run_expecting(5, "show", product["id"])

    def test_needs_to_be_told_without_a_terminal(self):
        product = self.add()
        result = self.run_expecting(1, "delete", product["id"], "--password", PASSWORD)
        self.assertIn("--yes", result.stderr)
        self.market.product(product["id"])

    def test_does_not_ask_when_told_so(self):
        product = self.add()
        session = self.on_terminal("delete", product["id"], "--password", PASSWORD, "--yes", code=0)
        self.assertNotIn("[y/N]", session.text)
