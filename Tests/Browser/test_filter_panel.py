"""The panel of the filter, as people meet it: in the dark, with a keyboard, with a tap beside it, with typed amounts; and what
an empty list says."""

import json

import pytest
from playwright.sync_api import expect

from market import SECRET

CONTRAST = """([edge, ground]) => {
    const light = (color) => {
        const [r, g, b] = color.match(/[\\d.]+/g).map((one) => one / 255)
            .map((one) => one <= .03928 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4)
        return .2126 * r + .7152 * g + .0722 * b
    }
    const [one, two] = [light(edge), light(ground)].sort((a, b) => b - a)
    return (one + .05) / (two + .05)
}"""
CATEGORIES = ["electronics", "appliances", "furniture", "kitchen", "clothes", "accessories", "kids", "sports", "books", "games",
              "music", "plants", "pets", "food"]


@pytest.fixture(scope="module")
def stall(open_market):
    """A product in every category, and more. Read-only."""
    market = open_market()
    for category in CATEGORIES:
        market.list(f"Thing of {category}", price=10_000, category=category)
    market.list("Desk", price=50_000, place="서울 망원동")
    market.list("Chair", price=20_000, place="망원2동")
    market.list("Lamp", price=30_000, place="부산 광안리")
    return market


def found(page, *names):
    expect(page.find("#products .name")).to_have_text(list(names))


def open_panel(page):
    page.find("#filter summary").click()
    expect(page.find("#filter .panel")).to_be_visible()


@pytest.mark.matrix
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_fields_on_a_panel_have_a_visible_edge(stall, visit, scheme):
    page = visit(stall, color_scheme=scheme)
    open_panel(page)
    ground = page.find(".panel").evaluate("one => getComputedStyle(one).backgroundColor")
    for field in page.find(".panel :is(input, select)").all():
        edge = field.evaluate("one => getComputedStyle(one).borderColor")
        assert page.page.evaluate(CONTRAST, [edge, ground]) >= 3, field.get_attribute("id")


def test_escape_closes_the_panel_and_nothing_else(stall, visit):
    page = visit(stall)
    open_panel(page)
    page.find("#place").focus()
    page.press("Escape")
    expect(page.find("#filter .panel")).to_be_hidden()
    expect(page.find("#filter summary")).to_be_focused()
    # In the search, it still leads back to the box.
    page.find("#q").focus()
    page.press("Escape")
    expect(page.find("#q")).to_be_focused()


def test_after_applying_by_keyboard_the_button_of_the_filter_has_the_focus(stall, visit):
    page = visit(stall)
    open_panel(page)
    page.find("#free").focus()
    page.press("Space")
    page.find("#filter .apply button").focus()
    page.press("Enter")
    page.arrive("free=1")
    expect(page.find("#filter .panel")).to_be_hidden()
    expect(page.find("#filter summary")).to_be_focused()
    # Typing a search moves no focus.
    page.find("#q").focus()
    page.press("a")
    page.arrive("q=a")
    expect(page.find("#q")).to_be_focused()


def test_the_panel_closes_when_the_focus_moves_on(stall, visit):
    page = visit(stall)
    open_panel(page)
    page.find("#filter .apply button").focus()
    page.press("Shift+Tab")
    expect(page.find("#filter .panel")).to_be_visible()
    page.find("#filter .apply button").focus()
    page.press("Tab")
    expect(page.find("#filter .panel")).to_be_hidden()
    expect(page.find("[name=view]").first).to_be_focused()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tap_beside_the_panel_only_closes_it(stall, visit, scripts):
    page = visit(stall, java_script_enabled=scripts)
    open_panel(page)
    panel = page.find(".panel").bounding_box()
    row = page.rows.filter(visible=True).last
    row.scroll_into_view_if_needed()
    place = row.bounding_box()
    assert place["y"] > panel["y"] + panel["height"] or place["y"] + 20 > 0
    page.page.mouse.click(place["x"] + 40, place["y"] + place["height"] / 2)
    expect(page.find("#filter .panel")).to_be_hidden()
    assert page.page.url.endswith("/")
    # The next one opens it. Rows that have just come into view are drawn with the next frame, and have nothing to hit before.
    row.get_by_role("link").click()
    page.arrive(r"/products/\d+")


