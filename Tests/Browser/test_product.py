"""Product."""

import re

import pytest
from playwright.sync_api import expect

from layout import faults
from pictures import jpeg, upload

pytestmark = pytest.mark.motion

FIVE = [jpeg(400, 300, (index * 50, 90, 120)) for index in range(5)]


@pytest.fixture
def shown(visit, goods):
    def show(screen="phone", language="en-US", scripts=True, color_scheme="light", **fields):
        product = goods(pictures=FIVE, **fields)
        page = visit(
            goods.market, f"/products/{product['id']}", screen=screen, language=language, java_script_enabled=scripts,
            color_scheme=color_scheme)
        page.product = product
        return page
    return show


@pytest.fixture(autouse=True)
def market_of_goods(goods, shared):
    goods.market = shared


def test_pictures_are_full_width_whole_and_one_at_a_time(shown):
    page = shown()
    assert page.find("#picture-1 img").bounding_box()["width"] == 390
    assert page.find("#picture-1 img").evaluate("image => getComputedStyle(image).objectFit") == "contain"
    expect(page.find("#picture-1")).to_be_in_viewport(ratio=0.5)
    expect(page.find("#picture-2")).not_to_be_in_viewport(ratio=0.5)


@pytest.mark.matrix
@pytest.mark.parametrize("screen, scale, width", [("phone", 1, 400), ("phone", 2, 800), ("phone", 3, 1280), ("desktop", 1, 800)])
def test_pictures_are_webp_no_wider_than_they_are_shown_and_the_large_one_is_whole(visit, goods, screen, scale, width):
    product = goods(pictures=[jpeg(2000, 1500), jpeg(500, 800)])
    page = visit(goods.market, f"/products/{product['id']}", screen=screen, device_scale_factor=scale)
    stem = re.search(r"/images/[0-9a-f]+", product["images"][0]["url"]).group()
    page.until("document.querySelector('#picture-1 img').naturalWidth > 0")
    source = "one => one.currentSrc"
    assert page.find("#picture-1 img").evaluate(source) == f"{goods.market.url}{stem}-{width}.webp"
    # Narrower pictures aren't offered in a larger width.
    offered = page.find("#picture-2 source").get_attribute("srcset")
    assert [one.split()[1] for one in offered.split(", ")] == ["400w", "500w"]
    page.find("#picture-1 a").click()
    # The page's own version is shown until the full picture is loaded.
    large = page.find("dialog.large img").first
    expect(large).to_be_visible()
    page.until("(url) => document.querySelector('dialog.large img').currentSrc === url", f"{goods.market.url}{stem}.jpg")


def test_a_swipe_shows_the_next(shown):
    page = shown()
    box = page.find(".slides").bounding_box()
    page.finger(*[(x, box["y"] + 100) for x in range(340, 40, -15)])()
    expect(page.find("#gallery .position")).to_have_text("2 / 5")


def test_arrow_keys_buttons_and_dots_show_the_others(shown):
    page = shown(screen="desktop")
    position = page.find("#gallery .position")
    expect(position).to_have_text("1 / 5")
    expect(page.find("#gallery .previous")).to_be_disabled()
    page.press("ArrowRight")
    expect(position).to_have_text("2 / 5")
    page.find("#gallery .next").click()
    expect(position).to_have_text("3 / 5")
    page.find("#gallery .previous").click()
    expect(position).to_have_text("2 / 5")
    page.press("ArrowLeft")
    expect(position).to_have_text("1 / 5")
    page.find(".dots a").nth(4).click()
    expect(position).to_have_text("5 / 5")
    expect(page.find(".dots a").nth(4)).to_have_attribute("aria-current", "true")
    expect(page.find("#gallery .next")).to_be_disabled()


def test_arrow_keys_with_another_key_select_text(shown):
    page = shown(screen="desktop", descriptions="Solid oak")
    page.find(".prose").evaluate("({ firstChild }) => getSelection().setBaseAndExtent(firstChild, 0, firstChild, 4)")
    page.press("Shift+ArrowRight")
    assert page.page.evaluate("String(getSelection())") == "Solid"
    expect(page.find("#gallery .position")).to_have_text("1 / 5")


