"""export: import can read its files, and nothing is lost in the round trip."""

import csv
import json
import shutil
import urllib.request

from cases import PASSWORD, CommandCase

FULL = [
    {"name": "Chair", "price": "12000"},
    {"name": '의자, "큰 것"; 튼튼함', "price": "120000", "options": ["--discount", "20000", "--stock", "3"], "pictures": 3},
    {"name": "Lamp 😀🇰🇷", "price": "19.99", "options": ["--currency", "USD", "--discount", "0.5", "--stock", "0"]},
    {"name": " =1+1", "price": "0", "options": ["--description", "One, \"two\"\nthree\n\n\ttab; semicolon 👩‍👩‍👧"]},
    {"name": "Whole dollars", "price": "20", "options": ["--currency", "USD"], "pictures": 2},
    {"name": "Windows", "price": "1", "options": ["--description", "One\r\nTwo"]},
]


def attribute_options(market):
    """An option for each attribute of a listing, with its largest or last value. OpenAPI has them behind the contact."""
    with urllib.request.urlopen(f"{market.url}/openapi.json") as response:
        properties = json.load(response)["components"]["schemas"]["NewProduct"]["properties"]
    names = list(properties)[list(properties).index("contact") + 1:]
    for name in names:
        schema = properties[name]
        largest = "cameras" if name == "category" else "가" * schema.get("maxLength", 0)
        yield f"--{name}", str(schema["enum"][-1] if "enum" in schema else schema.get("maximum", largest))


