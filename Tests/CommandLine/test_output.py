"""Output that can't be written: on a full disk, to a terminal that is gone, or where nothing is open."""

import os
import signal
import subprocess
import urllib.request

from cases import PASSWORD, CommandCase
from ports import free_port
from proxy import wait_until
from world import world


class Output(CommandCase):
    def setUp(self):
        super().setUp()
        self.market_of_its_own()

    def run_with(self, *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE):
        return subprocess.run(
            [world.binary, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, text=True,
            timeout=300, cwd=self.folder, env=self.environment())

    def test_a_full_standard_error_stops_no_command(self):
        first, second = self.add()["id"], self.add()["id"]
        with open("/dev/full", "w", encoding="ascii") as full:
            self.assertEqual(self.run_with("show", "999", stderr=full).returncode, 5)
            self.assertEqual(self.run_with("list", "--count", "1", stderr=full).returncode, 0)
            # A note about the one in the middle.
            result = self.run_with("delete", first, "999", second, "--yes", "--password", PASSWORD, stderr=full)
        self.assertEqual(result.returncode, 5)
        self.assertEqual(self.market.names(), [])

    def test_a_terminal_that_goes_away_stops_no_import(self):
        picture = self.picture("a.png")
        rows = [f"Chair {number},1000,{picture.name}" for number in range(12)]
        (self.folder / "goods.csv").write_text("name,price,pictures\n" + "\n".join(rows))
        master, slave = os.openpty()
        process = subprocess.Popen(
            [world.binary, "import", "goods.csv", "--password", PASSWORD], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=slave, cwd=self.folder, env=self.environment())
        os.close(slave)
        os.read(master, 1)  # The bar is there.
        os.close(master)
        self.assertEqual(process.wait(timeout=300), 0)
        self.assertEqual(len(self.market.names()), 12)

    def test_output_that_cannot_be_written_is_1(self):
        number = self.add()["id"]
        for command in (
            ("list",), ("list", "--json"), ("show", number, "--json"), ("--help",), ("list", "--help"), ("--version",),
            ("--generate-completion-script", "bash"),
        ):
            with open("/dev/full", "w", encoding="ascii") as full:
                result = self.run_with(*command, stdout=full)
            self.assertEqual(result.returncode, 1, command)
            self.assertIn("The output can't be written completely: No space left on device.", result.stderr)
            self.assertEqual(self.run_with(*command, stdout=subprocess.DEVNULL).returncode, 0, command)

    def test_standard_input_that_cannot_be_read_is_told(self):
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            result = subprocess.run(
                [world.binary, "market", "page", "set", "imprint", "--language", "en", "-", "--data", self.market.data],
                stdin=descriptor, capture_output=True, text=True, timeout=300, cwd=self.folder, env=self.environment())
        finally:
            os.close(descriptor)
        self.assertEqual(result.returncode, 1)
        self.assertIn("- can't be read", result.stderr)

    def test_a_server_without_standard_streams_opens_nothing_in_their_place(self):
        port = free_port()
        command = [
            world.server, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(self.folder / "streamless")]
        process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *map(str, command)], cwd=self.folder, env=self.environment())
        try:
            wait_until(lambda: process.poll() is not None or self.answers(port))
            streams = [os.readlink(f"/proc/{process.pid}/fd/{number}") for number in range(3)]
            self.assertEqual(streams, ["/dev/null"] * 3)
        finally:
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=300), 0)

    @staticmethod
    def answers(port):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live", timeout=300) as answer:
                return answer.status == 200
        except OSError:
            return False
