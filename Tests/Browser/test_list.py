"""The market page: the list."""

import re

import pytest
from playwright.sync_api import expect

from pictures import jpeg

ALL = pytest.mark.parametrize("screen", ["phone", "landscape", "desktop"])
BOTH = pytest.mark.parametrize("view", ["list", "grid"])


@pytest.mark.matrix
@ALL
def test_title_search_sort_in_stock_view_refresh_and_plus_are_there(visit, demo, screen):
    page = visit(demo, screen=screen)
    for selector in ["h1", "#q", "#sort", "#in_stock", "#view-form [value=list]", "#refresh", "#new"]:
        expect(page.find(selector)).to_be_visible()
    plus, window = page.find("#new").bounding_box(), page.page.viewport_size
    assert plus["x"] > window["width"] / 2 and plus["y"] > window["height"] / 2
    page.find("#new").click()
    page.arrive("/products/new$")


@pytest.mark.matrix
@ALL
def test_nothing_is_wider_than_the_window(visit, demo, screen):
    page = visit(demo, screen=screen)
    for view in ["list", "grid"]:
        assert page.show_as(view).page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view


def test_the_view_is_switched_in_place_and_remembered(visit, demo):
    page = visit(demo)
    page.page.evaluate("window.mark = true")
    page.show_as("grid").wait_for_cookie("view", "grid")
    assert page.page.evaluate("window.mark")
    expect(page.find("[name=view][value=grid]")).to_have_attribute("aria-pressed", "true")
    page.go("/")
    expect(page.find("#products")).to_have_attribute("data-view", "grid")


@pytest.mark.parametrize("language, price, old, stock, gone", [
    ("en-US", "₩11,500", "₩12,000", "In stock: 10", "Sold out"),
    ("ko-KR", "11,500원", "12,000원", "재고: 10", "품절"),
])
@BOTH
def test_a_row_says_name_price_and_stock(visit, own, language, price, old, stock, gone, view):
    reduced = own.list("Chair", discounted_price=500)
    sold_out = own.list("Table", stock=0)
    plenty = own.list("Nails", stock=1200, price=19.99, currency="USD")
    page = visit(own, language=language).show_as(view)
    expect(page.row(reduced).locator(".name")).to_have_text("Chair")
    expect(page.row(reduced).locator(".price b")).to_have_text(price)
    expect(page.row(reduced).locator("s")).to_have_text(old)
    assert page.row(reduced).locator("s").evaluate("one => getComputedStyle(one).textDecorationLine") == "line-through"
    expect(page.row(reduced).locator(".stock")).to_have_text(stock)
    expect(page.row(sold_out).locator(".stock")).to_have_text(gone)
    expect(page.row(plenty).locator(".stock")).to_contain_text("999+")
    expect(page.row(plenty).locator(".price")).to_contain_text("$19.99")
    color = "one => getComputedStyle(one).color"
    assert page.row(sold_out).locator(".stock").evaluate(color) != page.row(reduced).locator(".stock").evaluate(color)


def test_in_the_list_the_old_price_is_beside_and_in_the_grid_below(visit, own):
    product = own.list("Chair", discounted_price=500)
    page = visit(own)
    new, old = page.row(product).locator(".price b"), page.row(product).locator("s")
    assert abs(new.bounding_box()["y"] - old.bounding_box()["y"]) < 12
    page.show_as("grid")
    assert old.bounding_box()["y"] > new.bounding_box()["y"] + 12


@pytest.mark.motion
def test_pictures_fade_in(visit, own):
    own.list("Chair")
    page = visit(own, "/mine")
    # From the beginning: the new page records what its pictures do.
    page.page.context.add_init_script("""window.faded = []
        const { animate } = Element.prototype
        Element.prototype.animate = function (frames, options) {
            if (this.matches('.thumb')) window.faded.push([...frames.opacity, options])
            return animate.call(this, frames, options)
        }""")
    held, is_ready = [], False
    page.page.route("**/images/**", lambda route: route.continue_() if is_ready else held.append(route))
    page.page.goto("/", wait_until="domcontentloaded")
    page.ready()
    is_ready = True
    for route in held:
        route.continue_()
    page.until("window.faded.length === 1")
    assert page.page.evaluate("window.faded") == [[0, 1, 200]]


