"""A market behind Caddy, with Deployment/Caddyfile: HTTPS and HTTP/2, as people have it."""

import re
import subprocess
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from caddy import Caddy
from conftest import SCREENS
from market import SECRET
from pictures import jpeg, photo, upload
from steps import PATIENCE, Visit
from test_desk import is_told, tap

pytestmark = pytest.mark.xdist_group("https")
SCRIPTS = pytest.mark.parametrize("scripts", [True, False])
PAGES = ["/", "/?q=%EC%9D%98%EC%9E%90", "/products/1", "/products/new", "/sellers/1", "/mine", "/favorites", "/recent", "/device",
         "/print?products=1,2&kind=labels"]


class Site:
    """What people know of the market."""

    def __init__(self, caddy):
        self.url = caddy.url
        self.caddy = caddy


@pytest.fixture(scope="session")
def site(open_filled, markets, worker_id):
    market, _ = open_filled("demo", "--trusted-proxy", "127.0.0.1", "--demo")
    caddy = Caddy(markets / f"{worker_id}_caddy", urlsplit(market.url).port)
    yield Site(caddy)
    caddy.end()


@pytest.fixture(scope="session")
def start_trusting(browser_type, site):
    """Starts a browser that finds the site and trusts it."""
    browsers = []

    def start(options):
        browsers.append(browser_type.launch(**{**options, "args": [*options["args"], *site.caddy.chromium_arguments]}))
        return browsers[-1]

    yield start
    for browser in browsers:
        browser.close()


@pytest.fixture(scope="session")
def trusting_browser(start_trusting, browser_type_launch_args):
    return start_trusting(browser_type_launch_args)


@pytest.fixture(scope="session")
def trusting_keeping_browser(start_trusting, keeping_browser_args):
    return start_trusting(keeping_browser_args)


@pytest.fixture
def come(request, site, motion):
    """Opens a page of the site. Whatever the browser's console complains about fails the test, except for resources that
    fail in the way that the test is about. `keeps_pages` opens it in a browser with a back/forward cache."""
    complaints, contexts = [], []

    def open(path="/", screen="phone", scripts=True, fails=None, keeps_pages=False, **options):
        browser = request.getfixturevalue("trusting_keeping_browser" if keeps_pages else "trusting_browser")
        context = browser.new_context(**{
            "base_url": site.url, "locale": "en-US", "java_script_enabled": scripts, "reduced_motion": motion,
            **SCREENS[screen], **options})
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: re.match("Transition was", error.message) or complaints.append(error.message))
        page.on("console", lambda line: line.type in ("error", "warning") and not (fails and fails in line.text)
                and complaints.append(line.text))
        return Visit(page, site, scripts).go(path)

    yield open
    for context in contexts:
        context.close()
    assert complaints == []


def listed(page, name, *pictures):
    page.go("/products/new").fill(name, contact="010-1234-5678").add(*pictures).submit().arrive(r"/products/\d+(\?|$)")
    return page


def test_all_of_a_page_comes_over_http2_from_the_site(come, site):
    # Otherwise, the service worker would answer.
    page = come(service_workers="block", fails="Service Worker registration blocked")
    assert page.page.evaluate("isSecureContext")
    for path in PAGES:
        got = page.go(path).page.evaluate("""() => [
            ...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')
        ].map(({ name, nextHopProtocol }) => [name, nextHopProtocol])""")
        assert got and all(name.startswith(site.url + "/") and protocol == "h2" for name, protocol in got), (path, got)
        links = page.page.evaluate("""() => [...document.querySelectorAll('[href], [src], [content]')]
            .map((one) => one.href || one.src || one.content).filter((link) => /^http/.test(link))""")
        assert [link for link in links if not link.startswith(site.url + "/")] == [], path


@SCRIPTS
def test_a_product_is_listed_with_photos_and_edited(come, site, scripts):
    page = listed(come(scripts=scripts), "Oak chair", upload("a.jpg", photo(3000, 2000, orientation=6)), upload("b.jpg", jpeg(120, 90)))
    expect(page.find(".slides > li")).to_have_count(2)
    address = page.page.url
    page.poll(lambda: page.find(".slides img").first.evaluate("one => one.complete && one.naturalWidth > 0"))
    # The hour without the password is a cookie, too.
    page.go(urlsplit(address).path + "/edit").find("#name").fill("Blue chair")
    page.submit().arrive(r"/products/\d+(\?|$)")
    expect(page.find("main h1")).to_have_text("Blue chair")
    cookies = {one["name"]: one for one in page.page.context.cookies()}
    number = re.search(r"\d+$", urlsplit(address).path).group()
    who = {"__Host-csrf", "__Host-seller", "__Host-rights", f"__Host-ticket-{number}"}
    assert who <= set(cookies), cookies
    assert all(cookies[name]["secure"] and cookies[name]["httpOnly"] and cookies[name]["path"] == "/" for name in who), cookies
    # What a script sets, such as the view, says nothing about anybody.
    assert not {name for name in cookies if re.match("csrf|seller|rights|ticket", name)}
    assert {one["domain"] for one in cookies.values()} == {"market.example"}


