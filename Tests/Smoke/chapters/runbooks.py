"""The runbook of Documentation/PostgreSQL.md, with its own commands: install with TLS, back up, restore, upgrade, rotate, and the
operator's commands as other users and through a pooler."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Outages"))

from chapters.recovery import POOLER
from cluster import Node
from market import wait_until
from ports import free_port
from tls_forwarder import Authority

ROOT = Path(__file__).resolve().parents[3]
FIRST_VERSION = Path(__file__).resolve().parents[2] / "FirstVersion" / "market-postgres.sql"
FIRST = "/api/products?page_no=1&items_per_page=10"


def blocks(page, section):
    """Returns the indented blocks of a section of a page."""
    text = (ROOT / "Documentation" / page).read_text(encoding="utf-8")
    part = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL).group(1)
    return [re.sub("^    ", "", block.strip("\n"), flags=re.MULTILINE)
            for block in re.findall(r"(?:^    .*\n)+", part, re.MULTILINE)]


def run(checks, place):
    runbook = Runbook(place)
    try:
        install(checks, place, runbook)
        encryption(checks, place, runbook)
        backup_and_restore(checks, place, runbook)
        upgrade(checks, place, runbook)
        rotation(checks, place, runbook)
        other_users(checks, place, runbook)
        pooler(checks, place, runbook)
    finally:
        place.stop_all()
        runbook.node.end()


class Runbook:
    """A server of PostgreSQL that asks for passwords, and what the names in the runbook stand for here."""

    def __init__(self, place):
        self.place = place
        self.folder = place.new_path("runbooks")
        self.folder.mkdir()
        self.folder.chmod(0o755)
        self.node = Node(self.folder, "server", free_port(), "postgres")
        self.data = place.new_path("data")
        self.password = "right"
        self.authority = Authority(str(self.new_folder("authority")))
        for name, host, days in (("right", "DNS:localhost", 2), ("other", "DNS:elsewhere.example", 2), ("expired", "DNS:localhost", -1)):
            self.authority.issue(name, host, days)
        self.ca = self.folder / "authority" / "ca.pem"
        self.node.create()
        # Without TLS, too: what falls back to that is seen.
        (self.node.data / "pg_hba.conf").write_text(
            "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\nhost all all ::1/128 scram-sha-256\n")
        for name in ("right", "other", "expired"):
            self.give(name, self.folder / "authority" / name)
        self.node.start("listen_addresses=localhost", "log_connections=on")

    def give(self, name, issued):
        """Gives the server a certificate and its key, which only it may read."""
        for ending in (".pem", ".key"):
            file = self.node.folder / (name + ending)
            shutil.copy(issued.with_suffix(ending), file)
            if os.geteuid() == 0:
                shutil.chown(file, "postgres", "postgres")
            file.chmod(0o600)

    def new_folder(self, name):
        folder = self.folder / name
        folder.mkdir()
        return folder

    @property
    def url(self):
        return f"postgres://market@localhost:{self.node.port}/market?sslmode=verify-full&sslrootcert={self.ca}"

    @property
    def environment(self):
        return {"PGPASSWORD": self.password}

    def here(self, text):
        """Replaces the names in a text of the runbook."""
        for name, value in (
                ("postgres://market@db.example/market?sslmode=verify-full&sslrootcert=/etc/openmarket/ca.pem", self.url),
                ("postgres://market@db.example/market", self.url), ("/var/lib/openmarket", str(self.data)),
                ("…", f"'{self.url}'")):
            text = text.replace(name, value)
        return text

    def shell(self, text, stdin="", **environment):
        """Runs commands of the runbook in a shell, on the database's machine, where no password is needed for a socket."""
        return subprocess.run(
            # Without a terminal, a password is read from the standard input.
            ["setsid", "-w", "bash", "-euc", self.here(text)], input=stdin, capture_output=True, text=True, cwd=self.folder,
            env={**os.environ, "PATH": f"{self.node.bin}:{self.place.binary.parent}:{os.environ['PATH']}", **environment})

    def present(self, certificate):
        """Has the server use another certificate, without a restart."""
        for setting, ending in (("ssl_cert_file", "pem"), ("ssl_key_file", "key")):
            self.node.sql("postgres", f"ALTER SYSTEM SET {setting} = '{self.node.folder}/{certificate}.{ending}'")
        self.node.sql("postgres", "ALTER SYSTEM SET ssl = on")
        self.node.sql("postgres", "SELECT pg_reload_conf()")
        expected = ssl.PEM_cert_to_DER_cert((self.node.folder / f"{certificate}.pem").read_text())
        wait_until(lambda: self.presented() == expected)

    def presented(self):
        """The certificate that the server uses; None if it speaks no TLS."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection(("localhost", self.node.port)) as connection:
            connection.sendall(b"\0\0\0\x08\x04\xd2\x16\x2f")
            if connection.recv(1) != b"S":
                return None
            with context.wrap_socket(connection) as encrypted:
                return encrypted.getpeercert(binary_form=True)

    def command(self, *command, prefix=()):
        """Runs one of the market's commands with the folder and the database of the runbook."""
        return self.place.command(
            *command, "--data", self.data, "--database", self.url, prefix=prefix, environment=self.environment)

    def succeeds(self, checks, result, title):
        return checks.that(result.returncode == 0, title, result.stdout + result.stderr)


