"""list, search, show, open: commands for buyers."""

import json
import os
import sqlite3
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cases import PASSWORD, CommandCase, FilledMarketCase
from ports import free_port

LISTED = {
    "id", "vendor_id", "name", "price", "discounted_price", "bargain_price", "currency", "stock", "thumbnail",
    "registered_at", "updated_at", "version"}
SHOWN = LISTED | {"vendor_name", "description", "images"}


class Reduced(CommandCase):
    def test_a_reduced_price_is_shown_and_not_exported(self):
        market = self.market_of_its_own()
        number = self.add(price="12000")["id"]
        # As if it had been listed ten days ago.
        database = sqlite3.connect(market.data / "market.sqlite", timeout=300)
        with database:
            database.execute(
                "UPDATE product SET registered_at = registered_at - 864000000, updated_at = updated_at - 864000000")
        database.close()
        self.run_ok("edit", number, "--price", "9000", "--password", PASSWORD)
        for product in (self.run_json("show", number), self.run_json("list")["products"][0]):
            self.assertEqual(product["reduced_from"], 12000)
            self.assertRegex(product["reduced_at"], r"^\d{4}-\d\d-\d\dT")
        self.assertIn("Reduced · lowest in the 30 days before: ₩12,000", self.run_ok("show", number))
        for name in ("out.csv", "out.json"):
            self.run_ok("export", name)
            self.assertNotIn("reduced", (self.folder / name).read_text())


class Listing(FilledMarketCase):
    def fill(self):
        for number, price in enumerate(["3000", "1000", "2000"], 1):
            self.add(name=f"의자 {number}", price=price)
        self.add("--stock", "0", "--discount", "500", "--identity", "other", name="Lamp", price="4000")

    def names(self, *options):
        return [product["name"] for product in self.run_json("list", *options)["products"]]

    def test_newest_first_and_by_price(self):
        self.assertEqual(self.names(), ["Lamp", "의자 3", "의자 2", "의자 1"])
        self.assertEqual(self.names("--sort", "cheapest")[0], "의자 2")
        self.assertEqual(self.names("--sort", "most-expensive")[0], "Lamp")
        # Nothing was moved to the top.
        self.assertEqual(self.names("--sort", "bumped"), self.names())
        for name in ["price_asc", "oldest", ""]:
            self.run_expecting(64, "list", "--sort", name)

    def test_in_stock_only(self):
        self.assertNotIn("Lamp", self.names("--in-stock"))

    def test_by_vendor(self):
        vendor = self.run_json("list", "-c", "1")["products"][0]["vendor_id"]
        self.assertEqual(self.names("--vendor", vendor), ["Lamp"])

    def test_json_has_the_keys_of_the_api(self):
        answer = self.run_json("list")
        self.assertEqual(set(answer), {"total_count", "total_capped", "next_cursor", "products"})
        self.assertEqual((answer["total_count"], answer["total_capped"], answer["next_cursor"]), (4, False, None))
        self.assertEqual(set(answer["products"][0]), LISTED)
        self.assertEqual(answer["products"][0]["bargain_price"], 3500)
        self.assertEqual(set(self.run_json("search", "의자")["products"][0]), LISTED)
        self.assertEqual(set(self.run_json("show", "1")), SHOWN)

    def test_goes_on_by_cursor(self):
        first = self.run_json("list", "-c", "3")
        rest = self.run_json("list", "--cursor", first["next_cursor"])
        self.assertEqual([product["name"] for product in rest["products"]], ["의자 1"])

    def test_says_that_there_is_more(self):
        result = self.run_expecting(0, "list", "-c", "3")
        self.assertEqual(len(result.stdout.splitlines()), 4)
        self.assertIn("3 of 4", result.stderr)
        self.assertNotIn("of 4", self.run_expecting(0, "list", "--all").stderr)

    def test_search(self):
        names = [product["name"] for product in self.run_json("search", "의자")["products"]]
        self.assertEqual(names, ["의자 3", "의자 2", "의자 1"])
        self.assertIn("의자 2", self.run_ok("search", "의자", "2"))

    def test_search_says_what_it_took_for_a_typo(self):
        # Sellers without a name are called “Vendor 1” and so on.
        result = self.run_expecting(0, "search", "vendro", "의자")
        self.assertIn("의자 3", result.stdout)
        self.assertIn("'vendro 의자'", result.stderr)
        self.assertIn("'vendor 의자'", result.stderr)
        self.assertEqual(self.run_json("search", "vendro")["corrected_query"], "vendor")
        self.assertNotIn("corrected_query", self.run_json("search", "vendor"))

    def test_nothing_found_is_no_failure(self):
        result = self.run_expecting(0, "search", "zeppelin")
        self.assertEqual(result.stdout, "")
        self.assertIn("zeppelin", result.stderr)
        self.assertEqual(self.run_json("search", "zeppelin")["products"], [])

    def test_column_of_old_prices_only_where_there_are_some(self):
        self.assertIn("WAS", self.run_ok("list"))
        self.assertNotIn("WAS", self.run_ok("search", "의자"))

    def test_bad_options_are_64(self):
        for options in (["-c", "0"], ["--sort", "prettiest"], ["--vendor", "x"], ["--language", "fr"]):
            self.run_expecting(64, "list", *options)
        self.run_expecting(64, "search")
        self.run_expecting(64, "show", "0")
        self.run_expecting(64, "show", "chair")


