"""Root in the folder of another user: the program goes on as that user, who may have put links there."""

import json
import os
import pwd
import signal
import unittest
from pathlib import Path

from cases import CommandCase
from world import Market, world


@unittest.skipUnless(os.geteuid() == 0, "needs root")
class Root(CommandCase):
    def setUp(self):
        super().setUp()
        self.owner = pwd.getpwnam("nobody")
        self.market_of_its_own()
        self.market.end()
        # Everybody may pass the folders above.
        for folder in (self.market.data.parent, self.folder, self.folder.parent):
            folder.chmod(0o755)
        self.give(self.market.data)
        self.file = self.folder / "shadow"
        self.file.write_text("root's")
        self.file.chmod(0o600)

    def give(self, folder):
        for path in [folder, *folder.rglob("*")]:
            os.chown(path, self.owner.pw_uid, self.owner.pw_gid, follow_symlinks=False)

    def is_all_the_owners(self, folder):
        for path in [folder, *folder.rglob("*")]:
            self.assertEqual(path.lstat().st_uid, self.owner.pw_uid, path)

    def test_a_link_in_the_folder_leads_root_nowhere(self):
        # It ends in order, so that nothing of the market is in its log.
        self.run_ok("vendor", "list", "--data", self.market.data)
        for name in ("lock", "reserve", "market.sqlite-wal", "signing.key"):
            link = self.market.data / name
            link.unlink(missing_ok=True)
            link.symlink_to(self.file)
            self.run_piped("vendor", "list", "--data", self.market.data)
            self.run_piped("check", "--data", self.market.data)
            self.assertEqual(self.file.read_text(), "root's", name)
            self.assertEqual(self.file.stat().st_uid, 0, name)
            link.unlink(missing_ok=True)
        self.run_ok("vendor", "list", "--data", self.market.data)
        self.assertIn("No problems found", self.run_ok("check", "--data", self.market.data))
        self.is_all_the_owners(self.market.data)

    def test_what_root_serves_stays_the_owners(self):
        served = self.start("serve", "--host", "127.0.0.1", "--port", "0", "--data", self.market.data)
        try:
            found = None
            while not found and (line := served.stdout.readline()):
                found = Market.OPEN.search(line)
            self.market.url = f"http://127.0.0.1:{found[1]}"
            self.add(pictures=3)
            for thread in Path(f"/proc/{served.pid}/task").iterdir():
                status = (thread / "status").read_text()
                identities = [line.split()[1:] for line in status.splitlines() if line.startswith(("Uid:", "Gid:"))]
                self.assertEqual(identities, [[str(self.owner.pw_uid)] * 4, [str(self.owner.pw_gid)] * 4])
            # A command of root's goes through the server.
            self.assertIn("Added vendor", self.run_ok("vendor", "add", "Kim", "--data", self.market.data))
        finally:
            served.send_signal(signal.SIGTERM)
            served.communicate(timeout=300)
        self.assertEqual(served.returncode, 0)
        self.is_all_the_owners(self.market.data)

    def test_a_port_for_root_alone_is_refused_in_a_sentence(self):
        if int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) <= 1:
            self.skipTest("every user may use every port here")
        refused = self.run_expecting(1, "serve", "--host", "127.0.0.1", "--port", "1", "--data", self.market.data)
        self.assertIn("The market runs as nobody, who isn't allowed to use port 1. Choose one above 1023 with --port", refused.stderr)

    def test_a_folder_that_its_owner_cannot_get_to_is_told(self):
        around = self.market.data.parent
        around.chmod(0o700)
        for command in (("vendor", "list"), ("check",), ("serve", "--port", "0")):
            refused = self.run_expecting(1, *command, "--data", self.market.data)
            self.assertIn(f"The folder {self.market.data} belongs to nobody, who can't get to it", refused.stderr, command)
        around.chmod(0o711)
        self.run_ok("vendor", "list", "--data", self.market.data)

    def test_a_file_that_root_has_put_there_is_named(self):
        link = self.folder / "link"
        link.symlink_to(self.market.data)
        for name in ("lock", "market.sqlite", "market.sqlite-wal"):
            file = self.market.data / name
            os.chown(file, 0, 0)
            for command, data in (
                    (("vendor", "list"), self.market.data), (("migrate",), link), (("serve", "--port", "0"), self.market.data)):
                refused = self.run_expecting(1, *command, "--data", data)
                self.assertIn(f"{file} belongs to root, and nobody, whose folder it is in", refused.stderr, command)
                self.assertIn(f"'sudo chown -R nobody {self.market.data}'", refused.stderr, command)
            self.give(self.market.data)
            self.run_ok("vendor", "list", "--data", self.market.data)

    def test_a_file_that_only_root_may_read_is_told(self):
        logo = self.picture("logo.png", 200)
        logo.chmod(0o600)
        for command in (("logo", logo), ("page", "set", "imprint", "--language", "ko", self.file)):
            refused = self.run_expecting(1, "market", *command, "--data", self.market.data)
            self.assertIn(f"{command[-1]} can't be read: Permission denied. The command runs as nobody", refused.stderr)
        missing = self.folder / "none.png"
        settings = self.folder / "settings.json"
        settings.write_text(json.dumps({"market-logo": str(logo)}))
        serve = ("serve", "--port", "0", "--config", settings)
        refused = self.run_expecting(1, *serve, "--data", self.market.data)
        self.assertIn(f"'market-logo' is {logo}, which can't be read. The command runs as nobody: put it", refused.stderr)
        settings.write_text(json.dumps({"market-logo": str(missing)}))
        for command in (("market", "logo", missing), serve):
            told = self.run_expecting(1, *command, "--data", self.market.data).stderr
            self.assertTrue("none.png" in told and "can't be read" in told and "runs as" not in told, told)
        logo.chmod(0o644)
        self.run_ok("market", "logo", logo, "--data", self.market.data)

    def test_backup_and_restore_are_the_owners_too(self):
        backups = self.new_backups(0o700)
        refused = self.run_expecting(1, "backup", backups / "market", "--data", self.market.data)
        self.assertIn("The user to whom the market belongs must be able to", refused.stderr)
        self.give(backups)
        self.run_ok("backup", backups / "market", "--data", self.market.data)
        self.is_all_the_owners(backups)
        data = self.folder / "restored"
        data.mkdir(mode=0o700)
        self.give(data)
        self.run_ok("restore", backups / "market", "--data", data)
        self.run_ok("restore", backups / "market", "--replace", "--data", data)
        self.is_all_the_owners(data)

    def test_roots_own_folder_stays_roots(self):
        data = self.folder / "roots"
        self.run_ok("backup", self.new_backups(0o777) / "market", "--data", self.market.data)
        self.run_ok("restore", self.folder / "backups" / "market", "--data", data)
        self.assertEqual({path.lstat().st_uid for path in [data, *data.rglob("*")]}, {0})

    def new_backups(self, mode):
        folder = self.folder / "backups"
        folder.mkdir()
        folder.chmod(mode)
        return folder
