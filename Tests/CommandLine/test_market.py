"""What makes a market its operator's own: name, contact, color and pages, by commands and by the settings file."""

import json
import re
import urllib.error
import urllib.request
from pathlib import Path

from cases import CommandCase


class OwnMarket(CommandCase):
    def setUp(self):
        super().setUp()
        self.market_of_its_own()

    def admin(self, *words, code=0, stdin=""):
        return self.run_expecting(code, "market", *words, "--data", self.market.data, stdin=stdin)

    def values(self):
        rows = json.loads(self.admin("show", "--json").stdout)["values"]
        return {".".join(filter(None, (row["name"], row.get("language")))): row.get("value") for row in rows}

    def page(self, path, language="en"):
        request = urllib.request.Request(self.market.url + path, headers={"Accept-Language": language})
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def test_values_are_set_and_removed_with_and_without_a_server(self):
        self.admin("set", "name", "연남 장터", "--language", "ko")
        self.admin("set", "accent", "#05D")
        self.assertIn("<title>연남 장터</title>", self.page("/", "ko")[1])
        self.assertIn("--accent:#0055dd", self.page("/")[1])
        self.market.end()
        self.assertEqual(self.values()["name.ko"], "연남 장터")
        done = self.admin("set", "links", "--language", "en", "FAQ=https://a.example/faq", "News=https://a.example/news")
        self.assertIn("by=operator value=links.en market changed", done.stderr)
        self.admin("unset", "accent")
        values = self.values()
        self.assertEqual(values["links.en"], "FAQ=https://a.example/faq\nNews=https://a.example/news")
        self.assertIsNone(values["accent"])
        shown = self.run_ok("market", "--data", self.market.data)
        self.assertRegex(shown, r"name +ko +command +연남 장터")

    def test_a_logo_is_set_and_removed_with_and_without_a_server(self):
        photos = Path(__file__).parent.parent / "MarketServerTests" / "Photos"
        shown = self.admin("logo", str(photos / "red.jpg")).stdout
        path = re.search(r"/logo/[0-9a-f]{40}-512\.png", shown)[0]
        self.assertIn(path.replace("-512", "-64"), self.page("/")[1])
        self.market.end()
        self.assertIn("can't be used", self.admin("logo", __file__, code=1).stderr)
        self.assertIn("none.jpg can't be read", self.admin("logo", "none.jpg", code=1).stderr)
        self.assertIn(path, self.run_ok("market", "--data", self.market.data))
        self.admin("logo", code=64)
        self.admin("logo", str(photos / "red.jpg"), "--remove", code=64)
        self.assertNotIn("/logo/", self.admin("logo", "--remove").stdout)

    def test_what_cannot_be_shown_is_refused_and_changes_nothing(self):
        self.admin("set", "name", "Yeonnam", "--language", "en")
        before = self.values()
        for words, sentence in [
            (("set", "name", "", "--language", "en"), "'name.en' must be a text of 1 to 40 characters"),
            (("set", "name", "가" * 10_000, "--language", "en"), "'name.en' must be a text of 1 to 40 characters"),
            (("set", "name", "a\u202eb", "--language", "en"), "without invisible characters"),
            (("set", "name", "Yeonnam"), "Give --language ko or en"),
            (("set", "contact", "me", "--language", "ko"), "Leave --language out"),
            (("set", "contact", "javascript:alert(1)"), "must be a mail address, a phone number or an https link"),
            (("set", "accent", "#ffff00"), "the nearest color that has it is #"),
            (("set", "colour", "red"), "There's no value 'colour'"),
        ]:
            self.assertIn(sentence, self.admin(*words, code=1).stderr)
        self.admin("set", "name", "Yeonnam", "Market", "--language", "en", code=64)
        self.assertEqual(self.values(), before)
        # The color that is named is taken.
        refusal = self.admin("set", "accent", "#ffff00", code=1).stderr
        self.admin("set", "accent", re.search(r"#[0-9a-f]{6}", refusal)[0])

    def test_the_imprint_goes_from_the_template_to_its_readers(self):
        for language, filled, title in [("ko", "원비", "운영자 정보"), ("en", "Wonbi", "Imprint")]:
            template = self.run_ok("market", "page", "template", "imprint", "--language", language)
            (self.folder / "imprint.md").write_text(template)
            said = self.admin("page", "set", "imprint", "--language", language, "imprint.md").stdout
            self.assertIn("It isn't published. To fill in: [", said)
            self.assertIn("has gaps, so it can't be published", self.admin("page", "publish", "imprint", code=1).stderr)
            text = re.sub(r"\[[^]]*]", filled, template)
            self.admin("page", "set", "imprint", "--language", language, "-", stdin=text)
            self.assertEqual(self.admin("page", "show", "imprint", "--language", language).stdout, text)
            shown = self.admin("page", "publish", "imprint", "--language", language).stdout
            self.assertRegex(shown, rf"page imprint +{language} +command +published")
            status, html = self.page("/pages/imprint", language)
            self.assertEqual(status, 200)
            self.assertIn(f'<h1 class="title">{title}</h1>', html)
            self.assertIn(f"<p>{filled}</p>", html)
        self.assertIn("has gaps", self.admin("page", "set", "imprint", "--language", "en", "-", stdin="By [me]", code=1).stderr)
        self.admin("page", "unpublish", "imprint")
        self.assertEqual(self.page("/pages/imprint")[0], 404)
        self.admin("page", "remove", "imprint", "--language", "en")
        self.assertIn("has no text in 'en'", self.admin("page", "show", "imprint", "--language", "en", code=1).stderr)

    def test_what_is_no_page_is_refused(self):
        (self.folder / "bad.md").write_bytes(b"\xff\xfe")
        for words, sentence, code in [
            (("page", "set", "imprint", "--language", "en", "missing.md"), "missing.md can't be read", 1),
            (("page", "set", "imprint", "--language", "en", "bad.md"), "bad.md isn't a text in UTF-8", 1),
            (("page", "set", "faq", "--language", "en", "-"), "There's no page 'faq'", 1),
            (("page", "set", "imprint", "--language", "en", "-"), "A page must be a text", 1),
            (("page", "publish", "terms"), "has no text", 1),
        ]:
            self.assertIn(sentence, self.admin(*words, code=code).stderr)
        for words in (("faq", "--language", "en"), ("imprint", "--language", "fr")):
            result = self.run_piped("market", "page", "template", *words)
            self.assertNotEqual(result.returncode, 0)

    def test_the_longest_page_is_taken(self):
        for stops in (False, True):
            if stops:
                self.market.end()
            self.admin("page", "set", "terms", "--language", "ko", "-", stdin="\U0001f33b" * 20_000)
            self.assertIn(
                "1 to 20000", self.admin("page", "set", "terms", "--language", "ko", "-", stdin="a" * 20_001, code=1).stderr)

    def test_name_and_pages_are_in_a_backup(self):
        self.admin("set", "name", "연남 장터", "--language", "ko")
        self.admin("page", "set", "safety", "--language", "ko", "-", stdin="조심하세요")
        self.admin("page", "publish", "safety")
        self.run_ok("backup", self.folder / "backup", "--data", self.market.data)
        self.run_ok("restore", self.folder / "backup", "--data", self.folder / "restored")
        shown = self.run_ok("market", "show", "--data", self.folder / "restored")
        self.assertRegex(shown, r"name +ko +command +연남 장터")
        self.assertRegex(shown, r"page safety +ko +command +published")