def test_links_that_are_passed_on_are_https(come, site, tmp_path):
    page = listed(come(permissions=["clipboard-read", "clipboard-write"], screen="desktop"), "Lamp", upload("a.jpg", jpeg(120, 90)))
    number = re.search(r"\d+", urlsplit(page.page.url).path).group()
    assert page.find("meta[property='og:image']").first.get_attribute("content").startswith(f"{site.url}/images/share/")
    page.find("#share").click()
    page.until("async () => Boolean(await navigator.clipboard.readText())")
    assert page.page.evaluate("navigator.clipboard.readText()") == f"{site.url}/products/{number}"
    page.go(f"/products/{number}/manage").find(".by-link .act").first.click()
    link = page.arrive("/link$").find(".way span").inner_text()
    assert link.startswith(f"{site.url}/link?token=")
    page.find(".code").screenshot(path=str(tmp_path / "code.png"))
    read = subprocess.run(["zbarimg", "--quiet", "--raw", "--set", "disable", "--set", "qrcode.enable", str(tmp_path / "code.png")],
                          capture_output=True, text=True, check=False)
    assert read.stdout.strip() == link
    helper = come(link)
    helper.find("form button[value=sell]").click()
    expect(helper.find("main")).to_contain_text("“Lamp”: Marked as sold.")
    page.go("/mine").find("a[href='/move']").click()
    page.arrive("/move$").find("form[action='/move/link'] button").click()
    address = page.arrive("/move/link$").find(".way span").inner_text()
    assert address.startswith(f"{site.url}/receive?token=")
    phone = come(address)
    phone.find("form.sheet [type=submit]").click()
    expect(phone.arrive("/mine$").find("#desk .name")).to_have_text("Lamp")
    tap(phone, "Lamp", "Sell again")
    is_told(phone, "“Lamp”: For sale again.")


def test_the_password_of_the_listing_counts_in_another_browser(come):
    page = listed(come(), "Stool", upload("a.jpg", jpeg(120, 90)))
    other = come(urlsplit(page.page.url).path + "/edit").answer(SECRET)
    other.arrive(r"/edit(\?|$)").find("#price").fill("9000")
    expect(other.submit().arrive(r"/products/\d+(\?|$)").find("main")).to_contain_text("₩9,000")


def test_what_was_seen_can_be_seen_offline(come):
    page = come(fails="ERR_INTERNET_DISCONNECTED").controlled().go("/products/1").until_kept("/products/1").until_kept("/offline").go("/").until_kept("/")
    page.page.context.set_offline(True)
    expect(page.go("/").find("#offline")).to_be_visible()
    assert page.rows.count() > 10
    name = page.go("/products/1").find("main h1").inner_text()
    assert name
    expect(page.go("/products/2").find(".message")).to_be_visible()
    page.page.context.set_offline(False)
    expect(page.go("/products/2").find("main h1")).not_to_have_text(name)


@pytest.mark.motion
def test_back_shows_the_very_page(come):
    # A service worker that begins to control a page evicts it from the cache.
    page = come(keeps_pages=True).controlled()
    page.page.evaluate("window.isTheSame = true")
    page.seen_row().click()
    page.arrive(r"/products/\d+$").back(r"/$")
    assert page.page.evaluate("window.isTheSame === true")


def test_a_form_from_the_same_name_over_http_is_refused(come, site):
    page = come(fails="status of 403")
    page.page.route("http://market.example/**", lambda route: route.fulfill(
        content_type="text/html", body=f"<form method=post action='{site.url}/language'><button name=language value=ko>x</button></form>"))
    page.page.goto("http://market.example/")
    with page.page.expect_response(site.url + "/language") as response:
        page.find("button").click()
    assert response.value.status == 403
    assert "language" not in {one["name"] for one in page.page.context.cookies()}