class RoundTrip(CommandCase):
    def setUp(self):
        super().setUp()
        self.market_of_its_own()
        self.attributes = dict(attribute_options(self.market))
        FULL[5]["options"] = FULL[5]["options"][:2] + [part for pair in self.attributes.items() for part in pair]
        for product in FULL:
            self.add(
                *product.get("options", []), "--contact", "010-5555", name=product["name"], price=product["price"],
                pictures=product.get("pictures", 1))

    def through_a_second_market(self, name):
        """Exports, imports into another market, and exports from there; returns both files."""
        self.assertEqual(self.run_ok("export", name), f"Wrote {len(FULL)} products to {name}.\n")
        self.market_of_its_own()
        self.run_ok("import", name, "--password", PASSWORD, "--jobs", "1")
        again = "again-" + name
        self.run_ok("export", again)
        return self.folder / name, self.folder / again

    def comparable(self, record):
        pictures = record["pictures"].split(";") if isinstance(record["pictures"], str) else record["pictures"]
        for picture in pictures:
            self.assertTrue((self.folder / picture).is_file(), picture)
        return {**record, "id": None, "seller": None, "pictures": len(pictures)}

    def test_csv(self):
        first, second = self.through_a_second_market("goods.csv")
        texts = [file.read_bytes() for file in (first, second)]
        self.assertTrue(texts[0].startswith(b"\xef\xbb\xbfid,name,"))
        records = []
        for file in (first, second):
            with open(file, encoding="utf-8-sig", newline="") as opened:
                records.append([self.comparable(record) for record in csv.DictReader(opened)])
        self.assertEqual(records[0], records[1])
        self.assertEqual([record["name"] for record in records[0]], [product["name"] for product in FULL])
        self.assertEqual(records[0][2]["price"], "19.99")
        self.assertEqual(records[0][4]["price"], "20")
        self.assertNotIn(b"010-5555", texts[0])
        for option, value in self.attributes.items():
            self.assertEqual(records[0][5][option[2:]], value)

    def test_json(self):
        first, second = self.through_a_second_market("goods.json")
        records = [[self.comparable(record) for record in json.loads(file.read_text())] for file in (first, second)]
        self.assertEqual(records[0], records[1])
        self.assertEqual([record["pictures"] for record in records[0]], [1, 3, 1, 1, 2, 1])
        self.assertEqual(records[0][3]["description"], FULL[3]["options"][1])
        self.assertNotIn("010-5555", first.read_text())
        shown = self.run_json("show", records[1][5].get("id") or 6)
        for option, value in self.attributes.items():
            self.assertEqual(str(records[0][5][option[2:]]), value)
            self.assertEqual(str(shown[option[2:]]), value)
            self.assertIn(option, self.run_ok("add", "--help"))

    def test_other_currencies_keep_their_decimals(self):
        currencies = ["--currencies", "KRW,JPY,KWD,BHD"]
        self.market_of_its_own(*currencies)
        self.add("--currency", "kwd", "--discount", "0.034", name="Oud", price="1.234")
        self.add("--currency", "BHD", name="Dallah", price="BHD 12.5")
        self.add("--currency", "JPY", name="Fan", price="1,200엔")
        for currency, price in [("KWD", "1.2345"), ("JPY", "1.5"), ("XXX", "1")]:
            self.run_expecting(
                64, "add", "--name", "a", "--price", price, "--currency", currency, "--password", PASSWORD, self.picture())
        # Only the market knows what it takes.
        refused = self.run_expecting(
            1, "add", "--name", "a", "--price", "1", "--currency", "SEK", "--password", PASSWORD, self.picture())
        self.assertIn("currency", refused.stderr.lower())
        self.assertIn("KWD\u00a01.200", self.run_ok("show", 1))
        self.assertEqual(self.run_json("show", 1)["bargain_price"], 1.2)
        # Without a currency, it may be twelve thousand.
        refused = self.run_expecting(64, "edit", 2, "--price", "12.345", "--password", PASSWORD)
        self.assertIn("--currency", refused.stderr)
        self.run_ok("edit", 2, "--price", "12.345", "--currency", "BHD", "--password", PASSWORD)
        exported = []
        for name in ("first.csv", "second.csv"):
            self.run_ok("export", name)
            with open(self.folder / name, encoding="utf-8-sig", newline="") as opened:
                exported.append([
                    (record["name"], record["price"], record["discount"], record["currency"])
                    for record in csv.DictReader(opened)])
            self.market_of_its_own(*currencies)
            self.run_ok("import", name, "--password", PASSWORD, "--jobs", "1")
        self.assertEqual(
            exported[0], [("Oud", "1.234", "0.034", "KWD"), ("Dallah", "12.345", "0", "BHD"), ("Fan", "1200", "0", "JPY")])
        self.assertEqual(exported[0], exported[1])

    def test_no_text_of_a_seller_is_a_formula_in_a_spreadsheet(self):
        names = ["=1+1", "+82 10", "-5 kg", "@home", "'=quoted", "''@twice", "'plain", "=HYPERLINK(\"http://x\")"]
        self.market_of_its_own()
        for name in names:
            self.add("--description", "\t" + name, name=name, price="1")
        self.run_ok("export", "formulas.csv")
        with open(self.folder / "formulas.csv", encoding="utf-8-sig", newline="") as opened:
            records = list(csv.DictReader(opened))
        for record in records:
            for cell in record.values():
                self.assertNotIn(cell[:1], ("=", "+", "-", "@", "\t", "\r"), cell)
        self.assertEqual(sorted(record["name"] for record in records), sorted(
            "'" + name if name.lstrip("'")[:1] in "=+-@" else name for name in names))
        self.market_of_its_own()
        self.run_ok("import", "formulas.csv", "--password", PASSWORD, "--jobs", "1")
        self.run_ok("export", "again.json")
        listed = json.loads((self.folder / "again.json").read_text())
        self.assertEqual(sorted(product["name"] for product in listed), sorted(names))
        self.assertEqual(sorted(product["description"] for product in listed), sorted("\t" + name for name in names))

    def test_files_can_be_moved_together(self):
        self.run_ok("export", "deep/goods.csv")
        shutil.move(self.folder / "deep", self.folder / "elsewhere")
        self.run_ok("import", "--check", "elsewhere/goods.csv")