def test_the_first_load_shows_rows_with_places_for_their_pictures(visit, demo):
    page = visit(demo, "/mine")
    page.page.route("**/images/**", lambda route: None)
    page.page.goto("/", wait_until="domcontentloaded")
    picture = page.rows.first.locator(".picture")
    assert picture.bounding_box()["width"] == picture.bounding_box()["height"] == 96
    assert picture.evaluate("one => getComputedStyle(one).backgroundColor") != "rgba(0, 0, 0, 0)"
    expect(page.rows.first.locator(".name")).not_to_be_empty()
    expect(page.rows.first.locator(".price b")).not_to_be_empty()


@BOTH
def test_pictures_fill_a_square(visit, own, view):
    product = own.list("Wide", [jpeg(300, 100)])
    picture = visit(own).show_as(view)
    box = picture.row(product).locator(".thumb").bounding_box()
    assert abs(box["width"] - box["height"]) < 1 and box["width"] > 90


@BOTH
def test_thumbnails_are_webp_and_jpeg_where_that_has_to_wait(visit, own, view):
    there, waiting = own.list("There", [jpeg(300, 100)]), own.list("Waiting", [jpeg(200, 300)])
    page = visit(own, "/mine")
    stem = re.search(r"/images/[0-9a-f]+", waiting["images"][0]["url"]).group()
    page.page.route(f"**{stem}-*.webp", lambda route: route.fulfill(status=307, headers={"Location": f"{stem}-thumb.jpg"}))
    page.go("/").show_as(view)
    for product in (there, waiting):
        picture = page.row(product).locator(".thumb")
        page.until("id => document.querySelector(`[data-id='${id}'] .thumb`).naturalWidth > 0", product["id"])
        assert re.search(r"-\d+\.webp$", picture.evaluate("one => one.currentSrc"))
    answer = page.page.request.get(page.row(there).locator(".thumb").evaluate("one => one.currentSrc"))
    assert answer.headers["content-type"] == "image/webp" and answer.body()[8:12] == b"WEBP"


@pytest.mark.matrix
@pytest.mark.parametrize("density, row, card", [(1, 200, 200), (2, 200, 400), (3, 400, 400)])
def test_thumbnails_are_no_larger_than_the_screen_shows(visit, own, density, row, card):
    product = own.list("Chair", [jpeg(800, 800)])
    page = visit(own, device_scale_factor=density)
    source = "id => document.querySelector(`[data-id='${id}'] .thumb`).currentSrc.match(/-(\\d+)\\.webp$/)?.[1]"
    page.until(f"([id, width]) => ({source})(id) === width", [product["id"], str(row)])
    page.show_as("grid").until(f"([id, width]) => ({source})(id) === width", [product["id"], str(card)])
    page.wait_for_cookie("view", "grid")
    page.go("/").until(f"([id, width]) => ({source})(id) === width", [product["id"], str(card)])


def test_a_list_row_ends_in_a_quiet_arrow(visit, demo):
    row = visit(demo).rows.first
    marks = row.evaluate("row => [row, ...row.querySelectorAll('*')].flatMap(one => ['::before', '::after']"
                         ".map(part => getComputedStyle(one, part))).filter(style => style.content !== 'none').length")
    assert marks > 0


