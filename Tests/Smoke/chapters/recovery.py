"""PostgreSQL that forgets numbers of transactions: a dump is restored, a server crashes, a standby takes over. No node answers
with what it knew before."""

import re
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Outages"))

from cluster import Node
from market import SECRET, wait_until
from nodes import Nodes

# Nothing but the market writes, so that nothing is flushed by chance.
QUIET = ("autovacuum=off", "checkpoint_timeout=1h")


def run(checks, place):
    market = Market(place)
    try:
        market.begin()
        restored_elsewhere(checks, place, market)
        restored_beside(checks, market)
        restored_in_place(checks, market)
        crash(checks, market, "the server is killed", restarted)
        crash(checks, market, "a process of the server is killed", recovered)
        crash(checks, market, "a standby takes over", promoted)
        checks.equal([server.stop() for server in market.nodes.servers], [0] * 3, "all nodes stop as usual")
    finally:
        place.stop_all()
        market.end()


class Market:
    """Three nodes, and the servers of PostgreSQL that their address has led to, one after the other."""

    def __init__(self, place):
        self.place = place
        self.folder = place.new_path("recovery")
        self.folder.mkdir()
        self.folder.chmod(0o755)
        self.servers = []
        self.link = self.folder / "current"
        self.number = 0

    def begin(self):
        self.lead_to(self.new_server())
        # A server that has been used for long.
        self.database.use_numbers(3000)
        self.database.run("createdb", "-h", self.database.folder, "-U", "market", "-T", "template0", "market")
        self.nodes = Nodes(self.place, self.url)
        listed = self.nodes.servers[0].send("POST", "/item", {
            "title": "Lamp 0", "descriptions": "", "price": 1000, "currency": "KRW", "stock": 1, "password": SECRET})
        self.product = listed.json["id"]
        self.revision = int(listed.headers["market-revision"])

    def end(self):
        for server in self.servers:
            server.stop()

    @property
    def url(self):
        return f"postgres://market@/market?host={self.link}"

    @property
    def database(self):
        return self.servers[-1]

    def new_server(self):
        server = Node(self.folder, f"server{len(self.servers)}")
        server.create()
        server.start(*QUIET)
        return server

    def lead_to(self, server):
        self.servers.append(server)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(server.folder)

    def edit(self, server):
        """Edits the product until that is answered, and returns the answer's revision."""
        self.number += 1
        body, answers = {"stock": self.number, "name": f"Lamp {self.number}", "secret": SECRET}, []

        def is_edited():
            answers.append(server.send("PATCH", f"/api/products/{self.product}", body))
            return answers[-1].status == 202
        if not wait_until(is_edited):
            raise RuntimeError(f"the edit was answered with {answers[-1].status}: {answers[-1].text[:300]}")
        self.revision = int(answers[-1].headers["market-revision"])
        return self.revision

    def shown(self, server, revision=None):
        """What a node shows in a list, of the product, on its page, and on the front page."""
        header = () if revision is None else ("-H", f"Market-Revision: {revision}")
        listed, product, page, front = (server.get(path, *header) for path in (
            "/api/products?page_no=1&items_per_page=10", f"/api/products/{self.product}", f"/products/{self.product}", "/"))
        if (listed.status, product.status, page.status, front.status) != (200,) * 4:
            return None
        names = [max(map(int, re.findall(r"Lamp (\d+)", text)), default=None) for text in (page.text, front.text)]
        return [listed.json["pages"][0]["stock"], product.json["stock"], *names]

    def shows_everywhere(self, checks, title):
        """Whoever has seen the last write sees it on each node at once."""
        for server in self.nodes.servers:
            found = []
            # A node that has just lost its connection may have nothing to answer with, but nothing old either.
            wait_until(lambda: found.append(self.shown(server, self.revision)) or found[-1])
            checks.equal(found[-1], [self.number] * 4, f"{title}: {server.data.name} shows it")

    def goes_on(self, checks, title):
        """Each node knows what it has known before, and then each one edits."""
        for server in self.nodes.servers:
            before = self.revision
            checks.that(self.edit(server) > before, f"{title}: the revision doesn't go back", f"{before} {self.revision}")
            self.shows_everywhere(checks, f"{title}: {server.data.name} edits")

    def warm(self):
        for server in self.nodes.servers * 2:
            wait_until(lambda: self.shown(server, self.revision) == [self.number] * 4)

    def dump(self):
        path = self.database.folder / "dump"
        self.database.run("pg_dump", "-Fc", "-f", path, "-h", self.database.folder, "-U", "market", "market")
        path.chmod(0o644)
        return path, self.number

    def restore(self, server, dump, database, *options):
        server.run("pg_restore", "-h", server.folder, "-U", "market", "-d", database, *options, dump)

    def is_restored(self, checks, title, number):
        self.number = max(self.number, 60)
        for server in self.nodes.servers:
            found = []
            # Also to whoever knows of the last write before, which is lost.
            wait_until(lambda: found.append(self.shown(server, self.revision)) or found[-1] == [number] * 4)
            checks.equal(found[-1], [number] * 4, f"{title}: {server.data.name} shows what was restored")
        self.goes_on(checks, title)


