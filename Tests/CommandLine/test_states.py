"""state, renew and bump, saved rights, and states in export and import."""

import datetime
import json
import stat

from cases import PASSWORD, CommandCase


class States(CommandCase):
    def state(self, product, *options, code=0):
        return self.run_expecting(code, "state", product["id"], *options, "--password", PASSWORD)

    def test_reserve_sell_hide_and_open(self):
        product = self.add("--stock", "3")
        number = product["id"]
        day = (datetime.date.today() + datetime.timedelta(days=30)).isoformat()
        reserved = self.run_json(
            "state", number, "reserved", "--until", day, "--note", "민수 씨", "--password", PASSWORD)
        self.assertEqual(reserved["state"], "reserved")
        self.assertEqual(reserved["reserved_until"], day + "T15:00:00Z")
        self.assertNotIn("민수", json.dumps(self.run_json("show", number), ensure_ascii=False))
        self.assertRegex(self.run_ok("show", number), r"Reserved until [A-Z][a-z]+ \d+, \d{4}")
        self.assertIn("Reserved", self.run_ok("list"))
        self.assertIn("Sold", self.state(product, "sold").stdout)
        sold = self.run_json("show", number)
        self.assertEqual((sold["state"], sold["stock"]), ("sold", 0))
        self.assertIn("sold_at", sold)
        self.assertIn("Put it up for sale again first", self.state(product, "reserved", code=1).stderr)
        self.state(product, "hidden")
        self.run_expecting(5, "show", number)
        opened = self.run_json("state", number, "open", "--password", PASSWORD)
        self.assertNotIn("state", opened)
        self.assertEqual(opened["stock"], 3)

    def test_what_cannot_be_sent_is_64(self):
        product = self.add()
        for options in (
            ("lost",), ("reserved", "--until", "soon"), ("sold", "--note", "x"), ("open", "--until", "2030-01-01"), (),
        ):
            self.state(product, *options, code=64)
        self.assertRegex(
            self.state(product, "reserved", "--until", "2020-01-01", code=1).stderr,
            r"Choose today, \w+ \d+, 20\d\d, or a later day\. The market’s time zone is Asia/Seoul\.")

    def test_a_saved_right_spares_the_password_and_permits_nothing_else(self):
        product = self.add()
        number = product["id"]
        self.run_expecting(1, "state", number, "sold")
        self.run_ok("state", number, "sold", "--password", PASSWORD, "--remember")
        files = [path for path in self.identity.rglob(f"rights/{number}")]
        self.assertEqual([stat.S_IMODE(path.stat().st_mode) for path in files], [0o600])
        self.assertNotIn(PASSWORD, files[0].read_text())
        self.run_ok("state", number, "open")
        self.run_expecting(1, "edit", number, "--stock", "9")
        self.run_ok("delete", number, "--password", PASSWORD, "--yes")
        self.assertFalse(files[0].exists())

    def test_a_right_that_has_ended_is_removed_and_the_saved_password_used(self):
        product = self.add("--remember")
        number = product["id"]
        self.run_ok("state", number, "reserved", "--remember")
        file = next(self.identity.rglob(f"rights/{number}"))
        file.write_text("A" * 43)
        self.assertIn("Sold", self.run_ok("state", number, "sold"))
        self.assertFalse(file.exists())

    def test_asks_on_a_terminal_also_for_a_hidden_product(self):
        product = self.add()
        self.state(product, "hidden")
        prompt = f"Password for product {product['id']}: "
        session = self.on_terminal(
            "state", product["id"], "open", answers=[(prompt, "wrong\n"), (prompt, PASSWORD + "\n")], code=0)
        self.assertIn("Press Ctrl-C to give up", session.text)
        self.assertNotIn("state", self.market.product(product["id"]))

    def test_renew_and_bump(self):
        number = self.add()["id"]
        self.run_ok("renew", number, "--password", PASSWORD)
        self.assertRegex(self.run_expecting(1, "bump", number, "--password", PASSWORD).stderr, r"^Error: .*7 days")
        self.run_expecting(4, "renew", number, "--password", "wrong")
        self.run_expecting(5, "bump", "999999", "--password", PASSWORD)