@pytest.mark.matrix
@pytest.mark.parametrize("screen, columns", [("phone", 2), ("landscape", 4), ("desktop", 4)])
def test_the_grid_has_two_columns_upright_four_on_the_side_and_more_on_a_desktop(visit, demo, screen, columns):
    page = visit(demo, screen=screen).show_as("grid")
    tops = page.rows.evaluate_all("rows => rows.map(row => Math.round(row.getBoundingClientRect().top))")
    assert tops.count(tops[0]) == columns if screen != "desktop" else 4 <= tops.count(tops[0]) <= 5


@BOTH
def test_turning_the_phone_keeps_the_place(visit, crowd, view):
    page = visit(crowd).show_as(view).load(120).scroll_to(3500)
    before = page.place()
    page.page.set_viewport_size({"width": 844, "height": 390})
    expect(page.find("html")).to_be_visible()
    page.until("top => Math.abs(top[1] - document.querySelector(`[data-id='${top[0]}']`)"
                                ".getBoundingClientRect().top) <= 2", before)
    page.page.set_viewport_size({"width": 390, "height": 844})
    page.until("top => Math.abs(top[1] - document.querySelector(`[data-id='${top[0]}']`)"
                                ".getBoundingClientRect().top) <= 2", before)


@BOTH
def test_switching_the_view_keeps_the_place(visit, crowd, view):
    page = visit(crowd).show_as(view).load(90).scroll_to(3000)
    before = page.place()
    # The switch is at the top: use it with the keyboard, to keep the scroll position.
    page.find(f"#view-form [value={'list' if view == 'grid' else 'grid'}]").evaluate("one => one.click()")
    assert abs(page.top_of(before[0]) - before[1]) <= 2


# MARK: Endless scrolling

def test_endless_scrolling_shows_each_of_300_products_once(visit, crowd):
    page = visit(crowd).load(300)
    newest = sorted((thing["id"] for thing in crowd.things), reverse=True)
    assert page.ids() == newest
    expect(page.find("#end")).to_be_visible()
    expect(page.find("#more")).to_be_hidden()


def test_the_next_page_is_asked_for_when_ten_are_left(visit, crowd):
    asked = []
    page = visit(crowd)
    page.page.on("request", lambda request: "fragment" in request.url and asked.append(request.url))
    # An observer of the test's own is told after the page's.
    into_view = "row => new Promise(done => { row.scrollIntoView({ block: 'end' }); requestAnimationFrame(() => " \
                "new IntersectionObserver(() => done()).observe(row)) })"
    page.rows.nth(18).evaluate(into_view)
    assert asked == []
    page.rows.nth(20).evaluate(into_view)
    expect(page.rows).to_have_count(60)
    assert len(asked) == 1


@pytest.mark.motion
@BOTH
def test_placeholders_of_the_same_size_stand_in_while_a_page_loads(visit, crowd, view):
    page = visit(crowd).show_as(view)
    held = []
    page.page.route("**/*fragment=1*", lambda route: held.append(route))
    page.scroll_to(100_000)
    places = page.find("#products .placeholder")
    expect(places).to_have_count(30)
    assert abs(places.first.bounding_box()["height"] - page.rows.last.bounding_box()["height"]) <= 1
    height = page.page.evaluate("document.documentElement.scrollHeight")
    page.poll(lambda: held)
    held[0].continue_()
    expect(page.rows).to_have_count(60)
    expect(places).to_have_count(0)
    if view == "list":
        assert abs(page.page.evaluate("document.documentElement.scrollHeight") - height) < 30


def test_a_page_that_failed_is_asked_for_again_in_place_and_nothing_is_lost(visit, crowd):
    page = visit(crowd)
    page.page.route("**/*fragment=1*", lambda route: route.fulfill(status=500))
    page.scroll_to(100_000)
    expect(page.find(".retry")).to_be_visible()
    expect(page.rows).to_have_count(30)
    page.page.unroute("**/*fragment=1*")
    page.page.route("**/*fragment=1*", lambda route: route.abort())
    page.find(".retry button").click()
    expect(page.find(".retry button")).to_be_visible()
    page.page.unroute("**/*fragment=1*")
    page.find(".retry button").click()
    expect(page.rows).to_have_count(60)
    expect(page.find(".retry")).to_be_hidden()
    page.load(120)
    assert len(set(page.ids())) == 120


