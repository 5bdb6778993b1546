"""Three nodes of one market: what an operator does on one, all show right after, in lists, on pages, in feeds and sitemaps and as
pictures, and its seller finds on each."""

import re
import time

from chapters.postgres import Cluster
from market import IDENTIFIER, SECRET
from nodes import Nodes

# What another node knows is at most a second old (Documentation/Nodes.md). A busy machine is slower.
SOON = 5


def run(checks, place):
    cluster = Cluster()
    try:
        nodes = Nodes(place, cluster.create("market")).servers
        number = nodes[0].post([place.photos["small"]], name="Zebra chair").json["id"]
        vendor = nodes[0].get(f"/api/products/{number}").json["vendor_id"]
        listing = Listing(nodes, number, vendor)
        checks.equal(listing.shown(nodes), {}, "each node shows a new listing everywhere")
        desk = Desk(place, nodes)
        checks.equal([node.get("/operator", "-b", desk.jar).status for node in nodes], [200] * 3, "a session is one on all nodes")
        hold, back = ("/operator/listings", {"products": number}), {"products": number, "do": "give-back"}
        for turn, (what, path, fields, undo) in enumerate([
            ("hides", *hold, ("/operator/listings", back)),
            ("asks for a change of", *hold, ("/operator/listings", back)),
            ("removes", *hold, ("/operator/listings", back)),
            ("blocks the seller of", f"/operator/sellers/{vendor}", {}, (f"/operator/sellers/{vendor}", {"do": "unblock"})),
        ]):
            action = {"hides": "hide", "removes": "remove", "blocks the seller of": "block"}.get(what, "ask")
            here, elsewhere = nodes[turn % 3], [node for node in nodes if node is not nodes[turn % 3]]
            desk.send(here, path, do=action, **fields)
            checks.equal(listing.hidden([here]), {}, f"a node {what} a listing and shows it nowhere")
            checks.equal(soon(lambda: listing.hidden(elsewhere)), {}, "nor does another one")
            edited = [listing.edit(node) for node in nodes]
            checks.equal(edited, [403 if action == "block" else 202] * 3,
                         f"on each, its seller {'edits nothing' if action == 'block' else 'may still edit it'}")
            checks.equal(soon(lambda: listing.hidden(nodes)), {}, "which shows it to nobody")
            # Undone by another node.
            desk.send(elsewhere[0], undo[0], **undo[1])
            checks.equal(listing.shown([elsewhere[0]]), {}, "another node gives it back and shows it everywhere")
            checks.equal(soon(lambda: listing.shown(nodes)), {}, "and so do all")
            checks.equal([listing.edit(node) for node in nodes], [202] * 3, "its seller edits it on each")
        locks(checks, nodes, desk, listing)
        contacts(checks, nodes, desk, place)
        approvals(checks, nodes, desk, place, number)
        browsers(checks, nodes, place, number)
        feed = place.command("operator", "feed", "Kim", "--data", nodes[0].data).stdout
        address = re.search(r"/operator/feed\.atom\?token=[0-9a-f]{32}", feed).group()
        reported = nodes[1].send("POST", f"/api/products/{number}/reports", {"reason": "scam"})
        checks.status(reported, 201, "somebody reports it to a node")
        checks.equal(["Zebra chair" in node.get(address).text for node in nodes], [True] * 3, "the feed of an operator has it on each")
        checks.equal([node.get(f"/operator/feed.atom?token={'0' * 32}").status for node in nodes], [404] * 3,
                     "and has no other address")
        desk.send(nodes[2], "/operator/reports/1", do="dismiss")
        checks.equal(["Zebra chair" in node.get(address).text for node in nodes], [False] * 3, "once it is decided, on none")
        previews = [listing.previews(node) for node in nodes]
        checks.that(all(previews), "each keeps its link preview", previews)
        desk.send(nodes[2], f"/operator/listings/{number}/erase", erase=number)
        checks.equal(soon(lambda: listing.hidden(nodes)), {}, "what one node erases, none shows")
        checks.equal(soon(lambda: [path for path in sum(previews, []) if path.exists()]), [], "and none keeps its link preview on its disk")
        gone = [node.get(f"/api/products/{number}").json["code"] for node in nodes]
        checks.equal(gone, ["withdrawn"] * 3, "and each says that it was there once")
        checks.equal([node.stop() for node in nodes], [0, 0, 0], "all nodes stop as usual")
    finally:
        place.stop_all()
        cluster.end()


