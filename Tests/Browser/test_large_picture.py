"""The large picture."""

import re

import pytest
from playwright.sync_api import expect

from pictures import jpeg

pytestmark = pytest.mark.motion

FIVE = [jpeg(1200, 900, (index * 50, 90, 120)) for index in range(5)]
# The box of the picture itself, without the space around it in its element.
PLACE = """() => {
    const image = document.querySelector('dialog.large img:not([aria-hidden=true])')
    const box = image.getBoundingClientRect()
    const scale = Math.min(box.width / 1200, box.height / 900)
    const [width, height] = [1200 * scale, 900 * scale]
    const left = box.left + (box.width - width) / 2
    const top = box.top + (box.height - height) / 2
    return { left, top, width, right: left + width, bottom: top + height, height }
}"""


@pytest.fixture
def large(visit, goods, shared):
    """The first picture of five, large."""
    def open(screen="phone", pictures=FIVE, **options):
        page = visit(shared, f"/products/{goods(pictures=pictures)['id']}", screen=screen, **options)
        page.find("#picture-1 a").click()
        expect(page.find("dialog.large")).to_be_visible()
        return settle(page)
    return open


def settle(page):
    """Waits until nothing moves."""
    return page.settled()


def place(page):
    settle(page)
    return page.page.evaluate(PLACE)


def position(page, text):
    expect(page.find("dialog.large .position")).to_have_text(text)
    return page


class Hand:
    """Fingers on the screen, with their own clock: their speed doesn't depend on the machine."""

    def __init__(self, page):
        self.session = page.page.context.new_cdp_session(page.page)
        self.time = page.page.evaluate("Date.now()") / 1000
        self.points = []

    def _send(self, kind, points, after):
        self.time += after
        touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches, "timestamp": self.time})

    def down(self, *points):
        for count in range(1, len(points) + 1):
            self._send("touchStart", points[:count], 0.01)
        self.points = points
        return self

    def move(self, *points, seconds=0.3, steps=12):
        before = self.points
        for step in range(1, steps + 1):
            part = step / steps
            between = [(x + (to_x - x) * part, y + (to_y - y) * part) for (x, y), (to_x, to_y) in zip(before, points)]
            self._send("touchMove", between, seconds / steps)
        self.points = points
        return self

    def up(self):
        self._send("touchEnd", [], 0.01)
        return self

    def tap(self, x, y):
        return self.down((x, y)).up()

    def pinch(self, middle, start, end):
        """Pinches with two fingers, side by side, from one distance to another."""
        x, y = middle
        self.down((x - start / 2, y), (x + start / 2, y))
        return self.move((x - end / 2, y), (x + end / 2, y)).up()


def under(box, x, y):
    return (x - box["left"]) / box["width"], (y - box["top"]) / box["height"]


# MARK: From picture to picture

def test_swipes_lead_from_picture_to_picture(large):
    page = position(large(), "1 / 5")
    hand = Hand(page)
    hand.down((330, 400)).move((60, 410)).up()
    position(page, "2 / 5")
    box = place(page)
    assert box["left"] == 0 and box["width"] == 390
    hand.down((330, 400)).move((60, 390)).up()
    position(page, "3 / 5")
    hand.down((60, 400)).move((330, 400)).up()
    position(page, "2 / 5")
    expect(page.find("dialog.large")).to_be_visible()


def test_the_picture_follows_the_finger_and_springs_back(large):
    page = large()
    hand = Hand(page).down((300, 400)).move((240, 400), seconds=2)
    box = page.page.evaluate(PLACE)
    assert -62 <= box["left"] <= -50
    hand.up()
    position(page, "1 / 5")
    assert place(page)["left"] == 0


def test_the_first_and_the_last_hold_and_nothing_is_left(large):
    page = large()
    here, length = page.page.url, page.page.evaluate("history.length")
    hand = Hand(page)
    hand.down((20, 400)).move((370, 400)).up()
    position(page, "1 / 5")
    for number in range(2, 6):
        hand.down((370, 400)).move((20, 400)).up()
        position(page, f"{number} / 5")
    hand.down((370, 400)).move((20, 400)).up()
    hand.down((200, 600)).move((200, 100)).up()
    position(page, "5 / 5")
    assert place(page)["left"] == 0
    assert (page.page.url, page.page.evaluate("history.length")) == (here, length)
    # The browser doesn't turn a gesture that begins here into a pull, a page back or a zoom of its own.
    held = page.find("dialog.large img").first.evaluate("""(one) => {
        const held = []
        for (let each = one; each; each = each.parentElement) held.push(getComputedStyle(each).touchAction)
        return held
    }""")
    assert "none" in held
    assert page.find("dialog.large").evaluate("one => getComputedStyle(one).overscrollBehavior") in ["none", "contain"]
    assert page.page.evaluate("scrollY") == 0