def test_show_more_is_a_real_link(visit, crowd):
    page = visit(crowd, java_script_enabled=False)
    seen = page.ids()
    for _ in range(3):
        seen += page.follow("#more").ids()
    assert len(seen) == len(set(seen)) == 120


def test_more_products_by_keyboard_go_on_with_the_first_of_them(visit, crowd):
    page = visit(crowd)
    # Nothing is loaded by itself, as after ten pages.
    page.page.add_init_script("window.IntersectionObserver = class { observe() {} disconnect() {} }")
    page.go("/").find("#more").focus()
    page.page.route("**/*fragment=1*", lambda route: route.abort())
    page.press("Enter")
    # It has taken the place of the link.
    expect(page.find(".retry button")).to_be_focused()
    page.page.unroute("**/*fragment=1*")
    page.press("Enter")
    expect(page.rows.nth(30).locator("a")).to_be_focused()
    page.find("#more").focus()
    end_timers = page.hold_timers(300)
    page.press("Enter")
    expect(page.rows.nth(60).locator("a")).to_be_focused()
    # Nothing says that another page is coming.
    end_timers()
    expect(page.find(".navigating, .pressed")).to_have_count(0)


def test_more_products_take_nobody_back_who_has_gone_on(visit, crowd):
    page = visit(crowd)
    page.page.add_init_script("window.IntersectionObserver = class { observe() {} disconnect() {} }")
    page.go("/")
    held = []
    page.page.route("**/*fragment=1*", lambda route: held.append(route))
    page.find("#more").click()
    page.poll(lambda: held)
    page.scroll_to(0)
    held[0].continue_()
    expect(page.rows.nth(30).locator("a")).to_be_focused()
    assert page.page.evaluate("scrollY") == 0
    page.find("#more").click()
    page.poll(lambda: len(held) == 2)
    page.find("#q").focus()
    held[1].continue_()
    expect(page.rows).to_have_count(90)
    expect(page.find("#q")).to_be_focused()


def test_the_footer_can_be_reached(visit, crowd):
    page = visit(crowd).load(300)
    page.find("footer a").first.scroll_into_view_if_needed()
    expect(page.find("footer a").first).to_be_in_viewport()


# MARK: Empty lists

def test_an_empty_market_invites_to_list_the_first_thing(visit, own):
    page = visit(own)
    page.find("main .message a").click()
    page.arrive("/products/new$")


def test_an_empty_search_says_what_was_searched_and_offers_the_way_back(visit, demo):
    page = visit(demo, "/?q=없는것")
    expect(page.find("main h2").first).to_contain_text("없는것")
    expect(page.find("#q")).to_have_value("없는것")
    page.find("main .message a").click()
    page.arrive("/$")
    expect(page.rows.first).to_be_visible()


# MARK: Searching

@pytest.mark.parametrize("words", ["chair", "CHAIR", "의", "의자", "walnut"])
def test_search_finds_by_name_and_description_and_by_one_syllable(visit, own, words):
    wanted = own.list("Chair 의자", descriptions="Made of walnut")
    own.list("Lamp 조명")
    page = visit(own)
    page.find("#q").fill(words)
    page.press("Enter")
    page.arrive(r"q=")
    assert page.ids() == [wanted["id"]]


def test_sort_and_in_stock_apply_at_once(visit, own):
    cheap, dear, gone = own.list("A", price=1000), own.list("B", price=9000), own.list("C", price=500, stock=0)
    page = visit(own)
    page.find("#sort").select_option("price_asc")
    page.arrive("sort=price_asc")
    assert page.ids() == [gone["id"], cheap["id"], dear["id"]]
    page.find("#sort").select_option("price_desc")
    page.arrive("sort=price_desc")
    assert page.ids() == [dear["id"], cheap["id"], gone["id"]]
    page.find("#in_stock").click()
    page.arrive("in_stock=1")
    assert page.ids() == [dear["id"], cheap["id"]]


