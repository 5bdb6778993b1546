"""The base class of all tests: a folder and an identity for each, and short names for their actions."""

import json
import os
import subprocess
import unittest

from pictures import make_picture
from proxy import Proxy
from terminal import run_on_terminal
from world import world

PASSWORD = "열려라-Sesame-42"


class CommandCase(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        self.folder = world.new_folder(type(self).__name__)
        self.identity = self.folder / "identity"
        self.market = world.market()

    def environment(self, more=None):
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "TERM": "xterm-256color", "LANG": "en_US.UTF-8",
            "TMPDIR": str(self.folder), "OPENMARKET_SERVER": self.market.url,
            "OPENMARKET_IDENTITY": str(self.identity), **(more or {})}
        return {key: value for key, value in environment.items() if value is not None}

    # The program

    def start(self, *arguments, environment=None, stdin=subprocess.DEVNULL):
        return subprocess.Popen(
            [world.binary, *map(str, arguments)], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, cwd=self.folder, env=self.environment(environment))

    def run_piped(self, *arguments, environment=None, stdin=""):
        """Runs the program without a terminal."""
        return subprocess.run(
            [world.binary, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=300,
            cwd=self.folder, env=self.environment(environment))

    def run_expecting(self, code, *arguments, **options):
        result = self.run_piped(*arguments, **options)
        self.assertEqual(result.returncode, code, f"{arguments}\n{result.stdout}\n{result.stderr}")
        return result

    def run_ok(self, *arguments, **options):
        return self.run_expecting(0, *arguments, **options).stdout

    def run_json(self, *arguments, **options):
        return json.loads(self.run_ok(*arguments, "--json", **options))

    def on_terminal(self, *arguments, columns=80, answers=(), environment=None, code=None):
        session = run_on_terminal(
            [world.binary, *map(str, arguments)], self.environment(environment), self.folder, columns, answers)
        if code is not None:
            self.assertEqual(session.code, code, session.raw)
        return session

    # The market

    def picture(self, name="picture.png", side=100):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path if path.exists() else make_picture(path, side)

    def add(self, *options, name="나무 의자", price="12000", password=PASSWORD, pictures=1, **more):
        """Lists a product, and returns it as printed."""
        files = [self.picture(f"picture-{number + 1}.png") for number in range(pictures)]
        return self.run_json("add", f"--name={name}", "--price", price, "--password", password, *options, *files, **more)

    def market_of_its_own(self, *flags):
        self.market = world.empty_market(*flags)
        self.addCleanup(self.market.end)
        return self.market

    def proxy(self, market=None, **hooks):
        proxy = Proxy(market or self.market, **hooks)
        self.addCleanup(proxy.end)
        return proxy

    def proxy_that_loses_first(self, wanted):
        """Returns a proxy that drops the response to the first request with this method, and the paths of what it dropped."""
        lost = []

        def after(method, path, body):
            if method == wanted and not lost:
                lost.append(path)
                return "cut"
            return body

        return self.proxy(after=after), lost


class FilledMarketCase(CommandCase):
    """Tests that share a market of their class, which `fill` fills once."""

    own = None

    def setUp(self):
        super().setUp()
        if type(self).own is None:
            type(self).own = self.market_of_its_own()
            self._cleanups.clear()
            self.fill()
        self.market = type(self).own

    @classmethod
    def tearDownClass(cls):
        cls.own.end()
