"""import: the formats that it reads, its error messages, and stopping and repeating it."""

import json
import signal
import stat
import threading
from concurrent.futures import ThreadPoolExecutor

from cases import PASSWORD, CommandCase
from ports import free_port
from proxy import wait_until


class ImportCase(CommandCase):
    def setUp(self):
        super().setUp()
        self.market_of_its_own()
        for name in ("a.png", "b.png", "c.png"):
            self.picture(name)

    def write(self, text, name="goods.csv"):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def write_many(self, count):
        rows = [f"Chair {number},{number}000,{'abc'[number % 3]}.png" for number in range(count)]
        return self.write("name,price,pictures\n" + "\n".join(rows))

    def import_file(self, file="goods.csv", *options, code=0, **more):
        return self.run_expecting(code, "import", file, "--password", PASSWORD, *options, **more)

    def listed(self):
        """Returns the products oldest first, which is the order of the file if they are sent one by one."""
        products = self.market.request("GET", "/api/products?items_per_page=800")["pages"]
        return [self.market.product(product["id"]) for product in reversed(products)]


class Tables(ImportCase):
    def test_every_column(self):
        self.write(
            "name,description,price,currency,discount,stock,contact,password,pictures\n"
            "Lamp,Warm light,19.99,usd,1.5,7,010-1,secret-7,a.png;b.png | c.png\n")
        self.import_file()
        [product] = self.listed()
        self.assertEqual(
            [product[key] for key in ("name", "description", "price", "currency", "discounted_price", "stock")],
            ["Lamp", "Warm light", 19.99, "USD", 1.5, 7])
        self.assertEqual(len(product["images"]), 3)
        self.assertEqual(self.run_json("show", product["id"], "--contact")["contact"], "010-1")
        self.run_expecting(4, "edit", product["id"], "--stock", "1", "--password", PASSWORD)
        self.run_ok("edit", product["id"], "--stock", "1", "--password", "secret-7")

    def test_quotes_line_breaks_and_commas_in_fields(self):
        self.write('name,price,pictures,description\n"A ""good"" chair, red","12,000",a.png,"One\nTwo\n\nFour"\n')
        self.import_file()
        [product] = self.listed()
        self.assertEqual(product["name"], 'A "good" chair, red')
        self.assertEqual(product["price"], 12000)
        self.assertEqual(product["description"], "One\nTwo\n\nFour")

    def test_as_spreadsheets_write_them(self):
        spellings = {
            "bom and crlf": b"\xef\xbb\xbf" + "name,price,pictures\r\n의자,1000,a.png\r\n".encode(),
            "semicolons": 'name;price;pictures\n의자;1000;"a.png;b.png"\n', "tabs": "name\tprice\tpictures\n의자\t1000\ta.png\n",
            "old mac": "name,price,pictures\r의자,1000,a.png", "empty lines": "name,price,pictures\n\n의자,1000,a.png\n\n,,\n",
            "headings in capitals": "Name, PRICE ,Pictures\n의자,1000,a.png\n",
            "korean headings": "상품명,가격,사진,재고,설명\n의자,1000,a.png,3,앉기 좋습니다.\n",
        }
        for number, (title, text) in enumerate(spellings.items(), 1):
            with self.subTest(title):
                self.write(text)
                self.import_file("goods.csv", "--journal", f"{number}.journal")
                self.assertEqual(self.market.names(), ["의자"] * number)

    def test_pictures_are_sought_from_the_files_folder(self):
        self.picture("deep/pictures/p 1.png")
        self.write(f"name,price,pictures\nA,1,pictures/p 1.png\nB,1,{self.folder}/a.png\n", "deep/goods.csv")
        self.import_file("deep/goods.csv")
        self.assertEqual(sorted(self.market.names()), ["A", "B"])

    def test_unknown_columns_are_told_and_passed_over(self):
        self.write("name,price,pictures,colour,id,seller\nA,1,a.png,red,7,me\n")
        errors = self.import_file().stderr
        self.assertIn("colour", errors)
        self.assertNotIn("seller", errors)

    def test_what_is_no_table_of_products_is_1_and_sends_nothing(self):
        mistakes = {
            "'name'": "title of it,price\nA,1\n", "line 3": 'name,price,pictures\nA,1,a.png\n"B,1,a.png\n',
            "closing quote": 'name,price,pictures\n"A"x,1,a.png\n', "twice": "name,이름,price\nA,B,1\n",
            "no products": "name,price,pictures\n", "CSV UTF-8": "name,pric\u00e9\nA,1\n".encode("latin-1"),
        }
        for told, text in mistakes.items():
            with self.subTest(told):
                self.write(text)
                self.assertIn(told, self.import_file(code=1).stderr)
        self.assertIn("no products", self.run_expecting(1, "import", self.write("")).stderr)
        self.run_expecting(1, "import", "nowhere.csv")
        self.run_expecting(1, "import", self.folder)
        self.assertEqual(self.market.names(), [])

    def test_what_failed_on_which_line(self):
        self.write(
            "name,price,pictures,stock\nGood,1,a.png,1\n,1,a.png,\nB,dear,a.png,\n\"C\nC\",1,nowhere.png,\nD,1,,\nE,1.5,a.png,\n"
            "F,1,a.png,1,2,3\nG,\"19,99\",a.png,\n\nAlso good,1,b.png,\n")
        result = self.import_file(code=2)
        lines = [line for line in result.stderr.splitlines() if line.startswith("goods.csv, line ")]
        numbers = [int(line.split("line ")[1].split(":")[0]) for line in lines]
        self.assertEqual(numbers, [3, 4, 5, 7, 8, 9, 10], result.stderr)
        self.assertIn("dear", lines[1])
        self.assertIn("nowhere.png", lines[2])
        self.assertEqual(sorted(self.market.names()), ["Also good", "Good"])
        self.assertIn("Listed 2 products", result.stdout)
        self.assertIn("7 couldn't be listed", result.stdout)

    def test_what_the_market_refuses_is_told_with_its_line(self):
        self.write(b"name,price,pictures\nA,1,a.png\nB,1,broken.png\n")
        broken = (self.folder / "a.png").read_bytes()
        (self.folder / "broken.png").write_bytes(broken[:40] + b"\0" * 200)
        result = self.import_file(code=2)
        self.assertIn("goods.csv, line 3: ", result.stderr)
        self.assertEqual(self.market.names(), ["A"])

    def test_order_of_the_file_when_sent_one_by_one(self):
        self.write_many(8)
        self.import_file("goods.csv", "--jobs", "1")
        self.assertEqual([product["name"] for product in self.listed()], [f"Chair {number}" for number in range(8)])

    def test_jobs(self):
        self.write_many(6)
        (self.folder / "others.csv").write_bytes((self.folder / "goods.csv").read_bytes())
        under_way, most, others = [], [], []
        all_others_are_there = threading.Event()

        def count(method, path, headers):
            under_way.append(path)
            most.append(len(under_way))
            all_others_are_there.wait()

        def uncount(method, path, body):
            under_way.pop()
            return body

        def count_others(method, path, headers):
            others.append(path)
            if len(others) == 6:
                all_others_are_there.set()
            all_others_are_there.wait()

        self.addCleanup(all_others_are_there.set)
        with ThreadPoolExecutor() as pool:
            server = self.proxy(before=count, after=uncount).url
            first = pool.submit(self.import_file, "goods.csv", "--jobs", "3", "--server", server)
            try:
                wait_until(lambda: len(under_way) >= 3)
                # One too many would have come before all six of an import that begins only now.
                self.import_file("others.csv", "--jobs", "6", "--server", self.proxy(before=count_others).url)
            finally:
                all_others_are_there.set()
            first.result()
        self.assertEqual(max(most), 3)
        self.assertEqual(len(self.market.names()), 12)
        for jobs in ("0", "17", "x"):
            self.import_file("goods.csv", "--jobs", jobs, code=64)

    def test_equal_lines_are_two_products(self):
        self.write("name,price,pictures\n" + "A,1,a.png\n" * 3)
        self.import_file()
        self.import_file()
        self.assertEqual(self.market.names(), ["A"] * 3)

    def test_check_asks_no_market(self):
        self.write("name,price,pictures\nA,1,a.png\nB,x,a.png\n")
        nobody = {"OPENMARKET_SERVER": "http://127.0.0.1:9"}
        result = self.run_expecting(2, "import", "goods.csv", "--check", environment=nobody)
        self.assertEqual(result.stdout, "1 of 2 products can be listed.\n")
        self.assertIn("line 3", result.stderr)
        self.write("name,price,pictures\nA,1,a.png\n")
        result = self.run_expecting(0, "import", "goods.csv", "--check", environment=nobody)
        self.assertEqual(result.stdout, "1 of 1 product can be listed.\n")
        self.assertEqual([path.name for path in self.folder.glob("*.journal")], [])


