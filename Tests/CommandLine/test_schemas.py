"""Commands change no schema, except 'migrate' and what begins a market."""

import hashlib
import json
import os
import pwd
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from cases import CommandCase
from postgres_cluster import Cluster
from world import world

FIRST_VERSION = Path(__file__).resolve().parents[1] / "FirstVersion"
OF_FIRST_VERSION = "0.1.0 goes on serving it"
OF_ANOTHER = "The version that made it goes on serving it"
LOST = "passwords, contacts, addresses and hidden listings don't come along"


def contents(folder):
    """Returns the files of a folder with what is in them."""
    return {str(path.relative_to(folder)): (path.stat().st_mode, path.is_file() and path.read_bytes()) for path in folder.rglob("*")}


class OnPostgres(CommandCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.end()

    def tables(self, database):
        return self.cluster.sql(
            database, "SELECT string_agg(relname || (SELECT count(*) FROM pg_attribute WHERE attrelid = pg_class.oid "
            "AND attnum > 0 AND NOT attisdropped), ',' ORDER BY relname) FROM pg_class "
            "WHERE relnamespace = 'public'::regnamespace")

    def guests(self, url):
        """The commands that take the address of a database, on a machine without a server."""
        for words in (("vendor", "list"), ("vendor", "add", "Kim"), ("category", "list"), ("product", "erase", "1", "--yes", "--reason", "Why")):
            yield *words, "--database", url, "--data", str(self.folder / "none")

    def begin(self, name, *options):
        """Has a server begin a market in a new database."""
        url = self.cluster.create(name, *options)
        self.market = world.empty_market("--database", url)
        self.market.end()
        return url

    def test_an_empty_database_stays_empty(self):
        url = self.cluster.create("mistyped")
        for words in self.guests(url):
            self.assertIn("There is no market in the database", self.run_expecting(1, *words).stderr)
        result = self.run_expecting(1, "migrate", "--database", url)
        self.assertIn("There is no market in the database", result.stderr)
        self.assertEqual(self.tables("mistyped"), "")

    def test_one_file_and_one_row_say_where_the_market_is(self):
        url = self.begin("bound")
        data = self.market.data
        said = json.loads((data / "market.json").read_text())
        self.assertEqual(sorted(said), ["images", "postgres"])
        for value in said.values():
            holders = [path.name for path in data.rglob("*") if path.is_file() and value.encode() in path.read_bytes()]
            self.assertEqual(holders, ["market.json"])
        row = self.cluster.sql("bound", "SELECT market_id, image_place, move_state FROM market_state")
        self.assertEqual(row, f"{said['postgres']}|folder:{said['images']}|")
        (data / "market.json").write_text("{")
        for words in (("vendor", "list", "--data", data), ("serve", "--port", "0", "--data", data, "--database", url)):
            self.assertIn("market.json, which says where the market is, is damaged", self.run_expecting(1, *words).stderr)

    def refuse(self, url, words):
        """All commands refuse a database in one sentence, and neither it nor a folder is changed."""
        name = url.split("?")[0].rsplit("/", 1)[1]
        before = self.tables(name)
        nowhere = self.folder / "nowhere"
        bound = self.bound(url)
        kept = contents(bound)
        for command in (
                *self.guests(url), ("serve", "--port", "0", "--database", url, "--data", nowhere), ("migrate", "--database", url),
                ("images", "--database", url), ("check", "--database", url, "--data", bound),
                ("vendor", "list", "--database", url, "--data", bound),
                ("serve", "--port", "0", "--database", url, "--data", bound)):
            error = self.run_expecting(1, *command).stderr
            for part in words, LOST:
                self.assertIn(part, error, command)
            self.assertEqual(error.count("\n"), 1, command)
        self.assertEqual(self.tables(name), before)
        self.assertFalse(nowhere.exists())
        self.assertEqual(contents(bound), kept)

    def bound(self, url):
        """A folder whose market is in a database."""
        folder = self.folder / "bound"
        folder.mkdir()
        (folder / "market.json").write_text('{"postgres": "00000000-0000-4000-8000-000000000000"}')
        return folder

    def test_a_database_of_the_first_version_is_refused_unchanged(self):
        url = self.cluster.create("first")
        self.cluster.sql("first", (FIRST_VERSION / "market-postgres.sql").read_text(encoding="utf-8"))
        self.refuse(url, OF_FIRST_VERSION)
        self.market_of_its_own()
        self.market.end()
        result = self.run_expecting(1, "move", "--from", self.market.data, "--to", url)
        self.assertIn(OF_FIRST_VERSION, result.stderr)
        self.assertEqual(self.cluster.sql("first", "SELECT count(*) FROM product"), "1")

    def test_a_database_of_another_schema_is_refused_unchanged(self):
        url = self.begin("other")
        self.cluster.sql("other", "UPDATE market_migration SET fingerprint = fingerprint + 1")
        self.refuse(url, OF_ANOTHER)
        self.cluster.sql("other", "UPDATE market_migration SET fingerprint = fingerprint - 1")
        self.run_ok("vendor", "list", "--database", url, "--data", self.folder / "none")
        self.assertIn("is up to date", self.run_ok("migrate", "--database", url))

    def test_a_missing_password_is_said(self):
        self.begin("secret")
        self.cluster.sql("secret", "CREATE ROLE guarded LOGIN PASSWORD 'open-sesame'")
        result = self.run_expecting(
            1, "vendor", "list", "--database", self.cluster.url("secret", "guarded"), "--data", self.folder / "none")
        self.assertIn("refuses the connection", result.stderr)
        self.assertIn("it asks for a password, and none was given", result.stderr)

    def test_commands_take_the_address_without_the_pooler(self):
        url = self.begin("pooled")
        pooler = subprocess.Popen(
            ["bash", str(Path(__file__).resolve().parents[1] / "TestClusters" / "pooler.sh"), self.cluster.folder],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(pooler.wait)
        self.addCleanup(pooler.stdout.close)
        self.addCleanup(pooler.stdin.close)
        folder = pooler.stdout.readline().strip()
        for _ in range(3):
            self.run_ok(
                "vendor", "list", "--database", f"postgres://market@/pooled?host={folder}&port=6432",
                "--database-direct", url, "--data", self.folder / "none")


class InAFolder(CommandCase):
    def setUp(self):
        super().setUp()
        self.market_of_its_own()
        self.market.end()
        self.database = self.market.data / "market.sqlite"

    def refuse(self, words):
        """All commands refuse the folder and a backup of it in one sentence, and nothing is changed."""
        data = self.market.data
        backup = self.folder / "backup"
        backup.mkdir()
        copy = backup / "market-1.sqlite"
        # A backup is a single file.
        with tempfile.TemporaryDirectory(dir=self.folder) as whole:
            for path in data.glob("market.sqlite*"):
                shutil.copy(path, whole)
            database = sqlite3.connect(Path(whole) / "market.sqlite")
            database.execute("VACUUM INTO ?", (str(copy),))
            database.close()
        (backup / "manifest.json").write_text(json.dumps({
            "format": 1, "madeAt": "2026-01-01T00:00:00Z", "version": "0.1.0", "lostPictures": [],
            "counts": {"products": 1, "vendors": 1, "pictures": 0}, "database": {
                "name": copy.name, "byteCount": copy.stat().st_size,
                "digest": hashlib.blake2b(copy.read_bytes(), digest_size=32).hexdigest()}}))
        kept, backed_up = contents(data), contents(backup)
        nowhere = self.folder / "nowhere"
        for command in (
                ("serve", "--port", "0", "--data", data), ("migrate", "--data", data), ("check", "--data", data),
                ("check", "--repair", "--data", data), ("backup", nowhere, "--data", data), ("restore", backup, "--data", nowhere),
                ("restore", backup, "--replace", "--data", data), ("vendor", "list", "--data", data),
                ("vendor", "add", "Kim", "--data", data), ("category", "list", "--data", data),
                ("product", "erase", "1", "--yes", "--reason", "Why", "--data", data),
                ("move", "--from", data, "--to", "postgres://market@/nowhere?host=/nonexistent"),
                ("move", "--from", data, "--to", "s3://bucket/prefix?endpoint=http://127.0.0.1:1")):
            error = self.run_expecting(1, *command, environment={"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}).stderr
            for part in words, LOST:
                self.assertIn(part, error, command)
            self.assertEqual(error.count("\n"), 1, command)
            self.assertEqual(contents(data), kept, command)
            self.assertFalse(nowhere.exists(), command)
        self.assertEqual(contents(backup), backed_up)

    def make_first_version(self, killed):
        """Makes the folder one of 0.1.0, which ended in order, or which was killed before its log was in the database."""
        made = self.folder / "made"
        made.mkdir()
        for path in self.market.data.glob("market.sqlite*"):
            path.unlink()
        database = sqlite3.connect(made / "market.sqlite")
        database.executescript("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
                               + (FIRST_VERSION / "market-sqlite.sql").read_text(encoding="utf-8"))
        if not killed:
            database.close()
        for path in made.iterdir():
            shutil.copy(path, self.market.data)
        database.close()

    def test_a_folder_of_the_first_version_is_refused_unchanged(self):
        self.make_first_version(killed=False)
        self.refuse(OF_FIRST_VERSION)

    def test_a_folder_of_the_first_version_that_was_killed_is_refused_unchanged(self):
        self.make_first_version(killed=True)
        self.assertGreater((self.market.data / "market.sqlite-wal").stat().st_size, 0)
        self.refuse(OF_FIRST_VERSION)

    def test_a_folder_of_another_schema_is_refused_unchanged(self):
        with sqlite3.connect(self.database) as database:
            [fingerprint] = database.execute("PRAGMA user_version").fetchone()
            database.execute(f"PRAGMA user_version = {fingerprint - 1}")
        database.close()
        self.refuse(OF_ANOTHER)
        with sqlite3.connect(self.database) as database:
            database.execute(f"PRAGMA user_version = {fingerprint}")
        database.close()
        self.run_ok("vendor", "list", "--data", self.market.data)
        self.assertIn("is up to date", self.run_ok("migrate", "--data", self.market.data))

    def test_a_folder_of_a_newer_version_is_refused(self):
        with sqlite3.connect(self.database) as database:
            database.execute("INSERT INTO grdb_migrations (identifier) VALUES ('2 later')")
        database.close()
        for command in ("vendor", "list"), ("migrate",), ("serve", "--port", "0"):
            self.assertIn("newer version", self.run_expecting(1, *command, "--data", self.market.data).stderr)

    def test_a_folder_with_other_files_is_refused_unchanged(self):
        backup = self.folder / "backup"
        self.run_ok("backup", backup, "--data", self.market.data)
        shared = self.folder / "shared"
        for name in ("incoming/mine.jpg", "images/other.jpg", "letter.txt"):
            (shared / name).parent.mkdir(parents=True, exist_ok=True)
            (shared / name).write_text("mine")
        shared.chmod(0o755)
        kept = contents(shared)
        for command in (("serve", "--port", "0"), ("restore", backup), ("restore", backup, "--replace")):
            self.assertIn("has other files in it", self.run_expecting(1, *command, "--data", shared).stderr)
            self.assertEqual(contents(shared), kept, command)
            self.assertEqual(shared.stat().st_mode & 0o777, 0o755)
        # A disk of its own, and the home of a user, are empty.
        (shared / "letter.txt").unlink()
        shutil.rmtree(shared / "incoming")
        shutil.rmtree(shared / "images")
        (shared / "lost+found").mkdir()
        (shared / ".profile").touch()
        self.run_ok("restore", backup, "--data", shared)

    def test_a_folder_that_is_a_link_to_another_disk_is_restored(self):
        if Path("/dev/shm").stat().st_dev == self.folder.stat().st_dev:
            self.skipTest("there is no other disk")
        self.market_of_its_own()
        self.add()
        backup = self.folder / "backup"
        self.run_ok("backup", backup, "--data", self.market.data)
        with tempfile.TemporaryDirectory(dir="/dev/shm") as disk:
            link = self.folder / "link"
            link.symlink_to(disk)
            self.run_ok("restore", backup, "--data", link)
            self.assertIn("What was there before is in", self.run_ok("restore", backup, "--data", link, "--replace"))
            self.run_ok("vendor", "list", "--data", link)

    @unittest.skipUnless(os.geteuid() == 0, "needs root")
    def test_another_user_is_told_whose_folder_it_is(self):
        owner = pwd.getpwnam("nobody")
        os.chown(self.market.data, owner.pw_uid, owner.pw_gid)
        # Everybody may pass the folders above.
        for folder in (self.market.data.parent, self.folder, self.folder.parent):
            folder.chmod(0o755)
        other = pwd.getpwnam("daemon")
        result = subprocess.run(
            [world.binary, "vendor", "list", "--data", self.market.data], capture_output=True, text=True, timeout=300,
            cwd="/", env=self.environment(), user=other.pw_uid, group=other.pw_gid, extra_groups=[])
        self.assertEqual(result.returncode, 1)
        self.assertIn("may not open the folder", result.stderr)
        self.assertIn("sudo -u nobody", result.stderr)