def install(checks, place, runbook):
    create, rule, settings = blocks("PostgreSQL.md", "Installing")[:3]
    local = {"PGHOST": str(runbook.node.folder), "PGPORT": str(runbook.node.port), "PGUSER": "postgres"}
    runbook.succeeds(checks, runbook.shell(create, f"{runbook.password}\n" * 2, **local), "the role and the database are made")
    checks.that(re.fullmatch(r"hostssl market market \S+ scram-sha-256", rule), "a rule lets the role in over TLS only", rule)
    runbook.present("right")
    file = runbook.folder / "market.json"
    # Without the images of the example, which other machines would share.
    content = {**json.loads(runbook.here(settings)), "host": "127.0.0.1", "trusted-proxy": "127.0.0.1"}
    del content["images"], content["port"]
    file.write_text(json.dumps(content))
    runbook.server = place.market("runbook", "--config", file, data=runbook.data, environment=runbook.environment)
    checks.that(wait_until(lambda: runbook.server.get("/health/ready").status == 200), "a server with these settings is ready")
    runbook.product = runbook.server.post([place.photos["small"]]).json["id"]
    open_ones = runbook.node.sql("postgres", "SELECT bool_and(ssl), count(*) > 0 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) "
                                 "WHERE client_addr IS NOT NULL")
    checks.equal(open_ones, "t|t", "all of its connections are encrypted")


def encryption(checks, place, runbook):
    """A server that can't prove that it is the right one gets no password, and nothing is sent without TLS."""
    def refused(title, words, url):
        result = place.command("serve", "--port", "0", "--data", place.new_path("refused"), "--database", url,
                               environment=runbook.environment)
        sentence = result.stderr.strip()
        checks.that(result.returncode == 1 and words in sentence and "\n" not in sentence, f"{title} is refused in a sentence",
                    f"{result.returncode} {sentence}")

    def authorized():
        return (runbook.node.folder / "log").read_text().count("connection authorized: user=market")
    before = authorized()
    stranger = runbook.new_folder("stranger")
    Authority(str(stranger))
    refused("another authority", "certificate verify failed", runbook.url.replace(str(runbook.ca), str(stranger / "ca.pem")))
    refused("a missing file of the authority", "nowhere.pem", runbook.url.replace(str(runbook.ca), "/nowhere.pem"))
    runbook.present("other")
    refused("a certificate for another name", "does not match host name", runbook.url)
    runbook.present("expired")
    refused("a certificate that has expired", "certificate verify failed", runbook.url)
    # The server that runs has connections of before, and gets no others.
    sessions = runbook.node.sessions()
    runbook.node.sql("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'market'")
    checks.that(sessions and wait_until(lambda: runbook.server.get("/health/ready").status == 503),
                "a server that runs gets no connection to it, either")
    runbook.node.sql("postgres", "ALTER SYSTEM SET ssl = off")
    runbook.node.sql("postgres", "SELECT pg_reload_conf()")
    wait_until(lambda: runbook.presented() is None)
    refused("a server without TLS", "server does not support SSL", runbook.url)
    checks.equal(authorized() - before, 0, "no connection was without TLS")
    runbook.present("right")
    checks.that(wait_until(lambda: runbook.server.get("/health/ready").status == 200), "with the right certificate, all goes on")
    # A new authority: first a file with both, then the certificate.
    Authority(str(runbook.new_folder("next"))).issue("right", "DNS:localhost", 2)
    runbook.give("next", runbook.folder / "next" / "right")
    both = runbook.folder / "both.pem"
    both.write_text(runbook.ca.read_text() + (runbook.folder / "next" / "ca.pem").read_text())
    runbook.ca = both
    restarted_with(runbook, "market", runbook.password)
    runbook.present("next")
    runbook.node.sql("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'market'")
    checks.that(wait_until(lambda: runbook.server.post([place.photos["small"]]).status == 201),
                "a server that trusts the old and the new authority goes on with a certificate of the new one")