class JSON(ImportCase):
    PRODUCT = {"name": "의자, 큰 😀", "description": "One\nTwo", "price": 19.99, "currency": "USD", "stock": 3,
               "discount": "1.5", "pictures": ["a.png", "b.png"]}

    def check_listed(self, count):
        products = self.listed()
        self.assertEqual(len(products), count)
        for product in products:
            self.assertEqual(
                [product[key] for key in ("name", "description", "price", "discounted_price", "stock")],
                [self.PRODUCT["name"], "One\nTwo", 19.99, 1.5, 3])
            self.assertEqual(len(product["images"]), 2)

    def test_an_array(self):
        self.write(json.dumps([self.PRODUCT, self.PRODUCT], indent=2), "goods.json")
        self.import_file("goods.json")
        self.check_listed(2)

    def test_objects_one_behind_the_other(self):
        self.write(f"\ufeff{json.dumps(self.PRODUCT)}\n{json.dumps(self.PRODUCT, ensure_ascii=False)}\n", "goods.json")
        self.import_file("goods.json")
        self.check_listed(2)

    def test_one_that_is_wrong_spoils_only_itself(self):
        bad = [
            {**self.PRODUCT, "price": None}, {**self.PRODUCT, "price": True}, {**self.PRODUCT, "pictures": 5},
            {**self.PRODUCT, "title": "by two names"}, {**self.PRODUCT, "pictures": ["nowhere.png"]}]
        rows = [json.dumps(product) for product in [self.PRODUCT, *bad]]
        self.write("[\n" + ",\n".join([*rows, '{"name": "x" "price": 1}', json.dumps(self.PRODUCT)]) + "\n]\n", "goods.json")
        result = self.import_file("goods.json", code=2)
        numbers = [line.split(":")[0] for line in result.stderr.splitlines()]
        self.assertEqual(numbers, [f"goods.json, line {number}" for number in range(3, 9)], result.stderr)
        self.check_listed(2)

    def test_unknown_keys_are_told_whatever_they_hold(self):
        self.write(json.dumps({**self.PRODUCT, "colours": {"first": "red"}, "id": 7, "sizes": [1, 2]}), "goods.json")
        errors = self.import_file("goods.json").stderr
        self.assertIn("colours, sizes", errors)
        self.check_listed(1)

    def test_what_is_no_object_is_told_and_lists_nothing(self):
        for other in ("5", "null", "true", '"x"'):
            self.write(f"[{json.dumps(self.PRODUCT)},\n{other},{json.dumps(self.PRODUCT)}]", "goods.json")
            error = self.import_file("goods.json", code=1).stderr
            self.assertIn("line 2: each product must be an object in braces", error)
        self.assertEqual(self.listed(), [])

    def test_what_is_no_list_of_products_is_1(self):
        for text in ("[]", "[1, 2]", '{"name": "x"', '["name"]'):
            self.write(text, "goods.json")
            self.import_file("goods.json", code=1)


