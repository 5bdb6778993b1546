"""New listing."""

import base64
import re

import pytest
from playwright.sync_api import expect

from pictures import jpeg, photo, size, upload

SMALL = upload("small.jpg", jpeg(100, 80))
LETTERS = [upload(f"{letter}.jpg", jpeg(100, 80, (40 * index, 90, 90))) for index, letter in enumerate("abc")]


@pytest.fixture
def form(visit, shared):
    def open(screen="phone", market=shared, **more):
        return visit(market, "/products/new", screen=screen, **more)
    return open


def order(page):
    return page.cells.locator("img").evaluate_all("images => images.map(image => image.alt)")


CATCH = """() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (data) {
        window.sent = data
        send.call(this, data)
    }
}"""
READ = """async () => {
    const parts = []
    for (const [name, value] of window.sent) {
        if (!(value instanceof File)) parts.push([name, value, false])
        else await new Promise((done) => {
            const reader = new FileReader()
            reader.onload = () => done(parts.push([name, reader.result.split(',')[1] ?? '', true]))
            reader.readAsDataURL(value)
        })
    }
    return parts
}"""


def sent(page):
    """The parts of the form that a tap submits, by name: texts, and the bytes of files."""
    page.page.evaluate(CATCH)
    page.submit()
    page.until("Boolean(window.sent)")
    parts = {}
    for name, value, is_file in page.page.evaluate(READ):
        parts.setdefault(name, []).append(base64.b64decode(value) if is_file else value)
    return parts


# MARK: Pictures

def test_pictures_come_first_and_the_strip_begins_with_the_cell_that_adds(form):
    page = form()
    expect(page.find("#strip > li").first).to_have_class(re.compile("add"))
    assert page.find("#strip").bounding_box()["y"] < page.find("#name").bounding_box()["y"]
    page.add(*LETTERS)
    assert page.find("#strip").evaluate("strip => strip.scrollWidth > strip.clientWidth")
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_pictures_come_from_the_library_or_the_camera(form):
    picker = form().find("#images")
    # Without `capture` most phones offer both; the others have a second button (test_photos.py).
    assert picker.evaluate("one => [one.type, one.accept, one.multiple, one.hasAttribute('capture')]") \
        == ["file", "image/*", True, False]


def test_several_are_added_at_once_up_to_five_and_each_is_removed_by_its_cross(form):
    page = form().add(*LETTERS)
    expect(page.cells).to_have_count(3)
    page.add(SMALL, SMALL, SMALL)
    expect(page.cells).to_have_count(5)
    expect(page.find("#status")).not_to_be_empty()
    expect(page.find("[data-for=images]")).to_have_text("5 / 5")
    page.cells.first.locator(".remove").click()
    assert order(page)[:2] == ["b.jpg", "c.jpg"]
    expect(page.find("#images")).to_be_enabled()


def test_keys_reorder_and_say_so(form):
    page = form().add(*LETTERS)
    # On a busy machine, what is said of their being added comes after the first key, and takes its place.
    expect(page.find("#status")).to_contain_text("3")
    page.cells.first.locator(".move").focus()
    page.press("ArrowRight")
    assert order(page) == ["b.jpg", "a.jpg", "c.jpg"]
    expect(page.find("#status")).to_contain_text("2")
    expect(page.cells.nth(1).locator(".move")).to_be_focused()
    page.press("ArrowLeft")
    assert order(page) == ["a.jpg", "b.jpg", "c.jpg"]


def test_a_tap_reorders_too(form):
    page = form().add(*LETTERS)
    page.cells.nth(1).locator(".move").click()
    assert order(page) == ["b.jpg", "a.jpg", "c.jpg"]


def test_dragging_reorders(form):
    page = form("desktop").add(*LETTERS)
    start, end = [page.cells.nth(index).locator("img").bounding_box() for index in (0, 2)]
    mouse = page.page.mouse
    mouse.move(start["x"] + 50, start["y"] + 50)
    mouse.down()
    expect(page.cells.first).to_have_class(re.compile("lifted"))
    mouse.move(end["x"] + 50, end["y"] + 50, steps=12)
    mouse.up()
    assert order(page) == ["b.jpg", "c.jpg", "a.jpg"]
    expect(page.find("#status")).to_contain_text("3")


def test_a_resting_finger_reorders(form):
    page = form().add(*LETTERS[:2])
    box = page.cells.first.locator("img").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.page.context.new_cdp_session(page.page)
    touch = lambda kind, *points: session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})
    touch("touchStart", {"x": x, "y": y})
    expect(page.cells.first).to_have_class(re.compile("lifted"))
    for step in range(0, int(box["width"]) + 30, 10):
        touch("touchMove", {"x": x + step, "y": y})
    touch("touchEnd")
    assert order(page) == ["b.jpg", "a.jpg"]


