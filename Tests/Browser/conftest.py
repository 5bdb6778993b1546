import fcntl
import json
import os
import re
import shutil
import sys
import tempfile
from itertools import cycle, repeat
from pathlib import Path
from zlib import crc32

sys.path.append(str(Path(__file__).resolve().parent.parent / "TestClusters"))

import pytest
from playwright.sync_api import expect

from market import Market
from pictures import jpeg
from postgres_cluster import Cluster
from steps import PATIENCE, Visit

expect.set_options(timeout=PATIENCE * 1000)

SCREENS = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "landscape": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 900}},
}


def pytest_addoption(parser):
    parser.addoption("--binary", required=True, help="the openmarket program")
    parser.addoption("--database", action="store_true", help="markets in a PostgreSQL cluster that the tests start")
    parser.addoption("--full", action="store_true", help="every combination of device, language and scheme")


def pytest_configure(config):
    """Creates the folder of all markets. The workers get its path (`pytest_configure_node`)."""
    if not hasattr(config, "workerinput"):
        config.markets = tempfile.TemporaryDirectory(prefix="openmarket-browser-")


def pytest_configure_node(node):
    node.workerinput["markets"] = node.config.markets.name


def pytest_unconfigure(config):
    if hasattr(config, "markets"):
        config.markets.cleanup()


DEVICES = {"screen", "setting", "size", "width"}
# These take turns where they are combined with something else, unless all combinations are asked for (`--full`).
TURNS = {"language", "scheme"}


def pytest_collection_modifyitems(config, items):
    """Behaviour runs once: only a test of layout, text size or accessibility, which is marked so, runs on each device. Of
    its combinations, and of those marked as `full`, some are left for `--full`."""
    chosen, left = [], []
    for item in items:
        devices = [names for names in positions(item) if (DEVICES | {"scheme"}) & set(names)]
        if devices and not item.get_closest_marker("matrix"):
            raise pytest.UsageError(f"{item.nodeid} runs on several devices, but isn't marked as `matrix`.")
        is_due = has_its_turn(item) and not item.get_closest_marker("full")
        (chosen if is_due or config.getoption("--full") else left).append(item)
    items[:] = chosen
    config.hook.pytest_deselected(items=left)


def positions(item):
    """Returns where the values of a test are in the lists that they are from, by the names of those that are given together."""
    found = {}
    for mark in item.iter_markers("parametrize"):
        names = tuple(re.split(r",\s*", mark.args[0]))
        given = tuple(item.callspec.params[name] for name in names)
        rows = [row.values if isinstance(row, type(pytest.param())) else row if len(names) > 1 else (row,) for row in mark.args[1]]
        found[names] = [tuple(row) for row in rows].index(given)
    return found


def has_its_turn(item):
    """Returns whether the positions of a combination have an even sum, where a language or scheme is combined with something
    else. So each pair of values occurs where three are combined, and each value where two are. A number of the test's own
    has some tests begin with one language, and some with the other."""
    where = positions(item)
    if len(where) < 2 or not any(TURNS & set(names) for names in where):
        return True
    return sum(where.values(), crc32(item.originalname.encode())) % 2 == 0


@pytest.fixture
def turns(request):
    """Returns which of some values are looked at in a test's language, for something else at a position: every second one,
    and the others in the other language. With `--full`, all are."""
    first = positions(request.node)[("language",)]

    def due(values, position):
        return [value for index, value in enumerate(values)
                if request.config.getoption("--full") or (first + position + index) % 2 == 0]
    return due