class Passwords(ImportCase):
    def test_asked_for_twice_on_a_terminal_and_not_echoed(self):
        self.write_many(3)
        session = self.on_terminal(
            "import", "goods.csv", code=0,
            answers=[("Choose a password for all products: ", PASSWORD + "\n"), ("Repeat the password: ", PASSWORD + "\n")])
        self.assertNotIn(PASSWORD, session.raw)
        number = self.listed()[0]["id"]
        self.run_ok("edit", number, "--stock", "1", "--password", PASSWORD)

    def test_not_asked_for_where_each_line_has_its_own(self):
        self.write("name,price,pictures,password\nA,1,a.png,its own 1\n")
        self.run_ok("import", "goods.csv")
        self.write("name,price,pictures,password\nA,1,a.png,its own 1\nB,1,a.png,\n")
        self.assertIn("--password-file", self.run_expecting(1, "import", "goods.csv").stderr)

    def test_a_short_or_common_one_of_a_line_is_its_problem(self):
        self.write("name,price,pictures,password\nA,1,a.png,1234567\nB,1,a.png,qwer1234\nC,1,a.png,12345679\nD,1,a.png,\n")
        for options in (("--check",), ("--password", PASSWORD)):
            result = self.run_expecting(2, "import", "goods.csv", *options)
            self.assertIn("goods.csv, line 2: The password needs at least 8 characters.", result.stderr)
            self.assertIn("goods.csv, line 3: The password is one of the first that people guess.", result.stderr)
            self.assertNotIn("line 4", result.stderr)
        self.assertEqual(sorted(self.market.names()), ["C", "D"])

    def test_a_short_or_common_one_for_all_lists_nothing(self):
        self.write_many(2)
        for password in ("1234567", "비밀번호"):
            self.run_expecting(1, "import", "goods.csv", "--password", password)
        self.assertEqual(self.market.names(), [])

    def test_a_short_one_of_a_line_that_is_listed_already_is_no_problem(self):
        self.write("name,price,pictures,password\nA,1,a.png,its own 1\nB,1,a.png,its own 2\n")
        self.import_file()
        # As an older version has listed it.
        self.write("name,price,pictures,password\nA,1,a.png,1\nB,1,a.png,its own 2\n")
        self.assertIn("2 products were already listed", self.import_file().stderr)

    def test_are_printed_and_noted_nowhere(self):
        self.write(f"name,price,pictures,password\nA,1,a.png,{PASSWORD}1\nB,x,a.png,{PASSWORD}2\n,,,{PASSWORD}\n")
        result = self.import_file(code=2)
        journal = (self.folder / "goods.csv.journal").read_text()
        for text in (result.stdout, result.stderr, journal):
            self.assertNotIn(PASSWORD, text)
        self.run_expecting(0, "export", "out.csv")
        self.assertNotIn(PASSWORD, (self.folder / "out.csv").read_text())

    def test_remembered_for_each_product(self):
        self.write("name,price,pictures,password\nA,1,a.png,its own 1\nB,1,a.png,\n")
        self.import_file("goods.csv", "--remember")
        for product in self.listed():
            self.run_ok("edit", product["id"], "--stock", "4")
        for path in [self.identity, *self.identity.rglob("*")]:
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o700 if path.is_dir() else 0o600)


