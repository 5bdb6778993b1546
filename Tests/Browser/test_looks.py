"""How it looks: whatever can be measured. The rest is checked by eye."""

import re

import pytest
from playwright.sync_api import expect

from pictures import jpeg, pixel

PAGES = ["/", "/?q=nothing-like-it", "/products/1", "/products/1/edit", "/products/1/contact", "/products/new", "/sellers/1",
         "/mine", "/offline", "/nowhere"]
SCREENS = pytest.mark.parametrize("screen", ["phone", "desktop"])
pytestmark = [pytest.mark.matrix, pytest.mark.motion]
STYLE = "(one, name) => getComputedStyle(one)[name]"


def style(locator, name, part=None):
    """Returns the computed value of a property as text; also for a pseudo-element."""
    return locator.evaluate("(one, [name, part]) => getComputedStyle(one, part)[name]", [name, part])


def pixels(locator, name):
    return float(style(locator, name).removesuffix("px"))


def middle(box):
    return box["x"] + box["width"] / 2


# MARK: Type

@SCREENS
def test_letters_are_the_systems_own_in_five_sizes(visit, demo, screen):
    page = visit(demo, screen=screen)
    for path in PAGES:
        page.go(path)
        assert style(page.find("html"), "fontFamily").startswith("system-ui, -apple-system")
        found = page.page.evaluate("""() => {
            const found = {}
            for (const one of document.querySelectorAll('body *')) {
                const hasText = [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim())
                if (!one.checkVisibility() || !(hasText || one.matches('input:not([type=hidden], [type=file], [type=checkbox]), select, textarea'))) continue
                const { fontSize, fontFamily } = getComputedStyle(one)
                if (!fontFamily.startsWith('system-ui')) found[fontFamily] = one.outerHTML.slice(0, 80)
                found[parseFloat(fontSize)] = one.outerHTML.slice(0, 80)
            }
            return found
        }""")
        assert (path, {size: one for size, one in found.items() if size not in {"13", "15", "17", "22", "28"}}) == (path, {})


def test_numbers_are_tabular_and_korean_never_breaks_inside_a_word(visit, own):
    product = own.list("아주편안한나무의자 아주편안한나무의자 아주편안한나무의자")
    page = visit(own, language="ko-KR")
    assert style(page.row(product).locator("b"), "fontVariantNumeric") == "tabular-nums"
    # Lines contain whole words: where a line ends, there is a space.
    breaks = page.row(product).locator(".name").evaluate("""(one) => {
        const text = one.firstChild
        const range = document.createRange()
        const top = (index) => (range.setStart(text, index), range.setEnd(text, index + 1), range.getClientRects()[0]?.top)
        const letters = [...text.data].map((letter, index) => [letter, top(index)])
        return letters.slice(1).filter(([, top], index) => top > letters[index][1] + 4).map((_, index) => index).length
            ? letters.slice(1).flatMap(([, top], index) => (top > letters[index][1] + 4 ? [letters[index][0]] : []))
            : []
    }""")
    assert breaks and set(breaks) == {" "}


# MARK: Color

@pytest.mark.parametrize("scheme, ground, accent", [("light", 240, "rgb(194, 65, 12)"), ("dark", 30, "rgb(251, 146, 60)")])
def test_grounds_are_near_white_and_near_black_and_the_accent_is_persimmon(visit, demo, scheme, ground, accent):
    page = visit(demo, color_scheme=scheme)
    shade = [int(part) for part in re.findall(r"\d+", style(page.find("html"), "backgroundColor"))]
    assert all(part > ground for part in shade) if scheme == "light" else all(part < ground for part in shade)
    assert style(page.find("#new"), "backgroundColor") == accent


def test_sold_out_and_errors_have_a_color_and_a_word(visit, shared):
    gone, there = shared.list("Gone", stock=0), shared.list("There")
    page = visit(shared)
    stock = [page.row(one).locator(".stock") for one in (gone, there)]
    assert style(stock[0], "color") != style(stock[1], "color")
    expect(stock[0]).to_have_text("Sold out")
    page.go("/products/new").submit()
    wrong = page.problem("name")
    expect(wrong).not_to_be_empty()
    assert style(wrong, "color") == style(page.problem("price"), "color") != style(page.find(".hint").first, "color")


