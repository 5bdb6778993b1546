"""A market that can't be reached: it is being restarted behind a proxy, or the connection is lost."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

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
    expect(page.find("#offline")).to_have_count(0)


def test_what_the_market_itself_says_is_shown_and_no_copy(behind_proxy, demo):
    page, proxy = behind_proxy(demo, "/products/1")
    page.until_kept("/products/1")
    proxy.own = (503, {"Content-Security-Policy": "default-src 'none'"})
    page.page.goto("/products/1")
    expect(page.find("h1")).to_have_text("503")
