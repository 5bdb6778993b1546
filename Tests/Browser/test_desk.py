"""The desk: a seller's own listings, and what is done with them after they are listed."""

import pytest
from playwright.sync_api import expect

from layout import faults
from market import SECRET
from test_accessibility import hold

SCRIPTS = pytest.mark.parametrize("scripts", [True, False])


def listed(visit, market, *names, scripts=True, **options):
    """Lists products from a new browser, and shows its desk."""
    page = visit(market, "/offline", java_script_enabled=scripts, **options)
    for name in names:
        page.list(name, contact="010-1234-5678")
    return page.go("/mine")


def own(page, name):
    return page.find("#desk [data-id]", has_text=name)


def id_of(page, name):
    return own(page, name).get_attribute("data-id")


def tap(page, name, button):
    own(page, name).locator(".acts > .act", has_text=button).click()


def is_told(page, sentence):
    expect(page.find(".done")).to_contain_text(sentence)


@SCRIPTS
def test_a_listing_is_reserved_sold_and_opened_again(visit, shared, scripts):
    page = listed(visit, shared, "Chair", scripts=scripts)
    address = f"/products/{id_of(page, 'Chair')}"
    tap(page, "Chair", "Reserve")
    page.arrive("/mine/reserve")
    page.find("#note").fill("Lee, Saturday at 3")
    page.find("form .primary").click()
    page.arrive("/mine")
    is_told(page, "“Chair”: Reserved until")
    expect(own(page, "Chair").locator(".state")).to_have_text("Reserved")
    expect(own(page, "Chair").locator(".note")).to_contain_text("Lee, Saturday at 3")
    # Another browser sees that it is reserved, without the contact; the seller still has it.
    other = visit(shared, address, java_script_enabled=scripts)
    expect(other.find(".detail .state")).to_have_text("Reserved")
    expect(other.find("#contact-button")).to_have_count(0)
    expect(other.find("main")).to_contain_text("The contact is shown again if the reservation ends.")
    assert "Lee, Saturday" not in other.page.content()
    expect(page.go(address).find("#more-menu a[href$='/contact']")).to_have_count(1)
    tap(page.go("/mine"), "Chair", "Mark as sold")
    is_told(page, "“Chair”: Marked as sold.")
    expect(other.go(address).find(".detail .stock")).to_have_text("Sold")
    expect(other.find("main")).to_contain_text("This has been sold.")
    tap(page, "Chair", "Sell again")
    is_told(page, "“Chair”: For sale again.")
    expect(other.go(address).find("#contact-button")).to_be_visible()


@SCRIPTS
def test_several_listings_change_at_once_and_each_is_told(visit, shared, scripts):
    page = listed(visit, shared, "Chair", "Table", "Lamp", scripts=scripts)
    tap(page, "Lamp", "Mark as sold")
    is_told(page, "“Lamp”: Marked as sold.")
    page.find("nav.tabs a", has_text="All").click()
    page.arrive("/mine$")
    for name in ("Chair", "Table", "Lamp"):
        own(page, name).get_by_role("checkbox").check()
    page.find(".several .act", has_text="Reserve").click()
    page.arrive("/mine/reserve")
    page.find("form .primary").click()
    page.arrive("/mine")
    for sentence in ("“Chair”: Reserved until", "“Table”: Reserved until", "“Lamp”: This product is sold."):
        is_told(page, sentence)
    expect(page.find("nav.tabs")).to_contain_text("Reserved 2")


@SCRIPTS
def test_a_tab_and_the_place_in_it_are_kept(visit, shared, scripts):
    page = listed(visit, shared, *[f"Thing {number}" for number in range(1, 9)], scripts=scripts)
    second = id_of(page, "Thing 2")
    tap(page, "Thing 8", "Mark as sold")
    page.find("nav.tabs a", has_text="For sale").click()
    page.arrive("state=open$")
    tap(page, "Thing 3", "Mark as sold")
    page.arrive(rf"state=open#p{second}$")
    expect(own(page, "Thing 3")).to_have_count(0)
    expect(own(page, "Thing 2")).to_be_in_viewport()
    expect(page.find(".done")).to_be_in_viewport()


@SCRIPTS
def test_a_hidden_listing_is_seen_by_its_browser_only(visit, shared, scripts):
    page = listed(visit, shared, "Chair", scripts=scripts)
    address = f"/products/{id_of(page, 'Chair')}"
    own(page, "Chair").locator("summary").click()
    own(page, "Chair").get_by_role("button", name="Hide").click()
    is_told(page, "“Chair”: Hidden. Only you can see it.")
    expect(page.go(address).find("main")).to_contain_text("Hidden. Only you can see this page.")
    other = visit(shared, address, java_script_enabled=scripts)
    expect(other.find("h1")).to_have_text("No longer for sale")
    tap(page.go("/mine"), "Chair", "Show again")
    expect(other.go(address).find("h1")).to_have_text("Chair")


@SCRIPTS
def test_another_browser_is_asked_for_the_password_once(visit, shared, scripts):
    product = shared.list("Chair")
    page = visit(shared, f"/products/{product['id']}", java_script_enabled=scripts)
    page.find("#more-menu summary").click()
    page.find("#more-menu a", has_text="It’s mine").click()
    page.find("#password").fill("wrong")
    page.find("#password-form [type=submit]").click()
    expect(page.find(".error:not(:empty)").first).to_contain_text("isn’t right")
    page.find("#password").fill(SECRET)
    page.find("#password-form [type=submit]").click()
    page.arrive("/manage$")
    tap(page, "Chair", "Mark as sold")
    is_told(page, "“Chair”: Marked as sold.")
    assert shared.get(f"/api/products/{product['id']}")["state"] == "sold"
    # From now on without it.
    page.go(f"/products/{product['id']}/manage")
    tap(page, "Chair", "Sell again")
    is_told(page, "“Chair”: For sale again.")