def test_arrow_keys_and_escape(large):
    page = large("desktop")
    page.press("ArrowRight")
    position(page, "2 / 5")
    page.press("ArrowRight")
    position(page, "3 / 5")
    page.press("ArrowLeft")
    position(page, "2 / 5")
    page.press("Escape")
    expect(page.find("dialog.large")).to_be_hidden()


def test_buttons_lead_on_with_a_mouse(large):
    page = large("desktop")
    page.find("dialog.large .next").click()
    position(page, "2 / 5")
    page.find("dialog.large .previous").click()
    position(page, "1 / 5")
    expect(page.find("dialog.large .previous")).to_be_disabled()


def test_on_a_page_zoomed_by_two_fingers_the_browser_shows_the_picture(visit, goods, shared):
    page = visit(shared, f"/products/{goods(pictures=FIVE)['id']}")
    here = page.page.url
    fingers = page.page.context.new_cdp_session(page.page)
    fingers.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
    page.until("visualViewport.scale === 2")
    page.find("#picture-1 a").evaluate("link => link.click()")
    page.page.wait_for_url("**/images/*")
    page.back(re.escape(here))
    expect(page.find("dialog.large")).to_be_hidden()


def test_a_single_picture_needs_no_position(large):
    page = large(pictures=FIVE[:1])
    expect(page.find("dialog.large .position")).to_have_count(0)
    Hand(page).down((330, 400)).move((60, 400)).up()
    assert place(page)["left"] == 0


# MARK: Zoom

def test_two_fingers_zoom_around_their_middle(large):
    page = large()
    before = place(page)
    middle = (130, 422)
    point = under(before, *middle)
    Hand(page).pinch(middle, 60, 150)
    after = place(page)
    assert after["width"] == pytest.approx(before["width"] * 2.5, rel=0.02)
    assert under(after, *middle) == pytest.approx(point, abs=0.01)
    # The page itself is unchanged.
    assert page.page.evaluate("visualViewport.scale") == 1


def test_zoom_ends_at_five_times_and_at_once(large):
    page = large()
    before = place(page)
    hand = Hand(page)
    hand.pinch((195, 422), 20, 380)
    assert place(page)["width"] == pytest.approx(before["width"] * 5, rel=0.01)
    hand.pinch((195, 422), 380, 20)
    assert place(page) == pytest.approx(before, abs=1)


def test_a_zoomed_picture_is_panned_within_its_bounds(large):
    page = large()
    hand = Hand(page)
    hand.pinch((195, 422), 60, 240)
    zoomed = place(page)
    hand.down((200, 400)).move((160, 380)).up()
    panned = place(page)
    assert panned["left"] == pytest.approx(zoomed["left"] - 40, abs=2)
    assert panned["top"] == pytest.approx(zoomed["top"] - 20, abs=2)
    hand.down((20, 20)).move((380, 800)).up().down((20, 20)).move((380, 800)).up()
    corner = place(page)
    assert corner["left"] == pytest.approx(0, abs=1) and corner["top"] == pytest.approx(0, abs=1)
    for _ in range(4):
        hand.down((380, 800)).move((20, 20)).up()
    corner = place(page)
    assert corner["right"] == pytest.approx(390, abs=1) and corner["bottom"] == pytest.approx(844, abs=1)
    position(page, "1 / 5")
    expect(page.find("dialog.large")).to_be_visible()


def test_a_double_tap_zooms_to_where_it_was_and_back(large):
    page = large()
    before = place(page)
    point = under(before, 100, 422)
    hand = Hand(page)
    hand.tap(100, 422).tap(100, 422)
    page.until("(width) => " + f"({PLACE})().width > width * 1.9", before["width"])
    assert under(place(page), 100, 422) == pytest.approx(point, abs=0.02)
    hand.time += 1
    hand.tap(200, 400).tap(200, 400)
    page.until("(width) => " + f"({PLACE})().width < width * 1.01", before["width"])


def test_a_double_click_and_the_wheel_zoom_on_a_desktop(large):
    page = large("desktop")
    before = place(page)
    point = under(before, 500, 400)
    page.page.mouse.dblclick(500, 400)
    page.until("(width) => " + f"({PLACE})().width > width * 1.9", before["width"])
    assert under(place(page), 500, 400) == pytest.approx(point, abs=0.02)
    page.page.mouse.dblclick(500, 400)
    page.until("(width) => " + f"({PLACE})().width < width * 1.01", before["width"])
    page.page.mouse.move(700, 500)
    page.page.mouse.wheel(0, -200)
    page.until("(width) => " + f"({PLACE})().width > width * 1.2", before["width"])
    assert under(place(page), 700, 500) == pytest.approx(under(before, 700, 500), abs=0.02)
    page.page.mouse.wheel(0, 5000)
    page.until("(width) => " + f"({PLACE})().width < width * 1.01", before["width"])
    # A pinch on a trackpad arrives as a wheel event with Control, which would zoom the page.
    page.page.keyboard.down("Control")
    page.page.mouse.wheel(0, -40)
    page.page.keyboard.up("Control")
    page.until("(width) => " + f"({PLACE})().width > width * 1.2", before["width"])
    assert page.page.evaluate("visualViewport.scale") == 1


