"""PostgreSQL that forgets numbers of transactions: a dump or a base backup is restored, a server crashes, a standby takes over.
No node answers with what it knew before. And what nodes do while a standby stalls, and while their clocks are corrected."""

import re
import signal
import struct
import subprocess
import sys
import time
from email.utils import parsedate_to_datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Outages"))

from cluster import Node
from machines import POOLER
from market import SECRET, wait_until
from nodes import Nodes

SOURCE = Path(__file__).resolve().parents[1] / "corrected_clock.c"

# Nothing but the market writes, so that nothing is flushed by chance.
QUIET = ("autovacuum=off", "checkpoint_timeout=1h", "archive_mode=on")


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
        moment_restored(checks, market)
        stalled(checks, market)
        corrected_clock(checks, market)
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
        self.place.command("operator", "add", "Kim", "--data", self.nodes.servers[0].data)
        self.make_key()

    def make_key(self):
        made = self.place.command("operator", "key", "add", "Kim", "program", "--data", self.nodes.servers[0].data)
        self.key = made.stdout.split()[-1]

    def key_is_answered(self, server):
        return server.get("/api/operator/reports", "-H", f"Authorization: Bearer {self.key}").status

    def end(self):
        for server in self.servers:
            server.end()

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
        # It may have been ended since.
        checks.equal(self.key_is_answered(self.nodes.servers[0]), 401, f"{title}: a key of before has ended")
        self.make_key()
        checks.equal([self.key_is_answered(server) for server in self.nodes.servers], [200] * 3, f"{title}: a new one works")
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
        checks.that(wait_until(lambda: market.shown(server, market.revision + 1) == [market.number] * 4),
                    f"{title}: {server.data.name} has read the log")
    before = market.database.next_number()
    fail(market, standby)
    checks.that(wait_until(market.database.is_ready) and market.database.next_number() < before - 1000,
                f"{title}: numbers are given again", f"{before} {market.database.next_number()}")
    market.goes_on(checks, title)
    checks.equal([market.key_is_answered(server) for server in market.nodes.servers], [200] * 3, f"{title}: a key goes on")


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


def moment_restored(checks, market):
    """A base backup is restored with the archived log, up to a moment."""
    title = "a base backup, up to a moment"
    database, archive = market.database, market.folder / "archive"
    archive.mkdir()
    archive.chmod(0o777)
    database.sql("postgres", f"ALTER SYSTEM SET archive_command = 'cp %p {archive}/%f'")
    database.sql("postgres", "SELECT pg_reload_conf()")
    restored = Node(market.folder, f"server{len(market.servers)}")
    restored.run("pg_basebackup", "-h", database.folder, "-U", "market", "-D", restored.data, "-c", "fast", "--no-sync")
    market.edit(market.nodes.servers[0])
    number, moment = market.number, database.sql("postgres", "SELECT clock_timestamp()")
    for server in market.nodes.servers:
        market.edit(server)
    market.warm()
    last = database.sql("postgres", "SELECT pg_walfile_name(pg_switch_wal())")
    checks.that(wait_until(lambda: (archive / last).exists()), f"{title}: the log is archived")
    database.stop()
    with open(restored.data / "postgresql.auto.conf", "a", encoding="utf-8") as settings:
        settings.write(f"restore_command = 'cp {archive}/%f %p'\nrecovery_target_time = '{moment}'\n"
                       "recovery_target_action = 'promote'\n")
    (restored.data / "recovery.signal").touch()
    restored.start(*QUIET)
    wait_until(lambda: restored.sql("postgres", "SELECT pg_is_in_recovery()") == "f")
    # A standby that is copied from it would stop at the moment, too.
    for setting in ("restore_command", "recovery_target_time", "recovery_target_action"):
        restored.sql("postgres", f"ALTER SYSTEM RESET {setting}")
    market.lead_to(restored)
    market.is_restored(checks, title, number)