def test_search_sort_and_view_work_without_scripts(visit, own):
    cheap, dear, gone = own.list("Chair A", price=1000), own.list("Chair B", price=9000), own.list("Lamp", price=500, stock=0)
    page = visit(own, java_script_enabled=False)
    page.find("#q").fill("chair")
    page.find("#sort").select_option("price_desc")
    page.find("#search noscript button, #search [type=submit]").first.click()
    page.arrive("q=chair")
    assert page.ids() == [dear["id"], cheap["id"]]
    page.go("/")
    page.find("#in_stock").check()
    page.find("#search noscript button, #search [type=submit]").first.click()
    page.arrive("in_stock=1")
    assert page.ids() == [dear["id"], cheap["id"]]
    page.find("#view-form [value=grid]").click()
    expect(page.find("#products")).to_have_attribute("data-view", "grid")
    expect(page.rows).to_have_count(2)
    assert page.ids() == [dear["id"], cheap["id"]]
    new = own.list("Chair C")
    page.find("#refresh").click()
    expect(page.rows.first).to_have_attribute("data-id", str(new["id"]))


def test_a_search_is_scrolled_like_the_list(visit, crowd):
    page = visit(crowd, "/?q=Thing&sort=price_asc").load(120)
    assert page.ids() == [thing["id"] for thing in sorted(crowd.things, key=lambda one: one["price"])][:120]


def test_a_slash_goes_to_the_search(visit, demo):
    page = visit(demo, screen="desktop")
    page.press("/")
    expect(page.find("#q")).to_be_focused()
    expect(page.find("#q")).to_have_value("")


# MARK: Refreshing

def renewed(own, page, refresh):
    kept, gone = own.list("Kept"), own.list("Gone")
    page.go("/")
    expect(page.row(kept)).to_be_visible()
    page.row(kept).evaluate("row => { row.querySelector('img').mark = true }")
    own.delete(gone)
    new = own.list("New", [jpeg(64, 64, (1, 200, 30))])
    asked = []
    page.page.on("request", lambda one: one.resource_type == "image" and asked.append(one.url))
    refresh(page)
    expect(page.row(new)).to_be_visible()
    expect(page.row(gone)).to_have_count(0)
    assert page.ids()[0] == new["id"]
    assert page.row(kept).locator("img").evaluate("image => image.mark")
    expect(page.row(new).locator("img")).to_have_js_property("complete", True)
    assert len(asked) <= 1
    expect(page.find("#status")).not_to_be_empty()


def test_who_skips_to_the_content_searches_and_comes_back_as_others_do(visit, crowd):
    page = visit(crowd)
    page.press("Tab")
    expect(page.find(".skip")).to_be_focused()
    page.press("Enter")
    expect(page.find("#main")).to_be_focused()
    page.load(60).scroll_to(3000)
    before = page.place()
    page.seen_row().click()
    page.arrive(r"/products/\d+").back(r"/(#main)?$")
    expect(page.rows).to_have_count(60)
    assert page.place() == before
    page.find("#q").fill("Thing 29")
    page.arrive("q=Thing")
    expect(page.find(".notice.error")).to_have_count(0)


@pytest.mark.motion
def test_the_button_brings_what_is_new_and_loads_no_picture_again(visit, own):
    renewed(own, visit(own), lambda page: page.find("#refresh").click())


@pytest.mark.motion
def test_pulling_down_brings_what_is_new_and_follows_the_finger(visit, own):
    def pull(page):
        release = page.finger(*[(150, y) for y in range(300, 640, 12)])
        moved = "one => parseFloat(one.style.translate.split(' ')[1])"
        assert 64 < page.find("#products").evaluate(moved) < 340
        release()
        expect(page.find("#products")).to_have_js_property("style.translate", "")
    renewed(own, visit(own), pull)


