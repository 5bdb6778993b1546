"""Large text and small windows: nothing is cut off, overlaps, scrolls sideways or is too small to be tapped."""

import pytest
from playwright.sync_api import expect

from layout import faults
from market import SECRET
from pictures import jpeg, upload

# The size of the window, the text size set in the browser, and the device pixels per CSS pixel.
SETTINGS = {
    "phone at 200 %": {"width": 195, "height": 422, "scale": 2},
    "phone on its side at 200 %": {"width": 422, "height": 195, "scale": 2},
    "small phone": {"width": 320, "height": 568},
    "phone": {"width": 390, "height": 844},
    "phone with letters of 32": {"width": 390, "height": 844, "letters": 32},
    "desktop at 200 %": {"width": 640, "height": 450, "scale": 2, "touch": False},
    "desktop with letters of 32": {"width": 1280, "height": 900, "letters": 32, "touch": False},
    "desktop": {"width": 1280, "height": 900, "touch": False},
}
# Even the icons of the header need a second line.
SMALLEST = {"small phone with letters of 32": {"width": 320, "height": 568, "letters": 32}}
WORD = "가나다라마바사아자차" * 10
pytestmark = [pytest.mark.matrix, pytest.mark.parametrize("language", ["en-US", "ko-KR"])]
EVERYWHERE = pytest.mark.parametrize("setting", SETTINGS)
ON_PHONES = pytest.mark.parametrize("setting", [name for name in SETTINGS if name.startswith("phone")])
WHERE_IT_IS_NARROW = pytest.mark.parametrize("setting", ["phone at 200 %", "phone with letters of 32"])


@pytest.fixture(scope="module")
def extremes(open_market):
    """A market whose names, prices and sellers have the maximum length. Read-only."""
    market = open_market()
    seller = {"seller": "7f0c5c8e-6f0a-4d6e-9a55-3d0c6f7b1e11", "vendor_name": WORD}
    market.list("Chair", price=12000)
    market.list("제주에서 막 올라온 노지 감귤 한 상자", price=1_250_000, discounted_price=350_000, stock=1200)
    market.list("Gone", stock=0)
    market.long = market.list(
        WORD, [jpeg(400, 300, (40 * index, 90, 60)) for index in range(5)], price=9_007_199_254_740_991,
        discounted_price=1, stock=0, contact="o" * 200, descriptions="https://market.example/" + "a" * 200, **seller)
    return market


@pytest.fixture
def look(visit, setting, language):
    """Opens a page in a window, with the reader's own text size."""
    def open(market, path="/", **options):
        wanted = (SETTINGS | SMALLEST)[setting]
        has_touch = wanted.get("touch", True)
        page = visit(
            market, "/offline", language=language, reduced_motion="reduce",
            viewport={"width": wanted["width"], "height": wanted["height"]}, device_scale_factor=wanted.get("scale", 1),
            has_touch=has_touch, is_mobile=has_touch, **options)
        if "letters" in wanted:
            session = page.page.context.new_cdp_session(page.page)
            session.send("Page.setFontSizes", {"fontSizes": {"standard": wanted["letters"]}})
        page.go(path)
        assert page.page.evaluate("innerWidth") == wanted["width"]
        return page
    return open


def told(found):
    return "\n".join(f"{where}: {fault}" for where, faults in found.items() for fault in faults)


PAGES = ["/", "/?q=" + WORD[:100], "/?q=Chair&in_stock=1", "/mine", "/products/new", "/move", "/receive?token=used", "/offline",
         "/nowhere"]
OF_A_PRODUCT = ["", "/contact", "/edit", "/delete"]


@EVERYWHERE
def test_every_page_holds_at_every_size_of_type(look, extremes):
    page = look(extremes)
    product = f"/products/{extremes.long['id']}"
    paths = PAGES + [product + path for path in OF_A_PRODUCT] + [f"/sellers/{extremes.long['vendor_id']}"]
    found = {path[:40]: faults(page.go(path)) for path in paths}
    found["grid"] = faults(page.go("/").show_as("grid"))
    found["seller's grid"] = faults(page.go(paths[-1]))
    assert told(found) == ""


@WHERE_IT_IS_NARROW
def test_every_page_without_scripts_holds_at_every_size_of_type(look, extremes):
    page = look(extremes, java_script_enabled=False)
    product = f"/products/{extremes.long['id']}"
    found = {path: faults(page.go(path)) for path in ["/", "/products/new", product]}
    assert told(found) == ""


@pytest.mark.parametrize("setting", SMALLEST)
def test_lists_hold_on_a_small_phone_with_the_largest_type(look, own):
    own.list("Chair", price=12000, condition="good")
    page = look(own)
    paths = ["/", "/?condition=good&sort=bumped", "/?q=Chair&free=1&sold=1"]
    assert told({path: faults(page.go(path)) for path in paths}) == ""


@ON_PHONES
def test_what_opens_and_what_fails_holds_at_every_size_of_type(look, own):
    found = {}
    page = look(own)
    found["empty market"] = faults(page)
    page.go("/products/new").add(*[upload(f"{index}.jpg", jpeg(200, 150)) for index in range(5)])
    expect(page.cells).to_have_count(5)
    found["pictures"] = faults(page)
    page.submit()
    expect(page.problem("name")).not_to_be_empty()
    found["problems"] = faults(page)
    page.fill(WORD[:100], "9007199254740991", WORD, SECRET, contact="010-1234-5678").submit().arrive(r"/products/\d+$")
    address = page.page.url
    found["one's own product"] = faults(page)
    found["contact"] = faults(page.go(address + "/contact"))
    page.go(address).find("#picture-1 a").click()
    expect(page.find("dialog.large")).to_be_visible()
    found["large picture"] = faults(page)
    page.press("Escape")
    expect(page.find("dialog.large")).to_be_hidden()
    page.find("#more-menu summary").click()
    found["menu"] = faults(page)
    page.press("Escape")
    found["one's own list"] = faults(page.go("/mine"))
    page.an_hour_later().go(address).choose("edit").answer("wrong")
    expect(page.problem("password")).not_to_be_empty()
    found["wrong password"] = faults(page)
    page.answer(SECRET).arrive(r"/edit(\?|$)")
    found["edit"] = faults(page)
    product = {"id": int(address.rsplit("/", 1)[1])}
    own.rename(product, "Somebody was faster")
    page.find("#name").fill(WORD[:99])
    page.submit().has_failed()
    found["conflict"] = faults(page)
    page.an_hour_later().go(address).choose("delete")
    found["question"] = faults(page)
    page.answer(SECRET)
    expect(page.find("#password-form")).to_have_count(0)
    expect(page.find("#password-dialog p")).to_be_visible()
    found["gone"] = faults(page)
    page.find("#password-dialog button").click()
    page.arrive(r"/mine$")
    found["no longer there"] = faults(page.go(address))
    assert told(found) == ""


@WHERE_IT_IS_NARROW
def test_a_page_that_failed_and_one_without_a_network_hold_at_every_size_of_type(look, crowd):
    page = look(crowd)
    page.page.route("**/*fragment=1*", lambda route: route.abort())
    page.scroll_to(100_000)
    expect(page.find(".retry")).to_be_visible()
    found = {"failed": faults(page)}
    page.page.context.set_offline(True)
    expect(page.find("#offline")).to_be_visible()
    found["offline"] = faults(page.scroll_to(0))
    assert told(found) == ""