def pytest_terminal_summary(terminalreporter):
    """Prints how many tests were retried; `make test` repeats it in its last lines."""
    again = [report.nodeid for report in terminalreporter.stats.get("rerun", [])]
    terminalreporter.write_line(f"tried again: {len(again)}")
    for name in again:
        terminalreporter.write_line(f"    {name}")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    shell = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
    return {**browser_type_launch_args, "executable_path": shell, "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def keeping_browser_args(browser_type_launch_args):
    """Chromium itself, with the back/forward cache that its users have: the headless shell has none, and Playwright
    disables it. Without a process for the graphics card and one that waits for the next site, it takes a quarter less
    CPU."""
    return {
        **browser_type_launch_args, "executable_path": os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        "args": [*browser_type_launch_args["args"], "--disable-gpu", "--in-process-gpu", "--use-gl=disabled"],
        "ignore_default_args": ["--disable-back-forward-cache"]}


@pytest.fixture(scope="session")
def keeping_browser(browser_type, keeping_browser_args):
    browser = browser_type.launch(**keeping_browser_args)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def cluster(request):
    """A PostgreSQL cluster for all markets, or None if each has its database in its folder."""
    if not request.config.getoption("--database"):
        yield None
        return
    cluster = Cluster()
    yield cluster
    cluster.end()


@pytest.fixture(scope="session")
def markets(request):
    """The folder of all workers' markets."""
    worker = getattr(request.config, "workerinput", None)
    return Path(worker["markets"] if worker else request.config.markets.name)


@pytest.fixture(scope="session")
def open_market(request, markets, cluster, worker_id):
    """Opens a new market, or one with a copy of a data folder; all are closed at the end."""
    opened = []

    def open(*flags, data=None, on_terminal=False):
        home = markets / f"{worker_id}_{len(opened)}"
        home.mkdir()
        if data:
            shutil.copytree(data, home / "data")
        opened.append(Market(
            request.config.getoption("--binary"), home, *flags, cluster=cluster, on_terminal=on_terminal))
        return opened[-1]
    yield open
    for market in opened:
        market.stop()


@pytest.fixture(scope="session")
def open_filled(markets, cluster, open_market):
    """Opens a market with products. They are listed once, and the other workers copy its data folder: listing takes as
    much CPU as a dozen tests. Each worker has its own PostgreSQL cluster, so there each lists them. Returns what `fill`
    returned, too, as JSON gives it back."""
    def open(name, *flags, fill=lambda market: None):
        if cluster:
            market = open_market(*flags)
            return market, fill(market)
        data, result = markets / f"{name}-data", markets / f"{name}.json"
        with (markets / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not result.exists():
                first = open_market(*flags)
                filled = fill(first)
                first.stop()
                shutil.copytree(first.folder / "data", data)
                result.write_text(json.dumps(filled))
        return open_market(*flags, data=data), json.loads(result.read_text())
    return open


@pytest.fixture(scope="session")
def demo(open_filled):
    """The market with the sample products. Read-only."""
    market, _ = open_filled("demo", "--demo")
    return market


@pytest.fixture(scope="session")
def crowd(open_filled):
    """300 products, “Thing 300” on top. Read-only."""
    market, market.things = open_filled("crowd", fill=lambda market: market.fill(300))
    return market


@pytest.fixture(scope="session")
def shared(open_market):
    """A market for tests that list their own products under unique names."""
    return open_market()


@pytest.fixture(scope="session")
def proxied(open_market):
    """A market behind a proxy: each visit with another `X-Forwarded-For` is another client, with limits of its own."""
    return open_market("--trust-forwarded")


@pytest.fixture
def own(open_market):
    """An empty market for one test."""
    market = open_market()
    yield market
    market.stop()


@pytest.fixture
def goods(shared, request):
    """Lists products with unique names."""
    def list(name="Chair", **more):
        return shared.list(f"{name} {request.node.name}"[:100], **more)
    return list


def is_fault(line):
    """Returns whether a line of the console says that a page breaks its content security policy, or that a style or script
    isn't there. A style for which the market answers with JSON has no response in Playwright, which also takes 15 ms of CPU
    for each page to describe all others."""
    is_missing = line.text.startswith("Failed to load resource: the server responded with a status of")
    return bool(re.search("Content Security Policy|Refused to (apply style|execute script)", line.text)
                or is_missing and re.search(r"\.(css|js)(\?|$)", line.location["url"]))


@pytest.fixture
def motion(request):
    """What browsers say of motion. Only in tests marked as `motion`, and with `--full` in all, does anything move: without a
    graphics card, that is a sixth of the CPU."""
    moves = request.node.get_closest_marker("motion") or request.config.getoption("--full")
    return "no-preference" if moves else "reduce"


@pytest.fixture
def visit(new_context, request, motion):
    """Opens a page on a screen. A script error on any page, or a style or script that isn't there, fails the test.
    `keeps_pages` opens it in a browser with a back/forward cache, which takes four times the CPU."""
    errors, kept = [], []

    def open(market, path="/", screen="phone", language="en-US", keeps_pages=False, **options):
        options = {"base_url": market.url, "locale": language, **SCREENS[screen], "service_workers": "block",
                   "reduced_motion": motion, **options}
        if keeps_pages:
            context = request.getfixturevalue("keeping_browser").new_context(**options)
            kept.append(context)
        else:
            context = new_context(**options)
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        # Chromium's own message when it skips a transition between two pages.
        page.on("pageerror", lambda error: re.match("Transition was", error.message) or errors.append(error.message))
        page.on("console", lambda line: is_fault(line) and errors.append(f"{line.text} {line.location['url']}"))
        # Light and dark take turns, in Korean the other way round.
        alternating = cycle([["light"], ["dark"]] if language.startswith("en") else [["dark"], ["light"]])
        schemes = repeat(["light", "dark"]) if request.config.getoption("--full") else alternating
        return Visit(page, market, options.get("java_script_enabled", True), schemes).go(path)

    yield open
    for context in kept:
        context.close()
    assert errors == []
