"""Commands change no schema, except 'migrate' and what begins a market."""

import json
import os
import pwd
import sqlite3
import subprocess
import unittest
from pathlib import Path

from cases import CommandCase
from postgres_cluster import Cluster
from world import world

OLDER = (
    "DROP INDEX listing_right_by_browser; ALTER TABLE listing_right DROP COLUMN browser;"
    "DROP INDEX product_by_place; ALTER TABLE tombstone DROP COLUMN is_removed;"
    "ALTER TABLE market_state DROP COLUMN search_folding;")
SENTENCE = "was made by an older version of Open Market. Nothing was changed. Run 'openmarket migrate' once"


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
        for words in (("vendor", "list"), ("vendor", "add", "Kim"), ("category", "list"), ("product", "remove", "1", "--yes")):
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

    def test_an_older_market_is_only_migrated_by_that_command(self):
        url = self.begin("older")
        new = self.tables("older")
        self.cluster.sql(
            "older", OLDER + "DROP TABLE change_history; ALTER TABLE market_state DROP COLUMN move_state;"
            "ALTER TABLE market_state DROP COLUMN search_is_incomplete;"
            "DELETE FROM market_migration WHERE number >= 6")
        old = self.tables("older")
        for words in self.guests(url):
            self.assertIn(SENTENCE, self.run_expecting(1, *words).stderr)
        self.assertEqual(self.tables("older"), old)
        self.assertIn("is up to date", self.run_ok("migrate", "--database", url))
        self.assertEqual(sorted(self.tables("older").split(",")), sorted(new.split(",")))
        self.run_ok("vendor", "list", "--database", url, "--data", str(self.folder / "none"))

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

    def schema(self):
        with sqlite3.connect(self.database) as database:
            return database.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()

    def test_an_older_market_is_only_migrated_by_that_command(self):
        new = self.schema()
        with sqlite3.connect(self.database) as database:
            database.executescript(OLDER + "DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) >= 16")
        old = self.schema()
        self.assertNotEqual(old, new)
        for words in (("vendor", "list"), ("vendor", "add", "Kim"), ("category", "list"), ("product", "remove", "1", "--yes")):
            result = self.run_expecting(1, *words, "--data", self.market.data)
            self.assertIn(SENTENCE, result.stderr)
        self.assertEqual(self.schema(), old)
        self.assertIn("is up to date", self.run_ok("migrate", "--data", self.market.data))
        self.assertEqual(len(self.schema()), len(new))
        self.run_ok("vendor", "list", "--data", self.market.data)

    @unittest.skipUnless(os.geteuid() == 0, "needs root")
    def test_what_root_restores_belongs_to_the_owner_of_the_folder(self):
        backup = self.folder / "backup"
        self.run_ok("backup", backup, "--data", self.market.data)
        owner = pwd.getpwnam("nobody")
        data = self.folder / "restored"
        data.mkdir(mode=0o700)
        os.chown(data, owner.pw_uid, owner.pw_gid)
        self.run_ok("restore", backup, "--data", data)
        for path in [data, *data.rglob("*")]:
            self.assertEqual(path.lstat().st_uid, owner.pw_uid, path)

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