# MARK: Space

def test_edges_are_16_and_spaces_are_steps_of_four(visit, demo):
    page = visit(demo)
    for path in PAGES:
        edges_are_16_and_spaces_are_steps_of_four(page.go(path), path)


def edges_are_16_and_spaces_are_steps_of_four(page, path):
    box = page.find("main").evaluate("""(main) => {
        const { paddingLeft, paddingRight } = getComputedStyle(main)
        return [main.getBoundingClientRect().left + parseFloat(paddingLeft), parseFloat(paddingRight)]
    }""")
    assert (path, box) == (path, [16, 16])
    odd = page.page.evaluate("""() => {
        const names = ['paddingTop', 'paddingBottom', 'paddingLeft', 'paddingRight', 'marginTop', 'marginBottom', 'rowGap', 'columnGap']
        const odd = new Set()
        for (const one of document.querySelectorAll('main, main *, header, header *, footer, footer *, .fab')) {
            if (!one.checkVisibility() || one.closest('svg, table, .unseen')) continue
            const style = getComputedStyle(one)
            // Of a field, the edge is part of the space; what is set in a line of text follows the letters.
            if (style.display === 'inline' || one.matches('.mine, .badge, .counter, .word, [type=checkbox]')) continue
            for (const name of names) {
                const isField = one.matches('input, select, textarea') && name.startsWith('padding')
                const border = isField ? parseFloat(style[name.replace('padding', 'border') + 'Width']) : 0
                const space = parseFloat(style[name]) + border
                if (space && space % 4) odd.add(`${one.tagName}.${one.className} ${name} ${space}`)
            }
        }
        return [...odd]
    }""")
    assert odd == [], "\n".join([path, *odd])


def test_the_safe_areas_of_notched_phones_are_kept(visit, demo):
    page = visit(demo, screen="landscape")
    session = page.page.context.new_cdp_session(page.page)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": {"left": 47, "right": 47, "bottom": 21}})
    page.until("parseFloat(getComputedStyle(document.querySelector('main')).paddingLeft) === 47")
    window = page.page.viewport_size
    plus = page.find("#new").bounding_box()
    assert plus["x"] + plus["width"] <= window["width"] - 47 and plus["y"] + plus["height"] <= window["height"] - 21
    for one in ["#q", "h1", "#products .thumb"]:
        assert page.find(one).first.bounding_box()["x"] >= 47


# MARK: Rows and cards

def test_a_row_has_a_96_point_picture_two_lines_of_name_and_a_hairline_from_the_text(visit, shared):
    product = shared.list("A very long name that goes on and on, line after line, until nobody reads it any more, and on"[:100],
                       discounted_price=500)
    shared.list("Last")
    page = visit(shared)
    row = page.row(product)
    picture, facts = row.locator(".picture"), row.locator(".facts")
    box = picture.bounding_box()
    assert (box["width"], box["height"]) == (96, 96)
    assert pixels(picture, "borderTopLeftRadius") >= 8
    assert row.locator(".name").bounding_box()["height"] <= 2 * pixels(row.locator(".name"), "lineHeight") + 1
    price, old = row.locator(".price b"), row.locator("s")
    assert int(style(price, "fontWeight")) >= 600
    assert pixels(old, "fontSize") < pixels(price, "fontSize")
    assert style(row.locator(".stock"), "color") == style(row.locator("time"), "color") != style(price, "color")
    assert pixels(facts, "borderBottomWidth") == 1 and pixels(row.locator("a"), "borderBottomWidth") == 0
    assert facts.bounding_box()["x"] == box["x"] + 96 + 16 == row.locator(".name").bounding_box()["x"]