def test_a_button_keeps_the_focus_at_the_last_picture(shown):
    page = shown(screen="desktop")
    page.find(".dots a").nth(3).click()
    expect(page.find("#gallery .position")).to_have_text("4 / 5")
    following = page.find("#gallery .next")
    following.focus()
    page.press("Enter")
    expect(page.find("#gallery .position")).to_have_text("5 / 5")
    expect(following).to_be_disabled()
    expect(following).to_be_focused()
    assert float(following.evaluate("one => getComputedStyle(one).opacity")) > 0


def test_the_next_picture_is_loaded_ahead(shown):
    page = shown()
    expect(page.find("#picture-2 img")).to_have_js_property("complete", True)
    page.until("document.querySelector('#picture-2 img').naturalWidth > 0")


def test_turning_the_phone_keeps_the_picture(shown):
    page = shown()
    page.press("ArrowRight")
    expect(page.find("#gallery .position")).to_have_text("2 / 5")
    page.page.set_viewport_size({"width": 844, "height": 390})
    expect(page.find("#picture-2")).to_be_in_viewport(ratio=0.3)
    expect(page.find("#gallery .position")).to_have_text("2 / 5")


def test_a_tap_shows_the_large_picture(shown):
    page = shown()
    page.find("#picture-1 a").click()
    expect(page.find("dialog.large img").first).to_be_in_viewport(ratio=0.9)
    page.press("Escape")
    expect(page.find("dialog.large")).to_be_hidden()
    page.find("#picture-1 a").click()
    page.find("dialog.large .close").click()
    expect(page.find("dialog.large")).to_be_hidden()


def test_name_price_stock_seller_age_and_description_with_its_lines_are_there(shown):
    page = shown(descriptions="First line\nSecond line", discounted_price=500)
    expect(page.find("main h1")).to_contain_text("Chair")
    expect(page.find(".detail .price b")).to_have_text("₩11,500")
    expect(page.find(".detail .price s")).to_have_text("₩12,000")
    expect(page.find(".detail .stock")).to_have_text("In stock: 10")
    expect(page.find(".detail time")).to_be_visible()
    prose = page.find(".prose")
    expect(prose).to_contain_text("Second line")
    line = float(prose.evaluate("one => parseFloat(getComputedStyle(one).lineHeight)"))
    assert prose.bounding_box()["height"] >= 1.8 * line


def test_each_line_of_a_description_has_a_direction_of_its_own(shown):
    page = shown(descriptions="Solid oak.\nכיסא עץ.")
    first, second = page.find(".prose").evaluate("""({ firstChild }) => [[0, 10], [11, 19]].map(([from, to]) => {
        const range = document.createRange()
        range.setStart(firstChild, from)
        range.setEnd(firstChild, to)
        return range.getBoundingClientRect().left
    })""")
    assert second > first + 100


def test_what_people_write_is_never_markup(shown):
    page = shown(descriptions="<script>window.hacked = 1</script><b>bold</b>")
    expect(page.find(".prose")).to_contain_text("<b>bold</b>")
    assert page.page.evaluate("window.hacked") is None


def test_the_seller_leads_to_their_page_with_name_since_and_products(shown):
    page = shown()
    name = page.find(".seller b").inner_text()
    page.find(".seller").click()
    page.arrive(r"/sellers/\d+$")
    expect(page.find("main h1")).to_have_text(name)
    expect(page.row(page.product)).to_be_visible()
    expect(page.find(".person p").first).not_to_be_empty()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_contact_is_shown_after_a_tap_and_is_not_in_the_source(shown, scripts):
    page = shown(contact="010-1234-5678", scripts=scripts)
    assert "010-1234-5678" not in page.page.content()
    page.find("#contact-button").click()
    expect(page.find(".reach")).to_have_text("010-1234-5678")


def test_no_contact_is_said(shown):
    expect(shown().find("#contact-button")).to_have_count(0)


@pytest.mark.parametrize("kind", ["edit", "delete"])
def test_edit_and_delete_ask_for_the_password(shown, kind):
    page = shown().choose(kind)
    expect(page.find("#password-dialog")).to_be_visible()
    expect(page.find("#password")).to_be_focused()


def test_what_is_listed_here_is_marked_and_found_under_my_listings(visit, own):
    own.list("Somebody else's")
    page = visit(own, "/products/new").fill("Mine").add(upload("a.jpg", jpeg(80, 80))).submit()
    page.arrive(r"/products/\d+$")
    expect(page.find("main .mine")).to_be_visible()
    page.go("/")
    expect(page.rows).to_have_count(2)
    expect(page.rows.locator(".mine")).to_have_count(1)
    page.go("/mine")
    expect(page.rows).to_have_count(1)
    expect(page.rows.locator(".name")).to_have_text("Mine")