def restarted_with(runbook, role, password):
    """Restarts the server with the login of a role."""
    runbook.server.stop()
    runbook.server.environment = {
        "OPENMARKET_DATABASE": runbook.url.replace("postgres://market@", f"postgres://{role}@"), "PGPASSWORD": password}
    runbook.server.start()


def backup_and_restore(checks, place, runbook):
    """A dump beside a running server, and a restore into an empty database, while what came later is lost."""
    backup = blocks("PostgreSQL.md", "Backing up")[0]
    if not shutil.which("rsync"):
        backup = backup.replace("rsync -a", "cp -a").replace("/images/ backup", "/images/. backup")
        (runbook.folder / "backup" / "images").mkdir(parents=True)
    runbook.succeeds(checks, runbook.shell(backup, **runbook.environment), "the commands of the backup")
    later = runbook.server.post([place.photos["small"]]).json["id"]
    checks.equal(runbook.server.stop(), 0, "the server stops")
    restore = re.findall(r"`((?:pg_restore|rsync)[^`]*)`",
                         (ROOT / "Documentation" / "PostgreSQL.md").read_text().split("## Restoring")[1].split("\n## ")[0])
    checks.equal([command.split()[0] for command in restore], ["pg_restore", "rsync"], "the runbook has two commands to restore")
    local = {"PGHOST": str(runbook.node.folder), "PGPORT": str(runbook.node.port), "PGUSER": "postgres"}
    create = blocks("PostgreSQL.md", "Installing")[0].splitlines()[-1]
    runbook.succeeds(checks, runbook.shell(f"dropdb market\n{create}", **local), "an empty database is made")
    shutil.rmtree(runbook.data / "images")
    if shutil.which("rsync"):
        commands = "\n".join(restore)
    else:
        commands = restore[0] + "\ncp -a backup/images/. /var/lib/openmarket/images"
        (runbook.data / "images").mkdir()
    runbook.succeeds(checks, runbook.shell(commands, **runbook.environment), "the commands of the restore")
    checked = runbook.command("check")
    checks.that(checked.returncode == 0 and "No problems found" in checked.stdout, "check finds nothing", checked.stdout + checked.stderr)
    runbook.server.start()
    listed = runbook.server.get(FIRST).json["pages"]
    checks.equal(listed[-1]["id"], runbook.product, "a list shows what was in the dump")
    picture = "/images/" + listed[0]["thumbnail"].split("/images/")[1]
    checks.status(runbook.server.get(picture), 200, "and its picture")
    checks.status(runbook.server.get(f"/api/products/{later}"), 404, "what came later isn't there")


def upgrade(checks, place, runbook):
    """A database of 0.1.0 is refused with a sentence, and stays as it is; so is one of a newer version."""
    database = "earlier"
    local = {"PGHOST": str(runbook.node.folder), "PGPORT": str(runbook.node.port), "PGUSER": "postgres"}
    runbook.succeeds(checks, runbook.shell(
        f"createdb -O market -T template0 -E UTF8 {database}; psql -q -v ON_ERROR_STOP=1 -U market -f {FIRST_VERSION} {database}",
        **local), "a database of 0.1.0 is restored")
    commands = (["serve", "--port", "0"], ["vendor", "list"], ["migrate"])

    def refuses(words, command):
        url = runbook.url.replace("/market?", f"/{database}?")
        folder = place.new_path("refused")
        result = place.command(*command, "--data", folder, "--database", url, environment=runbook.environment)
        checks.that(result.returncode == 1 and words in result.stderr and "\n" not in result.stderr.strip(),
                    f"{command[0]} refuses it: {words}", result.stderr)
    for command in commands:
        refuses("0.1.0 goes on serving it", command)
    checks.equal(runbook.node.sql(database, "SELECT max(number), (SELECT count(*) FROM product) FROM market_migration"), "5|1",
                 "and leave it as it is")
    database = "market"
    up_to_date = place.command("migrate", "--database", runbook.url, environment=runbook.environment)
    checks.that(up_to_date.returncode == 0 and "up to date" in up_to_date.stdout, "migrate has nothing to do in its own",
                up_to_date.stderr)
    runbook.node.sql(database, "INSERT INTO market_migration (number, name, fingerprint) VALUES (9999, 'later', 0)")
    checks.status(runbook.server.get(FIRST), 200, "a server that runs goes on when a newer one has migrated")
    for command in commands:
        refuses("newer version", command)
    runbook.node.sql(database, "DELETE FROM market_migration WHERE number = 9999")