def test_a_card_has_two_lines_of_name_and_no_box_around_it(visit, shared):
    product = shared.list("A very long name that goes on and on, line after line, until nobody reads it any more, and on"[:100])
    card = visit(shared).show_as("grid").row(product)
    assert card.locator(".name").bounding_box()["height"] <= 2 * pixels(card.locator(".name"), "lineHeight") + 1
    for one in [card, card.locator("a"), card.locator(".facts")]:
        assert (pixels(one, "borderTopWidth"), pixels(one, "borderBottomWidth")) == (0, 0)
        assert style(one, "boxShadow") == "none" and style(one, "backgroundColor") == "rgba(0, 0, 0, 0)"


@SCREENS
def test_cards_of_a_row_have_their_prices_on_one_line(visit, own, screen):
    for name in ["Chair", "A chair whose name is so long that it needs two lines of a card, and even more than these two"] * 3:
        own.list(name)
    page = visit(own, screen=screen).show_as("grid")
    tops = page.rows.evaluate_all("""rows => rows.map((row) =>
        [Math.round(row.getBoundingClientRect().top), Math.round(row.querySelector('.price').getBoundingClientRect().top)])""")
    lines = {}
    for row, price in tops:
        lines.setdefault(row, set()).add(price)
    assert len(lines) < len(tops)
    assert [prices for prices in lines.values() if len(prices) > 1] == []


@pytest.mark.parametrize("path", ["/", "/products/1", "/sellers/1"])
def test_on_a_wide_window_the_content_is_at_most_1120_wide(visit, demo, path):
    page = visit(demo, path, viewport={"width": 1920, "height": 1080}, screen="desktop")
    main = page.find("main").bounding_box()
    assert main["width"] == 1120 and middle(main) == 960


def test_on_a_desktop_a_product_has_two_columns_and_its_pictures_and_button_stay(visit, shared):
    product = shared.list("Chair", [jpeg(400, 400)], descriptions="\n".join("line" for _ in range(3)))
    page = visit(shared, f"/products/{product['id']}", screen="desktop", viewport={"width": 1280, "height": 500})
    pictures, facts = page.find("#gallery").bounding_box(), page.find(".detail .facts").bounding_box()
    assert facts["x"] >= pictures["x"] + pictures["width"]
    page.page.set_viewport_size({"width": 1280, "height": 600})
    page.scroll_to(10_000)
    assert [style(page.find(part), "position") for part in ["#gallery", ".detail .contact"]] == ["sticky", "sticky"]


def test_in_a_low_window_pictures_are_as_wide_as_it_and_seen_whole(visit, shared):
    product = shared.list("Chair", [jpeg(400, 400), jpeg(300, 400)])
    page = visit(shared, f"/products/{product['id']}", screen="desktop", viewport={"width": 640, "height": 450})
    box = page.find(".slides").bounding_box()
    assert (box["x"], box["width"]) == (0, 640) and box["height"] <= 450


# MARK: Header

@SCREENS
def test_the_header_is_slim_translucent_and_stays_and_the_title_grows_small(visit, demo, screen):
    page = visit(demo, screen=screen)
    header, title = page.find("header.bar"), page.find(".brand span")
    assert header.bounding_box()["height"] <= 56
    assert re.search(r"/ 0\.\d+\)|, 0\.\d+\)", style(header, "backgroundColor"))
    assert "blur" in style(header, "backdropFilter")
    tall = title.bounding_box()["height"]
    page.scroll_to(600)
    assert header.bounding_box()["y"] == 0
    page.until("tall => document.querySelector('.brand span').getBoundingClientRect().height < tall * .7", tall)


@pytest.mark.parametrize("language, words", [("en-US", ["New listing", "My listings"]), ("ko-KR", ["상품 등록", "내 상품"])])
def test_words_stand_beside_the_icons_on_a_desktop_and_are_only_spoken_on_a_phone(visit, demo, language, words):
    for screen, are_seen in [("phone", False), ("landscape", False), ("desktop", True)]:
        page = visit(demo, screen=screen, language=language)
        controls = [page.find("#new"), page.find("header a[href='/mine']")]
        for control, word in zip(controls, words):
            expect(control).to_have_accessible_name(word)
            assert (control.get_by_text(word).bounding_box()["width"] > 20) == are_seen
        box = page.find("#new").bounding_box()
        assert (box["width"] == box["height"]) != are_seen


# MARK: Controls

