"""Category, condition, hand-over and place: in add, edit, show, import and export, and the operator's categories."""

import json

from cases import PASSWORD, CommandCase

CAMERA = {"category": "cameras", "condition": "like_new", "handover": "both", "place": "서울 연남동"}


class Attributes(CommandCase):
    def setUp(self):
        super().setUp()
        self.market_of_its_own()
        self.picture("a.png")

    def test_add_show_and_edit(self):
        options = [word for name, value in CAMERA.items() for word in (f"--{name}", value)]
        self.run_ok("add", "a.png", "--name", "Camera", "--price", "0", "--password", PASSWORD, *options)
        shown = self.run_json("show", "1")
        self.assertEqual({name: shown[name] for name in CAMERA}, CAMERA)
        # A list has what its rows show.
        listed = self.run_json("list")["products"][0]
        self.assertEqual({name: listed.get(name) for name in ("condition", "place")},
                         {name: CAMERA[name] for name in ("condition", "place")})
        self.assertFalse({"category", "handover"} & set(listed))
        text = self.run_ok("show", "1")
        self.assertIn("Cameras", text)
        self.assertNotIn("cameras", text)
        self.assertIn("카메라", self.run_ok("show", "1", "--language", "ko"))
        self.assertIn("서울 연남동", text)
        self.run_ok("edit", "1", "--condition", "fair", "--place", "", "--password", PASSWORD)
        shown = self.run_json("show", "1")
        self.assertEqual(shown["condition"], "fair")
        self.assertNotIn("place", shown)
        self.assertEqual(shown["category"], "cameras")
        self.run_expecting(64, "edit", "1", "--condition", "shiny", "--password", PASSWORD)

    def test_lists_are_narrowed(self):
        def add(name, price, *options):
            self.run_ok("add", "a.png", "--name", name, "--price", price, "--password", PASSWORD, *options)
        add("Camera", "50000", *(word for name, value in CAMERA.items() for word in (f"--{name}", value)))
        add("Chair", "2000", "--condition", "fair", "--place", "부산")
        add("Gift", "0")
        add("Lamp", "20", "--currency", "USD")
        for options, names in [
            (["--category", "cameras"], ["Camera"]), (["--category", "Electronics"], ["Camera"]),
            (["--category", "books"], []), (["--condition", "like_new"], ["Camera"]),
            (["--condition", "Like new"], ["Camera"]), (["--handover", "pickup"], ["Camera"]),
            (["--place", "연남"], ["Camera"]), (["--price-max", "2000"], ["Gift", "Chair"]),
            (["--price-min", "1", "--price-max", "2000"], ["Chair"]), (["--free"], ["Gift"]),
            (["--price-min", "19.99", "--price-currency", "usd"], ["Lamp"]), (["--free", "--condition", "fair"], []),
        ]:
            for command in (["list"], ["search", "a"]):
                with self.subTest(command + options):
                    found = [product["name"] for product in self.run_json(*command, *options)["products"]]
                    if command == ["list"]:
                        self.assertEqual(found, names)
                    self.assertEqual(set(found) - set(names), set())
        self.assertIn("No products match.", self.run_expecting(0, "list", "--category", "books").stderr)
        for options in (["--condition", "shiny"], ["--price-min", "cheap"], ["--category", "no such thing"], ["--category", "nope"],
                        ["--price-currency", "USD"], ["--price-max", "1", "--price-currency", "XYZ"]):
            with self.subTest(options):
                self.run_expecting(64, "list", *options)

    def test_an_export_is_imported_with_everything(self):
        (self.folder / "goods.csv").write_text(
            "name,price,pictures,카테고리,condition,handover,place\n"
            "Camera,1000,a.png,cameras,like_new,both,서울 연남동\nChair,2000,a.png,,,,\n")
        self.run_ok("import", "goods.csv", "--password", PASSWORD)
        for name in ("out.csv", "out.json"):
            self.run_ok("export", name)
        first = json.loads((self.folder / "out.json").read_text())
        cameras = [product for product in first if product["name"] == "Camera"]
        self.assertEqual({name: cameras[0][name] for name in CAMERA}, CAMERA)
        self.assertFalse(set(CAMERA) & set(next(product for product in first if product["name"] == "Chair")))
        for name in ("out.csv", "out.json"):
            self.run_ok("import", name, "--password", PASSWORD)
        found = [product for product in self.market.request("GET", "/api/products?category=cameras")["pages"]]
        self.assertEqual([product["name"] for product in found], ["Camera"] * 3)

    def test_the_operator_changes_the_categories(self):
        def category(*words, code=0):
            return self.run_expecting(code, "category", *words, "--data", str(self.market.data))
        self.assertIn("cameras", category("list").stdout)
        self.assertIn("lenses", category("add", "lenses", "--ko", "렌즈", "--en", "Lenses", "--in", "electronics").stdout)
        self.assertIn("Missing expected argument '--en <en>'", category("add", "cars", "--ko", "차", code=64).stderr)
        self.assertIn("Give a new name with --ko or --en.", category("rename", "lenses", code=64).stderr)
        self.assertIn("Optics", category("rename", "lenses", "--en", "Optics").stdout)
        self.assertIn("  lenses", category("move", "lenses", "--in", "books").stdout)
        self.assertNotIn("lenses", category("remove", "lenses").stdout)
        self.assertIn("There's no category lenses.", category("remove", "lenses", code=1).stderr)
        self.assertIn("two levels", category("move", "sports", "--in", "books", code=1).stderr)
