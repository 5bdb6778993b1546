"""Everywhere."""

import re
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from test_desk import listed

pytestmark = pytest.mark.motion

PAGES = ["/", "/?q=%EC%9D%98%EC%9E%90", "/products/1", "/products/new", "/products/1/edit", "/sellers/1", "/mine", "/offline",
         "/favorites", "/recent", "/device", "/move", "/print?products=1,2&kind=labels"]
TOO_SMALL = """() => [...document.querySelectorAll('header a, header button, header summary, main button, main input:not([type=hidden]), main select, .fab')]
    .filter((one) => one.checkVisibility() && !one.closest('label, [aria-hidden]') && one.getAttribute('aria-hidden') !== 'true')
    .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5)).map(([name]) => name)"""


@pytest.mark.matrix
@pytest.mark.parametrize("screen", ["phone", "landscape", "desktop"])
def test_nothing_to_tap_is_under_44_points_and_nothing_is_wider_than_the_window(visit, demo, screen):
    page = visit(demo, screen=screen)
    for path in PAGES:
        page.go(path)
        assert (path, page.page.evaluate(TOO_SMALL)) == (path, [])
        assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.parametrize("path, status", [("/products/999999999", 404), ("/nowhere", 404)])
@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_errors_are_sentences_about_what_to_do(visit, demo, path, status, language):
    page = visit(demo, language=language)
    assert page.page.goto(path).status == status
    expect(page.find("html")).to_have_attribute("lang", language[:2])
    assert len(page.find("main p").first.inner_text()) > 10
    expect(page.find("main a").first).to_be_visible()


def test_the_language_follows_the_browser_and_a_choice_is_remembered(visit, demo):
    page = visit(demo, language="ko-KR")
    expect(page.find("html")).to_have_attribute("lang", "ko")
    page.find("header form[action='/language'] button").click()
    expect(page.find("html")).to_have_attribute("lang", "en")
    page.ready().go("/products/1")
    expect(page.find("html")).to_have_attribute("lang", "en")


def test_the_language_is_switched_without_scripts(visit, demo):
    page = visit(demo, language="ko-KR", java_script_enabled=False)
    page.find("header form[action='/language'] button").click()
    expect(page.find("html")).to_have_attribute("lang", "en")


def test_without_a_network_it_is_said_that_the_language_stays(visit, demo):
    page = visit(demo)
    page.page.context.set_offline(True)
    page.find(".bar [name=language]").click()
    expect(page.find("#status")).not_to_be_empty()
    expect(page.find(".pressed")).to_have_count(0)


def test_a_page_kept_by_the_browser_comes_back_in_the_chosen_language(visit, demo):
    page = visit(demo)
    page.seen_row().click()
    page.arrive(r"/products/\d+$")
    page.find("form[action='/language'] button").first.click()
    expect(page.find("html")).to_have_attribute("lang", "ko")
    page.ready().back(r"/$")
    expect(page.find("html")).to_have_attribute("lang", "ko")


def test_waiting_longer_than_300_ms_shows_and_blocks_nothing(visit, demo):
    page = visit(demo)
    # Playwright can't query a page that is being left, so the page itself records what it shows.
    page.page.evaluate("""() => new MutationObserver(() => {
        const row = document.querySelector('#products [data-id]')
        if (!document.documentElement.matches('.navigating')) return
        sessionStorage.shown = row.checkVisibility()
        console.log('waiting is shown')
    }).observe(document.documentElement, { attributes: true })""")
    lines = []
    page.page.on("console", lambda line: lines.append(line.text))

    def slow(route):
        page.poll(lambda: "waiting is shown" in lines)
        route.continue_()
    # Not a product: the browser has begun to fetch it before the tap is over.
    page.page.route("**/mine", slow)
    page.find("header a[href='/mine']").click()
    page.arrive("/mine$")
    assert page.page.evaluate("sessionStorage.shown") == "true"
    expect(page.find("html.navigating")).to_have_count(0)


def test_after_two_taps_at_once_nothing_waits_that_has_ended(visit, demo):
    page = visit(demo)
    page.page.context.set_offline(True)
    page.find(".bar [name=language]").evaluate("""button => {
        button.click()
        button.click()
        setTimeout(() => (document.documentElement.dataset.waited = true), 300)
    }""")
    expect(page.find("html[data-waited]")).to_be_visible()
    expect(page.find(".pressed, .navigating")).to_have_count(0)


def test_a_quick_answer_shows_no_waiting(visit, demo):
    page = visit(demo)
    page.page.evaluate("""() => new MutationObserver(() => {
        if (document.documentElement.matches('.navigating')) sessionStorage.shown = true
    }).observe(document.documentElement, { attributes: true })""")
    # Quicker than that is any answer, on any machine.
    page.hold_timers(300)
    page.seen_row().click()
    page.arrive(r"/products/\d+$")
    assert page.page.evaluate("sessionStorage.shown") is None


