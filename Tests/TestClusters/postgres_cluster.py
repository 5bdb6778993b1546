"""A PostgreSQL cluster for tests in Python."""

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

CLUSTER = Path(__file__).resolve().parent / "cluster.sh"


class Cluster:
    """A PostgreSQL cluster that ends with this process."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["bash", str(CLUSTER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.folder, self.programs = self.process.stdout.readline().split()

    def end(self):
        self.process.stdin.close()
        self.process.wait()

    def url(self, database, user="market", password=None):
        login = user if password is None else f"{user}:{password}"
        return f"postgres://{login}@/{database}?host={self.folder}"

    def create(self, database, *options):
        """Creates an empty database and returns its address."""
        self.run("createdb", "-h", self.folder, "-U", "market", "-T", "template0", *options, database)
        return self.url(database)

    def sql(self, database, text):
        return self.run("psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", text, self.url(database)).strip()

    def run(self, program, *arguments):
        return subprocess.run(
            [f"{self.programs}/{program}", *arguments], check=True, capture_output=True, text=True).stdout

    def signal_all(self, number):
        """Sends SIGSTOP or SIGCONT to the server and each of its processes."""
        main = int((Path(self.folder) / "data" / "postmaster.pid").read_text().split()[0])
        # The main process is stopped first and continued last: in between it starts no others, and the number of one that
        # has ended stays taken.
        if number == signal.SIGSTOP:
            os.kill(main, number)
        for process in Path(f"/proc/{main}/task/{main}/children").read_text().split():
            # One may end before the main process has stopped.
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(process), number)
        if number != signal.SIGSTOP:
            os.kill(main, number)

    def crash(self):
        """Kills a process of the server, which then ends every connection and recovers."""
        victim = int(self.sql("postgres", "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'"))
        os.kill(victim, signal.SIGKILL)

        while not self.is_back():
            time.sleep(0.02)

    def is_back(self):
        try:
            return self.sql("postgres", "SELECT 1") == "1"
        except subprocess.CalledProcessError:
            return False
