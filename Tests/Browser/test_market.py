"""A market of its operator's own: name, color and pages, on a phone, in light and in dark."""

import pytest
from playwright.sync_api import expect

from layout import faults
from test_accessibility import hold

LONG = "The flea market of all the neighborhoods"


@pytest.fixture(scope="module")
def yeonnam(open_market):
    """A market with all of these. Read-only."""
    market = open_market()
    market.run("market", "set", "name", LONG, "--language", "en")
    market.run("market", "set", "accent", "#0b57d0")
    market.run("market", "set", "contact", "help@market.example")
    market.run("market", "set", "links", "FAQ=https://market.example/faq", "--language", "en")
    page = market.folder / "imprint.md"
    page.write_text("# Who we are\n\nWonbi, [write](mailto:help@market.example) or [call](tel:+82212345678)\n\n- a\n- b\n\n1. c\n2. d\n\n> e\n")
    market.run("market", "page", "set", "imprint", "--language", "en", str(page))
    market.run("market", "page", "publish", "imprint")
    market.list("Chair")
    return market


@pytest.mark.matrix
@pytest.mark.parametrize("path", ["/", "/products/1", "/products/new", "/pages/imprint"])
def test_no_violations_with_a_color_of_its_own(visit, yeonnam, path):
    page = visit(yeonnam, path, screen="phone", reduced_motion="reduce")
    hold(page, "light", "dark")
    assert not faults(page)


def test_links_and_buttons_have_the_color_in_both_schemes(visit, yeonnam):
    page = visit(yeonnam, "/products/1", screen="phone")
    blue, light_blue = "rgb(11, 87, 208)", "rgb(81, 135, 221)"
    button = page.find(".back")
    expect(button).to_have_css("color", blue)
    page.page.emulate_media(color_scheme="dark")
    expect(button).to_have_css("color", light_blue)
    # A scheme that was chosen doesn't depend on the system's.
    page.go("/device").find("button[value=light]").click()
    page.until("() => document.documentElement.dataset.theme == 'light'")
    expect(page.find(".back")).to_have_css("color", blue)


@pytest.mark.parametrize("scripts", [True, False])
def test_the_imprint_is_read_on_a_phone(visit, yeonnam, scripts):
    page = visit(yeonnam, screen="phone", java_script_enabled=scripts)
    expect(page.page).to_have_title(LONG)
    page.find(".foot a", has_text="Imprint").click()
    page.arrive("/pages/imprint$")
    expect(page.find("h1")).to_have_text("Imprint")
    expect(page.find("article h2")).to_have_text("Who we are")
    # Terms are cited by their numbers.
    for items, mark in [("article ul > li", "disc"), ("article ol > li", "decimal")]:
        expect(page.find(items)).to_have_count(2)
        expect(page.find(items).first).to_have_css("list-style-type", mark)
        assert page.find(items).first.bounding_box()["x"] >= page.find("article").bounding_box()["x"] + 24
    expect(page.find("article a").first).to_have_attribute("href", "mailto:help@market.example")
    expect(page.find(".foot a", has_text="Contact")).to_have_attribute("href", "mailto:help@market.example")
