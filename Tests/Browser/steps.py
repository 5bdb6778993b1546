"""User actions on a page, and what users see of it."""

import re
import time

from playwright.sync_api import Error, expect

from market import SECRET
from pictures import jpeg

# Timeout in seconds. Generous, because a busy machine is slow, not broken.
PATIENCE = 60

FIRST_SEEN = """() => {
    const bar = document.querySelector('header').offsetHeight
    const row = [...document.querySelectorAll('#products [data-id]')]
        .find((one) => one.getBoundingClientRect().bottom > bar + 1)
    return [row.dataset.id, Math.round(row.getBoundingClientRect().top)]
}"""


class Visit:
    def __init__(self, page, market, has_scripts=True, schemes=None):
        """`schemes` are those in which a page is looked at, for each time that it is (`test_accessibility.hold`)."""
        self.page = page
        self.schemes = schemes
        self.market = market
        self.has_scripts = has_scripts
        self.find = page.locator
        self.press = page.keyboard.press

    def go(self, path):
        self.page.goto(path)
        return self.ready()

    def ready(self):
        """Waits until the page's scripts have registered their listeners."""
        if self.has_scripts:
            expect(self.find("html")).to_have_class(re.compile(r"\bready\b"))
        return self

    def arrive(self, pattern):
        self.page.wait_for_url(re.compile(pattern))
        return self.ready()

    def follow(self, link):
        """Taps a link, and waits for the page that it leads to. A tap alone may return while the page before is still
        shown, which may have the same links."""
        if isinstance(link, str):
            link = self.find(link)
        address = link.evaluate("link => link.href")
        link.click()
        self.page.wait_for_url(address)
        return self.ready()

    def until(self, expression, argument=None, seconds=PATIENCE):
        """Polls until a condition holds. Playwright's `wait_for_function` needs `eval`, which the pages' content
        security policy forbids."""
        def holds():
            try:
                return self.page.evaluate(expression, argument)
            except Error as error:
                # The page is just being left, or loaded again.
                if "context was destroyed" not in error.message:
                    raise
        return self.poll(holds, expression, seconds)

    def settled(self):
        """Waits until the page is ready and no animation runs, except for those that follow scrolling: they never end."""
        is_ready = "document.documentElement.matches('.ready') && " if self.has_scripts else ""
        return self.until(
            is_ready + "document.getAnimations().every((one) => one.playState !== 'running' || one.timeline !== document.timeline)")

    def hold_timers(self, least):
        """Keeps the page's timers of at least so many milliseconds, which on a busy machine end before what a test looks
        at. Returns a function that ends those that weren't cleared."""
        self.page.evaluate("""least => {
            const { setTimeout, clearTimeout } = window
            const held = new Map()
            window.setTimeout = (act, delay, ...rest) => {
                if (!(delay >= least)) return setTimeout(act, delay, ...rest)
                held.set(-held.size - 1, () => act(...rest))
                return -held.size
            }
            window.clearTimeout = (timer) => {
                if (held.has(timer)) held.set(timer, () => {})
                else clearTimeout(timer)
            }
            window.endTimers = () => held.forEach((act) => act())
        }""", least)
        return lambda: self.page.evaluate("endTimers()")

    def poll(self, condition, name="", seconds=PATIENCE):
        """Polls until a condition outside of the page holds. All other waiting is for an event of the page."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, f"Timed out waiting for: {name}"
            self.page.wait_for_timeout(50)
        return self

    def discard(self, name="Discard"):
        """Answers that what is asked about may go for good."""
        self.find("#discard").get_by_role("button", name=name).click()
        return self

    def wait_for_cookie(self, name, value):
        return self.poll(lambda: any(one["name"] == name and one["value"] == value for one in self.page.context.cookies()),
                         f"the cookie {name}={value}")

    def controlled(self):
        """Waits for the service worker."""
        return self.until("Boolean(navigator.serviceWorker.controller)")

    def kept(self):
        """Returns the addresses of everything that is kept for offline."""
        return self.page.evaluate("""async () => {
            const urls = []
            for (const name of await caches.keys()) for (const key of await (await caches.open(name)).keys()) urls.push(key.url)
            return urls
        }""")

    def until_kept(self, path):
        return self.until("async (path) => Boolean(await caches.match(location.origin + path))", path)

    def back(self, pattern):
        """Goes back; a page from the back/forward cache fires no load event."""
        self.page.evaluate("setTimeout(() => history.back())")
        expect(self.page).to_have_url(re.compile(pattern))
        return self.ready()

    def product(self):
        """Returns the product on whose page the browser is, as in the API's response."""
        return self.market.get(f"/api/products/{self.page.url.rsplit('/', 1)[1]}")

    # MARK: The list

    @property
    def rows(self):
        return self.find("#products [data-id], #desk [data-id]")

    def row(self, product):
        return self.find(f"#products [data-id='{product['id']}'], #desk [data-id='{product['id']}']")

    def ids(self):
        return self.rows.evaluate_all("rows => rows.map(row => Number(row.dataset.id))")

    def load(self, count):
        """Scrolls until there are this many rows."""
        while (there := self.rows.count()) < count:
            self.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            expect(self.rows).not_to_have_count(there)
        return self

    def scroll_to(self, pixels):
        self.page.evaluate("y => new Promise(done => { scrollTo(0, y); requestAnimationFrame(() => "
                           "requestAnimationFrame(done)) })", pixels)
        return self

    def place(self):
        """Returns the first product in view, and its position."""
        return self.page.evaluate(FIRST_SEEN)

    def top_of(self, identifier):
        return round(self.find(f"#products [data-id='{identifier}']").evaluate("row => row.getBoundingClientRect().top"))

    def show_as(self, view):
        self.find(f"#view-form [value={view}]").click()
        expect(self.find("#products")).to_have_attribute("data-view", view)
        return self

    def seen_row(self):
        """Returns a row that can be tapped without scrolling first."""
        identifier = self.page.evaluate("""() => {
            const bar = document.querySelector('header').offsetHeight
            return [...document.querySelectorAll(':is(#products, #desk) [data-id]')]
                .find((row) => row.getBoundingClientRect().top > bar).dataset.id
        }""")
        return self.find(f":is(#products, #desk) [data-id='{identifier}'] a").first

    # MARK: The form

    def fill(self, name="의자", price="12000", seller="Kim", password=SECRET, **more):
        for field, value in {"name": name, "price": price, "seller": seller, "password": password, **more}.items():
            self.find(f"#{field}").fill(value)
        return self

    def add(self, *files):
        self.find("#images").set_input_files(list(files))
        return self

    @property
    def cells(self):
        return self.find("#strip .cell")

    def submit(self):
        self.find("#submit").click()
        return self

    def has_failed(self):
        """Waits until what was submitted has failed. That an answer is late is said in the same place, and before."""
        expect(self.find("#submit")).to_be_enabled()
        expect(self.find("#form-error")).to_be_visible()
        return self

    def problem(self, field):
        return self.find(f"#{field}-error")

    def list(self, name, **fields):
        """Lists a product as this browser's form does, without showing it."""
        requests = self.page.context.request
        token = dict(re.findall(r'name="(csrf|key)" value="([^"]*)"', requests.get("/products/new").text()))
        answer = requests.post("/products", multipart={
            **token, "name": name, "price": "12000", "currency": "KRW", "stock": "1", "seller": "Kim", "password": SECRET,
            **fields, "images": {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": jpeg(80, 80)}})
        assert re.search(r"/products/\d+$", answer.url), answer.text()
        return self

    # MARK: The product

    def claimed(self):
        """Makes this browser the seller's, as the password does, and reloads the product's page. The hour after a password
        is over."""
        address = self.page.url.split("?")[0] + "/manage"
        requests = self.page.context.request
        csrf = re.search('name="csrf" value="([^"]+)"', requests.get(address).text())[1]
        assert requests.post(address, form={"csrf": csrf, "password": SECRET}, max_redirects=0).status == 303
        self.an_hour_later().page.reload()
        return self.ready()

    def choose(self, kind):
        """Opens the “more” menu, of the seller, and taps Edit or Delete."""
        if not self.find(f"#more-menu a[href$='/{kind}']").count():
            self.claimed()
        self.find("#more-menu summary").click()
        self.find(f"#more-menu a[href$='/{kind}']").click()
        expect(self.find("#password")).to_be_visible()
        return self

    def an_hour_later(self):
        """Ends the hour in which this browser isn't asked for a password again."""
        self.page.context.clear_cookies(name=re.compile("ticket"))
        return self

    def answer(self, password):
        self.find("#password").fill(password)
        self.find("#password-form [type=submit]").click()
        return self

    def finger(self, *moves):
        """Simulates a finger that touches, moves and lifts: points as (x, y)."""
        session = self.page.context.new_cdp_session(self.page)
        for index, (x, y) in enumerate(moves):
            kind = "touchMove" if index else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        return lambda: session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def tab_to(self, selector, most=150):
        for _ in range(most):
            self.press("Tab")
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return self
        raise AssertionError(f"Tab never reached {selector}")