@pytest.mark.parametrize("path, controls", [
    ("/", [".brand a", "header .tool >> nth=0", "header .tool >> nth=1", "#refresh", ".choice button >> nth=1", ".filters .check", "#sort",
           "#products a >> nth=0", "#new"]),
    ("/?q=a", [".count a"]), ("/?q=nothing-like-it", [".message .button"]),
    ("/products/1", [".back", "#more-menu summary", ".seller", ".foot a >> nth=0", ".foot button"]),
    ("/products/new", [".back", ".add label >> nth=0", "#submit"]),
])
def test_whatever_is_pressed_shows_it_at_once(visit, demo, path, controls):
    page = visit(demo, path, screen="desktop")
    mouse = page.page.mouse
    looks = """(one) => [one, ...one.querySelectorAll('*')].map((part) => {
        const { opacity, filter, scale } = getComputedStyle(part)
        return [opacity, filter, scale].join(' ')
    }).join()"""
    unmoved = []
    for selector in controls:
        control = page.find(selector)
        control.hover()
        page.settled()
        before = control.evaluate(looks)
        mouse.down()
        if control.evaluate(looks) == before:
            unmoved.append(selector)
        # Releasing elsewhere does nothing.
        mouse.move(640, 1)
        mouse.up()
        page.press("Escape")
    assert unmoved == []


def test_the_arrow_of_a_choice_is_one_stroke(visit, demo):
    page = visit(demo)
    assert style(page.find("#sort"), "backgroundImage").startswith("url(")
    assert style(page.go("/products/new").find("#currency"), "backgroundImage").startswith("url(")


def test_where_the_system_chooses_the_colors_controls_keep_an_edge(visit, shared):
    product = shared.list("Chair", [jpeg(80, 80), jpeg(90, 80)])
    page = visit(shared, forced_colors="active")
    assert pixels(page.find("#new"), "borderTopWidth") >= 1
    pressed, other = page.find(".choice [aria-pressed=true]"), page.find(".choice [aria-pressed=false]")
    assert pixels(pressed, "borderTopWidth") > pixels(other, "borderTopWidth")
    filter = page.find("#filter summary")
    assert pixels(filter, "paddingLeft") >= 8 and pixels(filter, "borderTopWidth") >= 1
    filter.click()
    assert pixels(page.find("#filter .panel"), "borderTopWidth") >= 1
    assert pixels(page.go("/?in_stock=1&free=1").find(".chip").first, "borderTopWidth") >= 1
    page.go(f"/products/{product['id']}")
    dots = page.find(".dots a")
    assert style(dots.nth(0), "backgroundColor", "::before") != style(dots.nth(1), "backgroundColor", "::before")
    assert pixels(page.find(".dots a").nth(1), "width") >= 44
    page.go("/products/new")
    assert pixels(page.find("#submit"), "borderTopWidth") >= 1
    bar = page.find("#upload")
    bar.evaluate("one => Object.assign(one, { hidden: false, max: 100, value: 50 })")
    assert pixels(bar, "borderTopWidth") >= 1
    page.poll(lambda: pixel(bar.screenshot(), .25, .5) != pixel(bar.screenshot(), .75, .5), "what has been sent")
    name = page.find("#name")
    plain = pixels(name, "borderLeftWidth")
    name.evaluate("one => one.classList.add('changed')")
    assert pixels(name, "borderLeftWidth") > plain


# MARK: Motion

def test_what_moves_takes_200_ms(visit, demo):
    page = visit(demo, "/products/1")
    long = page.page.evaluate("""() => [...document.querySelectorAll('body *')].flatMap((one) => {
        const { transitionDuration } = getComputedStyle(one)
        return transitionDuration.split(', ').filter((time) => parseFloat(time) > .2).map((time) => one.outerHTML.slice(0, 80) + time)
    })""")
    assert long == []
    page.find("#more-menu summary").click()
    assert style(page.find("#more-menu ul"), "animationDuration") == "0.2s"