def product_pages(market):
    """Returns how many product pages the market has sent."""
    with urlopen(f"{market.url}/metrics") as answer:
        counts = re.findall(r'^\S*requests_total\{[^}]*route="/products/\{id\}"[^}]*\} ([\d.]+)', answer.read().decode(), re.M)
    return sum(map(float, counts))


def test_the_product_under_the_mouse_is_fetched_ahead_and_shown_from_memory(visit, demo):
    page = visit(demo, screen="desktop")
    before = product_pages(demo)
    link = page.rows.nth(3).locator("a")
    link.hover()
    page.poll(lambda: product_pages(demo) > before)
    link.click()
    page.arrive(r"/products/\d+$")
    assert page.page.evaluate("performance.getEntriesByType('navigation')[0].deliveryType") == "navigational-prefetch"


def test_the_product_under_the_finger_is_fetched_ahead_without_the_way_back(visit, demo):
    page = visit(demo, "/?sort=price_asc")
    link = page.rows.first.locator("a")
    link.dispatch_event("pointerdown")
    link.dispatch_event("pointerdown")
    expect(page.find("link[rel=prefetch]")).to_have_count(1)
    assert re.search(r"/products/\d+$", page.find("link[rel=prefetch]").get_attribute("href"))


def test_what_was_seen_can_be_seen_offline_and_it_says_so(visit, demo):
    page = visit(demo, service_workers="allow")
    worker = "navigator.serviceWorker.controller || new Promise(done => " \
             "navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))"
    page.page.evaluate(worker + "; 0")
    page.until("Boolean(navigator.serviceWorker.controller)")
    page.go("/").until_kept("/")
    count = page.rows.count()
    page.seen_row().click()
    page.arrive(r"/products/\d+$")
    seen, title = page.page.url, page.find("main h1").inner_text()
    page.until("async (url) => Boolean(await caches.match(url))", seen)
    picture = page.find("#picture-1 img").evaluate("one => one.currentSrc")
    page.until("async (url) => Boolean(await caches.match(url))", picture)
    page.until("async (version) => Boolean(await caches.match(`/assets/${version}/gallery.js`))",
               page.page.evaluate("document.documentElement.dataset.version"))
    page.page.context.set_offline(True)
    page.go("/")
    assert page.rows.count() == count
    expect(page.find("#offline")).to_have_text("You’re offline. You can still open what you’ve already seen.")
    page.go(seen)
    expect(page.find("main h1")).to_have_text(title)
    page.until("document.querySelector('#picture-1 img').naturalWidth > 0")
    page.find("html.ready").wait_for(state="attached")
    page.go("/sellers/2")
    expect(page.find(".message")).to_be_visible()
    page.page.context.set_offline(False)
    page.go("/")
    expect(page.find("#offline")).to_be_empty()


def test_a_copy_has_its_scripts_though_no_such_page_was_visited(visit, demo):
    page = visit(demo, screen="desktop", service_workers="allow").controlled().go("/")
    link = page.rows.nth(3).locator("a")
    path = f"/products/{link.evaluate('link => new URL(link.href).pathname.split(`/`).at(-1)')}"
    # It is fetched ahead.
    link.hover()
    page.until_kept(path)
    page.page.context.set_offline(True)
    link.click()
    page.arrive(f"{path}$").find("#share").click()
    expect(page.find("#status")).not_to_be_empty()
    page.find("#picture-1 a").click()
    expect(page.find("dialog.large")).to_be_visible()


def test_scripts_that_failed_come_back_with_the_network(visit, demo):
    page = visit(demo, "/products/1")
    page.page.route("**/product.js", lambda route: route.abort())
    page.page.goto("/products/1")
    # The page was loaded again by itself, once.
    expect(page.find("#offline")).to_contain_text("That didn’t work.")
    expect(page.find("html")).to_have_class(re.compile(r"\bbroken\b"))
    # What would do nothing isn't shown.
    expect(page.find("#share")).to_be_hidden()
    expect(page.find("#favorite")).to_be_visible()
    page.page.unroute("**/product.js")
    page.find("#offline button").click()
    expect(page.ready().find("#share")).to_be_visible()
    expect(page.find("#offline")).to_be_empty()


def test_the_worker_is_looked_for_once_the_page_is_shown(visit, demo):
    page = visit(demo, service_workers="allow")
    page.page.context.add_init_script("""
        const { register } = ServiceWorkerContainer.prototype
        ServiceWorkerContainer.prototype.register = function (...words) {
            window.registered = document.readyState
            return register.apply(this, words)
        }""")
    page.go("/").until("window.registered")
    assert page.page.evaluate("window.registered") == "complete"


