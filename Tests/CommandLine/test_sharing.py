"""share: a link and its QR code."""

from cases import PASSWORD, CommandCase
from qrcodes import BLOCKS, decoded, modules
from test_reading import LISTED

QUIET_ZONE = 4


def is_code(line):
    return bool(line) and set(line) <= set(BLOCKS)


class Sharing(CommandCase):
    def link(self, number):
        return f"{self.market.url}/products/{number}"

    def test_on_a_terminal_name_price_link_and_a_code_that_leads_there(self):
        number = self.add(name="나무 의자")["id"]
        session = self.on_terminal("share", number, code=0)
        self.assertEqual(session.lines[:3], ["나무 의자", "₩12,000", self.link(number)])
        code = session.lines[3:]
        self.assertTrue(all(is_code(line) for line in code), session.raw)
        self.assertEqual(decoded(code, self.folder / "code.pbm"), self.link(number))
        # White on black whatever the theme, in each line.
        self.assertEqual(session.raw.count("\x1b[38;5;231;48;5;16m"), len(code))

    def test_the_code_has_the_margin_that_readers_need(self):
        number = self.add()["id"]
        rows = modules([line for line in self.on_terminal("share", number).lines if is_code(line)])
        width = len(rows[0])
        self.assertTrue(all(len(row) == width for row in rows))
        inner = width - 2 * QUIET_ZONE
        # Sides of QR codes are 21, 25, 29 … modules; the last line has room for one more row.
        self.assertEqual(inner % 4, 1)
        self.assertEqual(len(rows), width + 1)
        for index, row in enumerate(rows):
            is_margin = index < QUIET_ZONE or index >= QUIET_ZONE + inner
            self.assertTrue(all(row[:QUIET_ZONE]) and all(row[-QUIET_ZONE:]))
            self.assertEqual(all(row), is_margin, f"row {index}")
        # The corner of a code is dark.
        self.assertFalse(rows[QUIET_ZONE][QUIET_ZONE])

    def test_without_colors_the_code_is_the_same(self):
        number = self.add()["id"]
        plain = self.on_terminal("share", number, environment={"NO_COLOR": "1"})
        self.assertNotIn("\x1b", plain.raw)
        self.assertEqual(plain.lines, self.on_terminal("share", number).lines)

    def test_no_code_if_not_wanted(self):
        number = self.add()["id"]
        lines = self.on_terminal("share", number, "--no-qr").lines
        self.assertEqual(lines[1:], ["₩12,000", self.link(number)])

    def test_a_terminal_too_narrow_for_the_code_says_so(self):
        number = self.add(name="Chair")["id"]
        session = self.on_terminal("share", number, columns=30, code=0)
        self.assertIn(self.link(number), session.text)
        self.assertIn("too narrow for the QR code", session.raw.replace("\r\n", " "))
        self.assertFalse(any(is_code(line) for line in session.lines))

    def test_in_a_pipe_only_the_link(self):
        number = self.add()["id"]
        self.assertEqual(self.run_ok("share", number), self.link(number) + "\n")
        self.assertEqual(self.run_ok("share", number, "--no-qr"), self.link(number) + "\n")

    def test_json_has_the_keys_of_the_api_and_the_link(self):
        product = self.add(name="Chair")
        shared = self.run_json("share", product["id"])
        self.assertEqual(set(shared), LISTED | {"url"})
        self.assertEqual((shared["name"], shared["url"]), ("Chair", self.link(product["id"])))

    def test_a_slash_after_the_address_is_not_part_of_the_link(self):
        number = self.add()["id"]
        self.assertEqual(self.run_ok("share", number, "--server", self.market.url + "/"), self.link(number) + "\n")

    def test_gone_is_5_and_nothing_is_shared(self):
        number = self.add()["id"]
        self.run_ok("delete", number, "--yes", "--password", PASSWORD)
        result = self.run_expecting(5, "share", number)
        self.assertEqual(result.stdout, "")
        self.assertIn("no longer for sale", result.stderr)