def locks(checks, nodes, desk, listing):
    desk.send(nodes[0], "/operator/listings", products=listing.number, do="lock")
    checks.equal([listing.edit(node) for node in nodes], [409] * 3, "once a node locks a listing, its seller edits it on none")
    checks.equal(listing.shown(nodes), {}, "and each shows it")
    desk.send(nodes[1], "/operator/listings", products=listing.number, do="unlock")
    checks.equal([listing.edit(node) for node in nodes], [202] * 3, "until another one unlocks it")


def contacts(checks, nodes, desk, place):
    def listed(node, contact, **fields):
        return node.post([place.photos["small"]], name="Lamp", contact=contact, **fields)

    number = listed(nodes[0], "010-1234-5678").json["id"]

    def statuses():
        return [node.get(f"/api/products/{number}").status for node in nodes]

    desk.send(nodes[1], "/operator/contacts", do="block", contact="+82 10 1234 5678")
    refused = [listed(node, "01012345678").status for node in nodes]
    refused += [listed(node, None, descriptions="Call 010 1234 5678").status for node in nodes]
    checks.equal(refused, [400] * 6, "once a node blocks a contact, nobody lists with it on any, nor in a description")
    checks.equal(listed(nodes[2], "010-1234-5679").status, 201, "another one is fine")
    checks.equal(statuses()[1], 404, "the node shows no listing that has it")
    checks.equal(soon(lambda: statuses() != [404] * 3), False, "nor does another one")
    desk.send(nodes[2], "/operator/contacts", do="unblock", contact="tel:01012345678")
    checks.equal(listed(nodes[0], "010-1234-5678").status, 201, "until it is unblocked")
    checks.equal(soon(lambda: statuses() != [200] * 3), False, "and each shows it again")


def approvals(checks, nodes, desk, place, number):
    def statuses(product):
        return [node.get(f"/api/products/{product}").status for node in nodes]

    def edited(node, **fields):
        return node.send("PATCH", f"/api/products/{number}", {"secret": SECRET, **fields}).status

    def set_registration(value):
        place.command("market", "set", "registration", value, "--data", nodes[0].data)
        # What another node knows of the settings is at most a second old.
        word = "The operator looks at each new listing"
        there = [word] * 3 if value == "approved" else [""] * 3
        look = lambda: [word if word in node.get("/products/new", "-H", "Accept-Language: en").text else "" for node in nodes]
        checks.equal(soon(lambda: look() != there), False, f"each node knows that registration is {value}")

    set_registration("approved")
    waiting = nodes[1].post([place.photos["small"]], name="Waiting lamp").json["id"]
    checks.equal(statuses(waiting), [404] * 3, "no node shows a listing that waits")
    checks.equal(statuses(number), [200] * 3, "each shows what was there before")
    desk.send(nodes[2], "/operator/listings", products=waiting, do="approve")
    checks.equal(statuses(waiting)[2], 200, "the node that approves it shows it")
    checks.equal(soon(lambda: statuses(waiting) != [200] * 3), False, "and so do all")
    checks.equal([edited(node, price=9000 + turn) for turn, node in enumerate(nodes)], [202] * 3, "another price is taken on each")
    checks.equal(statuses(number), [200] * 3, "and doesn't wait")
    checks.equal(edited(nodes[0], descriptions="Something else"), 202, "another description is taken")
    checks.equal(statuses(number)[0], 404, "and waits")
    checks.equal(soon(lambda: statuses(number) != [404] * 3), False, "on each")
    desk.send(nodes[1], "/operator/listings", products=number, do="approve")
    checks.equal(soon(lambda: statuses(number) != [200] * 3), False, "until a node approves it")
    set_registration("open")


def browsers(checks, nodes, place, number):
    path = f"/products/{number}/manage"

    def unlocked(node):
        """A browser in which somebody has typed the password."""
        jar = place.new_path("cookies")
        page = node.get(path, "-b", jar, "-c", jar).text
        csrf = re.search(r'name="csrf" value="([^"]*)"', page).group(1)
        node.get(path, "-b", jar, "-c", jar, *form({"csrf": csrf, "password": SECRET}))
        return jar, csrf

    def manages(jar):
        return ['name="password"' not in node.get(path, "-b", jar).text for node in nodes]

    (mine, csrf), (lost, _) = unlocked(nodes[0]), unlocked(nodes[1])
    checks.equal(manages(mine) + manages(lost), [True] * 6, "a browser with the password manages a listing on each node")
    ended = nodes[2].get("/mine", "-b", mine, "-c", mine, *form({"csrf": csrf, "end": "others", "sure": "1"}))
    checks.equal(ended.status, 303, "it ends all others on one")
    checks.equal(manages(lost), [False] * 3, "from then on, another browser manages it on none")
    checks.equal(manages(mine), [True] * 3, "and the one that has ended it on each")