class Telling(ImportCase):
    def test_a_bar_on_a_terminal_and_then_what_came_of_it(self):
        self.write_many(4)
        for columns in (40, 80):
            session = self.on_terminal(
                "import", "goods.csv", "--password", PASSWORD, "--journal", f"{columns}.journal", columns=columns, code=0)
            self.assertIn("4 of 4", session.raw)
            self.assertIn("█", session.raw)
            self.assertRegex(session.text, r"^Listed 4 products in \d+ s\.$")

    def test_no_bar_in_a_pipe(self):
        self.write_many(2)
        result = self.import_file()
        self.assertEqual(result.stderr, "")
        self.assertRegex(result.stdout, r"^Listed 2 products in \d+ s\.\n$")

    def test_one_product_is_one(self):
        self.write_many(1)
        self.assertIn("Listed 1 product in", self.import_file().stdout)
        again = self.import_file()
        self.assertIn("1 product was already listed", again.stderr)
        self.assertEqual(again.stdout, "Listed 0 products.\n")

    def test_headings_do_not_reach_the_terminal_as_they_are(self):
        self.write("name,price,pictures,\x1b[31mred\nA,\x1b[31m1,a.png,\n")
        session = self.on_terminal("import", "goods.csv", "--check", code=2)
        self.assertNotIn("\x1b", session.raw)


class Repeating(ImportCase):
    def test_lists_nothing_twice(self):
        self.write_many(5)
        self.import_file()
        result = self.run_expecting(0, "import", "goods.csv")
        self.assertIn("5 products were already listed", result.stderr)
        self.assertEqual(len(self.market.names()), 5)

    def test_lists_what_was_mended_and_added(self):
        self.write("name,price,pictures\nA,1,a.png\nB,x,a.png\n")
        self.import_file(code=2)
        self.write("name,price,pictures\nNew,1,a.png\nA,1,a.png\nB,1,a.png\n")
        self.import_file()
        self.assertEqual(sorted(self.market.names()), ["A", "B", "New"])

    def test_journal_of_another_market_does_not_count(self):
        self.write_many(2)
        self.import_file()
        first, self.market = self.market, None
        second = self.market_of_its_own()
        self.assertIn("Listed 2 products", self.import_file().stdout)
        self.assertEqual(len(second.names()), 2)
        self.import_file("goods.csv", "--server", first.url)
        self.assertEqual(len(first.names()), 2)

    def test_the_same_market_counts_however_it_is_spelt(self):
        self.write_many(2)
        self.import_file()
        self.import_file("goods.csv", "--server", self.market.url.upper() + "/")
        self.assertEqual(len(self.market.names()), 2)

    def test_journal_that_is_none_is_refused(self):
        self.write_many(1)
        (self.folder / "goods.csv.journal").write_text("dear diary\n")
        self.assertIn("--journal", self.import_file(code=1).stderr)
        self.assertEqual((self.folder / "goods.csv.journal").read_text(), "dear diary\n")

    def test_journal_that_was_cut_off_in_mid_line(self):
        self.write_many(3)
        self.import_file()
        journal = self.folder / "goods.csv.journal"
        journal.write_bytes(journal.read_bytes()[:-10])
        # The market knows the key of the line whose journal entry was lost.
        self.import_file()
        self.import_file()
        self.assertEqual(len(self.market.names()), 3)


