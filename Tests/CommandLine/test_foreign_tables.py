"""import: tables, names of files and amounts as other programs and people write them."""

import shutil
import unicodedata

from test_import import ImportCase


class ForeignCase(ImportCase):
    count = 0

    def listed_from(self, text, name="goods.csv", code=0):
        """Imports a table and returns the products that it has listed, oldest first, and the messages."""
        type(self).count += 1
        before = len(self.market.names())
        self.write(text, name)
        result = self.import_file(name, "--journal", f"{type(self).__name__}{self.count}.journal", "--jobs", "1", code=code)
        return self.listed()[before:], result.stderr

    def refused(self, text, *told):
        products, errors = self.listed_from(text, code=2)
        self.assertEqual(products, [])
        for words in told:
            self.assertIn(words, errors)


class Pictures(ForeignCase):
    def found(self, cell, count, code=0):
        products, errors = self.listed_from(f'name,price,pictures\n의자,1000,"{cell}"\n', code=code)
        if code == 0:
            self.assertEqual([len(product["images"]) for product in products], [count], cell)
        return errors

    def test_separated_as_people_do(self):
        self.picture("photos/b.png")
        for cell in ("a.png, photos/b.png", "a.png,photos/b.png", "a.png;b.png", "a.png | b.png", "a.png\nb.png",
                     '""a.png"", ""b.png""', "a.png , b.png;"):
            self.found(cell, 2)
        # A file with the very name wins.
        self.picture("a.png, b.png")
        self.found("a.png, b.png", 1)
        self.picture("c;d.png")
        self.found("c;d.png", 1)
        self.assertIn("nowhere.png", self.found("a.png, nowhere.png", 0, code=2))

    def test_paths_of_other_machines(self):
        self.picture("photos/b.png")
        for cell in ("photos\\b.png", ".\\photos\\b.png", "C:\\Users\\me\\photos\\b.png", "D:/me/photos/b.png",
                     "file:///C:/Users/me/photos/b.png", "/Users/me/Desktop/photos/b.png", "~/photos/b.png",
                     "\\\\server\\share\\photos\\b.png", f"file://{self.folder}/photos/b.png", "C:\\elsewhere\\a.png",
                     "a.PNG", "Photos/B.png"):
            self.found(cell, 1)
        self.picture("x\\y.png")
        self.found("x\\y.png", 1)
        self.found("C:\\Users\\me\\photos\\z.png", 0, code=2)
        # Not found in a folder that wasn't named.
        self.found("b\\photos.png", 0, code=2)

    def test_names_of_either_unicode_form(self):
        for on_disk, in_table in (("NFD", "NFC"), ("NFC", "NFD")):
            with self.subTest(on_disk):
                path = self.folder / unicodedata.normalize(on_disk, f"사진 {on_disk}/의자.png")
                path.parent.mkdir()
                shutil.copy(self.folder / "a.png", path)
                self.found(unicodedata.normalize(in_table, f"사진 {on_disk}/의자.png"), 1)
                self.found(unicodedata.normalize(in_table, f"사진 {on_disk}\\의자.PNG"), 1)
        # The very name wins, and of two that differ in case only neither is guessed.
        for form in ("NFC", "NFD"):
            shutil.copy(self.folder / "a.png", self.folder / unicodedata.normalize(form, "책상.png"))
            self.found(unicodedata.normalize(form, "책상.png"), 1)
        for name in ("Two.png", "tWO.png"):
            shutil.copy(self.folder / "a.png", self.folder / name)
        self.found("two.png", 0, code=2)
        self.found("Two.png", 1)

    def test_addresses_on_the_web_are_to_be_downloaded(self):
        self.assertIn("Download", self.found("https://shop.example/wp-content/c.jpg", 0, code=2))
        self.picture("c d.png")
        self.found("https://shop.example/wp-content/c%20d.png?v=3, a.png", 2)