def soon(look):
    """Looks until nothing is found, for some seconds, and once more after them: a look itself takes seconds on a busy machine."""
    end = time.monotonic() + SOON
    is_last = False
    while (found := look()) and not is_last:
        time.sleep(0.05)
        is_last = time.monotonic() >= end
    return found


class Listing:
    """Where a listing is shown."""

    def __init__(self, nodes, number, vendor):
        self.number = number
        share = self._share_image(nodes[0])
        mark = f"/products/{number}"
        # The address, and what it has if the listing is shown.
        self.places = {
            "list of the API": ("/api/products?page_no=1&items_per_page=20", "Zebra"),
            "detail of the API": (f"/api/products/{number}", "Zebra"),
            "item": (f"/item/{number}", "Zebra"),
            "home page": ("/", mark), "page": (f"/products/{number}", "Zebra"), "search": ("/?q=zebra", mark),
            "seller": (f"/sellers/{vendor}", mark), "feed": ("/feed.atom", mark),
            "feed of the seller": (f"/sellers/{vendor}/feed.atom", mark), "sitemap": ("/sitemaps/1.xml", mark),
            "share image": (share, None),
        }

    def _share_image(self, node):
        page = node.get(f"/products/{self.number}").text
        return re.search(r'property="og:image" content="https?://[^/"]*(/images/share/[^"]*)"', page).group(1)

    def previews(self, node):
        """Has a node draw its link preview, and returns the files of it."""
        node.get(self._share_image(node))
        return list((node.data / "images" / "share").glob(f"*/{self.number}-*.jpg"))

    def _at(self, node):
        """The places at which a node shows it."""
        found = set()
        for name, (path, mark) in self.places.items():
            answer = node.get(path)
            if answer.status == 200 and (mark is None or mark in answer.text):
                found.add(name)
        return found

    def shown(self, nodes):
        """Returns where it is missing, by node."""
        missing = {node.data.name: sorted(set(self.places) - self._at(node)) for node in nodes}
        return {name: places for name, places in missing.items() if places}

    def hidden(self, nodes):
        """Returns where it is shown, by node."""
        left = {node.data.name: sorted(self._at(node)) for node in nodes}
        return {name: places for name, places in left.items() if places}

    def edit(self, node):
        """Edits it as its seller does, and returns the status."""
        stock = int(time.time() * 1000) % 1000
        return node.send("PATCH", f"/api/products/{self.number}", {"stock": stock, "secret": SECRET}, "-H", f"identifier: {IDENTIFIER}").status


class Desk:
    """The browser of an operator, who signs in on one node."""

    def __init__(self, place, nodes):
        self.jar = place.new_path("cookies")
        added = place.command("operator", "add", "Kim", "--data", nodes[0].data).stdout
        link = re.search(r"/operator/in\?token=[0-9a-f]{32}", added).group()
        nodes[1].get(link, "-b", self.jar, "-c", self.jar)
        page = nodes[1].get("/operator/in", "-b", self.jar, "-c", self.jar).text
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        self.csrf = fields["csrf"]
        nodes[2].get("/operator/in", "-b", self.jar, "-c", self.jar, *form(fields))

    def send(self, node, path, **fields):
        """Sends a form, which must be accepted. What it shows to others is what the node's page of it has shown."""
        if fields.get("do") in ("approve", "give-back"):
            page = node.get(f"{path}/{fields['products']}", "-b", self.jar).text
            fields["products"] = re.search(r'name="products" value="([0-9.]+)"', page).group(1)
        if fields.get("do") == "unblock" and path.startswith("/operator/sellers/"):
            fields["seen"] = re.search(r'name="seen" value="([0-9]+)"', node.get(path, "-b", self.jar).text).group(1)
        answer = node.get(path, "-b", self.jar, "-c", self.jar, *form({"csrf": self.csrf, "reason": "Why", **fields}))
        if answer.status != 303:
            raise RuntimeError(f"{path} {fields}: {answer.status} {answer.text[:300]}")


def form(fields):
    return [part for name, value in fields.items() for part in ("--data-urlencode", f"{name}={value}")]