# MARK: Coming back

@pytest.mark.motion
@pytest.mark.parametrize("view, keeps_pages", [("list", True), ("grid", False)])
def test_coming_back_restores_view_rows_and_place(visit, crowd, view, keeps_pages):
    page = visit(crowd, keeps_pages=keeps_pages).show_as(view).load(150).scroll_to(4000)
    rows, place = page.rows.count(), page.place()
    page.seen_row().click()
    page.arrive(r"/products/\d+$")
    page.back(r"/$")
    expect(page.find("#products")).to_have_attribute("data-view", view)
    assert page.rows.count() >= rows
    assert page.place()[0] == place[0] and abs(page.place()[1] - place[1]) <= 2
    page.load(page.rows.count() + 30)
    assert len(set(page.ids())) == page.rows.count()


# MARK: Thumbnails

def test_thumbnails_off_screen_are_not_loaded_and_those_about_to_appear_are(visit, crowd):
    page = visit(crowd)
    expect(page.find(".thumb").first).to_have_js_property("complete", True)
    assert page.rows.last.evaluate("row => row.querySelector('.thumb')?.naturalWidth || 0") == 0
    page.rows.nth(25).scroll_into_view_if_needed()
    expect(page.rows.nth(25).locator(".thumb")).to_have_js_property("complete", True)
    assert page.rows.nth(25).locator(".thumb").evaluate("image => image.naturalWidth") > 0


WRONG = """async () => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const wrong = []
    let seen = 0
    for (const row of document.querySelectorAll('#products [data-id]')) {
        const image = row.querySelector('.thumb')
        if (!image?.naturalWidth || !image.complete) continue
        seen += 1
        const number = Number(/\\d+/.exec(row.querySelector('.name').textContent)[0])
        const right = [number * 97 % 256, number * 57 % 256, number * 151 % 256]
        context.drawImage(image, 0, 0, 1, 1)
        const [...drawn] = context.getImageData(0, 0, 1, 1).data
        if (right.some((value, index) => Math.abs(value - drawn[index]) > 24)) wrong.push([number, right, drawn])
    }
    return [seen, wrong]
}"""


def test_a_picture_never_appears_in_the_wrong_row_while_scrolling_fast_on_a_slow_network(visit, crowd):
    page = visit(crowd)
    session = page.page.context.new_cdp_session(page.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 200, "downloadThroughput": 60_000, "uploadThroughput": 60_000})
    page.load(180)
    for y in (0, 6000, 1000, 9000, 300):
        page.scroll_to(y)
        assert page.page.evaluate(WRONG)[1] == []
    page.until(f"({WRONG})().then(([seen]) => seen > 4)")
    assert page.page.evaluate(WRONG)[1] == []


def test_thumbnails_scrolled_past_are_dropped(visit, crowd):
    page = visit(crowd)
    page.page.route("**/images/**", lambda route: None)
    page.load(120).scroll_to(0)
    page.until("document.querySelectorAll('.product .picture:not(:has(.thumb))').length > 40")
    page.page.unroute("**/images/**")
    page.rows.nth(80).scroll_into_view_if_needed()
    thumbnail = page.rows.nth(80).locator(".thumb")
    expect(thumbnail).to_have_attribute("src", re.compile("/images/"))
    expect(thumbnail).to_have_js_property("complete", True)


def test_the_plus_never_covers_the_last_price(visit, demo):
    page = visit(demo).load(64).scroll_to(1_000_000)
    price, plus = page.rows.last.locator(".price").bounding_box(), page.find("#new").bounding_box()
    assert price["y"] + price["height"] <= plus["y"] or price["x"] + price["width"] <= plus["x"]