class Writing(CommandCase):
    def setUp(self):
        super().setUp()
        self.market_of_its_own()
        self.add(name="Old chair")
        self.add("--identity", "other", name="Lamp")

    def names(self, file="goods.json"):
        return [record["name"] for record in json.loads((self.folder / file).read_text())]

    def test_oldest_first(self):
        self.run_ok("export", "goods.json")
        self.assertEqual(self.names(), ["Old chair", "Lamp"])

    def test_only_what_is_wanted(self):
        self.assertEqual(self.run_ok("export", "goods.json", "--search", "chair"), "Wrote 1 product to goods.json.\n")
        self.assertEqual(self.names(), ["Old chair"])
        vendor = self.run_json("list")["products"][0]["vendor_id"]
        self.run_ok("export", "more.json", "--vendor", vendor)
        self.assertEqual(self.names("more.json"), ["Lamp"])

    def test_writes_over_nothing_unless_told_to(self):
        (self.folder / "goods.json").write_text("precious")
        self.assertIn("--force", self.run_expecting(1, "export", "goods.json").stderr)
        self.assertEqual((self.folder / "goods.json").read_text(), "precious")
        self.run_ok("export", "goods.json", "--force")
        self.assertEqual(len(self.names()), 2)

    def test_writes_over_no_other_picture_unless_told_to(self):
        self.run_ok("export", "goods.csv")
        # The same pictures serve another file, too.
        self.run_ok("export", "goods.json")
        (self.folder / "goods.csv").rename(self.folder / "goods-november.csv")
        picture = next((self.folder / "goods-pictures").iterdir())
        picture.write_text("of November")
        refused = self.run_expecting(1, "export", "goods.csv").stderr
        self.assertIn(f"goods-pictures/{picture.name} already exists, and is another picture. Use --force", refused)
        self.assertEqual(picture.read_text(), "of November")
        self.assertFalse((self.folder / "goods.csv").exists())
        self.run_ok("export", "goods.csv", "--force")
        self.assertNotEqual(picture.read_bytes(), b"of November")

    def test_names_that_say_no_format_are_64(self):
        for name in ("goods", "goods.txt", "goods.csv.gz", ""):
            self.run_expecting(64, "export", name)
        self.run_expecting(64, "export", "goods.csv", "--jobs", "0")

    def test_nothing_to_export_is_1(self):
        self.assertIn("nothing", self.run_expecting(1, "export", "goods.csv", "--search", "zeppelin").stderr)
        self.assertFalse((self.folder / "goods.csv").exists())

    def test_a_market_that_goes_away_leaves_no_half_file(self):
        proxy = self.proxy(before=lambda _, path, __: "cut" if "/images/" in path else None)
        self.run_expecting(3, "export", "goods.csv", "--server", proxy.url)
        self.assertEqual([path.name for path in self.folder.glob("*.csv*")], [])
        self.assertEqual([path.name for path in self.folder.glob(".*part")], [])

    def test_a_host_of_the_pictures_that_is_away_is_named(self):
        self.market_of_its_own("--images-url", "http://pictures.localhost:1")
        self.add()
        result = self.run_expecting(3, "export", "goods.csv")
        self.assertIn("Can't reach pictures.localhost, which has the market's pictures", result.stderr)
        self.assertEqual([path.name for path in self.folder.glob("goods.csv")], [])

    def test_what_was_deleted_meanwhile_is_left_out(self):
        newest = self.run_json("list")["products"][0]["id"]
        deleted = []

        def delete(method, path, _):
            if path == f"/api/products/{newest}" and not deleted:
                deleted.append(path)
                self.run_ok("delete", newest, "--yes", "--password", PASSWORD)

        self.run_ok("export", "goods.json", "--server", self.proxy(before=delete).url)
        self.assertEqual(self.names(), ["Old chair"])

    def test_what_a_proxy_does_not_find_is_not_left_out(self):
        newest = self.run_json("list")["products"][0]["id"]
        proxy = self.proxy(before=lambda _, path, __: (404, {}) if path == f"/api/products/{newest}" else None)
        result = self.run_expecting(1, "export", "goods.json", "--server", proxy.url)
        self.assertIn("no Open Market at this address", result.stderr)
        self.assertFalse((self.folder / "goods.json").exists())

    def test_a_picture_that_was_replaced_meanwhile_is_exported_as_it_is_now(self):
        table = self.run_json(
            "add", "--name=Table", "--price", "1", "--password", PASSWORD, self.picture("table.png", side=77))
        replaced = []

        def replace(method, path, _):
            if path == table["images"][0]["url"].removeprefix(self.market.url) and not replaced:
                replaced.append(path)
                edit = ("edit", table["id"], "--password", PASSWORD)
                self.run_ok(*edit, "--add-picture", self.picture("new.png", side=78))
                self.run_ok(*edit, "--pictures", "2")

        self.run_ok("export", "goods.json", "--server", self.proxy(before=replace).url)
        self.assertIn("Table", self.names())
        self.assertEqual(len(replaced), 1)
        pictures = json.loads((self.folder / "goods.json").read_text())[-1]["pictures"]
        self.assertEqual(len(pictures), 1)

    def test_a_bar_on_a_terminal_only(self):
        session = self.on_terminal("export", "goods.csv", code=0)
        self.assertIn("2 of 2", session.raw)
        self.assertEqual(session.text, "Wrote 2 products to goods.csv.")
        self.assertEqual(self.run_expecting(0, "export", "goods.json").stderr, "")