class Carrying(CommandCase):
    def setUp(self):
        super().setUp()
        self.market_of_its_own()
        self.picture("a.png")

    def states(self):
        pages = self.market.request("GET", "/api/products")["pages"]
        return {page["name"]: (page.get("state"), page.get("reserved_until")) for page in pages}

    def test_an_export_is_imported_with_its_states(self):
        (self.folder / "goods.csv").write_text(
            "name,price,pictures,판매 상태,reserved_until,예약 메모\n"
            "Reserved,1000,a.png,reserved,,민수\nSold,2000,a.png,Sold,,\nHidden,1,a.png,hidden,,\nOpen,3000,a.png,,,\n")
        self.run_ok("import", "goods.csv", "--password", PASSWORD)
        first = self.states()
        self.assertEqual({name: state[0] for name, state in first.items()}, {
            "Reserved": "reserved", "Sold": "sold", "Open": None})
        for name in ("out.csv", "out.json"):
            self.run_ok("export", name)
            self.assertNotIn("민수", (self.folder / name).read_text())
        exported = {product["name"]: product for product in json.loads((self.folder / "out.json").read_text())}
        self.assertRegex(exported["Reserved"]["reserved_until"], r"^\d{4}-\d\d-\d\d$")
        self.assertFalse({"state", "reserved_until"} & set(exported["Open"]))
        for name in ("out.csv", "out.json"):
            self.market_of_its_own()
            self.run_ok("import", name, "--password", PASSWORD)
            self.assertEqual(self.states(), first)

    def test_a_reservation_that_has_ended_is_left_out(self):
        (self.folder / "old.csv").write_text("name,price,pictures,state,reserved_until\nChair,1,a.png,reserved,2020-01-01\n")
        self.run_ok("import", "old.csv", "--password", PASSWORD)
        self.assertEqual(self.states(), {"Chair": (None, None)})

    def test_mistakes_are_named_before_anything_is_sent(self):
        (self.folder / "bad.csv").write_text(
            "name,price,pictures,state,reserved_until,reservation_note\n"
            "A,1,a.png,lost,,\nB,1,a.png,reserved,soon,\nC,1,a.png,sold,2030-01-01,\n" + f"D,1,a.png,reserved,,{'x' * 201}\n")
        result = self.run_expecting(2, "import", "bad.csv", "--check")
        for line, words in ((2, "isn't a state"), (3, "isn't a day"), (4, "only for the state reserved"), (5, "up to 200")):
            self.assertRegex(result.stderr, f"line {line}: .*{words}")

    def test_a_state_that_is_refused_leaves_the_product_listed(self):
        (self.folder / "far.csv").write_text("name,price,pictures,state,reserved_until\nChair,1,a.png,reserved,9999-01-01\n")
        result = self.run_expecting(2, "import", "far.csv", "--password", PASSWORD)
        self.assertIn("The product is listed as open.", result.stderr)
        self.assertEqual(self.market.names(), ["Chair"])
        self.assertIn("already listed", self.run_expecting(0, "import", "far.csv", "--password", PASSWORD).stderr)

    def test_a_lost_answer_lists_nothing_twice(self):
        proxy, lost = self.proxy_that_loses_first("PUT")
        (self.folder / "goods.csv").write_text("name,price,pictures,state\nChair,1,a.png,sold\n")
        self.run_ok("import", "goods.csv", "--password", PASSWORD, "--server", proxy.url)
        self.assertEqual(len(lost), 1)
        self.assertEqual(self.states()["Chair"][0], "sold")
        self.assertEqual(len(self.market.names()), 1)