def rotation(checks, place, runbook):
    """A new password, and a new key for tickets."""
    statement = re.search(r"`(UPDATE market_state [^`]*)`", (ROOT / "Documentation" / "PostgreSQL.md").read_text()).group(1)
    form = runbook.server.get("/products/new")
    checks.status(form, 200, "a form is opened")
    runbook.password = "another"
    runbook.node.sql("market", f"ALTER ROLE market PASSWORD '{runbook.password}'")
    key = runbook.node.sql("market", "SELECT signing_key FROM market_state")
    runbook.node.sql("market", statement)
    restarted_with(runbook, "market", runbook.password)
    checks.status(runbook.server.get("/products/new"), 200, "a server with the new password serves")
    other = runbook.node.sql("market", "SELECT signing_key FROM market_state")
    checks.that(other and other != key, "and signs with a new key")
    # Or a second role, until the first one may not log in any more.
    runbook.node.sql("market", "CREATE ROLE second LOGIN PASSWORD 'other' IN ROLE market")
    restarted_with(runbook, "second", "other")
    runbook.node.sql("market", "ALTER ROLE market NOLOGIN")
    checks.status(runbook.server.post([place.photos["small"]]), 201, "a role that is a member of the first one takes over")
    runbook.node.sql("market", "ALTER ROLE market LOGIN")
    restarted_with(runbook, "market", runbook.password)
    result = place.command("vendor", "list", "--data", place.new_path("old"), "--database", runbook.url, environment={"PGPASSWORD": "right"})
    checks.that(result.returncode == 1 and "refuses the connection" in result.stderr, "the old password is refused", result.stderr)


def other_users(checks, place, runbook):
    """The operator's commands as root, while the server runs as another user, and as a user who may not read its folder."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        print("runbooks: other_users: skipped, because only root can be somebody else")
        return
    for command in (["vendor", "list"], ["check"]):
        result = runbook.command(*command)
        checks.that(result.returncode == 0, f"{command[0]} as root", result.stderr)
    checks.equal(runbook.server.stop(), 0, "the server stops")
    as_user = ["env", "HOME=/", "TMPDIR=/tmp", "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    result = runbook.command("check", prefix=as_user)
    checks.that(result.returncode == 1 and "This user may not open the folder" in result.stderr and "\n" not in result.stderr.strip(),
                "check as a user who may not read the folder says so", result.stderr)
    result = runbook.command("vendor", "list", prefix=as_user)
    checks.that(result.returncode == 0, "a command that needs no folder only needs the database", result.stderr)
    subprocess.run(["chown", "-R", "65534:65534", runbook.data], check=True)
    place.folder.chmod(0o755)
    for command in (["vendor", "list"], ["check", "--repair"]):
        result = runbook.command(*command)
        checks.that(result.returncode == 0, f"{command[0]} as root in the folder of another user", result.stdout + result.stderr)
    strange = [str(file) for file in runbook.data.rglob("*") if file.lstat().st_uid == 0]
    checks.equal(strange, [], "root leaves no file of its own there")
    before = runbook.server.prefix
    runbook.server.prefix = as_user
    runbook.server.start()
    checks.status(runbook.server.post([place.photos["small"]]), 201, "that user's server starts and lists")
    result = runbook.command("vendor", "list")
    checks.that(result.returncode == 0, "root's commands go through it", result.stderr)
    runbook.server.stop()
    runbook.server.prefix = before


def pooler(checks, place, runbook):
    """The operator's commands through PgBouncer in transaction mode."""
    process = subprocess.Popen(
        ["bash", str(POOLER), str(runbook.node.folder), "4", str(runbook.node.port), "postgres"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        pooled = f"postgres://postgres@/market?host={process.stdout.readline().strip()}&port=6432"
        for command in (["vendor", "list"], ["category", "list"], ["check"], ["images"]):
            result = place.command(*command, *(["--data", runbook.data] if command != ["images"] else []), "--database", pooled,
                                   "--database-direct", runbook.url, environment=runbook.environment)
            checks.that(result.returncode == 0, f"{command[0]} through a pooler", result.stdout + result.stderr)
        result = place.command("migrate", "--database", pooled, "--database-direct", runbook.url, environment=runbook.environment)
        checks.that(result.returncode == 0 and "up to date" in result.stdout, "migrate goes around it", result.stderr)
    finally:
        process.stdin.close()
        process.wait()