class Amounts(ForeignCase):
    def test_what_can_be_read_in_two_ways_is_refused(self):
        for price, currency in (("12.000", "KRW"), ("12.500", "USD"), ("1.234,56", "EUR"), ("19,99", "USD"), ("1'234", "KRW")):
            self.refused(f"name;price;currency;pictures\nStuhl;{price};{currency};a.png\n", price, "two ways", "12,000")
        self.refused("name;price;stock;pictures\nStuhl;1000;1.000;a.png\n", "stock", "1.000")

    def test_what_is_given_away_is_said_as_on_the_pages(self):
        for price in ("나눔", "무료나눔", "무료 나눔", "Free", "0원"):
            [product], _ = self.listed_from(f"상품명;가격;사진\n의자;{price};a.png\n")
            self.assertEqual(product["price"], 0)
        self.refused("name;price;pictures\nStuhl;무료배송;a.png\n", "price", "무료배송")
        for column in ("discount", "stock"):
            self.refused(f"name;price;{column};pictures\nStuhl;1000;free;a.png\n", column, "free")

    def test_what_is_clear_is_taken(self):
        for price, currency, amount in (
                ("5만", "KRW", 50000), ("1만 5천원", "KRW", 15000), ("₩12,000", "KRW", 12000), ("12000.000", "KRW", 12000),
                ("1,234.50", "USD", 1234.5), ("1.5만", "KRW", 15000), ("2억", "KRW", 200000000)):
            [product], _ = self.listed_from(f"name;price;currency;pictures\nA;{price};{currency};a.png\n")
            self.assertEqual(product["price"], amount)

    def test_options_are_read_alike(self):
        picture = self.picture()
        given = ["--name", "A", "--password", "열려라-Sesame-42", picture]
        for price in ("12.000", "1.234,56"):
            result = self.run_expecting(64, "add", "--price", price, *given)
            self.assertIn("two ways", result.stderr)
        self.assertEqual(self.run_json("add", "--price", "5만원", *given)["price"], 50000)


class Shops(ForeignCase):
    def test_woocommerce(self):
        [chair, lamp], errors = self.listed_from(
            '\ufeffID,Type,SKU,Name,Published,"Short description",Description,"Tax class","In stock?",Stock,"Sale price",'
            '"Regular price",Categories,Images\n'
            '7,simple,,Chair,1,Short,"<p>One &amp; two</p><ul><li>Three</li></ul>",,1,3,9000,12000,'
            '"Furniture and home, Furniture and home > Lighting","https://shop.example/a.png, https://shop.example/b.png"\n'
            '8,simple,,Lamp,1,Only this,,,1,,,5000,Uncategorized,c.png\n')
        self.assertEqual(
            [chair[key] for key in ("name", "price", "discounted_price", "stock", "description", "category")],
            ["Chair", 12000, 3000, 3, "One & two\n• Three", "furniture"])
        self.assertEqual(len(chair["images"]), 2)
        self.assertEqual([lamp["description"], lamp["stock"], lamp.get("category")], ["Only this", 1, None])
        self.assertIn("SKU", errors)

    def test_shopify(self):
        [chair, lamp], _ = self.listed_from(
            "Handle,Title,Body (HTML),Vendor,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status\n"
            "chair,Chair,<p>Good<br>chair</p>,Me,4,9000,12000,a.png,active\n"
            "chair,,,,,,,b.png,\nchair,,,,,,,c.png,\n"
            "lamp,Lamp,,Me,1,5000,,c.png,active\n")
        self.assertEqual(
            [chair[key] for key in ("name", "price", "discounted_price", "stock", "description")],
            ["Chair", 12000, 3000, 4, "Good\nchair"])
        self.assertEqual([len(chair["images"]), len(lamp["images"])], [3, 1])
        self.assertEqual([lamp["price"], lamp["discounted_price"]], [5000, 0])

    def test_korean_shops(self):
        [chair, desk], _ = self.listed_from(
            "상품 이름, 정가 (원) ,할인가,재고 수량,상품 설명,카테고리,상품 상태,거래 방법,사진 파일\n"
            "의자,12000,9000,2,좋아요,가구·인테리어,새 상품,직거래,a.png\n"
            "책상,5만원,,1,,가구 인테리어,좋음,직거래 택배,b.png\n")
        self.assertEqual(
            [chair[key] for key in ("price", "discounted_price", "stock", "category", "condition", "handover")],
            [12000, 3000, 2, "furniture", "new", "pickup"])
        self.assertEqual(
            [desk[key] for key in ("price", "category", "condition", "handover")], [50000, "furniture", "good", "both"])
        [only], _ = self.listed_from("상품명,판매가,사진\n의자,7000,a.png\n")
        self.assertEqual([only["price"], only["discounted_price"]], [7000, 0])
        self.refused("name,price,sale_price,pictures\nA,1000,2000,a.png\n", "sale_price")