def stalled(checks, market):
    """The synchronous standby hangs, for nodes that use PostgreSQL directly and for one that uses it through PgBouncer."""
    database, standby = market.database, new_standby(market)
    database.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
    database.sql("postgres", "SELECT pg_reload_conf()")
    wait_until(lambda: database.sql("postgres", "SELECT sync_state FROM pg_stat_replication") == "sync")
    pooler = subprocess.Popen(["bash", str(POOLER), str(database.folder), "40"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    pooled = market.nodes.servers[2]
    arguments = list(pooled.arguments)
    try:
        place = arguments.index("--database") + 1
        pooled.arguments[place] = f"postgres://market@/market?host={pooler.stdout.readline().strip()}&port=6432"
        pooled.arguments += ["--database-direct", market.url]
        pooled.stop()
        pooled.start()
        for server in market.nodes.servers:
            market.edit(server)
        market.warm()
        for server, way in zip(market.nodes.servers[1:], ("directly", "through PgBouncer")):
            stalled_write(checks, market, standby, server, f"a standby hangs, {way}")
        market.goes_on(checks, "the standby is there again")
    finally:
        pooled.stop()
        pooled.arguments = arguments
        pooled.start()
        pooler.stdin.close()
        pooler.wait()
        database.sql("postgres", "ALTER SYSTEM RESET synchronous_standby_names")
        database.sql("postgres", "SELECT pg_reload_conf()")
        standby.end()


def stalled_write(checks, market, standby, server, title):
    before = market.number
    standby.signal_all(signal.SIGSTOP)
    try:
        # The standby may have confirmed what came in before it stopped.
        answers = []

        def is_stalled():
            market.number += 1
            answers.append(server.send("PATCH", f"/api/products/{market.product}", {
                "stock": market.number, "name": f"Lamp {market.number}", "secret": SECRET}))
            return answers[-1].status != 202
        wait_until(is_stalled)
        before = market.number - 1
        checks.that(answers[-1].status == 503 and answers[-1].json["code"] == "outcome_unknown",
                    f"{title}: a write says that its outcome isn't known", answers[-1].text)
        for reader in market.nodes.servers:
            found = []
            wait_until(lambda: found.append(market.shown(reader)) or found[-1] == [before] * 4)
            checks.equal(found[-1], [before] * 4, f"{title}: {reader.data.name} shows what the standby has")
            checks.that(wait_until(lambda: reader.get("/health/ready").status == 200), f"{title}: {reader.data.name} is ready")
    finally:
        standby.signal_all(signal.SIGCONT)
    for reader in market.nodes.servers:
        checks.that(wait_until(lambda: market.shown(reader) == [market.number] * 4),
                    f"{title}: {reader.data.name} shows the write once the standby has it")


class CorrectedClock:
    """A clock that is put forward and back while programs with its environment run."""

    def __init__(self, folder):
        self.offset, library = folder / "offset", folder / "corrected_clock.so"
        self.correct(0)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, SOURCE], check=True)
        self.environment = {"LD_PRELOAD": str(library), "CLOCK_OFFSET": str(self.offset)}

    def correct(self, seconds):
        # In place, because the programs have it in memory.
        with open(self.offset, "r+b" if self.offset.exists() else "wb") as file:
            file.write(struct.pack("=q", seconds))


def listed_ago(checks, market, server, other, title):
    """Lists a product, deletes it on another node, and returns how many seconds ago it was listed for PostgreSQL."""
    product = server.send("POST", "/item", {
        "title": "Clock", "descriptions": "", "price": 1, "currency": "KRW", "stock": 1, "password": SECRET}).json["id"]
    age = int(market.database.sql(
        "market", f"SELECT extract(epoch FROM now())::bigint - registered_at / 1000 FROM product WHERE id = {product}"))
    token = server.send("POST", f"/api/products/{product}/secret", {"secret": SECRET}).text
    checks.status(other.send("DELETE", f"/api/products/{product}/{token}"), 200, f"{title}: its delete token works on another node")
    return age


def corrected_clock(checks, market):
    """The clock of a node is put forward and back while it runs."""
    server, other = market.nodes.servers[:2]
    clock = CorrectedClock(market.folder)
    before = server.environment
    server.stop()
    server.environment = {**(before or {}), **clock.environment}
    server.start()

    def hour():
        return parsedate_to_datetime(server.get("/health/live").headers["date"]).timestamp() // 3600
    for name, hours in (("forward", 2), ("back", -2), ("right", 0)):
        title = f"a clock is put {name}"
        clock.correct(hours * 3600)
        checks.that(wait_until(lambda: abs(hour() - time.time() // 3600 - hours) <= 1), f"{title}: the node goes by it")
        market.edit(server)
        market.shows_everywhere(checks, title)
        checks.that(wait_until(lambda: server.get("/health/ready").status == 200), f"{title}: the node is ready")
        ages = []
        # The clocks are compared every few seconds.
        wait_until(lambda: ages.append(listed_ago(checks, market, server, other, title)) or abs(ages[-1]) < 1800)
        checks.that(abs(ages[-1]) < 1800, f"{title}: a listing has the time of PostgreSQL", ages)
    server.stop()
    server.environment = before
    server.start()