def test_the_first_picture_is_the_thumbnail(form, shared):
    page = form().fill("Colors")
    page.add(upload("red.jpg", jpeg(80, 80, (230, 0, 0))), upload("blue.jpg", jpeg(80, 80, (0, 0, 230))))
    page.cells.nth(1).locator(".move").click()
    product = page.submit().arrive(r"/products/\d+$").product()
    thumbnails = {one["id"]: one["thumbnail"] for one in shared.get("/api/products")["pages"]}
    assert thumbnails[product["id"]] == product["images"][0]["thumbnail_url"]
    color = page.go("/").row(product).locator("img").evaluate("""async (image) => {
        await image.decode()
        const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
        context.drawImage(image, 0, 0, 1, 1)
        return [...context.getImageData(0, 0, 1, 1).data]
    }""")
    assert color[2] > 150 > color[0]


def test_pictures_are_shrunk_and_turned_upright(form):
    heavy, lying = photo(4000, 3000), photo(2400, 1600, orientation=6)
    page = form().fill()
    page.add(upload("heavy.jpg", heavy), upload("lying.jpg", lying), SMALL)
    page.page.route("**/products", lambda route: route.fulfill(status=500, json={"message": "Enough."}))
    parts = sent(page)
    shrunk, upright, small = parts["images"]
    width, height = size(shrunk)
    assert width > height and width >= 1280 and len(shrunk) < len(heavy) / 3
    width, height = size(upright)
    assert width < height and height >= 1280 and len(upright) < 420_000
    assert small == SMALL["buffer"]
    assert parts["order"] == ["n0,n1,n2"]


def test_one_progress_bar_shows_the_upload_which_can_be_cancelled(form):
    page = form().fill().add(SMALL)
    held = []
    page.page.route("**/products", lambda route: held.append(route))
    page.submit()
    expect(page.find("#upload")).to_be_visible()
    expect(page.find("progress")).to_have_count(1)
    page.find(".actions .cancel").click()
    expect(page.find("#upload")).to_be_hidden()
    expect(page.find("#submit")).to_be_enabled()
    expect(page.cells).to_have_count(1)
    expect(page.find("#name")).to_have_value("의자")


# MARK: Fields

def test_won_is_chosen_and_each_field_has_its_keyboard(form):
    page = form()
    expect(page.find("#currency")).to_have_value("KRW")
    expect(page.find("#price")).to_have_attribute("inputmode", "decimal")
    expect(page.find("#stock")).to_have_attribute("inputmode", "numeric")
    expect(page.find("#password")).to_have_attribute("type", "password")
    price, currency = page.find("#price").bounding_box(), page.find("#currency").bounding_box()
    assert abs(price["y"] - currency["y"]) < 12 and currency["x"] > price["x"]


def test_every_field_of_a_listing_is_there(form):
    page = form()
    for field in ["name", "price", "currency", "discount", "stock", "descriptions", "seller", "contact", "password"]:
        expect(page.find(f"#{field}")).to_be_visible()
        expect(page.find(f"label[for={field}]").first).not_to_be_empty()
    for optional in ["discount", "descriptions", "contact"]:
        assert not page.find(f"#{optional}").evaluate("one => one.required")


@pytest.mark.parametrize("field", ["name", "price", "stock", "descriptions", "contact", "password"])
def test_the_field_in_use_is_never_behind_the_keyboard(form, field):
    page = form()
    page.find(f"#{field}").tap()
    # The keyboard covers the lower half of the window.
    page.page.set_viewport_size({"width": 390, "height": 420})
    page.until("""(name) => {
        const { top, bottom } = document.getElementById(name).getBoundingClientRect()
        return bottom <= innerHeight && top >= document.querySelector('header').offsetHeight - 1
    }""", field)


def test_a_field_that_was_scrolled_away_stays_away_when_the_address_bar_goes(form):
    page = form()
    page.find("#name").tap()
    page.find("#submit").scroll_into_view_if_needed()
    gone = "document.querySelector('#name').getBoundingClientRect().bottom < 0"
    assert page.page.evaluate(gone)
    for height in [788, 844]:
        page.page.evaluate("""() => {
            window.resized = new Promise((done) => visualViewport.addEventListener('resize', () => done(), { once: true }))
        }""")
        page.page.set_viewport_size({"width": 390, "height": height})
        page.page.evaluate("resized")
        assert page.page.evaluate(gone)


def test_who_stays_when_the_browser_asks_sees_nothing_load(form):
    page = form()
    page.find("#name").fill("의자")
    asked = []
    page.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.find(".back").click()
    page.poll(lambda: asked == ["beforeunload"])
    expect(page.find(".pressed, .navigating")).to_have_count(0)
    expect(page.find("#name")).to_have_value("의자")