def test_a_shared_link_shows_picture_and_price(shown):
    page = shown()
    for name in ["og:title", "og:image", "og:url", "product:price:amount"]:
        assert page.find(f"meta[property='{name}']").get_attribute("content")
    image = page.find("meta[property='og:image']").get_attribute("content")
    assert image.startswith("http") and page.page.request.get(image).ok
    assert re.search("12,?000", page.page.content())


# MARK: Fading in of pictures; printing

DISSOLVED = """window.dissolved = []
    const { animate } = Element.prototype
    Element.prototype.animate = function (frames, options) {
        if (this.matches('.slides img')) window.dissolved.push([...frames.opacity, options])
        return animate.call(this, frames, options)
    }"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pictures_dissolve_in_when_they_come_and_not_from_the_cache(visit, goods, shared, motion):
    product = goods(pictures=FIVE[:2])
    page = visit(shared, "/?q=nothing-here", reduced_motion=motion)
    page.page.context.add_init_script(DISSOLVED)
    held = []
    page.page.route("**/images/**", lambda route: held.append(route))
    page.page.goto(f"/products/{product['id']}", wait_until="commit")
    page.ready()
    def all_have_come():
        while held:
            held.pop().continue_()
        return page.find(".slides img").evaluate_all("all => all.every((one) => one.naturalWidth)")
    page.poll(all_have_come)
    moved = [] if motion == "reduce" else [[0, 1, 200], [0, 1, 200]]
    page.until("(moved) => JSON.stringify(window.dissolved) === JSON.stringify(moved)", moved)
    page.page.unroute("**/images/**")
    page.page.reload()
    page.ready().until("[...document.querySelectorAll('.slides img')].every((one) => one.naturalWidth)")
    assert page.page.evaluate("window.dissolved") == []


def test_print_shows_all_pictures_the_day_the_price_and_the_address(shown):
    page = shown(descriptions="A chair to sit on.", color_scheme="dark")
    page.page.emulate_media(media="print")
    for number in range(1, 6):
        box = page.find(f"#picture-{number} img").bounding_box()
        assert box and box["width"] > 100 and 0 <= box["x"] and box["x"] + box["width"] <= 390
    expect(page.find(".address")).to_have_text(page.page.url)
    expect(page.find(".address")).to_be_visible()
    expect(page.find(".detail .price b")).to_be_visible()
    day = page.find(".detail time").get_attribute("title")
    shown_day = "one => getComputedStyle(one, '::after').content"
    assert re.search(r"\d{4}", day) and page.find(".detail time").evaluate(shown_day) == f'"{day}"'
    for hidden in ["header", "footer", "#contact-button", ".dots", ".next", ".position", "#others", ".heart", "#more-menu", ".skip"]:
        assert not page.find(hidden).first.is_visible(), hidden
    # Pictures not loaded on screen are loaded for printing.
    page.until("[...document.querySelectorAll('.slides img')].every((one) => one.naturalWidth)")
    ground = page.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert ground == "rgb(255, 255, 255)"


@pytest.mark.matrix
@pytest.mark.parametrize("width", [195, 390, 1280])
@pytest.mark.parametrize("language, sentence", [
    ("en-US", "Reduced · lowest in the 30 days before: ₩1,234,000"),
    ("ko-KR", "가격 인하 · 이전 30일 최저가 1,234,000원"),
])
def test_a_reduced_price_is_said_on_row_card_and_page(own, visit, width, language, sentence):
    product = own.list("Film camera", price=1_234_000)
    own.list("Chair", price=1_234_000)
    own.reduce(product, 999_000)
    page = visit(own, language=language, viewport={"width": width, "height": 800})
    for view in ("list", "grid"):
        page.page.context.add_cookies([{"name": "view", "value": view, "url": own.url}])
        page.go("/")
        expect(page.find(f"[data-view={view}] .product .change")).to_have_text([sentence])
        expect(page.find(f".product[data-id='{product['id']}'] .change")).to_be_visible()
        assert faults(page) == [], view
    page.go(f"/products/{product['id']}")
    expect(page.find(".detail .change")).to_have_text(sentence)
    assert faults(page) == []
