"""A market that can't be reached: it is being restarted behind a proxy, or the connection is lost."""

import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from steps import PATIENCE
from test_desk import listed

sys.path.append(str(Path(__file__).resolve().parents[1] / "CommandLine"))
from proxy import Proxy  # noqa: E402


@pytest.fixture
def behind_proxy(visit):
    """Opens a page of a market behind a proxy. Once its `own` is set, the proxy answers by itself."""
    proxies = []

    def open(market, path="/"):
        proxies.append(Proxy(
            SimpleNamespace(port=int(market.url.rsplit(":", 1)[1])), before=lambda method, *_: proxies[0].own))
        proxies[0].own = None
        page = visit(SimpleNamespace(url=proxies[0].url), service_workers="allow").controlled().go(path)
        return page, proxies[0]
    yield open
    for proxy in proxies:
        proxy.end()


@pytest.mark.parametrize("status", [502, 503, 504])
def test_where_a_proxy_cannot_reach_the_market_the_copy_is_shown(behind_proxy, demo, status):
    page, proxy = behind_proxy(demo, "/products/1")
    title = page.until_kept("/products/1").find("main h1").inner_text()
    proxy.own = (status, {})
    page.go("/products/1")
    expect(page.find("main h1")).to_have_text(title)
    expect(page.find("#offline")).to_be_visible()
    # A page without a copy is as without a connection, with a way on.
    page.go("/sellers/2")
    again = page.find(".message").get_by_role("link")
    proxy.own = None
    again.click()
    expect(page.find("#products")).to_be_visible()
    expect(page.find("#offline")).to_be_empty()


def test_what_the_market_itself_says_is_shown_and_no_copy(behind_proxy, demo):
    page, proxy = behind_proxy(demo, "/products/1")
    page.until_kept("/products/1")
    proxy.own = (503, {"Content-Security-Policy": "default-src 'none'"})
    page.page.goto("/products/1")
    expect(page.find("h1")).to_have_text("503")


# MARK: Slow answers

OLDER = "Slow connection. This is the page as you last saw it."


@pytest.fixture
def behind_slow_proxy(behind_proxy, own):
    """Shows the copy of a listing whose name has changed meanwhile, unless it is to stay, while the market's answer is held.
    Returns the page, the proxy, and what lets the answer go."""
    answers = threading.Event()

    def show(changes=True):
        product = own.list("Chair")
        page, proxy = behind_proxy(own, "/products/1")
        page.until_kept("/products/1")
        if changes:
            own.rename(product, "Red chair")
        proxy.before = lambda _, path, __: path == "/products/1" and answers.wait(PATIENCE) and proxy.own
        page.go("/products/1")
        expect(page.find("main h1")).to_have_text("Chair")
        expect(page.find("#offline")).to_have_text(OLDER)
        return page, proxy, answers.set
    yield show
    answers.set()


def test_on_a_slow_network_the_new_page_follows_the_copy(behind_slow_proxy):
    page, _, let_go = behind_slow_proxy()
    let_go()
    expect(page.find("main h1")).to_have_text("Red chair")
    expect(page.ready().find("#offline")).to_be_empty()


def test_a_page_in_which_something_was_done_is_not_taken_away(behind_slow_proxy):
    page, _, let_go = behind_slow_proxy()
    page.find("#favorite").click()
    let_go()
    expect(page.find("#offline")).to_contain_text("This page has changed since then.")
    expect(page.find("main h1")).to_have_text("Chair")
    page.find("#offline button").click()
    expect(page.find("main h1")).to_have_text("Red chair")
    expect(page.ready().find("#offline")).to_be_empty()


def test_a_slow_answer_that_never_comes_is_said(behind_slow_proxy):
    page, proxy, let_go = behind_slow_proxy()
    proxy.own = (502, {})
    let_go()
    expect(page.find("#offline")).to_contain_text("The market can’t be reached right now.")
    expect(page.find("main h1")).to_have_text("Chair")


# MARK: Forms

UNANSWERED = "The market didn’t respond."


@pytest.mark.parametrize("own_answer", ["cut", (502, {}), (504, {})])
def test_a_form_without_an_answer_stays_with_what_was_typed_and_says_so(behind_proxy, demo, own_answer):
    page, proxy = behind_proxy(demo, "/products/1/report")
    page.find("[value=scam]").check()
    page.find("#text").fill("Asks for money first.\n" * 10)
    proxy.own = own_answer
    submit = page.find(".report [type=submit]")
    submit.click()
    expect(page.find("#status")).to_contain_text(UNANSWERED)
    expect(submit).not_to_have_class("pressed")
    assert page.page.url.endswith("/products/1/report")
    expect(page.find("[value=scam]")).to_be_checked()
    assert page.find("#text").input_value().startswith("Asks for money first.")
    proxy.own = None
    submit.click()
    page.page.wait_for_url("**/reports/*")


def test_a_page_that_was_reloaded_past_the_worker_says_so_too(behind_proxy, demo):
    page, proxy = behind_proxy(demo, "/products/1/report")
    with page.page.expect_event("load"):
        page.page.context.new_cdp_session(page.page).send("Page.reload", {"ignoreCache": True})
    # With all of its scripts, which the proxy wouldn't pass on later.
    assert page.ready().page.evaluate("navigator.serviceWorker.controller") is None
    page.find("[value=scam]").check()
    proxy.own = (502, {})
    page.find(".report [type=submit]").click()
    expect(page.find("#status")).to_contain_text(UNANSWERED)


def test_a_tap_in_my_listings_without_a_connection_leaves_the_list_there_and_says_so(visit, own):
    page = listed(visit, own, "Chair", service_workers="allow").controlled().go("/mine")
    other = page.page.context.new_page()
    other.goto("/favorites")
    page.page.context.set_offline(True)
    sell = page.find(".act[value=sell-1]")
    sell.click()
    expect(page.find("#status")).to_contain_text(UNANSWERED)
    expect(page.rows).to_have_count(1)
    # Another tab has sent nothing.
    expect(other.locator("#status")).to_be_empty()
    page.page.context.set_offline(False)
    sell.click()
    expect(page.find(".notice")).to_contain_text("Chair")
    expect(page.find("#status")).not_to_contain_text(UNANSWERED)