def test_only_a_form_asks_whoever_leaves(visit, demo):
    """Firefox keeps no page in its back/forward cache that could ask."""
    page = visit(demo, "/offline")
    page.page.add_init_script("""{
        const { addEventListener } = window
        window.addEventListener = (type, ...rest) => {
            window.asks ||= /unload/.test(type)
            addEventListener(type, ...rest)
        }
    }""")
    for path, asks in [("/", False), ("/products/1", False), ("/favorites", False), ("/products/new", True)]:
        page.go(path)
        assert page.page.evaluate("Boolean(window.asks)") == asks, path


def test_the_sellers_name_is_remembered(form):
    page = form().fill(seller="초록 공방").add(SMALL).submit().arrive(r"/products/\d+$")
    page.go("/products/new")
    expect(page.find("#seller")).to_have_value("초록 공방")


def test_the_last_contact_is_remembered_until_it_is_cleared(form, shared, visit):
    page = form().fill(contact="010-1234-5678").add(SMALL).submit().arrive(r"/products/\d+$")
    page.go("/products/new")
    expect(page.find("#contact")).to_have_value("010-1234-5678")
    expect(page.find("#unreachable")).to_be_hidden()
    # Nobody is asked about leaving a form in which only that was filled in.
    page.page.on("dialog", lambda dialog: pytest.fail("asked"))
    page.go("/").go("/products/new").fill(contact="").add(SMALL).submit().arrive(r"/products/\d+$")
    page.go("/products/new")
    expect(page.find("#contact")).to_have_value("")
    # It is on this device only.
    expect(visit(shared, "/products/new").find("#contact")).to_have_value("")


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("language, words", [("en-US", "no way to reach you"), ("ko-KR", "연락할 방법이 없어요")])
def test_a_listing_without_a_contact_is_told_before_it_is_sent_and_can_be_sent(form, scripts, language, words):
    page = form(java_script_enabled=scripts, language=language).fill().add(SMALL)
    note = page.find("#unreachable")
    expect(note).to_contain_text(words)
    assert page.find("#contact").bounding_box()["y"] < note.bounding_box()["y"] < page.find("#submit").bounding_box()["y"]
    page.find("#contact").fill("010-1234-5678")
    expect(note).to_be_hidden()
    page.find("#contact").fill("")
    expect(note).to_be_visible()
    page.submit()
    page.page.wait_for_url(re.compile(r"/products/\d+$"))


@pytest.mark.matrix
@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_the_contact_stands_beside_the_place_of_the_hand_over(form, screen):
    page = form(screen)
    place, contact = [page.find(f"#{name}").bounding_box() for name in ("place", "contact")]
    if screen == "desktop":
        assert place["y"] == contact["y"] and place["x"] < contact["x"]
    else:
        assert 0 < contact["y"] - place["y"] - place["height"] < 80


def test_limits_are_shown_as_one_types(form):
    page = form()
    page.find("#name").fill("의자 하나")
    expect(page.find("[data-for=name]")).to_have_text("5 / 200")
    page.find("#descriptions").fill("x" * 10001)
    expect(page.find("[data-for=descriptions]")).to_have_text("10001 / 10000")
    page.submit()
    expect(page.problem("descriptions")).to_contain_text("10,000")


@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_what_is_missing_is_said_beside_the_field_in_words(form, language):
    page = form(language=language).submit()
    for field in ["images", "name", "price", "seller", "password"]:
        expect(page.problem(field)).not_to_be_empty()
    expect(page.find("#name")).to_have_attribute("aria-invalid", "true")
    page.find("#name").fill("의자")
    expect(page.problem("name")).to_be_empty()


@pytest.mark.parametrize("language, short, common", [
    ("en-US", "at least 8 characters", "one of the first that people guess"),
    ("ko-KR", "8자 이상", "누구나 쉽게 맞힐 수 있는")])
def test_a_short_or_common_password_is_said_and_only_the_common_one_is_sent(form, language, short, common):
    page = form(language=language)
    sent = []
    page.page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    expect(page.find("#password-hint")).to_contain_text("8")
    # As soon as the field is left, and without asking the server.
    page.fill(password="열려라참깨둘", descriptions="Two legs").add(SMALL).find("#name").focus()
    expect(page.problem("password")).to_contain_text(short)
    page.submit()
    expect(page.find("#password")).to_be_focused()
    assert sent == []
    # Only the server knows which are common.
    page.fill(password="ㅂㅈㄷㄱ1234", descriptions="Two legs").submit()
    expect(page.problem("password")).to_contain_text(common)
    expect(page.find("#password")).to_be_focused()
    expect(page.find("#descriptions")).to_have_value("Two legs")
    expect(page.cells).to_have_count(1)
    page.find("#password").fill("열려라참깨다섯번")
    page.submit().arrive(r"/products/\d+$")
    assert len(sent) == 2