def test_the_thumbnail_grows_into_the_products_picture(visit, demo):
    page = visit(demo)
    # The new page records the transition that led to it.
    page.page.context.add_init_script("addEventListener('pagereveal', (event) => { window.came = Boolean(event.viewTransition) })")
    link = page.rows.nth(1).locator("a")
    page.page.evaluate("""() => addEventListener('pageswap', (event) => {
        sessionStorage.named = [...document.querySelectorAll('.thumb')].map((one, index) => one.style.viewTransitionName && index)
            .filter(Boolean).join()
    })""")
    link.click()
    page.arrive(r"/products/\d+$")
    assert page.page.evaluate("sessionStorage.named") == "1"
    assert page.page.evaluate("window.came")
    assert style(page.find("#picture-1 img"), "viewTransitionName") == "picture"
    assert [style(one, "viewTransitionName") for one in page.find(".slides li:not(:first-child) img").all()][:1] in ([], ["none"])


def test_dialogs_rise_from_the_bottom_on_a_phone_and_appear_in_the_middle_on_a_desktop(visit, shared):
    product = shared.list("Chair")
    page = visit(shared, f"/products/{product['id']}").choose("delete")
    dialog = page.find("#password-dialog")
    assert dialog.evaluate("one => one.localName") == "dialog"
    page.until("Math.abs(document.querySelector('#password-dialog').getBoundingClientRect().bottom - innerHeight) < 1")
    assert dialog.bounding_box()["width"] == 390
    page = visit(shared, f"/products/{product['id']}", screen="desktop").choose("delete")
    page.until("document.querySelector('#password-dialog').getAnimations().length === 0")
    box = page.find("#password-dialog").bounding_box()
    assert abs(middle(box) - 640) <= 1 and abs(box["y"] + box["height"] / 2 - 450) <= 1


def test_the_password_dialog_fits_a_phone_on_its_side(visit, shared):
    product = shared.list("Chair")
    page = visit(shared, f"/products/{product['id']}", screen="landscape", reduced_motion="reduce").choose("delete")
    page.find("#password-form [type=submit]").click()
    expect(page.problem("password")).not_to_be_empty()
    for one in ["#password-title", "#password", "#password-error", "#password-form [type=submit]", "#password-form .cancel"]:
        box = page.find(one).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 390, one


# MARK: Waiting

def test_placeholders_shimmer_quietly(visit, crowd):
    page = visit(crowd)
    page.page.route("**/*fragment=1*", lambda route: None)
    page.scroll_to(100_000)
    place = page.find(".placeholder").first
    expect(place).to_be_attached()
    assert style(place, "animationName", "::before") == "shimmer"
    # A fast response shows none.
    assert (style(place, "animationName"), style(place, "animationDelay")) == ("reveal", "0.3s")
    page.until("getComputedStyle(document.querySelector('.placeholder')).opacity === '1'")
    page.page.unroute("**/*fragment=1*")


# MARK: Empty and failed

@SCREENS
def test_an_empty_or_failed_state_has_one_drawing_one_sentence_one_button(visit, demo, screen):
    page = visit(demo, screen=screen)
    for path in ["/?q=nothing-like-it", "/?in_stock=1&q=nothing-like-it", "/mine", "/offline", "/nowhere", "/products/999999999"]:
        message = page.go(path).find("main .message")
        expect(message.locator("svg.drawing")).to_have_count(1)
        assert message.locator("svg.drawing").bounding_box()["height"] <= 160
        expect(message.locator("h1, h2")).to_have_count(1)
        expect(message.locator("p:not(:has(a))")).to_have_count(1)
        expect(message.locator(".button")).to_have_count(1)
        assert len(re.findall(r"[.!?](?:\s|$)", message.locator("p").first.inner_text())) <= 1, path


def test_a_page_that_failed_has_a_drawing_too(visit, crowd):
    page = visit(crowd)
    page.page.route("**/*fragment=1*", lambda route: route.abort())
    page.scroll_to(100_000)
    failed = page.find(".retry")
    expect(failed).to_be_visible()
    expect(failed.locator("svg.drawing")).to_be_visible()
    expect(failed.locator("p")).to_have_count(1)
    expect(failed.locator("button")).to_have_count(1)
    expect(page.find("#more")).to_be_hidden()
