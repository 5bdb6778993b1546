"""What a listing is, and finding by it: category, condition, hand-over, place and price."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from layout import faults
from market import SECRET
from pictures import jpeg, upload

CAMERA = {"category": "cameras", "condition": "like_new", "handover": "both", "place": "서울 연남동"}


@pytest.fixture(scope="module")
def stall(open_market):
    """Products in several categories, and some without any. Read-only."""
    market = open_market("--places", "서울 연남동,부산 광안리")
    market.list("Film camera", price=240_000, **CAMERA)
    market.list("Broken camera", price=9000, category="cameras", condition="for_parts", handover="parcel")
    market.list("Radio", price=0, category="electronics", condition="good", handover="pickup", place="부산 광안리")
    market.list("Novels", price=12_000, category="books", condition="fair", handover="parcel")
    market.list("Chair", price=50_000)
    return market


def found(page, *names):
    expect(page.find("#products .name")).to_have_text(list(names))


def narrow(page, **choices):
    """Chooses in the panel of the filter, as people do, and applies it."""
    page.find("#filter summary").click()
    for name, value in choices.items():
        field = page.find(f"#{name}")
        if field.evaluate("field => field.localName") == "select":
            field.select_option(value)
        elif isinstance(value, bool):
            field.set_checked(value)
        else:
            field.fill(value)
    page.find("#filter .apply button").click()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_listing_with_every_field_is_found_and_its_list_is_shared(own, visit, scripts):
    own.list("Chair", price=40_000)
    own.list("Old camera", price=40_000, category="cameras", condition="fair")
    page = visit(own, "/products/new", java_script_enabled=scripts)
    for field, value in CAMERA.items():
        if field == "place":
            page.find("#place").fill(value)
        else:
            page.find(f"#{field}").select_option(value)
    page.fill("Film camera", "45000")
    page.add(upload("camera.jpg", jpeg(300, 200)))
    page.submit()
    page.arrive(r"/products/3$")
    expect(page.find(".attributes dd")).to_have_text(
        ["Electronics › Cameras", "Like new", "Pickup or parcel", "서울 연남동"])
    page.go("/")
    narrow(page, category="cameras", condition="like_new", price_min="40000", price_max="50,000")
    found(page, "Film camera")
    page.arrive(r"/c/cameras\?condition=like_new&price_min=40000&")
    expect(page.find("#filter summary b")).to_have_text("3")
    # The address shows the same in another browser, there without scripts.
    path = "?".join(urlsplit(page.page.url)[2:4])
    other = visit(own, path, screen="desktop", java_script_enabled=False)
    found(other, "Film camera")
    expect(other.find(".count")).to_contain_text("1 product")
    expect(other.find(".crumbs")).to_contain_text("Cameras")


def test_the_filter_narrows_in_place_and_a_chip_widens(stall, visit):
    page = visit(stall)
    page.page.evaluate("window.stayed = true")
    narrow(page, handover="parcel", place="연남동")
    found(page, "Film camera")
    assert page.page.evaluate("window.stayed")
    expect(page.find("#filter")).not_to_have_attribute("open", "")
    page.find(".chip.chosen", has_text="연남동").click()
    found(page, "Novels", "Broken camera", "Film camera")
    page.back(r"place=")
    found(page, "Film camera")
    page.go("/")
    narrow(page, free=True)
    found(page, "Radio")
    expect(page.find("#products .price b")).to_have_text("Free")


@pytest.mark.parametrize("scripts", [True, False])
def test_categories_lead_to_their_lists_and_back(stall, visit, scripts):
    page = visit(stall, java_script_enabled=scripts)
    page.find(".chip", has_text="Electronics").click()
    page.arrive(r"/c/electronics$")
    found(page, "Radio", "Broken camera", "Film camera")
    page.find(".chip", has_text="Cameras").first.click()
    page.arrive(r"/c/cameras$")
    found(page, "Broken camera", "Film camera")
    # A product opened from here leads back here, with its row where it was.
    page.rows.first.locator("a").first.click()
    page.arrive(r"/products/2")
    page.find(".back").click()
    page.arrive(r"/c/cameras$")
    page.find(".crumbs a", has_text="Electronics").click()
    page.arrive(r"/c/electronics$")
    page.find(".crumbs a", has_text="Everything").click()
    page.arrive(r"/$")
    found(page, "Chair", "Novels", "Radio", "Broken camera", "Film camera")


def test_searching_stays_in_the_category(stall, visit):
    page = visit(stall, "/c/cameras")
    page.find("#q").press_sequentially("film")
    found(page, "Film camera")
    page.find("#q").fill("chair")
    expect(page.find("#products .name")).to_have_count(0)
    page.find("#q").fill("")
    found(page, "Broken camera", "Film camera")
    assert urlsplit(page.page.url).path == "/c/cameras"


def test_a_category_that_is_gone_loses_nothing(own, visit):
    page = visit(own, "/products/new", java_script_enabled=False)
    page.find("#category").select_option("books")
    page.find("#condition").select_option("good")
    page.fill("Novels", "5000", descriptions="Six of them.")
    page.add(upload("novels.jpg", jpeg(300, 200)))
    own.run("category", "remove", "books")
    page.submit()
    expect(page.find("#category-error")).to_have_text("The category isn’t one of the choices. Choose another one.")
    expect(page.find("#category")).to_have_value("books")
    expect(page.find("#condition")).to_have_value("good")
    expect(page.find("#descriptions")).to_have_value("Six of them.")
    expect(page.cells).to_have_count(1)
    page.find("#category").select_option("")
    page.find("#password").fill(SECRET)
    page.submit()
    page.arrive(r"/products/1$")


def test_similar_products_are_below_a_product(stall, visit):
    page = visit(stall, "/products/1")
    page.find("#similar").scroll_into_view_if_needed()
    expect(page.find("#similar .name")).to_have_text(["Broken camera"])
    plain = visit(stall, "/products/1", java_script_enabled=False)
    plain.find("#similar a").click()
    plain.arrive(r"/c/cameras$")


@pytest.mark.matrix
@pytest.mark.parametrize("width", [195, 390, 1280])
@pytest.mark.parametrize("language", ["ko-KR", "en-US"])
def test_the_pages_hold_at_every_width(stall, visit, width, language):
    page = visit(stall, language=language, viewport={"width": width, "height": 800})
    for path in ("/", "/c/electronics?condition=like_new&handover=pickup&place=서울", "/products/1", "/products/new"):
        page.go(path)
        assert faults(page) == [], path
    page.go("/c/electronics")
    page.find("#filter summary").click()
    assert faults(page) == []


@pytest.mark.parametrize("scripts", [True, False])
def test_a_list_is_sorted_by_the_last_move_to_the_top(stall, visit, scripts):
    page = visit(stall, "/?handover=parcel", java_script_enabled=scripts)
    page.find("#sort").select_option("bumped")
    if not scripts:
        page.find("#filter summary").click()
        page.find("#filter .apply button").click()
    page.arrive(r"sort=bumped")
    # None was moved, so the newest comes first.
    found(page, "Novels", "Broken camera", "Film camera")
    expect(page.find("#sort")).to_have_value("bumped")


@pytest.mark.parametrize("scripts", [True, False])
def test_sold_items_are_found_on_request(stall, visit, scripts):
    page = visit(stall, "/c/cameras", java_script_enabled=scripts)
    narrow(page, sold=True)
    page.arrive(r"/c/cameras\?sold=1$")
    found(page, "Broken camera", "Film camera")
    expect(page.find("#sold")).to_be_checked()
    page.find(".chip.chosen", has_text="Include sold items").click()
    page.arrive(r"/c/cameras$")
    expect(page.find("#sold")).not_to_be_checked()


@pytest.mark.matrix
@pytest.mark.parametrize("width, is_wide", [(390, True), (1280, False)])
def test_the_button_of_the_filter_is_wide_on_a_phone_only(stall, visit, width, is_wide):
    page = visit(stall, viewport={"width": width, "height": 800})
    page.find("#filter summary").click()
    button, panel = (page.find(f"#filter {part}").bounding_box()["width"] for part in (".apply .button", ".panel"))
    assert (button > panel / 2) == is_wide


@pytest.mark.parametrize("language, line", [("en-US", "Like new · 서울 연남동"), ("ko-KR", "거의 새것 · 서울 연남동")])
def test_rows_and_cards_say_condition_and_place(stall, visit, language, line):
    page = visit(stall, language=language)
    camera, chair = (page.find("#products .product", has_text=name) for name in ("Film camera", "Chair"))
    expect(camera.locator(".details")).to_have_text(line)
    expect(chair.locator(".details")).to_have_count(0)
    page.show_as("grid")
    expect(camera.locator(".details")).to_be_visible()
    expect(chair.locator(".details")).to_have_count(0)


def test_a_row_with_condition_and_place_is_as_high_as_one_without(own, visit):
    name = "A very long name that goes on and on, line after line, until nobody reads it any more, and on"
    own.list(name, discounted_price=500)
    own.list(name, discounted_price=500, condition="for_parts", place="서울 " + "마포구" * 19)
    page = visit(own)
    full, plain = page.rows.first, page.rows.last
    expect(full.locator(".details")).to_be_visible()
    assert full.bounding_box()["height"] == plain.bounding_box()["height"] == 120
    line = full.locator(".details").evaluate("one => [one.getBoundingClientRect().height, parseFloat(getComputedStyle(one).lineHeight)]")
    assert line[0] == line[1]
    for view in ("list", "grid"):
        assert faults(page.show_as(view)) == [], view
    small = visit(own, viewport={"width": 195, "height": 422})
    for view in ("list", "grid"):
        assert faults(small.show_as(view)) == [], view
