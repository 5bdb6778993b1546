"""Where passwords come from, that they are never shown, and how they are stored."""

import stat

from cases import PASSWORD, CommandCase


class Asking(CommandCase):
    ADD = ("add", "--name", "Chair", "--price", "1000")
    FIRST, AGAIN = "Choose a password for this product: ", "Repeat the password: "

    def test_new_ones_twice_and_not_echoed(self):
        session = self.on_terminal(
            *self.ADD, self.picture(), answers=[(self.FIRST, PASSWORD + "\n"), (self.AGAIN, PASSWORD + "\r")], code=0)
        self.assertNotIn(PASSWORD, session.raw)
        self.assertTrue(session.echoes)
        number = session.lines[-1].split()[2].rstrip(":")
        self.run_ok("edit", number, "--stock", "2", "--password", PASSWORD)

    def test_a_slip_of_the_finger_is_refused(self):
        session = self.on_terminal(
            *self.ADD, self.picture(), answers=[(self.FIRST, PASSWORD + "\n"), (self.AGAIN, PASSWORD + "2\n")], code=1)
        self.assertIn("don't match", session.text)

    def test_a_short_or_common_one_is_asked_for_again(self):
        session = self.on_terminal(
            *self.ADD, self.picture(), code=0, answers=[
                (self.FIRST, "1234567\n"), (self.FIRST, "ㅂㅈㄷㄱ1234\n"), (self.FIRST, "12345679\n"),
                (self.AGAIN, "12345679\n")])
        self.assertIn("needs at least 8 characters", session.text)
        self.assertIn("one of the first that people guess", session.text)
        number = session.lines[-1].split()[2].rstrip(":")
        self.run_ok("edit", number, "--stock", "2", "--password", "12345679")

    def test_an_empty_one_is_refused(self):
        self.on_terminal(*self.ADD, self.picture(), answers=[(self.FIRST, "\n")], code=1)
        self.on_terminal(*self.ADD, self.picture(), answers=[(self.FIRST, "\x04")], code=1)

    def test_backspace_takes_whole_characters(self):
        typed = "틀린 것\x15열려라-Sesamx한\x7f\x7fe-42\n"
        session = self.on_terminal(
            *self.ADD, self.picture(), answers=[(self.FIRST, typed), (self.AGAIN, PASSWORD + "\n")], code=0)
        self.assertNotIn("Sesam", session.raw)

    def test_wrong_ones_are_asked_for_again(self):
        product = self.add()
        prompt = f"Password for product {product['id']}: "
        session = self.on_terminal(
            "edit", product["id"], "--stock", "9", answers=[(prompt, "wrong\n"), (prompt, PASSWORD + "\n")], code=0)
        self.assertIn("Press Ctrl-C to give up", session.text)
        self.assertNotIn("wrong\r\n", session.raw)
        self.assertEqual(self.market.product(product["id"])["stock"], 9)

    def test_ctrl_c_ends_with_130_and_the_terminal_speaks_again(self):
        product = self.add()
        session = self.on_terminal(
            "edit", product["id"], "--stock", "9", answers=[("Password for", "half\x03")], code=130)
        self.assertTrue(session.echoes)
        self.assertNotIn("half", session.raw)

    def test_nobody_is_asked_for_a_product_that_is_gone(self):
        self.assertNotIn("Password for", self.on_terminal("edit", "999999", "--stock", "9", code=5).text)

    def test_without_a_terminal_it_says_what_to_do(self):
        for command in ((*self.ADD, self.picture()), ("delete", self.add()["id"], "--yes")):
            self.assertIn("--password-file", self.run_expecting(1, *command).stderr)