def restored_elsewhere(checks, place, market):
    """The dump of a server that has been used for long is restored into a new one, and nodes go on with that."""
    market.edit(market.nodes.servers[0])
    dump, number = market.dump()
    # Products have the same versions after the next edit as after this one, which isn't in the dump.
    market.edit(market.nodes.servers[1])
    market.warm()
    server, old = market.new_server(), market.database
    server.run("createdb", "-h", server.folder, "-U", "market", "-T", "template0", "market")
    market.restore(server, dump, "market")
    checks.that(market.database.next_number() > server.next_number(),
                "the new server has lower numbers than the old one")
    market.lead_to(server)
    old.stop()
    market.is_restored(checks, "a dump in a new server", number)
    fresh = market.nodes.servers[2]
    fresh.stop()
    fresh.start()
    market.warm()
    market.goes_on(checks, "a dump in a new server, with a new node")


def restored_beside(checks, market):
    """A dump is restored into another database of the same server, which then has the name of the first one."""
    dump, number = market.dump()
    market.edit(market.nodes.servers[1])
    market.warm()
    server = market.database
    server.run("createdb", "-h", server.folder, "-U", "market", "-T", "template0", "copy")
    market.restore(server, dump, "copy")
    server.sql("postgres", "ALTER DATABASE market ALLOW_CONNECTIONS false")
    server.sql("postgres", "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = 'market'")
    server.sql("postgres", "ALTER DATABASE market RENAME TO before")
    server.sql("postgres", "ALTER DATABASE copy RENAME TO market")
    market.is_restored(checks, "a dump in another database", number)


def restored_in_place(checks, market):
    """A dump replaces the tables of the same database while nodes use it."""
    dump, number = market.dump()
    market.edit(market.nodes.servers[1])
    market.warm()
    market.restore(market.database, dump, "market", "--clean", "--if-exists", "--single-transaction")
    market.is_restored(checks, "a dump in the same database", number)


def crash(checks, market, title, fail):
    """The server forgets numbers up to which all nodes have read the log."""
    market.edit(market.nodes.servers[0])
    database = market.database
    standby = new_standby(market) if fail is promoted else None
    market.warm()
    # What nobody waits for isn't written.
    database.signal("walwriter", signal.SIGSTOP)
    database.use_numbers(3000)
    for server in market.nodes.servers:
        # A node that hears of a later revision reads the log before it answers.
        checks.equal(market.shown(server, market.revision + 1), [market.number] * 4, f"{title}: {server.data.name} has read the log")
    before = market.database.next_number()
    fail(market, standby)
    checks.that(wait_until(market.database.is_ready) and market.database.next_number() < before - 1000,
                f"{title}: numbers are given again", f"{before} {market.database.next_number()}")
    market.goes_on(checks, title)


def restarted(market, _):
    market.database.kill()
    (market.database.data / "postmaster.pid").unlink(missing_ok=True)
    market.database.start(*QUIET)


def recovered(market, _):
    market.database.crash_and_recover("walwriter")


def new_standby(market):
    standby = Node(market.folder, f"server{len(market.servers)}")
    standby.copy(market.database)
    standby.start(*QUIET)
    wait_until(lambda: market.database.sql(
        "postgres", "SELECT replay_lsn >= pg_current_wal_flush_lsn() FROM pg_stat_replication") == "t")
    return standby


def promoted(market, standby):
    market.database.kill()
    standby.promote()
    market.lead_to(standby)