class Searching(CommandCase):
    def test_words_and_spaces_as_people_type_them(self):
        self.market_of_its_own()
        self.add(name="Film camera")
        self.add(name="C++ for beginners")
        self.add(name="C for beginners")
        for words in (["film", "camera"], ["film camera"], ["film "], ["  FILM"], ["film camera "], ["film\u3000"]):
            with self.subTest(words):
                self.assertEqual([one["name"] for one in self.run_json("search", *words)["products"]], ["Film camera"])
        found = self.run_json("search", "c++")["products"]
        self.assertEqual([one["name"] for one in found], ["C++ for beginners"])
        self.assertIn("No products match 'zeppelin'", self.run_expecting(0, "search", "zeppelin ").stderr)

    def test_nothing_to_look_for_is_no_list_of_everything(self):
        for words in ([""], [" "], [" ", "\u3000"]):
            result = self.run_expecting(64, "search", *words)
            self.assertIn("Say what to look for", result.stderr)


class Showing(CommandCase):
    def test_everything_that_is_said(self):
        product = self.add(
            "--description", "앉기 좋습니다.\n둘째 줄", "--contact", "010-1234", "--discount", "2000", "--seller", "달빛 살림",
            pictures=2)
        text = self.run_ok("show", product["id"])
        for expected in ("나무 의자", "₩10,000", "₩12,000", "달빛 살림", "앉기 좋습니다.\n둘째 줄",
                         f"{self.market.url}/products/{product['id']}", "Picture 2: http"):
            self.assertIn(expected, text)
        self.assertNotIn("010-1234", text)

    def test_contact_when_asked_for(self):
        product = self.add("--contact", "010-1234")
        self.assertIn("010-1234", self.run_ok("show", product["id"], "--contact"))
        self.assertEqual(self.run_json("show", product["id"], "--contact")["contact"], "010-1234")
        silent = self.add()
        self.assertIn("not given", self.run_ok("show", silent["id"], "--contact"))

    def test_gone_is_5(self):
        result = self.run_expecting(5, "show", "999999")
        self.assertEqual(result.stdout, "")
        self.assertTrue(result.stderr.startswith("Error: "), result.stderr)

    def test_in_korean_where_the_machine_is(self):
        product = self.add()
        for environment in ({"LANG": "ko_KR.UTF-8"}, {"LC_ALL": "ko_KR.UTF-8"}):
            self.assertIn("12,000원", self.run_ok("show", product["id"], environment=environment))
        self.assertIn("12,000원", self.run_ok("show", product["id"], "--language", "ko"))
        self.assertIn("₩12,000", self.run_ok("show", product["id"], "--language", "en", environment={"LANG": "ko_KR"}))


class Opening(CommandCase):
    def test_prints_the_address_where_no_browser_is(self):
        product = self.add()
        self.assertEqual(self.run_ok("open").strip(), self.market.url)
        page = f"{self.market.url}/products/{product['id']}"
        self.assertEqual(self.run_ok("open", product["id"]).strip(), page)
        self.assertEqual(self.run_ok("open", "--print", product["id"]).strip(), page)

    def test_gone_is_5(self):
        self.run_expecting(5, "open", "999999")