class SettingsOfTheMarket(CommandCase):
    def settings(self, **values):
        path = self.folder / "settings.json"
        path.write_text(json.dumps({name.replace("_", "-"): value for name, value in values.items()}))
        return path

    def test_the_settings_file_wins_and_the_command_says_so(self):
        settings = self.settings(
            market_name_ko="연남, 장터", market_accent="#0b57d0", market_links_en=["FAQ=https://a.example", "Ask=https://b.example"])
        self.market_of_its_own("--config", settings)
        for stops in (False, True):
            if stops:
                self.market.end()
            for words in (("set", "name", "다른", "--language", "ko"), ("unset", "name", "--language", "ko"),):
                refused = self.run_expecting(1, "market", *words, "--data", self.market.data)
                self.assertIn(
                    "This market's settings define 'name.ko'. Change 'market-name-ko' there, and start the server again.",
                    refused.stderr)
            self.run_ok("market", "set", "name", "Yeonnam", "--language", "en", "--data", self.market.data)
            shown = self.run_ok("market", "show", "--data", self.market.data)
            self.assertRegex(shown, r"name +ko +settings +연남, 장터")
            self.assertRegex(shown, r"name +en +command +Yeonnam")
            self.assertRegex(shown, r"links +en +settings +FAQ=https://a.example Ask=https://b.example")

    def test_the_logo_of_the_settings_file_wins(self):
        photos = Path(__file__).parent.parent / "MarketServerTests" / "Photos"
        self.market_of_its_own("--config", self.settings(market_logo=str(photos / "red.jpg")))
        shown = self.run_ok("market", "--data", self.market.data)
        self.assertRegex(shown, r"logo +settings +/logo/[0-9a-f]{40}-512\.png")
        for stops in (False, True):
            if stops:
                self.market.end()
            for words in ((str(photos / "blue.jpg"),), ("--remove",)):
                refused = self.run_expecting(1, "market", "logo", *words, "--data", self.market.data)
                self.assertIn(
                    "This market's settings define 'logo'. Change 'market-logo' there, and start the server again.",
                    refused.stderr)
            self.assertEqual(self.run_ok("market", "--data", self.market.data), shown)

    def test_what_is_no_picture_ends_the_start(self):
        for path, words in [
            (__file__, f"'market-logo' is {__file__}, which can't be the logo. The picture can't be used"),
            ("/none.jpg", "'market-logo' is /none.jpg, which can't be read."),
        ]:
            result = self.run_expecting(
                1, "serve", "--port", "0", "--data", self.folder / "data", "--config", self.settings(market_logo=path))
            self.assertIn(words, result.stderr)

    def test_what_a_command_would_refuse_ends_the_start(self):
        for values, words in [
            ({"market_accent": "#ffff00"}, "'market-accent' must have a contrast of 4.5:1 on light pages"),
            ({"market_name_en": "a\u202eb"}, "'market-name-en' must be a text without invisible characters"),
            ({"market_contact": "me"}, "'market-contact' must be a mail address, a phone number or an https link"),
        ]:
            result = self.run_expecting(
                78, "serve", "--port", "0", "--data", self.folder / "data", "--config", self.settings(**values))
            self.assertIn(words, result.stderr)