@pytest.mark.parametrize("path, route, status", [("/nowhere", "none", 404), ("/move", "/move", 200)])
def test_a_page_that_is_not_kept_is_requested_once(visit, own, path, route, status):
    own.list("Chair")
    page = visit(own, service_workers="allow")
    page.until("Boolean(navigator.serviceWorker.controller)")
    page.page.context.add_init_script("""
        const { postMessage } = ServiceWorker.prototype
        ServiceWorker.prototype.postMessage = function (files) {
            window.filesWerePosted ||= files.length > 0
            return postMessage.call(this, files)
        }""")
    page.go(path).until("window.filesWerePosted")
    # The worker handles messages in order, so the page's own have been handled when this one has.
    picture = own.url + "/images/none-yet"
    page.page.evaluate("(url) => navigator.serviceWorker.controller.postMessage([url])", picture)
    page.poll(lambda: own.requests(route="/images/{file}", status=404) > 0)
    page.go("/favorites")
    page.poll(lambda: own.requests(route="/favorites", status=200) > 0)
    assert own.requests(route=route, status=status) == 1


def test_the_chosen_colors_of_the_system_are_taken(visit, demo):
    grounds = {scheme: visit(demo, color_scheme=scheme).page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
               for scheme in ["light", "dark"]}
    assert grounds["light"] != grounds["dark"]


def test_forms_and_the_api_are_never_kept(visit, demo):
    page = visit(demo, service_workers="allow")
    page.controlled().go("/products/new").go("/products/1/edit")
    page.page.goto("/api/products")
    kept = page.go("/").until_kept("/").kept()
    assert not [url for url in kept if "/api/" in url or url.endswith(("/new", "/edit"))]


def test_what_the_server_wants_stored_nowhere_is_not_kept_whatever_its_address(visit, own):
    page = listed(visit, own, "Secret chair", service_workers="allow").controlled().go("/products/1")
    paths = ["/mine", "/Mine", "//mine", "/mine?state=open", "/products/1/manage", "/Products/1/MANAGE", "/products//1/edit",
             "/products/1/contact", "/mine/reserve?products=1"]
    for path in paths:
        page.page.goto(own.url + path)
        assert "Secret chair" in page.ready().find("main").inner_text(), path
    page.go("/sellers/1").go("/").until_kept("/").until_kept("/sellers/1")
    kept = [url.removeprefix(own.url) for url in page.kept()]
    pages = [path for path in kept if not re.match("/(assets|images)/", path) and "fragment=" not in path]
    # Nor is the page of a product that only its seller gets.
    assert sorted(pages) == ["/", "/offline", "/sellers/1"]
    page.page.context.set_offline(True)
    for path in paths:
        page.page.goto(own.url + path)
        expect(page.ready().find("#offline")).to_be_visible()
        assert "Secret chair" not in page.page.content(), path
    expect(page.go("/").find("#products .name")).to_have_text("Secret chair")


def test_a_market_that_is_down_is_no_missing_network(visit, own):
    own.list("Chair")
    page = visit(own, service_workers="allow").controlled().go("/").until_kept("/").until_kept("/offline")
    page.until_kept(f"/assets/{page.page.evaluate('document.documentElement.dataset.version')}/kept.js")
    own.stop()
    # Nobody is to look for what is wrong with their phone.
    expect(page.go("/").find("#offline")).to_have_text(
        "The market can’t be reached right now. You can still open what you’ve already seen.")
    expect(page.find("#products .name")).to_have_text("Chair")
    expect(page.go("/sellers/1").find(".message")).to_contain_text("The market can’t be reached right now")


def test_a_copy_goes_when_the_page_may_be_kept_no_more(visit, own):
    own.list("Secret chair")
    page = visit(own, service_workers="allow").controlled()
    page.go("/products/1").until_kept("/products/1")
    # With the password, this browser gets the seller's page.
    expect(page.claimed().find("main h1")).to_have_text("Secret chair")
    page.until("async () => !(await caches.match(location.origin + '/products/1'))")
    page.page.context.set_offline(True)
    assert "Secret chair" not in page.go("/products/1").page.content()


def test_copies_of_an_older_version_are_neither_shown_nor_left(visit, own):
    page = visit(own, service_workers="allow").controlled()
    old = """async () => (await caches.open('market?v=old')).put('/mine', new Response('old copy',
        { headers: { 'Content-Type': 'text/html' } }))"""
    page.page.evaluate(old)
    page.page.context.set_offline(True)
    assert "old copy" not in page.go("/mine").page.content()
    page.page.context.set_offline(False)
    page.page.evaluate("navigator.serviceWorker.ready.then((one) => one.unregister())")
    page.go("/").controlled()
    page.until("async () => (await caches.keys()).length === 1")
    assert not [url for url in page.kept() if url.endswith("/mine")]


def test_motion_stops_for_those_who_do_not_want_it(visit, demo):
    page = visit(demo, reduced_motion="reduce")
    for path in PAGES:
        moving = page.go(path).page.evaluate("""document.getAnimations().filter((one) => one.playState === 'running'
            && one.timeline === document.timeline).map((one) => one.animationName ?? one.transitionProperty)""")
        assert (path, moving) == (path, [])