class Address(CommandCase):
    def test_option_wins_over_the_environment(self):
        nobody = f"http://127.0.0.1:{free_port()}"
        self.run_ok("list", "--server", self.market.url, environment={"OPENMARKET_SERVER": nobody})
        result = self.run_expecting(3, "list", "--server", nobody)
        self.assertIn("--server", result.stderr)

    def test_without_scheme_and_with_a_slash(self):
        self.run_ok("list", "--server", self.market.url.removeprefix("http://"))
        self.assertEqual(self.run_ok("open", "--server", self.market.url + "/").strip(), self.market.url)

    def test_empty_variable_is_none(self):
        self.assertEqual(
            self.run_ok("open", environment={"OPENMARKET_SERVER": ""}).strip(), "http://localhost:8080")

    def test_nonsense_is_64(self):
        self.run_expecting(64, "list", "--server", "ftp://market.example")
        self.run_expecting(64, "list", environment={"OPENMARKET_SERVER": "http://"})

    def test_something_else_that_answers_is_3(self):
        proxy = self.proxy(after=lambda *_: b"<html>Hello</html>")
        result = self.run_expecting(3, "list", "--server", proxy.url)
        self.assertIn("no Open Market", result.stderr)


class Floods(CommandCase):
    """Whoever answers for a market, or changes its answers on the way, gets neither the memory nor the time of those who ask."""

    MEGABYTE = b" " * 1_000_000

    def answering(self, answer):
        """Returns the address of a server that calls `answer` for each request, until the program hangs up."""
        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                self.server.count += 1
                try:
                    answer(self)
                except OSError:
                    pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads, server.count = True, 0
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return server, f"http://127.0.0.1:{server.server_address[1]}"

    def memory(self, *arguments):
        """Returns how the program ended and the most memory that it took, in megabytes."""
        program = self.start(*arguments)
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
        program.communicate()
        return program.returncode, usage.ru_maxrss // 1024

    def test_an_answer_without_an_end_takes_little_memory(self):
        def answer(handler):
            handler.send_response(200)
            handler.end_headers()
            while True:
                handler.wfile.write(self.MEGABYTE)

        code, megabytes = self.memory("list", "--server", self.answering(answer)[1])
        self.assertEqual(code, 3)
        self.assertLess(megabytes, 250)

    def test_an_answer_that_grows_when_it_is_decoded_takes_little_memory(self):
        encoder = zlib.compressobj(wbits=31)
        encoded = b"".join(encoder.compress(self.MEGABYTE) for _ in range(600)) + encoder.flush()

        def answer(handler):
            handler.send_response(200)
            handler.send_header("Content-Encoding", "gzip")
            handler.send_header("Content-Length", str(len(encoded)))
            handler.end_headers()
            handler.wfile.write(encoded)

        code, megabytes = self.memory("list", "--server", self.answering(answer)[1])
        self.assertEqual(code, 3)
        self.assertLess(megabytes, 250)

    def test_a_list_that_comes_back_to_its_cursor_ends(self):
        def answer(handler):
            body = json.dumps({"pages": [], "total_count": 9, "next_cursor": "again"}).encode()
            handler.send_response(200)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body)

        for command in (("list", "--all"), ("export", "goods.csv")):
            server, address = self.answering(answer)
            result = self.run_expecting(3, *command, "--server", address)
            self.assertIn("no Open Market", result.stderr)
            self.assertEqual(server.count, 2)


class HostileTexts(CommandCase):
    """A market may send any text; the terminal interprets none of it."""

    EVIL = "의자\x1b[31m\x1b]0;owned\x07\x9b2J\x08\x7f\r\n\u202etxt"

    def setUp(self):
        super().setUp()
        self.product = self.add("--contact", "plain", "--description", "plain")

        def poison(method, path, body):
            if not body.startswith(b"{"):
                return body
            answer = json.loads(body)
            for product in [answer, *answer.get("pages", [])]:
                for key in ("name", "description", "contact", "reason", "message"):
                    if key in product:
                        product[key] = self.EVIL
                if "vendors" in product:
                    product["vendors"]["name"] = self.EVIL
            return json.dumps(answer).encode()

        self.server = self.proxy(after=poison).url

    def assertTame(self, text):
        for character in "\x1b\x07\x9b\x08\x7f\u202e":
            self.assertNotIn(character, text)

    def test_never_reach_a_terminal(self):
        number = self.product["id"]
        commands = [
            ("list",), ("search", "의"), ("show", number, "--contact"), ("show", number, "--json"), ("list", "--json"),
            ("share", number), ("share", number, "--json"),
            ("edit", number, "--stock", "4", "--password", PASSWORD), ("show", "999999"),
            ("delete", number, "--yes", "--password", PASSWORD)]
        for command in commands:
            session = self.on_terminal(
                *command, "--server", self.server, environment={"NO_COLOR": "1"})
            self.assertIn("의자", session.raw, command)
            self.assertTame(session.raw)

    def test_nor_a_pipe(self):
        result = self.run_expecting(0, "list", "--server", self.server)
        self.assertTame(result.stdout)
        self.assertNotIn("\r", result.stdout)
