"""The way back: the page's own Back and Cancel lead to the previous page."""

import re

import pytest
from playwright.sync_api import expect

from market import SECRET
from pictures import jpeg, upload

pytestmark = pytest.mark.motion

# Chromium, a browser without the Navigation API, and one without a back/forward cache: the way back works in each. Where
# only the steps matter, or only what a page shows that comes back, one of the others is left for `--full`.
BROWSERS = pytest.mark.parametrize("browser_kind", ["usual", "older", "forgetful"])
FOR_STEPS = pytest.mark.parametrize("browser_kind", ["usual", "older", pytest.param("forgetful", marks=pytest.mark.full)])
FOR_PAGES = pytest.mark.parametrize("browser_kind", ["usual", pytest.param("older", marks=pytest.mark.full), "forgetful"])

OLDER = "Object.defineProperty(window, 'navigation', { value: undefined })"


@pytest.fixture
def come(visit):
    """Opens a market in one kind of browser, as from its start page. Where nothing is gone back to, `keeps_pages` is false."""
    def open(market, kind="usual", path="/", keeps_pages=True, **options):
        page = visit(market, "/offline", keeps_pages=keeps_pages and kind != "forgetful", **options)
        if kind == "older":
            page.page.context.add_init_script(OLDER)
        page.page.goto("about:blank")
        return page.go(path)
    return open


def tap_back(page, pattern):
    page.find("header .back").click()
    expect(page.page).to_have_url(re.compile(pattern))
    return page.ready()


def open_seen(page):
    page.seen_row().click()
    return page.arrive(r"/products/\d+$")


# MARK: From a product

@BROWSERS
def test_back_shows_the_very_page_where_the_browser_keeps_pages(come, demo, browser_kind):
    page = come(demo, browser_kind)
    page.page.evaluate("window.isTheSame = true")
    open_seen(page)
    tap_back(page, r"/$")
    assert page.page.evaluate("window.isTheSame === true") == (browser_kind != "forgetful")


@BROWSERS
def test_back_leads_to_the_same_list_with_its_search_order_filter_view_rows_and_place(come, crowd, browser_kind):
    page = come(crowd, browser_kind).show_as("grid").wait_for_cookie("view", "grid").go("/?q=Thing&sort=price_asc&in_stock=1").load(120).scroll_to(6000)
    rows, place = page.rows.count(), page.place()
    open_seen(page)
    tap_back(page, r"/\?q=Thing&sort=price_asc&in_stock=1$")
    expect(page.find("#products")).to_have_attribute("data-view", "grid")
    expect(page.find("#q")).to_have_value("Thing")
    expect(page.find("#sort")).to_have_value("price_asc")
    expect(page.find("#in_stock")).to_be_checked()
    page.until("count => document.querySelectorAll('#products [data-id]').length >= count", rows)
    page.until("place => Math.abs(document.querySelector(`[data-id='${place[0]}']`).getBoundingClientRect().top"
               " - place[1]) <= 2", place)


@FOR_STEPS
def test_back_from_a_sellers_page_leads_to_the_product_and_from_there_to_the_list(come, demo, browser_kind):
    page = come(demo, browser_kind, "/?sort=price_desc")
    open_seen(page)
    product = page.page.url
    page.find(".seller").click()
    page.arrive(r"/sellers/\d+$")
    tap_back(page, re.escape(product) + "$")
    tap_back(page, r"/\?sort=price_desc$")


@FOR_STEPS
def test_back_after_a_product_of_the_same_seller_leads_step_by_step(come, demo, browser_kind):
    page = come(demo, browser_kind, "/?q=a")
    open_seen(page)
    first = page.page.url
    page.find(".seller").click()
    seller = page.arrive(r"/sellers/\d+$").page.url
    open_seen(page)
    tap_back(page, re.escape(seller) + "$")
    tap_back(page, re.escape(first) + "$")
    tap_back(page, r"/\?q=a$")


@FOR_STEPS
def test_cancel_leads_from_the_edit_form_to_the_product_and_back_from_there_to_the_list(come, own, browser_kind):
    product = own.list("Chair")
    page = come(own, browser_kind, "/?sort=price_asc")
    page.row(product).locator("a").click()
    page.arrive(r"/products/\d+$").choose("edit").answer(SECRET).arrive(r"/edit(\?|$)")
    expect(page.find("header .back")).to_have_text("Cancel")
    tap_back(page, r"/products/\d+$")
    expect(page.find("#password-dialog")).to_be_hidden()
    tap_back(page, r"/\?sort=price_asc$")


