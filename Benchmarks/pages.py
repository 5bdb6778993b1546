#!/usr/bin/env python3
"""Measures how soon pages are shown in Chromium on a phone's screen: the first visit, repeat visits, and the way back.

    .build/browser-venv/bin/python Benchmarks/pages.py .build/release/openmarket [--rounds 15]

The market is behind Caddy with Deployment/Caddyfile, over HTTPS, as HTTP/2, and the connection is open before the first
visit: opening it takes two more round trips, whatever the page. Ten lines of plain text show what the browser itself takes on this machine. Visits are
measured in the headless shell, the ways there and back in Chromium, which takes more CPU for its windows, but has a
back/forward cache. The screen is that of Lighthouse's phone. A throttled phone has a quarter of this machine's speed,
1.6 Mbit/s down, 0.75 up, and 150 ms for a round trip (the “fast 3G” of Lighthouse), by a proxy, because Chromium's own
throttling leaves out service workers. Prints medians and the worst of all rounds in milliseconds. Needs what the browser
tests need (`make browser` installs it).
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

TESTS = Path(__file__).resolve().parent.parent / "Tests"
sys.path[:0] = [str(TESTS / "Browser"), str(TESTS / "TestClusters")]

from caddy import HOST, Caddy  # noqa: E402: that of the tests, as the market is
from market import Market  # noqa: E402

PHONE = {"viewport": {"width": 412, "height": 823}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1.75,
         "locale": "ko-KR"}
ROUND_TRIP = 0.15
DOWNLOAD, UPLOAD = 1.6e6 / 8, 0.75e6 / 8  # bytes per second

# From a tap or a navigation to the frame that shows the page, across pages and the back/forward cache.
SHOWN = """
addEventListener('click', () => sessionStorage.setItem('tapped', Date.now()), true)
addEventListener('pageshow', () => requestAnimationFrame(() => setTimeout(() => { window.shown = Date.now() })))
"""
PAINT = """() => new Promise((done) => {
    const paint = { largest: 0, shift: 0 }
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) paint.largest = Math.max(paint.largest, entry.startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) paint.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    const settle = () => setTimeout(() => {
        const [first] = performance.getEntriesByName('first-contentful-paint')
        done({ ...paint, first: first?.startTime ?? 0 })
    }, 500)
    if (document.readyState === 'complete') settle(); else addEventListener('load', settle)
})"""


class Direction:
    """One direction of a network: what is sent arrives later, and one after the other."""

    def __init__(self, rate):
        self.rate = rate
        self.free = 0.0

    async def carry(self, reader, writer):
        loop = asyncio.get_running_loop()
        arriving = asyncio.Queue()

        async def deliver():
            while (arrival := await arriving.get())[1]:
                await asyncio.sleep(arrival[0] - loop.time())
                writer.write(arrival[1])
            writer.close()

        delivery = asyncio.create_task(deliver())
        try:
            data = b" "
            while data:
                data = await reader.read(4096)
                self.free = max(self.free, loop.time()) + len(data) / self.rate
                arriving.put_nowait((self.free + ROUND_TRIP / 2, data))
        except OSError:
            arriving.put_nowait((0, b""))
        await delivery


class SlowNetwork:
    """A proxy on a port of its own, in a thread that ends with the program."""

    def __init__(self, port):
        self.target = port
        started = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve(started)), daemon=True).start()
        started.wait()

    async def serve(self, started):
        down, up = Direction(DOWNLOAD), Direction(UPLOAD)

        async def connect(reader, writer):
            await asyncio.sleep(ROUND_TRIP)  # the handshake of TCP
            reply, request = await asyncio.open_connection("127.0.0.1", self.target)
            await asyncio.gather(up.carry(reader, request), down.carry(reply, writer))

        server = await asyncio.start_server(connect, "127.0.0.1", 0)
        self.url = f"https://{HOST}:{server.sockets[0].getsockname()[1]}"
        started.set()
        await server.serve_forever()


class Visit:
    """One browser context, with everything that it has stored."""

    def __init__(self, browser, url, isThrottled):
        self.context = browser.new_context(base_url=url, **PHONE)
        self.page = self.context.new_page()
        self.page.add_init_script(SHOWN)
        if isThrottled:
            session = self.context.new_cdp_session(self.page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        self.page.goto("/robots.txt")

    def paint(self, path):
        self.page.goto(path, wait_until="load")
        return self.page.evaluate(PAINT)

    def tap(self, selector, path):
        """Returns the milliseconds from a tap to the frame that shows the page that it leads to."""
        self.page.evaluate("() => { delete window.shown }")
        self.page.locator(selector).first.click(no_wait_after=True)
        self.page.wait_for_function("path => location.pathname === path && window.shown", arg=path)
        return self.page.evaluate("() => window.shown - sessionStorage.getItem('tapped')")


def measure(shell, chromium, url, isThrottled):
    figures = {}
    visit = Visit(shell, url, isThrottled)
    figures["for comparison, ten lines of plain text: first paint"] = visit.paint("/robots.txt")["first"]
    visit.context.close()
    for name, path in (("the list", "/"), ("a product", "/products/1")):
        visit = Visit(shell, url, isThrottled)
        first = visit.paint(path)
        figures[f"first visit of {name}: first paint"] = first["first"]
        figures[f"first visit of {name}: largest paint"] = first["largest"]
        figures[f"first visit of {name}: layout shift × 1000"] = first["shift"] * 1000
        visit.page.evaluate("() => navigator.serviceWorker.ready.then(() => 0)")
        visit.page.goto("/robots.txt")
        again = visit.paint(path)
        figures[f"repeat visit of {name}: largest paint"] = again["largest"]
        visit.context.close()
    visit = Visit(chromium, url, isThrottled)
    visit.paint("/")
    row = visit.page.locator("#products .product a").first
    path = row.get_attribute("href").split("?")[0]
    figures["from the list to a product, by tapping"] = visit.tap("#products .product a", path)
    visit.page.evaluate(PAINT)
    figures["from a product back to the list"] = visit.tap("[data-back]", "/")
    figures["to the same product again"] = visit.tap("#products .product a", path)
    figures["and back again"] = visit.tap("[data-back]", "/")
    visit.context.close()
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="openmarket-pages-") as folder, sync_playwright() as playwright:
        market = Market(str(Path(options.binary).resolve()), Path(folder), "--demo", "--trusted-proxy", "127.0.0.1")
        caddy = Caddy(Path(folder) / "caddy", int(market.url.rsplit(":", 1)[1]))
        slow = SlowNetwork(caddy.port)
        shell, chromium = [
            playwright.chromium.launch(
                executable_path=f"/usr/bin/{name}", args=["--no-sandbox", *caddy.chromium_arguments],
                ignore_default_args=["--disable-back-forward-cache"])
            for name in ("chromium-headless-shell", "chromium")]
        try:
            print("| what | at full speed | worst | throttled | worst |")
            print("|---|---:|---:|---:|---:|")
            rounds = {isThrottled: [] for isThrottled in (False, True)}
            for turn in range(options.rounds + 1):
                for isThrottled, taken in rounds.items():
                    figures = measure(shell, chromium, slow.url if isThrottled else caddy.url, isThrottled)
                    if turn > 0:  # the first one warms up
                        taken.append(figures)
            for name in rounds[False][0]:
                columns = [[figures[name] for figures in taken] for taken in rounds.values()]
                cells = [f"{statistics.median(column):.0f} | {max(column):.0f}" for column in columns]
                print(f"| {name} | {' | '.join(cells)} |")
        finally:
            shell.close()
            chromium.close()
            caddy.end()
            market.stop()


main()