class Stopping(ImportCase):
    COUNT = 16

    def setUp(self):
        super().setUp()
        self.write_many(self.COUNT)

    def start_import(self, proxy):
        return self.start("import", "goods.csv", "--jobs", "3", "--password", PASSWORD, "--server", proxy.url)

    def finish(self, proxy):
        """Runs the same command again, which continues the import."""
        proxy.lines = None
        result = self.run_expecting(
            0, "import", "goods.csv", "--jobs", "3", "--password", PASSWORD, "--server", proxy.url)
        names = self.market.names()
        self.assertEqual(sorted(names), sorted(f"Chair {number}" for number in range(self.COUNT)))
        return result

    def holding(self, lines, port=0):
        """Holds responses once the journal has more lines: products are listed without the program's knowledge.

        `proxy.lines` is the limit; None passes everything through.
        """
        def hold(method, path, body):
            if method == "POST":
                wait_until(lambda: proxy.lines is None or len(self.read_journal()) <= proxy.lines)
            return body
        proxy = self.proxy(after=hold, port=port)
        proxy.lines = lines
        return proxy

    def test_ctrl_c_says_what_is_left_and_going_on_doubles_nothing(self):
        for kind in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(kind):
                proxy = self.holding(4)
                (self.folder / "goods.csv.journal").unlink(missing_ok=True)
                self.market_of_its_own()
                proxy.market = self.market
                process = self.start_import(proxy)
                wait_until(lambda: len((self.read_journal())) > 4)
                process.send_signal(kind)
                output, errors = process.communicate(timeout=300)
                self.assertEqual(process.returncode, 130, errors)
                self.assertRegex(output, r"^Listed \d+ products in \d+ s; \d+ are left\.")
                self.assertIn("same command again", errors)
                self.assertLess(int(output.split()[1]), self.COUNT)
                self.assertIn("already listed", self.finish(proxy).stderr)

    def read_journal(self):
        journal = self.folder / "goods.csv.journal"
        return journal.read_text().splitlines() if journal.exists() else []

    def test_killed_in_mid_import_and_repeated_doubles_nothing(self):
        proxy = self.holding(0)
        for count in (2, 7, 11):
            proxy.lines = count
            process = self.start_import(proxy)
            wait_until(lambda: len(self.read_journal()) > count)
            process.kill()
            process.communicate()
            self.assertEqual(process.returncode, -signal.SIGKILL)
        self.finish(proxy)

    def test_market_that_goes_away_ends_it_with_what_is_left(self):
        # Nobody else gets the port while nothing listens there.
        proxy = self.holding(4, free_port())
        process = self.start_import(proxy)
        wait_until(lambda: len(self.read_journal()) > 4)
        proxy.end()
        proxy.lines = None
        output, errors = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 3, errors)
        self.assertRegex(output, r"; \d+ are left\.")
        self.assertNotIn("could not be listed", output)
        self.assertIn("same command again", errors)
        self.finish(self.proxy(port=proxy.port))

    def test_connections_that_break_off_are_tried_again(self):
        cut = []

        def lose_some(method, path, body):
            if len(cut) < 3:
                cut.append(path)
                return "cut"
            return body

        self.finish(self.proxy(after=lose_some))
        self.assertEqual(len(cut), 3)

    def test_two_at_once_with_one_journal_are_one_too_many(self):
        proxy = self.holding(2)
        process = self.start_import(proxy)
        wait_until(lambda: len(self.read_journal()) > 2)
        result = self.run_expecting(1, "import", "goods.csv", "--password", PASSWORD, "--server", proxy.url)
        self.assertIn("Another import", result.stderr)
        proxy.lines = None
        process.communicate(timeout=300)
        self.assertEqual(process.returncode, 0)
        self.finish(proxy)

    def test_another_password_for_a_line_that_was_cut_off_is_explained(self):
        proxy = self.holding(-1)
        process = self.start_import(proxy)
        wait_until(lambda: self.market.names())
        process.kill()
        process.communicate()
        proxy.lines = None
        result = self.run_expecting(
            2, "import", "goods.csv", "--jobs", "3", "--password", PASSWORD + "2", "--server", proxy.url)
        self.assertIn("another password", result.stderr)
        self.finish(proxy)