class Giving(CommandCase):
    def setUp(self):
        super().setUp()
        self.number = self.add()["id"]

    def edit(self, *options, **more):
        return self.run_expecting(0, "edit", self.number, "--stock", "5", *options, **more)

    def test_from_a_file(self):
        for text in (PASSWORD, PASSWORD + "\n", PASSWORD + "\r\nsecond line\n"):
            (self.folder / "password").write_bytes(text.encode())
            self.edit("--password-file", "password")

    def test_from_standard_input(self):
        self.edit("--password-file", "-", stdin=PASSWORD + "\n")

    def test_what_can_not_be_read_is_1(self):
        (self.folder / "empty").write_text("")
        for file in ("nowhere", "empty"):
            result = self.run_expecting(1, "edit", self.number, "--stock", "5", "--password-file", file)
            self.assertTrue(result.stderr.startswith("Error: "))

    def test_both_or_an_empty_one_is_64(self):
        self.run_expecting(64, "edit", self.number, "--stock", "5", "--password", "a", "--password-file", "b")
        self.run_expecting(64, "edit", self.number, "--stock", "5", "--password", "")

    def test_a_new_one_that_is_short_or_common_is_1_and_nothing_is_listed(self):
        (self.folder / "password").write_text("QWER1234\n")
        add = ("add", "--name", "Never listed", "--price", "1000", self.picture())
        for options, reason in (
                (("--password", "1234567"), "needs at least 8 characters"), (("--password", "가" * 43), "up to 128"),
                (("--password-file", "password"), "one of the first that people guess")):
            self.assertIn(reason, self.run_expecting(1, *add, *options).stderr)
        self.assertNotIn("Never listed", self.market.names())

    def test_an_old_one_may_be_short(self):
        item = {"title": "Chair", "descriptions": "", "price": 1, "currency": "KRW", "stock": 1, "password": "1"}
        number = self.market.request("POST", "/item", item, {"Content-Type": "application/json"})["id"]
        self.run_expecting(4, "edit", number, "--stock", "5", "--password", "2")
        self.run_ok("edit", number, "--stock", "5", "--password", "1")
        self.run_ok("state", number, "reserved", "--password", "1")
        self.run_ok("delete", number, "--yes", "--password", "1")

    def test_the_operator_sets_one_that_is_neither_short_nor_common(self):
        set_secret = ("product", "set-secret", self.number, "--data", self.market.data)
        for password, reason in (
                ("1234567", "needs at least 8 characters"), ("dkssudgktpdy", "one of the first that people guess")):
            self.assertIn(reason, self.run_expecting(1, *set_secret, stdin=password + "\n").stderr)
        self.edit("--password", PASSWORD)
        self.run_ok(*set_secret, stdin="열려라참깨다섯번\n")
        self.edit("--password", "열려라참깨다섯번")

    def test_is_printed_nowhere(self):
        results = [
            self.edit("--password", PASSWORD), self.edit("--password", PASSWORD, "--json"),
            self.run_piped("edit", self.number, "--stock", "5", "--password", PASSWORD + "x"),
            self.run_piped("add", "--name", "", "--price", "x", "--password", PASSWORD, self.picture()),
            self.run_expecting(0, "delete", self.number, "--yes", "--password", PASSWORD)]
        for result in results:
            self.assertNotIn(PASSWORD, result.stdout + result.stderr)


class Remembering(CommandCase):
    def test_edit_and_delete_need_not_ask(self):
        number = self.add("--remember")["id"]
        self.run_ok("edit", number, "--stock", "4")
        self.run_ok("delete", number, "--yes")
        self.assertEqual([path for path in self.identity.rglob("*") if path.name == str(number)], [])

    def test_nothing_is_kept_unless_wanted(self):
        self.add()
        for path in self.identity.rglob("*"):
            self.assertTrue(path.is_dir() or PASSWORD not in path.read_text())

    def test_for_the_owners_eyes_only(self):
        self.add("--remember")
        for path in [self.identity, *self.identity.rglob("*")]:
            mode = stat.S_IMODE(path.stat().st_mode)
            self.assertEqual(mode, 0o700 if path.is_dir() else 0o600, path)

    def test_one_that_is_not_right_any_more_is_forgotten(self):
        number = self.add("--remember")["id"]
        kept = next(path for path in self.identity.rglob("*") if path.name == str(number))
        kept.write_text("another one")
        result = self.run_expecting(1, "edit", number, "--stock", "4")
        self.assertIn("no longer works", result.stderr)
        self.assertFalse(kept.exists())

    def test_one_is_kept_while_a_proxy_finds_no_market(self):
        away = []
        proxy = self.proxy(before=lambda *_: (404, {}) if away else None)
        number = self.add("--remember", "--server", proxy.url)["id"]
        away.append(True)
        result = self.run_expecting(1, "edit", number, "--stock", "4", "--server", proxy.url)
        self.assertIn("no Open Market at this address", result.stderr)
        away.clear()
        self.run_ok("edit", number, "--stock", "4", "--server", proxy.url)

    def test_belongs_to_its_market(self):
        number = self.add("--remember")["id"]
        proxy = self.proxy()
        self.run_expecting(1, "edit", number, "--stock", "4", "--server", proxy.url)
        self.run_ok("edit", number, "--stock", "4", "--server", self.market.url.upper() + "/")

    def test_a_file_that_cannot_be_read_is_named(self):
        self.identity.write_text("no folder")
        command = ("add", "--name", "Chair", "--price", "1", "--password", PASSWORD, self.picture())
        self.assertIn(f"Error: {self.identity}/", self.run_expecting(1, *command).stderr)

    def test_in_the_home_folder_unless_told_otherwise(self):
        environment = {"OPENMARKET_IDENTITY": None}
        self.add("--remember", environment=environment)
        self.assertTrue((self.folder / ".config/openmarket").is_dir())
        self.add("--remember", environment={**environment, "XDG_CONFIG_HOME": str(self.folder / "xdg")})
        self.assertTrue((self.folder / "xdg/openmarket").is_dir())