@FOR_PAGES
def test_after_an_edit_back_leads_to_the_list_and_both_show_it(come, own, browser_kind):
    product = own.list("Chair")
    page = come(own, browser_kind, "/?sort=price_asc")
    page.row(product).locator("a").click()
    page.arrive(r"/products/\d+$").choose("edit").answer(SECRET).arrive(r"/edit(\?|$)")
    page.find("#name").fill("Better chair")
    page.submit()
    expect(page.page).to_have_url(re.compile(r"/products/\d+$"))
    expect(page.find("main h1")).to_have_text("Better chair")
    # The browser's own Back: there is no second product in between.
    page.back(r"/\?sort=price_asc$")
    expect(page.row(product).locator(".name")).to_have_text("Better chair")


@FOR_STEPS
def test_cancel_of_a_new_listing_leads_to_the_list_and_after_one_so_does_back(come, own, browser_kind):
    own.list("Chair", stock=2)
    page = come(own, browser_kind, "/?in_stock=1")
    page.find("#new").click()
    page.arrive("/products/new$")
    tap_back(page, r"/\?in_stock=1$")
    page.find("#new").click()
    page.arrive("/products/new$")
    page.fill(name="Table").add(upload("table.jpg", jpeg(80, 80))).submit().arrive(r"/products/\d+$")
    tap_back(page, r"/\?in_stock=1$")
    expect(page.rows).to_have_count(2)


@FOR_PAGES
def test_back_leads_to_my_listings_from_a_product_that_was_found_there(come, own, browser_kind):
    page = come(own, browser_kind, "/products/new")
    page.fill(name="Mine").add(upload("a.jpg", jpeg(80, 80))).submit().arrive(r"/products/\d+$").go("/?q=mine")
    page.find("header a[href^='/mine']").click()
    page.arrive("/mine$")
    open_seen(page)
    tap_back(page, "/mine$")
    tap_back(page, r"/\?q=mine$")


@FOR_STEPS
def test_after_a_deletion_one_is_back_in_the_list_that_one_came_from(come, own, browser_kind):
    gone, kept = own.list("Chair gone"), own.list("Chair kept")
    page = come(own, browser_kind, "/?q=chair")
    page.row(gone).locator("a").click()
    page.arrive(r"/products/\d+$").choose("delete").answer(SECRET)
    page.find("#password-dialog").get_by_role("button", name="OK").click()
    expect(page.page).to_have_url(re.compile(r"/\?q=chair$"))
    expect(page.row(gone)).to_have_count(0)
    expect(page.row(kept)).to_be_visible()


@FOR_STEPS
@pytest.mark.parametrize("between", ["reload", "language", "picture"])
def test_back_leads_to_the_list_after_a_reload_or_another_language_or_a_jump_in_the_page(
        come, demo, browser_kind, between):
    page = come(demo, browser_kind, "/?sort=price_desc")
    open_seen(page)
    if between == "reload":
        page.page.reload()
    elif between == "language":
        page.find("form[action='/language'] button").first.click()
        expect(page.find("html")).to_have_attribute("lang", "ko")
    else:
        page.press("Tab")
        page.press("Enter")
        expect(page.find("#main")).to_be_focused()
    page.ready()
    tap_back(page, r"/\?sort=price_desc$")


def test_the_place_is_kept_in_an_installed_app_whose_only_way_back_is_the_pages_own(come, crowd):
    page = come(crowd, "forgetful").load(90).scroll_to(5000)
    place = page.place()
    open_seen(page)
    page.page.reload()
    tap_back(page.ready(), r"/$")
    page.until("place => Math.abs(document.querySelector(`[data-id='${place[0]}']`).getBoundingClientRect().top"
               " - place[1]) <= 2", place)


# MARK: Nothing to go back to

@pytest.mark.parametrize("kind", ["usual", "older"])
def test_back_leads_to_the_market_where_there_is_nothing_to_go_back_to(come, demo, kind):
    page = come(demo, kind, "/products/1", keeps_pages=False)
    expect(page.find("header .back")).to_have_attribute("href", "/")
    tap_back(page, r"/$")
    expect(page.rows.first).to_be_visible()


@pytest.mark.parametrize("kind", ["usual", "older"])
def test_back_never_leaves_the_site(come, demo, crowd, kind):
    page = come(demo, kind, "/?q=chair")
    page.page.goto(crowd.url + "/")
    page.page.evaluate("url => { location.href = url }", demo.url + "/products/1")
    page.page.wait_for_url(demo.url + "/products/1")
    tap_back(page.ready(), re.escape(demo.url) + "/$")


