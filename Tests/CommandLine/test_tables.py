"""Tables and colors, on terminals of several widths and without one."""

from cases import FilledMarketCase
from terminal import display_width

NAMES = [
    "Chair", "손으로 빚은 도자기 머그 4개 세트, 아주 오래 쓸 수 있는 단단한 것", "ﾊﾝｶｸ 全角Ｔｅｘｔ 汉字", "e\u0301te\u0301 café",
    "한글", "😀 Lamp 🇰🇷", "x" * 180]


class Tables(FilledMarketCase):
    def fill(self):
        for name in NAMES:
            self.add("--discount", "2000", "--stock", "5", name=name, price="1234000")
        self.add("--stock", "0", "--currency", "usd", name="Sold out", price="19.99")

    def test_fit_every_terminal(self):
        for columns in (20, 40, 60, 80, 120, 200, 400):
            lines = self.on_terminal("list", columns=columns, code=0).lines
            self.assertEqual(len(lines), len(NAMES) + 2)
            for line in lines:
                self.assertLessEqual(display_width(line.replace("🇰🇷", "하")), columns, line)

    def test_columns_stand_below_each_other(self):
        for columns in (40, 80, 200):
            lines = [line.replace("🇰🇷", "하") for line in self.on_terminal("list", columns=columns).lines]
            ends = {display_width(line[:line.index("₩1,232,000") + 10]) for line in lines if "₩1,232,000" in line}
            self.assertEqual(ends, {display_width(lines[0][:lines[0].index("PRICE") + 5])})
            begins = {display_width(line[:line.index("In stock")]) for line in lines if "In stock" in line}
            self.assertLessEqual(len(begins), 1)

    def test_narrow_ones_keep_what_matters(self):
        head = self.on_terminal("list", columns=40).lines[0].split()
        self.assertEqual(head, ["ID", "NAME", "PRICE"])
        head = self.on_terminal("list", columns=100).lines[0].split()
        self.assertEqual(head, ["ID", "NAME", "PRICE", "WAS", "STOCK", "LISTED"])

    def test_uncut_in_a_pipe(self):
        text = self.run_ok("list")
        self.assertIn("x" * 180, text)
        self.assertNotIn("…", text)
        self.assertNotIn("\x1b", text)
        self.assertEqual([line for line in text.splitlines() if line.endswith(" ")], [])

    def test_colors_on_a_terminal_only_and_not_where_refused(self):
        self.assertIn("\x1b[", self.on_terminal("list").raw)
        self.assertIn("\x1b[31m", self.on_terminal("list").raw)
        for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertNotIn("\x1b", self.on_terminal("list", environment=environment).raw)
            self.assertNotIn("\x1b", self.on_terminal("show", "1", environment=environment).raw)

    def test_old_price_is_struck_and_the_blanks_before_it_are_not(self):
        self.assertIn("\x1b[2;9m₩1,234,000\x1b[0m", self.on_terminal("list", columns=200).raw)

    def test_show_wraps_texts(self):
        for columns in (40, 80):
            for line in self.on_terminal("show", "2", columns=columns, code=0).lines:
                if "http" not in line:
                    self.assertLessEqual(display_width(line), columns, line)
        self.assertLess(max(map(display_width, self.on_terminal("show", "7", columns=300).lines)), 101)