class Choices(ForeignCase):
    def test_a_wrong_one_is_answered_with_the_choices(self):
        self.refused("name,price,category,pictures\nA,1,가구점,a.png\n", "가구점", "furniture", "가구·인테리어")
        self.refused("name,price,category,pictures\nA,1,no-such-one,a.png\n", "no-such-one", "furniture")
        self.refused("name,price,condition,pictures\nA,1,okay,a.png\n", "okay", "like_new", "거의 새것", "Like new")
        self.refused("name,price,handover,pictures\nA,1,drone,a.png\n", "drone", "parcel", "택배")

    def test_options_take_the_names_too(self):
        given = ["--name", "A", "--price", "1", "--password", "열려라-Sesame-42", self.picture()]
        product = self.run_json("add", "--category", "가구·인테리어", "--condition", "like new", *given)
        self.assertEqual([product["category"], product["condition"]], ["furniture", "like_new"])
        result = self.run_expecting(64, "add", "--condition", "okay", *given)
        self.assertIn("거의 새것", result.stderr)
        result = self.run_expecting(64, "add", "--category", "가구점", *given)
        self.assertIn("가구·인테리어", result.stderr)

    def test_check_leaves_categories_to_the_market(self):
        self.write("name,price,category,condition,pictures\nA,1,가구·인테리어,좋음,a.png\nB,1,,okay,a.png\n")
        nobody = {"OPENMARKET_SERVER": "http://127.0.0.1:9"}
        result = self.run_expecting(2, "import", "goods.csv", "--check", environment=nobody)
        self.assertIn("1 of 2", result.stdout)


class Files(ForeignCase):
    TABLE = "상품명,가격,사진\n의자,1000,a.png\n"

    def test_encodings_and_separators(self):
        tables = {
            "UTF-8 with a mark": self.TABLE.encode("utf-8-sig"), "CP949": self.TABLE.encode("cp949"),
            "CP949 only": self.TABLE.replace("의자", "뷁의자").encode("cp949"),
            "won in CP949": '상품명,가격,사진\r\n의자,"\\1,000",a.png\r\n'.encode("cp949"),
            "UTF-16 little": self.TABLE.replace(",", "\t").encode("utf-16"),
            "UTF-16 big": b"\xfe\xff" + self.TABLE.replace(",", ";").encode("utf-16-be"),
            "UTF-16 without a mark": self.TABLE.replace("상품명", "name").encode("utf-16-le"),
            "sep=": ("sep=;\r\n" + self.TABLE.replace(",", ";")).encode(),
            "commas in semicolons": "상품명;가격;사진;설명\n의자;1000;a.png;하나, 둘, 셋, 넷, 다섯\n".encode(),
            "quoted headings": '"상품명";"가격";"사진"\r\n"의자";"1,000";"a.png"\r\n'.encode(),
            "a title above": "표 1\n\n상품명,가격,사진\n의자,1000,a.png\n".encode(),
        }
        for title, table in tables.items():
            with self.subTest(title):
                [product], _ = self.listed_from(table)
                self.assertIn(product["name"], ("의자", "뷁의자"))
                self.assertEqual(product["price"], 1000)

    def test_long_runs_of_combining_marks_are_read(self):
        # Comparing such a heading took minutes.
        marks = "\u0301\u0316" * 200_000
        products, errors = self.listed_from(f"name,price,pictures,a{marks}\n의자,1000,a.png,x\n")
        self.assertEqual([product["name"] for product in products], ["의자"])
        self.assertIn("Ignored unknown columns: ", errors)

    def test_spreadsheets_are_told_how_to_be_saved(self):
        files = {
            "goods.xlsx": b"PK\x03\x04" + b"\0" * 50, "goods.ods": b"PK\x03\x04" + b"\0" * 50,
            "goods.numbers": b"PK\x03\x04" + b"\0" * 50, "goods.xls": b"\xd0\xcf\x11\xe0" + b"\0" * 50,
            "renamed.csv": b"PK\x03\x04" + b"\0" * 50, "page.xls": b"<html><table></table></html>",
        }
        for name, data in files.items():
            with self.subTest(name):
                self.write(data, name)
                self.assertIn("CSV UTF-8", self.import_file(name, code=1).stderr)
        (self.folder / "folder.numbers").mkdir()
        self.assertIn("CSV", self.import_file("folder.numbers", code=1).stderr)
        # In a Western encoding, whose letters aren't Hangul.
        self.write("name,price,pictures\nBüro-Stühle,1,a.png\n".encode("cp1252"))
        self.assertIn("CSV UTF-8", self.import_file(code=1).stderr)