@pytest.mark.parametrize("language, name", [("en-US", "Back"), ("ko-KR", "뒤로")])
def test_back_stays_a_link_that_can_be_opened_in_another_tab(come, demo, language, name):
    page = come(demo, path="/?q=a&sort=price_asc", keeps_pages=False, language=language)
    open_seen(page)
    link = page.page.get_by_role("link", name=name, exact=True)
    expect(link).to_have_attribute("href", re.compile(r"/\?q=a&sort=price_asc$"))
    with page.page.context.expect_page() as opened:
        link.click(modifiers=["Control"])
    expect(opened.value).to_have_url(re.compile(r"/\?q=a&sort=price_asc$"))
    expect(page.page).to_have_url(re.compile(r"/products/\d+$"))


def test_a_product_in_another_tab_leads_back_to_its_list_and_has_the_canonical_address(come, demo):
    page = come(demo, path="/?sort=price_asc", keeps_pages=False)
    with page.page.context.expect_page() as opened:
        page.seen_row().click(modifiers=["Control"])
    tab = opened.value
    expect(tab).to_have_url(re.compile(r"/products/\d+$"))
    expect(tab.locator("html")).to_have_class(re.compile("ready"))
    tab.reload()
    expect(tab.locator("html")).to_have_class(re.compile("ready"))
    tab.locator("header .back").click()
    expect(tab).to_have_url(re.compile(r"/\?sort=price_asc$"))


# MARK: Without scripts

def plain(visit, market, path):
    return visit(market, path, java_script_enabled=False)


def test_without_scripts_back_leads_to_the_same_list(visit, crowd):
    page = plain(visit, crowd, "/?q=Thing&sort=price_asc&in_stock=1")
    page.follow("#more").follow("#more")
    listed, seen = page.page.url, page.ids()
    page.follow(page.rows.nth(3).locator("a")).follow("header .back")
    assert page.page.url == listed and page.ids() == seen


def test_without_scripts_back_leads_from_the_seller_to_the_product_and_its_list(visit, demo):
    page = plain(visit, demo, "/?sort=price_desc")
    page.follow(page.rows.first.locator("a"))
    product = page.find("main h1").inner_text()
    page.follow(".seller").follow("header .back")
    expect(page.find("main h1")).to_have_text(product)
    page.follow("header .back")
    expect(page.page).to_have_url(re.compile(r"/\?sort=price_desc$"))


def test_without_scripts_back_leads_to_the_sellers_page_from_what_was_found_there(visit, demo):
    page = plain(visit, demo, "/sellers/1")
    page.follow(page.rows.first.locator("a")).follow("header .back")
    expect(page.page).to_have_url(re.compile("/sellers/1$"))


def test_without_scripts_cancel_and_a_finished_edit_lead_to_the_product_and_its_list(visit, own):
    product = own.list("Chair")
    page = plain(visit, own, f"/products/{product['id']}").claimed().go("/?q=chair")

    def begin(kind):
        page.follow(page.rows.first.locator("a")).find("#more-menu summary").click()
        page.follow(f"#more-menu a[href*='/{kind}']")
    begin("edit")
    page.follow(".cancel").follow("header .back")
    expect(page.page).to_have_url(re.compile(r"/\?q=chair$"))
    begin("edit")
    page.answer("wrong")
    expect(page.problem("password")).not_to_be_empty()
    page.answer(SECRET)
    expect(page.find("#listing-form")).to_be_visible()
    page.find("header .back").click()
    expect(page.find("main h1")).to_have_text("Chair")
    page.find("#more-menu summary").click()
    # The password that was right a moment ago is not asked for again.
    page.find("#more-menu a[href*='/edit']").click()
    page.find("#stock").fill("7")
    page.submit()
    expect(page.find(".detail .stock")).to_contain_text("7")
    page.find("header .back").click()
    expect(page.page).to_have_url(re.compile(r"/\?q=chair$"))
    page.an_hour_later()
    begin("delete")
    page.answer(SECRET)
    page.find("main .message a").click()
    expect(page.page).to_have_url(re.compile(r"/\?q=chair$"))


FOREIGN = [
    "https://evil.example/", "//evil.example", "/%5Cevil.example", "javascript:alert(1)", "/docs", "q", "x%3D1",
    "q%3Da%26x%3D1", "seller%3D-1", "seller%3Dx", "%3Fq%3Da"]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_way_back_that_is_none_of_ours_counts_as_none(visit, demo, scripts):
    page = visit(demo, java_script_enabled=scripts)
    for way in FOREIGN:
        page.go(f"/products/1?from={way}")
        expect(page.find("header .back")).to_have_attribute(
            "href", re.compile(r"^(https?://127\.0\.0\.1:\d+|http://localhost:\d+)?/$"))
        page.find("header .back").click()
        expect(page.page).to_have_url(re.compile(r"^" + re.escape(demo.url) + "/$"))
        page.ready()