@pytest.mark.parametrize("scripts", [True, False])
def test_an_amount_that_cannot_be_read_is_said_and_kept(stall, visit, scripts):
    page = visit(stall, "/?place=%EB%A7%9D%EC%9B%90", java_script_enabled=scripts)
    open_panel(page)
    page.find("#price_min").fill("a lot")
    page.find("#price_max").fill("30000")
    page.find("#filter .apply button").click()
    page.arrive("price_min=a")
    expect(page.find("#price_min-error")).to_be_visible()
    expect(page.find("#price_min-error")).to_contain_text("isn’t an amount")
    expect(page.find("#price_min")).to_have_value("a lot")
    expect(page.find("#price_min")).to_have_attribute("aria-invalid", "true")
    found(page, "Chair")
    page.find("#price_min").fill("15000")
    page.find("#filter .apply button").click()
    page.arrive("price_min=15000")
    expect(page.find("#filter .panel")).to_be_hidden()
    found(page, "Chair")


def test_every_category_is_within_reach_of_a_mouse(stall, visit):
    page = visit(stall, screen="desktop", viewport={"width": 1280, "height": 800})
    chips = page.find("nav.chips .chip")
    expect(chips).to_have_count(len(CATEGORIES))
    for chip in chips.all():
        box = chip.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 1280, chip.text_content()


def test_a_long_place_of_before_is_cut_in_the_panel(stall, visit):
    page = visit(stall)
    open_panel(page)
    page.find("#place").fill("서울특별시 마포구 망원동 망원역 2번 출구 앞 편의점 옆 놀이터")
    page.find("#filter .apply button").click()
    expect(page.find(".message")).to_be_visible()
    open_panel(page.go("/"))
    chip = page.find(".panel .chip")
    expect(chip).to_be_visible()
    assert page.page.evaluate("document.documentElement.scrollWidth") == 390
    field, box = page.find("#place").bounding_box(), chip.bounding_box()
    assert box["x"] + box["width"] <= field["x"] + field["width"] + 1


def test_the_last_place_is_offered_on_this_device(stall, visit):
    page = visit(stall)
    open_panel(page)
    expect(page.find(".panel .chip")).to_have_count(0)
    expect(page.find("#places option[value='망원2동']")).to_have_attribute("label", "1 product")
    page.find("#place").fill("망원")
    page.find("#filter .apply button").click()
    found(page, "Chair", "Desk")
    page.go("/")
    open_panel(page)
    page.find(".panel .chip", has_text="망원").click()
    found(page, "Chair", "Desk")
    # The device says so and forgets it on request.
    page.go("/device")
    row = page.find("[data-key=place]")
    expect(row.locator("output")).to_have_text("1")
    row.get_by_role("button").click()
    page.discard("Clear")
    expect(row.locator("output")).to_have_text("0")
    page.go("/")
    open_panel(page)
    expect(page.find(".panel .chip")).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_an_empty_list_offers_to_drop_what_emptied_it(stall, visit, scripts):
    page = visit(stall, "/?q=desk&place=%EB%B6%80%EC%82%B0", java_script_enabled=scripts)
    expect(page.find(".message .chip")).to_have_text(["Remove “desk” (1 product)", "Remove 부산 (1 product)"])
    page.find(".message .chip", has_text="부산").click()
    page.arrive(r"/\?q=desk$")
    found(page, "Desk")


def test_nothing_veils_the_text_of_what_is_sold(stall, own, visit):
    sold = own.list("Sofa", descriptions="\n".join(["A long text."] * 60))
    own.ask("PUT", f"/api/products/{sold['id']}/state", json.dumps({"secret": SECRET, "state": "sold"}).encode())
    page = visit(own, f"/products/{sold['id']}")
    bar = page.find(".contact")
    assert bar.count() == 0 or bar.evaluate("one => getComputedStyle(one).position") == "static"
    page.go(f"/products/{own.list('Bed', contact='010-1234-5678')['id']}")
    assert page.find(".contact").evaluate("one => getComputedStyle(one).position") == "sticky"


def test_the_documentation_is_short_on_a_phone_and_names_this_market(stall, visit):
    page = visit(stall, java_script_enabled=False)
    page.page.goto("/docs")
    assert page.page.evaluate("document.documentElement.scrollHeight") < 20_000
    assert "localhost:8080" not in page.page.content()
    # A link to what is folded shows it.
    page.find("article details summary").first.click()
    link = page.find("article a[href^='#schema-']").filter(visible=True).first
    name = link.get_attribute("href")
    link.click()
    expect(page.find(name)).to_be_visible()
