"""Removing products and blocking vendors, as whoever runs a market does."""

import json
import os
import re
import subprocess
import urllib.error
import urllib.request

from cases import PASSWORD, CommandCase
from world import world

LINK = re.compile(r"/operator/in\?token=[0-9a-f]{32}\b")

FEED = re.compile(r"/operator/feed\.atom\?token=[0-9a-f]{32}\S*")

INVITATION = re.compile(r"(?m)/receive\?token=[0-9a-f]{32}$")


class Operating(CommandCase):
    def setUp(self):
        super().setUp()
        self.market_of_its_own()

    def admin(self, *words, code=0):
        return self.run_expecting(code, *words, "--data", self.market.data)

    def log(self):
        """The lines about what the operator has done, without the time."""
        lines = self.market.log.read_text(errors="replace").splitlines()
        return [line.split(" ", 1)[1] for line in lines if "by=operator" in line]

    def test_a_product_is_removed_only_with_a_yes(self):
        number = self.add(name="나무 의자")["id"]
        other = self.add(name="같은 의자")["id"]
        remove = ("product", "erase", number, "--reason", "A copy")
        refused = self.admin(*remove, code=1)
        self.assertIn("--yes", refused.stderr)
        for answer in ("\n", "n\n"):
            session = self.on_terminal(
                *remove, "--data", self.market.data, answers=[(f"Erase product {number}, 나무 의자? [y/N]", answer)], code=0)
            self.assertIn("was not erased", session.text)
        self.market.product(number)
        self.assertEqual(self.log(), [])
        session = self.on_terminal(*remove, "--data", self.market.data, answers=[("[y/N]", "y\n")], code=0)
        self.assertRegex(session.text, rf"show the same pictures, which stay until they are erased, too: {other}\b")
        self.run_expecting(5, "show", number)
        self.assertEqual(self.log(), [f"notice openmarket: by=operator product={number} vendor=1 product erased"])

    def test_one_that_only_its_seller_sees_is_named_by_its_number(self):
        number = self.add()["id"]
        self.run_ok("state", number, "hidden", "--password", PASSWORD)
        session = self.on_terminal(
            "product", "erase", number, "--reason", "A copy", "--data", self.market.data, answers=[("only its seller sees", "y\n")], code=0)
        self.assertIn(f"Product {number} is erased", session.text)

    def test_the_vendor_that_show_names_is_blocked_and_that_is_logged(self):
        number = self.add("--seller", "Kim")["id"]
        vendor = json.loads(self.run_ok("show", number, "--json"))["vendor_id"]
        self.assertIn(f"Kim (vendor {vendor})", self.run_ok("show", number))
        self.admin("vendor", "block", vendor, "--reason", "Sells nothing")
        self.admin("vendor", "unblock", vendor, "--reason", "Settled")
        self.admin("vendor", "block", "4711", "--reason", "Why", code=1)
        self.assertEqual(
            self.log(),
            [f"notice openmarket: by=operator vendor={vendor} vendor {done}" for done in ("blocked", "unblocked")])

    def test_without_a_server_the_command_writes_the_line(self):
        number = self.add()["id"]
        self.market.end()
        result = self.admin("product", "erase", number, "--yes", "--reason", "A copy")
        self.assertIn(f"product={number} vendor=1 product erased", result.stderr)
        self.assertEqual(result.stdout, f"Product {number} is erased, with its pictures. Backups from before still have it.\n")

    def test_the_log_level_is_that_of_every_logger(self):
        for level, is_quiet in (("error", True), ("notice", False)):
            self.market_of_its_own("--log-level", level)
            number = self.add()["id"]
            self.admin("product", "erase", number, "--yes", "--reason", "A copy")
            self.assertEqual(self.log() == [], is_quiet)
            self.assertNotRegex(self.market.log.read_text(), r"(?m)^\S+ (debug|info) ")

    def test_operators_are_added_listed_and_removed(self):
        # The page that asks to sign in names this command, whoever the operators are.
        self.assertRegex(self.admin("operator", "link").stdout, LINK)
        added = self.admin("operator", "add", "Kim").stdout
        self.assertRegex(added, r"http://\S+/operator/in\?token=[0-9a-f]{32}\n")
        self.assertRegex(self.admin("operator", "link").stdout, LINK)
        # Whoever repeats a command that was cut off before it printed the link.
        self.assertIn("'openmarket operator link' makes a new link", self.admin("operator", "add", "Kim", code=1).stderr)
        self.assertRegex(self.admin("operator", "add", "Lee", "--role", "moderator").stdout, LINK)
        rows = json.loads(self.admin("operator", "list", "--json").stdout)
        self.assertEqual([(row["name"], row["role"]) for row in rows], [("Kim", "operator"), ("Lee", "moderator")])
        self.assertIn("Nobody is signed in", self.admin("operator", "sessions").stdout)
        self.assertNotEqual(LINK.search(self.admin("operator", "link", "Kim").stdout).group(), LINK.search(added).group())
        self.admin("operator", "link", "Park", code=1)
        self.assertIn("Kim, Lee", self.admin("operator", "link", code=1).stderr)
        self.assertIn("last operator", self.admin("operator", "remove", "Kim", code=1).stderr)
        self.admin("operator", "remove", "Lee")
        self.admin("operator", "end", "1", code=1)
        self.market.end()
        # Without a server, nobody knows the market's address.
        self.assertRegex(self.admin("operator", "add", "Park").stdout, LINK)
        self.assertIn("Kim", self.admin("operator", "list").stdout)

    def test_links_say_where_they_open(self):
        commands = (("operator", "add", "Kim"), ("operator", "link", "Kim"), ("operator", "feed", "Kim"), ("vendor", "invite", "Lee"))
        for command in commands:
            result = self.admin(*command)
            self.assertRegex(result.stdout, rf"(?m)^http://localhost:{self.market.port}/\S+token=")
            self.assertIn("opens on this machine only. For others, set base-url", result.stderr)
        self.market.end()
        for command in commands[1:]:
            result = self.admin(*command)
            self.assertRegex(result.stdout, r"(?m)^/\S+token=")
            self.assertIn("No server runs here", result.stderr)
        self.market_of_its_own("--host", "127.0.0.2")
        result = self.admin("operator", "add", "Kim")
        self.assertRegex(result.stdout, rf"(?m)^http://127\.0\.0\.2:{self.market.port}/\S+token=")
        self.market_of_its_own("--base-url", "https://market.example")
        for command in commands:
            result = self.admin(*command)
            self.assertRegex(result.stdout, r"(?m)^https://market\.example/\S+token=")
            self.assertNotIn("base-url", result.stderr)

    def test_a_feed_is_made_replaced_and_ended(self):
        self.admin("operator", "add", "Kim", "--role", "moderator")
        number = self.add(name="Chair")["id"]
        self.market.request("POST", f"/api/products/{number}/reports", {"reason": "scam"}, {"Content-Type": "application/json"})

        def made(*words):
            return FEED.search(self.admin("operator", "feed", "Kim", *words).stdout).group()

        def read(address):
            with urllib.request.urlopen(self.market.url + address) as feed:
                return feed.read().decode()

        first = made()
        self.assertIn("Chair", read(first))
        second = made("--language", "ko")
        self.assertIn("운영자가 확인할 일", read(second))
        self.admin("operator", "feed", "Park", code=1)
        self.admin("operator", "feed", "Kim", "--language", "xx", code=64)
        self.assertIn("has ended", self.admin("operator", "feed", "Kim", "--end").stdout)
        self.assertIn("has no feed", self.admin("operator", "feed", "Kim", "--end", code=1).stderr)
        for address in (first, second):
            with self.assertRaises(urllib.error.HTTPError) as failure:
                read(address)
            self.assertEqual(failure.exception.code, 404)
        self.assertEqual(self.log(), [
            f"notice openmarket: by=operator name=Kim {what}" for what in ("operator added", "feed made", "feed made", "feed ended")])
        log = self.market.log.read_text(errors="replace")
        for address in (first, second):
            self.assertNotIn(re.search("[0-9a-f]{32}", address).group(), log)

    def test_a_seller_is_asked_for_a_change_by_commands(self):
        number = self.add(name="Chair")["id"]
        self.admin("product", "ask", number, code=64)
        self.admin("product", "ask", "4711", "--reason", "Say the size", code=1)
        self.assertIn("hidden until", self.admin("product", "ask", number, "--reason", "Say the size").stdout)
        self.run_expecting(5, "show", number)
        # What the seller changes stays hidden until the operator has looked.
        self.run_ok("edit", number, "--name", "Chair of 90 cm", "--password", PASSWORD)
        self.run_expecting(5, "show", number)
        self.admin("product", "give-back", number, "--reason", "Good")
        self.assertIn("Chair of 90 cm", self.run_ok("show", number))
        rows = json.loads(self.admin("report", "log", "--json").stdout)
        self.assertEqual([(row["action"], row["reason"]) for row in rows], [
            ("given_back", "Good"), ("change_asked", "Say the size")])

    def test_a_vendor_is_shown_with_who_may_be_the_same_person(self):
        for seller, contact in (("Kim", "010-1234-5678"), ("Lee", "+82 10 1234 5678"), ("Park", "010-1234-5679")):
            self.add("--seller", seller, "--contact", contact, environment={"OPENMARKET_IDENTITY": str(self.folder / seller)})
        rows = json.loads(self.admin("vendor", "show", "1", "--json").stdout)
        self.assertEqual((rows["vendor"]["name"], [(row["name"], row["same"]) for row in rows["related"]]), (
            "Kim", [("Lee", ["contact"])]))
        self.assertRegex(self.admin("vendor", "show", "2").stdout, r"contact +open +Kim")
        self.assertIn("Nobody else", self.admin("vendor", "show", "3").stdout)
        self.admin("vendor", "show", "4711", code=1)

    def test_a_program_moderates_with_a_key(self):
        self.admin("operator", "add", "Kim", "--role", "moderator")
        number = self.add()["id"]
        key = self.admin("operator", "key", "add", "Kim", "backup script").stdout.split()[-1]
        self.assertRegex(key, "^[0-9a-f]{32}$")
        self.admin("operator", "key", "add", "Park", "x", code=1)
        rows = json.loads(self.admin("operator", "key", "list", "--json").stdout)
        self.assertEqual([(row["id"], row["name"], row["by"], row["role"]) for row in rows], [(1, "backup script", "Kim", "moderator")])

        def hide():
            request = urllib.request.Request(
                self.market.url + f"/api/operator/products/{number}/hold", b'{"kind":"hidden","reason":"Whose?"}', method="PUT",
                headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
            with urllib.request.urlopen(request) as answer:
                return answer.status

        self.assertEqual(hide(), 204)
        self.run_expecting(5, "show", number)
        self.assertIn("Kim (API, backup script)", self.admin("report", "log").stdout)
        self.admin("operator", "key", "end", "1")
        self.admin("operator", "key", "end", "1", code=1)
        with self.assertRaises(urllib.error.HTTPError) as failure:
            hide()
        self.assertEqual(failure.exception.code, 401)
        self.assertNotIn(key, self.market.log.read_text(errors="replace"))
        self.assertRegex(
            self.market.log.read_text(errors="replace"), f"by=Kim .*key=backup script product={number} .*product hidden")

    def test_a_block_for_days_says_when_it_ends(self):
        number = self.add()["id"]
        for days in ("0", "366"):
            self.admin("vendor", "block", "1", "--days", days, "--reason", "Why", code=64)
        self.assertRegex(self.admin("vendor", "block", "1", "--days", "7", "--reason", "Why").stdout, r"hidden until \d{4}-\d\d-\d\dT")
        self.run_expecting(5, "show", number)
        self.assertRegex(self.admin("vendor", "list").stdout, r"blocked until \d{4}-")
        self.assertNotIn("until", self.admin("vendor", "block", "1", "--reason", "Worse").stdout)
        self.admin("vendor", "unblock", "1", "--reason", "Settled")
        self.run_ok("show", number)

    def test_a_removed_product_is_given_back(self):
        number = self.add()["id"]
        self.assertIn("deleted in 30 days", self.admin("product", "remove", number, "--reason", "A copy").stdout)
        self.run_expecting(5, "show", number)
        self.admin("product", "give-back", number, "--reason", "A mistake")
        self.run_ok("show", number)
        rows = json.loads(self.admin("report", "log", "--json").stdout)
        self.assertEqual([row["action"] for row in rows], ["given_back", "removed"])

    def test_a_locked_product_is_seen_and_not_changed(self):
        number = self.add()["id"]
        self.assertIn("is locked", self.admin("product", "lock", number, "--reason", "Evidence").stdout)
        self.run_ok("show", number)
        self.admin("product", "lock", "4711", "--reason", "Why", code=1)
        self.assertIn("can be changed again", self.admin("product", "unlock", number, "--reason", "Done").stdout)
        self.assertIn("isn't locked", self.admin("product", "unlock", number, "--reason", "Done", code=1).stderr)
        self.admin("product", "lock", number, code=64)
        rows = json.loads(self.admin("report", "log", "--json").stdout)
        self.assertEqual([row["action"] for row in rows], ["unlocked", "locked"])

    def test_a_contact_is_blocked_and_unblocked(self):
        number = self.add("--contact", "010-1234-5678")["id"]
        self.assertIn("are hidden", self.admin("vendor", "block-contact", "+82 10 1234 5678", "--reason", "Spam").stdout)
        self.run_expecting(5, "show", number)
        rows = json.loads(self.admin("vendor", "contacts", "--json").stdout)
        self.assertEqual([(row["contact"], row["reason"]) for row in rows], [("01012345678", "Spam")])
        for words in (["block-contact", "010-1234-5678"], ["block-contact", " "], ["unblock-contact", "kim@example.com"]):
            self.admin("vendor", *words, "--reason", "Why", code=1)
        self.admin("vendor", "block-contact", "010-1234-5678", code=64)
        self.admin("vendor", "unblock-contact", "010 1234 5678", "--reason", "A mistake")
        self.run_ok("show", number)
        self.assertIn("No contact is blocked", self.admin("vendor", "contacts").stdout)

    def test_sellers_are_invited_listed_and_revoked(self):
        invited = self.admin("vendor", "invite", "김씨 가게").stdout
        self.assertRegex(invited, r"http://\S+/receive\?token=[0-9a-f]{32}\n$")
        self.assertIn("김씨 가게, once, within 7 days", invited)
        self.assertRegex(self.admin("vendor", "invite", "--id", "1").stdout, INVITATION)
        for words in (["--id", "4711"], ["--id", "0"], ["Guest"], [""]):
            self.admin("vendor", "invite", *words, code=1)
        self.assertIn("There's no vendor 4711.", self.admin("vendor", "invite", "--id", "4711", code=1).stderr)
        for words in ([], ["Kim", "--id", "1"]):
            self.admin("vendor", "invite", *words, code=64)
        self.assertIn("Invitation 1 can't be used any more.", self.admin("vendor", "revoke", "1").stdout)
        self.assertIn("revoked already", self.admin("vendor", "revoke", "1", code=1).stderr)
        rows = json.loads(self.admin("vendor", "invitations", "--json").stdout)
        self.assertEqual([(row["id"], row["state"], row["vendor"]) for row in rows], [(2, "open", 1), (1, "revoked", 1)])
        rows = json.loads(self.admin("report", "log", "--json").stdout)
        self.assertEqual([row["action"] for row in rows], ["invitation_revoked", "invited", "invited"])
        self.assertEqual(self.log(), [
            f"notice openmarket: by=operator invitation={number} {done}"
            for number, done in ((1, "seller invited"), (2, "seller invited"), (1, "invitation revoked"))])
        self.market.end()
        # Without a server, nobody knows the market's address.
        self.assertRegex(self.admin("vendor", "invite", "Lee").stdout, INVITATION)
        self.assertIn("revoked", self.admin("vendor", "invitations").stdout)

    def test_new_products_wait_and_are_approved(self):
        self.market_of_its_own("--registration", "approved")
        self.assertIn("No product waits.", self.admin("product", "waiting").stdout)
        chair, lamp = (self.add(name=name)["id"] for name in ("나무 의자", "Lamp"))
        self.run_expecting(5, "show", chair)
        self.assertRegex(self.admin("product", "waiting").stdout, rf"(?m)^ *{chair} .* - +나무 의자$")
        self.assertIn(f"Everybody sees product {chair} now.", self.admin("product", "approve", chair).stdout)
        self.run_ok("show", chair)
        self.assertIn("doesn't wait", self.admin("product", "approve", chair, code=1).stderr)
        self.admin("product", "hide", lamp, "--reason", "A copy")
        self.admin("product", "approve", lamp, code=1)
        self.run_expecting(5, "show", lamp)
        self.assertEqual(json.loads(self.admin("product", "waiting", "--json").stdout), [])
        rows = json.loads(self.admin("report", "log", "--json").stdout)
        self.assertEqual([row["action"] for row in rows], ["hidden", "approved"])
        # A change of what was looked at waits again, and one of the price doesn't.
        self.run_ok("edit", chair, "--price", "9000", "--password", PASSWORD)
        self.run_ok("show", chair)
        self.market.request("POST", f"/api/products/{chair}/reports", {"reason": "scam", "text": "Odd"}, {
            "Content-Type": "application/json"})
        self.run_ok("edit", chair, "--name", "Something else", "--password", PASSWORD)
        self.run_expecting(5, "show", chair)
        self.assertRegex(self.admin("product", "waiting").stdout, r"(?m) name +Something else$")
        rows = json.loads(self.admin("product", "waiting", "--json").stdout)
        self.assertEqual([row["changes"] for row in rows], [[{"field": "name", "before": "나무 의자"}]])
        self.assertIn("Changed: name\nBefore, name: 나무 의자\n", self.admin("report", "show", "1").stdout)
        self.assertIn("change_waits", self.admin("report", "log", "--json").stdout)
        self.run_ok("edit", chair, "--contact", "010-1234-5678", "--password", PASSWORD)
        self.admin("vendor", "block-contact", "+82 10 1234 5678", "--reason", "Spam")
        self.assertIn("blocked contact can’t be shown to others", self.admin("product", "approve", chair, code=1).stderr)
        self.admin("vendor", "unblock-contact", "01012345678", "--reason", "A mistake")
        self.admin("product", "approve", chair)
        self.run_ok("show", chair)

    def test_what_commands_do_to_sellers_is_in_the_log(self):
        number = self.add()["id"]
        self.admin("vendor", "block", "1", code=64)
        self.admin("vendor", "block", "1", "--reason", "Sells nothing")
        self.run_expecting(5, "show", number)
        self.admin("vendor", "unblock", "1", "--reason", "Settled")
        self.run_ok("show", number)
        self.admin("product", "erase", number, "--yes", "--reason", "A copy")
        rows = json.loads(self.admin("report", "log", "--json").stdout)
        self.assertEqual([(row["action"], row["by"], row["reason"]) for row in rows], [
            ("erased", "command line", "A copy"), ("unblocked", "command line", "Settled"),
            ("blocked", "command line", "Sells nothing")])

    def test_what_is_reported_is_decided_with_what_is_done(self):
        def report(number, text):
            self.market.request("POST", f"/api/products/{number}/reports", {"reason": "scam", "text": text}, {
                "Content-Type": "application/json"})

        def left():
            return [row["id"] for row in json.loads(self.admin("report", "list", "--open", "--json").stdout)]

        chair, table, lamp = [self.add("--seller", "Kim", name=name)["id"] for name in ("Chair", "Table", "Lamp")]
        for text in ("One", "Two"):
            report(chair, text)
        self.admin("product", "hide", chair, "--reason", "Whose?")
        self.assertEqual(left(), [1, 2])
        self.admin("product", "give-back", chair, "--reports", "--reason", "The bill is genuine")
        self.assertEqual(left(), [])
        for text in ("Three", "Four"):
            report(chair, text)
        self.admin("report", "dismiss", "3", "--all", "--reason", "The same again")
        self.assertEqual(left(), [])
        for number in (chair, table, lamp):
            report(number, "Five")
        self.admin("product", "remove", chair, "--reports", "--reason", "A scam")
        self.admin("product", "erase", table, "--yes", "--reports", "--reason", "A scam")
        self.assertEqual(left(), [7])
        vendor = json.loads(self.run_ok("show", lamp, "--json"))["vendor_id"]
        self.admin("vendor", "block", vendor, "--reports", "--reason", "A scammer")
        self.assertEqual(left(), [])
        rows = json.loads(self.admin("report", "list", "--json").stdout)
        self.assertEqual([row["decision"] for row in rows], ["dismissed"] * 4 + ["upheld"] * 3)

    def test_a_market_is_run_by_commands_alone(self):
        self.admin("market", "set", "name", "Yeonnam", "--language", "en")
        refused = self.admin("market", "set", "accent", "#ffff00", code=1).stderr
        self.admin("market", "set", "accent", re.search("#[0-9a-f]{6}", refused)[0])
        template = self.run_ok("market", "page", "template", "imprint", "--language", "en")
        imprint = self.folder / "imprint.md"
        imprint.write_text(re.sub(r"\[[^]]*]", "Wonbi", template))
        self.admin("market", "page", "set", "imprint", "--language", "en", imprint)
        self.admin("market", "page", "publish", "imprint")
        with urllib.request.urlopen(self.market.url + "/pages/imprint") as page:
            self.assertIn("Yeonnam", page.read().decode())
        chair, table = [self.add("--seller", "Kim", name=name)["id"] for name in ("Chair", "Table")]
        self.market.request("POST", f"/api/products/{chair}/reports", {"reason": "scam", "text": "Wants the money first"}, {
            "Content-Type": "application/json"})
        self.assertIn("Wants the money first", self.admin("report", "list").stdout)
        self.admin("report", "uphold", "1", "--hide", "--reason", "Asks for money in advance")
        vendor = json.loads(self.run_ok("show", table, "--json"))["vendor_id"]
        self.admin("vendor", "block", vendor, "--reason", "Sells nothing")
        for number in (chair, table):
            self.run_expecting(5, "show", number)
        # Undone, in the other order.
        self.admin("vendor", "unblock", vendor, "--reason", "Settled")
        self.run_ok("show", table)
        self.run_expecting(5, "show", chair)
        self.admin("product", "give-back", chair, "--reason", "Settled")
        self.run_ok("show", chair)
        self.assertRegex(self.admin("operator", "add", "Lee", "--role", "moderator").stdout, LINK)
        log = self.admin("report", "log").stdout
        for what in ("setting_changed", "name.en", "page_published", "imprint-en", "upheld", "hidden", "blocked", "given_back",
                     "moderator_added", "operator_link_made"):
            self.assertIn(what, log)

    def test_the_first_link_is_for_a_terminal_only(self):
        self.assertNotIn("token=", self.market.log.read_text(errors="replace"))
        master, slave = os.openpty()
        server = subprocess.Popen(
            [world.binary, "serve", "--port", "0", "--data", str(self.folder / "terminal")],
            stdin=slave, stdout=slave, stderr=subprocess.DEVNULL, env=self.environment(), start_new_session=True)
        try:
            text = ""
            while "Ctrl-C" not in text:
                text += os.read(master, 65536).decode(errors="replace")
            self.assertRegex(text, LINK)
        finally:
            server.terminate()
            server.wait(300)
            os.close(master)
            os.close(slave)
