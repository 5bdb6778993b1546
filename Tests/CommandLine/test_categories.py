"""Categories that the settings file of a market defines."""

import json

from cases import PASSWORD, CommandCase
from world import world

SENTENCE = "This market's settings define its categories. Change 'categories' there, and start the server again."


class Categories(CommandCase):
    def settings(self, *entries):
        path = self.folder / "settings.json"
        path.write_text(json.dumps({"categories": entries}))
        return path

    def category(self, *words, code=0):
        return self.run_expecting(code, "category", *words, "--data", str(self.market.data))

    def test_the_settings_file_defines_them_and_the_command_changes_none(self):
        settings = self.settings("electronics=전자|Devices", "electronics/radios=라디오|Radios", "books=책|Books")
        self.market_of_its_own("--config", settings)
        self.picture("a.png")
        self.run_ok("add", "a.png", "--name", "Radio", "--price", "1", "--category", "radios", "--password", PASSWORD)
        listed = [category["slug"] for category in self.market.request("GET", "/api/categories")["categories"]]
        self.assertEqual(listed, ["electronics", "radios", "books"])
        for stops in (False, True):
            if stops:
                self.market.end()
            self.assertIn("  radios", self.category("list").stdout)
            for words in (("add", "cars", "--ko", "차", "--en", "Cars"), ("rename", "books", "--en", "Prints"),
                          ("move", "radios"), ("remove", "books")):
                self.assertIn(SENTENCE, self.category(*words, code=1).stderr)

    def test_what_a_removed_category_contains_comes_last_in_its_order(self):
        self.market_of_its_own()
        for slug, *parent in (("tools",), ("saws", "--in", "tools"), ("drills", "--in", "tools"), ("cars",)):
            self.category("add", slug, "--ko", slug, "--en", slug, *parent)
        rows = self.category("remove", "tools").stdout.splitlines()
        self.assertEqual([row.split()[0] for row in rows if not row.startswith(" ")][-3:], ["cars", "saws", "drills"])

    def test_a_file_that_contradicts_itself_is_refused_at_the_start(self):
        for entry, words in [("books/comics=만화|Comics", "puts comics into books"), ("books=도서", "'books=도서' doesn't")]:
            result = self.run_expecting(
                78, "serve", "--port", "0", "--data", self.folder / "data", "--config", self.settings(entry))
            self.assertIn("'categories' ", result.stderr)
            self.assertIn(words, result.stderr)