def test_another_picture_begins_unzoomed(large):
    page = large("desktop")
    before = place(page)
    page.page.mouse.dblclick(600, 450)
    page.until("(width) => " + f"({PLACE})().width > width * 1.9", before["width"])
    page.find("dialog.large .next").click()
    position(page, "2 / 5")
    assert place(page)["width"] == pytest.approx(before["width"], abs=1)
    page.find("dialog.large .previous").click()
    position(page, "1 / 5")
    assert place(page)["width"] == pytest.approx(before["width"], abs=1)


# MARK: Leaving

def test_a_swipe_down_closes(large):
    page = large()
    hand = Hand(page).down((200, 300)).move((205, 450))
    assert 130 <= page.page.evaluate(PLACE)["top"] - 275.75 <= 152
    hand.move((205, 700)).up()
    expect(page.find("dialog.large")).to_be_hidden()
    # It is complete again the next time.
    page.find("#picture-1 a").click()
    assert place(page)["top"] == pytest.approx(275.75, abs=1)


def test_a_swipe_down_that_is_let_go_early_springs_back(large):
    page = large()
    before = place(page)
    Hand(page).down((200, 300)).move((200, 400), seconds=2).up()
    assert place(page) == pytest.approx(before, abs=1)
    expect(page.find("dialog.large")).to_be_visible()


def test_the_browsers_back_closes_it_and_stays_on_the_page(large):
    page = large()
    here = page.page.url
    page.page.go_back()
    expect(page.find("dialog.large")).to_be_hidden()
    assert page.page.url == here
    expect(page.find("main h1")).to_contain_text("Chair")


@pytest.mark.parametrize("how", ["Escape", "button", "swipe"])
def test_closing_it_leaves_no_entry_behind(visit, goods, shared, how):
    product = goods(pictures=FIVE)
    page = visit(shared, "/?q=nothing-here").go(f"/products/{product['id']}")
    page.find("#picture-1 a").click()
    expect(page.find("dialog.large")).to_be_visible()
    if how == "Escape":
        page.press("Escape")
    elif how == "button":
        page.find("dialog.large .close").click()
    else:
        Hand(settle(page)).down((200, 300)).move((200, 800)).up()
    expect(page.find("dialog.large")).to_be_hidden()
    page.until("!history.state?.large")
    page.back(r"/\?q=nothing-here")


def test_loading_again_keeps_the_picture(large):
    page = large("desktop")
    page.press("ArrowRight")
    position(page, "2 / 5")
    page.page.reload()
    page.ready()
    expect(page.find("dialog.large")).to_be_visible()
    position(page, "2 / 5")
    page.press("Escape")
    expect(page.find("dialog.large")).to_be_hidden()


def test_the_focus_returns_to_the_picture_that_was_shown_last(large):
    page = large("desktop")
    page.press("ArrowRight")
    page.press("ArrowRight")
    position(page, "3 / 5")
    page.press("Escape")
    expect(page.find("dialog.large")).to_be_hidden()
    expect(page.find("#picture-3 a")).to_be_focused()
    expect(page.find("#picture-3")).to_be_in_viewport(ratio=0.9)
    expect(page.find(".gallery .position")).to_have_text("3 / 5")


def test_it_says_what_it_shows(large):
    page = large("desktop")
    expect(page.page.get_by_role("dialog", name=page.find("#picture-1 img").get_attribute("alt"))).to_be_visible()
    page.press("ArrowRight")
    expect(page.page.get_by_role("dialog", name=page.find("#picture-2 img").get_attribute("alt"))).to_be_visible()
    expect(page.find("dialog.large .close")).to_be_focused()
    expect(page.find("dialog.large .position")).to_have_attribute("aria-live", "polite")


@pytest.mark.matrix
@pytest.mark.parametrize("screen, size", [("phone", (844, 390)), ("landscape", (390, 844))])
def test_turning_the_phone_keeps_the_picture_whole(large, screen, size):
    page = large(screen)
    hand = Hand(page)
    hand.down((300, 200)).move((60, 200)).up()
    position(page, "2 / 5")
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.until("(width) => innerWidth === width", size[0])
    box = place(page)
    assert box["left"] >= 0 and box["right"] <= size[0] + 0.5 and box["top"] >= 0 and box["bottom"] <= size[1] + 0.5
    position(page, "2 / 5")


def test_nothing_moves_for_those_who_do_not_want_it(large):
    page = large(reduced_motion="reduce")
    Hand(page).down((330, 400)).move((60, 400)).up()
    position(page, "2 / 5")
    assert page.page.evaluate("document.getAnimations().filter((one) => one.timeline === document.timeline).length") == 0