def test_a_short_password_in_use_opens_the_edit_form(visit, shared):
    product = shared.list("Chair", secret="1")
    page = visit(shared, f"/products/{product['id']}/edit").answer("1")
    page.find("#name").fill("Blue chair")
    page.submit().arrive(r"/products/\d+$")
    expect(page.find("main h1")).to_have_text("Blue chair")


def test_a_discount_above_the_price_is_said(form):
    page = form().fill(price="1000", discount="1001").add(SMALL).submit()
    expect(page.problem("discount")).not_to_be_empty()


def test_a_product_is_given_away_in_words(form):
    page = form().fill(price="무료 나눔").add(SMALL).submit()
    page.arrive(r"/products/\d+$")
    expect(page.find(".price").first).to_contain_text("Free")


def test_everything_typed_and_all_pictures_stay_when_the_network_fails(form):
    page = form().fill(descriptions="Old but good").add(*LETTERS)
    page.page.route("**/products", lambda route: route.abort())
    page.submit().has_failed()
    expect(page.find("#descriptions")).to_have_value("Old but good")
    expect(page.cells).to_have_count(3)
    page.page.unroute("**/products")
    page.submit().arrive(r"/products/\d+$")


def test_a_refusal_keeps_everything_and_names_the_field(form):
    page = form().fill(price="19.99").add(SMALL).submit()
    expect(page.problem("price")).not_to_be_empty()
    expect(page.cells).to_have_count(1)
    page.find("#price").fill("20")
    page.submit().arrive(r"/products/\d+$")


def test_without_scripts_a_refused_form_keeps_its_pictures(visit, shared):
    page = visit(shared, "/products/new", java_script_enabled=False)
    page.fill(price="nothing").add(*LETTERS).submit()
    expect(page.problem("price")).not_to_be_empty()
    expect(page.cells).to_have_count(3)
    page.cells.nth(2).locator(".remove").click()
    expect(page.cells).to_have_count(2)
    page.fill(price="1000").submit()
    page.page.wait_for_url(re.compile(r"/products/\d+$"))
    expect(page.find(".slides > li")).to_have_count(2)


def test_leaving_asks_only_when_something_was_typed(form):
    page, asked = form(), []
    page.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.find("#name").click()
    page.go("/")
    assert asked == []
    page.go("/products/new")
    page.find("#name").press_sequentially("의")
    page.page.evaluate("location.href = '/'")
    page.arrive(r"/$")
    assert asked == ["beforeunload"]


# MARK: Composing

def compose(page, text):
    session = page.page.context.new_cdp_session(page.page)
    session.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    return session


def test_what_is_still_being_composed_is_part_of_what_is_sent(form):
    page = form().fill("의").add(SMALL)
    page.find("#name").focus()
    page.press("End")
    compose(page, "자")
    page.submit().arrive(r"/products/\d+$")
    expect(page.find("main h1")).to_have_text("의자")


def test_an_enter_that_ends_a_syllable_submits_nothing(form):
    page = form().fill("의").add(SMALL)
    asked = []
    page.page.on("request", lambda request: request.method == "POST" and asked.append(request.url))
    page.find("#name").focus()
    session = compose(page, "자")
    session.send("Input.dispatchKeyEvent", {
        "type": "rawKeyDown", "windowsVirtualKeyCode": 229, "key": "Enter", "code": "Enter"})
    session.send("Input.insertText", {"text": "자"})
    expect(page.find("#name")).to_have_value(re.compile("자"))
    expect(page.find("#submit")).to_be_enabled()
    assert asked == []
    expect(page.find("#name")).to_be_focused()


# MARK: One listing

def test_one_tap_makes_one_listing_however_often_it_is_tapped(form, own):
    page = form(market=own).fill().add(SMALL)
    page.find("#submit").evaluate("one => { one.click(); one.click(); one.click() }")
    page.arrive(r"/products/\d+$")
    assert own.get("/api/products")["total_count"] == 1


def test_the_new_products_page_has_its_pictures_and_back_leads_to_the_list(visit, own):
    page = visit(own)
    page.find("#new").click()
    page.arrive("/products/new$").fill("의자").add(*LETTERS).submit().arrive(r"/products/\d+$")
    expect(page.find(".slides > li")).to_have_count(3)
    page.until("document.querySelector('#picture-1 img').naturalWidth > 0")
    page.back(r"/$")
    expect(page.rows.first.locator(".name")).to_have_text("의자")