@SCRIPTS
def test_a_copy_becomes_a_new_listing(visit, shared, scripts):
    page = listed(visit, shared, "Chair", scripts=scripts)
    own(page, "Chair").locator("summary").click()
    own(page, "Chair").get_by_role("link", name="Copy as new").click()
    page.arrive("/products/new")
    expect(page.find("#name")).to_have_value("Chair")
    expect(page.find("#contact")).to_have_value("010-1234-5678")
    expect(page.find("#password")).to_have_value("")
    # The photo comes along.
    page.find("#password").fill(SECRET)
    page.submit().arrive(r"/products/\d+$")
    expect(page.find("main article img").first).to_be_visible()


STATES = ["Oak chair", "A lamp with a very long name that goes on and on for more than one line", "Table", "Sofa"]
SIZES = {"narrow": (195, 422), "phone": (390, 844), "desktop": (1280, 800)}


@pytest.mark.matrix
@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_desk_holds_in_every_state_and_at_every_size(visit, open_market, language, turns):
    market = open_market()
    page = listed(visit, market, *STATES)
    tap(page, "Oak", "Reserve")
    page.find("#note").fill("Lee, Saturday at 3, brings a van")
    page.find("form .primary").click()
    page.arrive("/mine")
    tap(page, "Table", "Mark as sold")
    is_told(page, "“Table”")
    own(page, "Sofa").locator("summary").click()
    own(page, "Sofa").get_by_role("button", name="Hide").click()
    is_told(page, "“Sofa”")
    page.page.context.add_cookies([{"name": "language", "value": language, "url": market.url}])
    paths = ["/mine", "/mine?state=reserved", "/mine/reserve?products=1", "/products/1/manage", "/products/1",
             "/products/3", "/products/4", "/"]
    found = {}

    def look(what, size):
        found[what, size] = faults(page)

    def at(size):
        width, height = SIZES[size]
        page.page.set_viewport_size({"width": width, "height": height})

    for number, path in enumerate(paths):
        for size in turns(SIZES, number):
            at(size)
            page.go(path)
            look(path, size)
    for size in turns(SIZES, 0):
        at(size)
        own(page.go("/mine"), "Oak").locator("summary").click()
        look("menu", size)
        page.press("Escape")
        expect(own(page, "Oak").locator(".menu")).to_have_js_property("open", False)
        own(page.go("/mine"), "Oak").get_by_role("checkbox").check()
        own(page, "Table").get_by_role("checkbox").check()
        look("selection", size)
    page.find(".several button[value=sell]").click()
    expect(page.find(".done li")).to_have_count(2)
    for size in turns(SIZES, 1):
        at(size)
        look("told", size)
    assert not any(found.values()), found


def test_the_focus_is_never_behind_what_can_be_done_with_a_selection(visit, shared):
    page = listed(visit, shared, *(f"Shelf {number}" for number in range(6)))
    page.find("#desk [type=checkbox]").first.focus()
    page.press("Space")
    for _ in range(24):
        page.press("Tab")
        assert page.page.evaluate("""() => {
            const one = document.activeElement
            const { left, top, width, height } = one.getBoundingClientRect()
            return [.1, .5, .9].some((part) => one.contains(document.elementFromPoint(left + width / 2, top + part * height)))
        }"""), page.page.evaluate("document.activeElement.outerHTML")


def test_the_menu_of_a_row_closes_on_escape_and_on_a_tap_beside_it(visit, shared):
    page = listed(visit, shared, "Chair", "Table")
    menu, summary = own(page, "Chair").locator(".menu"), own(page, "Chair").locator("summary")
    summary.focus()
    page.press("Enter")
    expect(menu).to_have_js_property("open", True)
    page.press("Tab")
    expect(menu.get_by_role("button").first).to_be_focused()
    page.press("Escape")
    expect(menu).to_have_js_property("open", False)
    expect(summary).to_be_focused()
    summary.click()
    expect(menu).to_have_js_property("open", True)
    page.find("h1").click(force=True)
    expect(menu).to_have_js_property("open", False)


def test_a_name_with_a_direction_of_its_own_stands_where_the_row_begins(visit, open_market):
    starts = """one => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return [one, range].map((it) => Math.round(it.getBoundingClientRect().left))
    }"""
    page = listed(visit, open_market(), "كرسي", reduced_motion="reduce")
    for path, name in [("/mine", "#desk .name"), ("/", "#products .name"), ("/products/1", "main h1")]:
        box, text = page.go(path).find(name).evaluate(starts)
        assert (path, text) == (path, box)


def test_no_violations_at_the_desk(visit, open_market):
    page = listed(visit, open_market(), "Chair", "Table", reduced_motion="reduce")
    tap(page, "Chair", "Reserve")
    hold(page.arrive("/mine/reserve"))
    page.find("form .primary").click()
    is_told(page, "“Chair”")
    tap(page, "Table", "Mark as sold")
    is_told(page, "“Table”")
    hold(page)
    for path in ("/mine?state=sold", "/products/1/manage", "/products/1", "/products/2", "/"):
        hold(page.go(path))
