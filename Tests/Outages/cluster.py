"""A PostgreSQL server for the outages, with a standby if wanted."""

import contextlib
import glob
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path


def programs():
    folders = glob.glob("/usr/lib/postgresql/*/bin")
    if folders:
        return Path(max(folders, key=lambda folder: float(folder.split("/")[4])))
    return Path(shutil.which("postgres")).parent


def is_running(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def title(process):
    """What a process of PostgreSQL says that it does."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text().rstrip("\0 ")
    except OSError:
        return ""


class Node:
    """One server, which listens on a Unix socket only, unless it is started otherwise."""

    def __init__(self, folder, name, port=5432, superuser="market"):
        self.folder = Path(folder) / name
        self.port = port
        self.superuser = superuser
        self.bin = programs()
        self.process = None
        self.folder.mkdir(exist_ok=True)
        self.folder.chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")

    @property
    def data(self):
        return self.folder / "data"

    def run(self, program, *arguments, check=True):
        return subprocess.run(
            [*self.as_user(), str(self.bin / program), *map(str, arguments)], check=check, capture_output=True, text=True,
            cwd=self.folder, env={**os.environ, "PGPORT": str(self.port)})

    @staticmethod
    def as_user():
        # PostgreSQL refuses to run as root.
        if os.geteuid() != 0:
            return []
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def create(self):
        self.run("initdb", "-D", self.data, "-U", self.superuser, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")

    def copy(self, primary):
        """Becomes a standby of another node."""
        self.run("pg_basebackup", "-h", primary.folder, "-U", self.superuser, "-D", self.data, "-R", "-X", "stream", "-c", "fast",
                 "--no-sync")

    def start(self, *settings):
        # No sync, because the machine stays: what is written survives the end of processes.
        options = ["listen_addresses=", f"port={self.port}", f"unix_socket_directories={self.folder}", "fsync=off", "max_connections=100",
                   "hot_standby=on", *settings]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.as_user(), str(self.bin / "postgres"), "-D", str(self.data),
                 *(part for option in options for part in ("-c", option))],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder)
        while not self.is_ready():
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text()[-2000:])
            time.sleep(0.05)

    def is_ready(self):
        return self.run("pg_isready", "-q", "-h", self.folder, "-U", self.superuser, "-d", "postgres", check=False).returncode == 0

    def sql(self, database, text):
        return self.run("psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", self.superuser, "-c", text,
                        database).stdout.strip()

    def use_numbers(self, count):
        """Uses numbers of transactions whose commits nobody waits for."""
        self.sql("postgres", f"""
            DO $$ BEGIN
                PERFORM set_config('synchronous_commit', 'off', false);
                FOR i IN 1..{count} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP;
            END $$""")

    def next_number(self):
        return int(self.sql("postgres", "SELECT pg_snapshot_xmax(pg_current_snapshot())"))

    def promote(self):
        self.run("pg_ctl", "promote", "-D", self.data, "-w")

    def crash(self, victim="checkpointer"):
        """Kills a process of the server, which then ends every connection and recovers."""
        self.signal(victim, signal.SIGKILL)

    def crash_and_recover(self, victim):
        """Kills a process of the server, and waits until the server has replaced it."""
        before = self.process_number(victim)
        self.crash(victim)
        while self.process_number(victim) in (None, before):
            time.sleep(0.02)

    def signal(self, kind, number):
        os.kill(self.process_number(kind), number)

    def process_number(self, kind):
        """The number of a process of the server, or None while there is none."""
        try:
            return int(self.sql("postgres", f"SELECT pid FROM pg_stat_activity WHERE backend_type = '{kind}'"))
        except (subprocess.CalledProcessError, ValueError):
            return None

    def children(self):
        """The numbers of its processes, besides the main one."""
        main = self.process.pid
        return [int(child) for child in Path(f"/proc/{main}/task/{main}/children").read_text().split()]

    def sessions(self):
        """The numbers of the processes that serve the user `market`, found without asking a server that may hang."""
        return [child for child in self.children() if title(child).startswith("postgres: market ")]

    def signal_all(self, number):
        """Sends SIGSTOP or SIGCONT to the server and each of its processes."""
        for process in (self.process.pid, *self.children()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def kill(self):
        """Kills the server and all of its processes at once."""
        main = self.process.pid
        # Once it is stopped, it starts no others.
        os.kill(main, signal.SIGSTOP)
        os.waitpid(main, os.WUNTRACED)
        children = self.children()
        for process in (main, *children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        # Until they have ended, their shared memory is in use.
        while any(is_running(process) for process in children):
            time.sleep(0.01)

    def end(self):
        """Stops it, also while its processes hang."""
        if self.process and self.process.poll() is None:
            self.signal_all(signal.SIGCONT)
        self.stop()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
