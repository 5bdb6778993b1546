"""A link with which a helper can only renew a listing or mark it as sold."""

import subprocess

import pytest
from playwright.sync_api import expect

from layout import faults
from test_accessibility import hold
from test_desk import SCRIPTS, is_told, listed, tap


def link(page, number=1):
    page.go(f"/products/{number}/manage").find(".by-link .act").first.click()
    page.arrive("/link$")
    return page.find(".way span").inner_text()


@SCRIPTS
def test_a_listing_is_renewed_and_sold_by_its_link(visit, open_market, scripts):
    market = open_market("--lifetime-days", "30")
    page = listed(visit, market, "Chair", scripts=scripts)
    tap(page, "Chair", "Reserve")
    page.find("form .primary").click()
    page.arrive("/mine")
    tap(page, "Chair", "Mark as sold")
    is_told(page, "“Chair”: Marked as sold.")
    tap(page, "Chair", "Sell again")
    is_told(page, "“Chair”: For sale again.")
    address = link(page)
    helper = visit(market, address, java_script_enabled=scripts)
    expect(helper.find("h1")).to_have_text("Still for sale?")
    expect(helper.find(".about-product")).to_contain_text("Chair")
    helper.find("form button[value=renew]").click()
    expect(helper.find("main")).to_contain_text("“Chair”: Renewed until")
    assert market.get("/api/products/1").get("state") is None
    helper.go(address).find("form button[value=sell]").click()
    expect(helper.find("main")).to_contain_text("“Chair”: Marked as sold.")
    assert market.get("/api/products/1")["state"] == "sold"
    helper.find("main .button").click()
    helper.arrive("/products/1$")
    expect(helper.find(".detail .stock")).to_have_text("Sold")
    expect(helper.go(address).find("h1")).to_have_text("This link no longer works")


@SCRIPTS
def test_a_listing_is_reserved_and_sold_and_back_again_renewed_by_its_link_and_printed(visit, open_market, scripts):
    market = open_market("--lifetime-days", "30")
    page = listed(visit, market, "Oak chair", "Oak stool", scripts=scripts)
    tap(page, "chair", "Reserve")
    page.find("form .primary").click()
    is_told(page, "“Oak chair”: Reserved until")
    buyer = visit(market, java_script_enabled=scripts)
    expect(buyer.find("#products [data-id='1']")).to_contain_text("Reserved")
    tap(page, "chair", "Mark as sold")
    is_told(page, "“Oak chair”: Marked as sold.")
    expect(buyer.go("/products/1").find("main")).to_contain_text("This has been sold.")
    buyer.find("#similar").scroll_into_view_if_needed()
    if not scripts:
        buyer.find("#similar a").click()
    buyer.find("[data-id='2'] a", has_text="Oak stool").first.click()
    buyer.arrive(r"/products/2(\?|$)")
    tap(page, "chair", "Sell again")
    is_told(page, "“Oak chair”: For sale again.")
    helper = visit(market, link(page), java_script_enabled=scripts)
    helper.find("form button[value=renew]").click()
    expect(helper.find("main")).to_contain_text("“Oak chair”: Renewed until")
    page.go("/mine").find("a[href='/print']").click()
    page.arrive("/print$").find("label", has_text="Oak chair").click()
    page.find("[name=kind][value=notices]").click()
    page.arrive(r"products=1&kind=notices$")
    expect(page.find(".leaflet")).to_contain_text("Oak chair")


@SCRIPTS
def test_the_seller_ends_the_link(visit, open_market, scripts):
    market = open_market()
    page = listed(visit, market, "Chair", scripts=scripts)
    address = link(page)
    helper = visit(market, address, java_script_enabled=scripts)
    expect(helper.find("form button[value=sell]")).to_be_visible()
    expect(helper.find("form button[value=renew]")).to_have_count(0)
    page.find(".actions .button").click()
    page.arrive("/manage$")
    page.find(".by-link button[name=one]").click()
    is_told(page, "“Chair”: The link is turned off.")
    expect(page.find(".by-link button")).to_have_count(1)
    helper.find("form button[value=sell]").click()
    expect(helper.find("h1")).to_have_text("This link no longer works")
    assert market.get("/api/products/1").get("state") is None


def test_the_code_of_the_link_is_the_link(visit, open_market, tmp_path):
    page = listed(visit, open_market(), "Chair", color_scheme="dark")
    address = link(page)
    page.find(".code").screenshot(path=str(tmp_path / "code.png"))
    result = subprocess.run(["zbarimg", "--quiet", "--raw", "--set", "disable", "--set", "qrcode.enable",
                             str(tmp_path / "code.png")], capture_output=True, text=True)
    assert result.stdout.strip() == address


def test_nothing_of_it_is_kept_for_offline(visit, open_market):
    market = open_market()
    address = link(listed(visit, market, "Chair"))
    page = visit(market, address, service_workers="allow")
    page.controlled().go(address).arrive("/link$").go("/").until_kept("/")
    assert not [url for url in page.kept() if "/link" in url]


def test_the_address_of_a_link_is_known_to_nobody(visit, open_market):
    market = open_market()
    address = link(listed(visit, market, "Chair"))
    helper = visit(market, address)
    helper.arrive("/link$")
    # The link is opened again from the message in another browser.
    other = visit(market, "/link")
    expect(other.find("h1")).to_have_text("No link is open")
    assert "token" not in str(helper.page.evaluate("""() => [location.href, document.referrer, document.cookie,
        ...performance.getEntries().map(({ name }) => name), ...navigation.entries().map(({ url }) => url)]"""))


def test_no_violations_on_the_way(visit, open_market):
    market = open_market("--lifetime-days", "30")
    page = listed(visit, market, "Chair", reduced_motion="reduce")
    address = link(page)
    hold(page)
    hold(page.go("/products/1/manage"))
    hold(page.go(address))
    page.find("form button[value=sell]").click()
    expect(page.find("main")).to_contain_text("Marked as sold.")
    hold(page)


@pytest.mark.matrix
@pytest.mark.parametrize("width", [195, 390, 1280])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_all_of_it_holds_at_every_size(visit, open_market, width, language):
    market = open_market("--lifetime-days", "30")
    page = listed(visit, market, "A lamp with a very long name that goes on and on for more than one line")
    page.page.set_viewport_size({"width": width, "height": 700})
    page.page.context.add_cookies([{"name": "language", "value": language, "url": market.url}])
    address = link(page)
    found = {"made": faults(page)}
    found["manage"] = faults(page.go("/products/1/manage"))
    found["link"] = faults(page.go(address))
    page.find("form button[value=sell]").click()
    expect(page.find("main .message")).to_be_visible()
    found["done"] = faults(page)
    found["ended"] = faults(page.go(address))
    assert not any(found.values()), found
