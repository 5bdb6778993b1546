"""Choosing pictures for a listing: by touch, by mouse, from the clipboard and by dropping; and refused files."""

import io
import re
import urllib.error
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from market import SECRET
from pictures import jpeg, photo, upload

PHOTOS = Path(__file__).resolve().parents[1] / "MarketImagesTests" / "Photos"
COLORS = {"red": (230, 30, 30), "green": (30, 180, 30), "blue": (30, 30, 230), "black": (10, 10, 10), "white": (245, 245, 245)}
FIVE = [upload(f"{name}.jpg", jpeg(160, 120, color)) for name, color in COLORS.items()]
NAMES = list(COLORS)
WHOLE = photo(640, 480)


def stored(name):
    return upload(name, (PHOTOS / name).read_bytes(), "")


def order(page):
    return [alt.removesuffix(".jpg") for alt in page.cells.locator("img").evaluate_all("all => all.map(one => one.alt)")]


@pytest.fixture
def form(visit, shared):
    def open(width=390, touch=True, market=shared, height=844, **more):
        options = {"viewport": {"width": width, "height": height}, "has_touch": touch, "is_mobile": touch, **more}
        return visit(market, "/products/new", screen="desktop", **options)
    return open


def listed(page):
    """Lists the form's product, and returns the names of the colors that the market then shows, in order."""
    product = page.fill().submit().arrive(r"/products/\d+$").product()

    def name(picture):
        data = page.page.request.get(picture["url"]).body()
        seen = Image.open(io.BytesIO(data)).convert("RGB").resize((1, 1)).getpixel((0, 0))
        return min(COLORS, key=lambda one: sum(abs(a - b) for a, b in zip(COLORS[one], seen)))
    return [name(picture) for picture in product["images"]]


# MARK: Dragging

FRAMES = "count => new Promise(done => { const next = () => count-- ? requestAnimationFrame(next) : done(); next() })"


class Hand:
    """A finger or a mouse, and the positions in the strip."""

    def __init__(self, page, touch):
        self.page = page
        self.touch = touch
        self.session = page.page.context.new_cdp_session(page.page)
        self.strip = page.find("#strip")
        self.strip.evaluate("strip => strip.scrollIntoView({ block: 'center' })")
        self.width = page.page.viewport_size["width"]
        # The positions don't depend on the order of the pictures.
        self.places = page.cells.evaluate_all("""(cells) => cells.map((cell) => {
            const { x, y, width, height } = cell.getBoundingClientRect()
            return [x + width / 2 + document.querySelector('#strip').scrollLeft, y + height / 2]
        })""")

    def scrolled(self):
        return self.strip.evaluate("strip => strip.scrollLeft")

    def at(self, place):
        x, y = self.places[place]
        return x - self.scrolled(), y

    def _send(self, kind, *points):
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, x, y):
        self.point = x, y
        if self.touch:
            self._send("touchStart", (x, y))
        else:
            self.page.page.mouse.move(x, y)
            self.page.page.mouse.down()

    def move(self, x, y, steps=10):
        from_x, from_y = self.point
        for step in range(1, steps + 1):
            point = from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps
            self._send("touchMove", point) if self.touch else self.page.page.mouse.move(*point)
        self.point = x, y

    def up(self):
        self._send("touchEnd") if self.touch else self.page.page.mouse.up()

    def lift(self, place):
        """Lifts the picture at its middle, or at the middle of its visible part."""
        self.strip.evaluate("(strip, x) => strip.scrollTo({ left: x - innerWidth / 2, behavior: 'instant' })", self.places[place][0])
        self.down(*self.at(place))
        expect(self.page.cells.nth(place)).to_have_class(re.compile("lifted"))

    def lead(self, place):
        """Moves it over a position. Positions out of view are scrolled to by waiting near the edge."""
        for _ in range(300):
            x, y = self.at(place)
            is_there = abs(self.point[0] - x) < 8 and abs(self.point[1] - y) < 8
            before = self.scrolled()
            near = 8 if x < 48 else self.width - 8
            self.move(x if 48 <= x <= self.width - 48 else near, y)
            self.page.page.evaluate(FRAMES, 2)
            if self.scrolled() == before:
                if is_there:
                    return
                # The strip is scrolled to its end.
                self.move(*self.at(place))
        raise AssertionError(f"Place {place} never came into view")


# A finger scrolls the strip, the more the narrower it is; under a mouse it has several lines, or one.
@pytest.mark.matrix
@pytest.mark.parametrize("width, touch", [
    (320, True), pytest.param(390, True, marks=pytest.mark.full), (320, False), (768, False)])
def test_a_dragged_picture_lands_where_it_is_dropped(form, width, touch):
    page = form(width, touch).add(*FIVE)
    expected = list(NAMES)
    hand = Hand(page, touch)
    for start, end in [(0, 4), (4, 0), (0, 1), (1, 3), (3, 2), (4, 2), (2, 2), (0, 3)]:
        hand.lift(start)
        hand.lead(end)
        hand.up()
        expected.insert(end, expected.pop(start))
        assert order(page) == expected, f"from {start} to {end}"
        expect(page.find(".lifted")).to_have_count(0)
    assert listed(page) == expected


@pytest.mark.matrix
@pytest.mark.parametrize("width", [320, 390])
def test_a_finger_that_lifts_a_picture_and_rests_moves_nothing(form, width):
    page = form(width).add(*FIVE)
    hand = Hand(page, True)
    # The right-most visible one is at the edge, where dragging scrolls.
    x, y = hand.at(0)
    edge = width - 12
    place = min(range(5), key=lambda index: abs(hand.at(index)[0] - edge))
    hand.down(edge, y)
    expect(page.cells.nth(place)).to_have_class(re.compile("lifted"))
    before = hand.scrolled()
    page.page.evaluate(FRAMES, 40)
    assert (hand.scrolled(), order(page)) == (before, NAMES)
    hand.up()
    assert order(page) == NAMES


def test_the_strip_scrolls_gently_while_dragging_and_stops_at_its_end(form):
    page = form(320).add(*FIVE)
    hand = Hand(page, True)
    hand.lift(0)
    whole = hand.strip.evaluate("strip => strip.scrollWidth")
    hand.move(312, hand.places[0][1])
    steps = []
    for _ in range(300):
        before = hand.scrolled()
        hand.page.page.evaluate(FRAMES, 1)
        steps.append(hand.scrolled() - before)
        if before and not steps[-1]:
            break
    assert hand.scrolled() == pytest.approx(whole - 320, abs=1) and sum(steps) > 0
    page.page.evaluate(FRAMES, 30)
    assert hand.strip.evaluate("strip => strip.scrollWidth") == whole
    assert hand.scrolled() == pytest.approx(whole - 320, abs=1)
    hand.up()
    assert order(page) == NAMES[1:] + NAMES[:1]


def test_a_finger_that_moves_at_once_scrolls_the_strip_and_reorders_nothing(form):
    page = form(390).add(*FIVE)
    hand = Hand(page, True)
    # Before the quarter of a second in which a resting finger lifts a picture.
    end_timers = page.hold_timers(250)
    x, y = hand.at(1)
    hand.down(x, y)
    hand.move(x - 150, y, steps=15)
    end_timers()
    expect(page.find(".lifted")).to_have_count(0)
    hand.up()
    page.until("document.querySelector('#strip').scrollLeft > 50")
    assert order(page) == NAMES


def test_a_finger_on_a_picture_scrolls_the_page(form):
    page = form(390, height=500).add(*FIVE)
    box = page.cells.first.locator("img").bounding_box()
    hand = Hand(page, True)
    end_timers = page.hold_timers(250)
    x, y = hand.at(0)
    hand.down(x, y)
    hand.move(x, y - 120, steps=12)
    end_timers()
    hand.up()
    page.until("scrollY > 40")
    assert order(page) == NAMES


@pytest.mark.matrix
@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_with_a_mouse_every_picture_and_its_cross_can_be_reached_without_scrolling_sideways(form, width):
    page = form(width, False).add(*FIVE)
    assert page.find("#strip").evaluate("strip => strip.scrollWidth <= strip.clientWidth")
    for index in range(5):
        cross = page.cells.nth(index).locator(".remove")
        cross.scroll_into_view_if_needed()
        box = cross.bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= width
        assert cross.evaluate("""(cross) => {
            const { x, y, width, height } = cross.getBoundingClientRect()
            return cross.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        }""")
    box = page.cells.nth(4).locator(".remove").bounding_box()
    page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert order(page) == NAMES[:4]


def test_arrow_keys_in_the_cell_that_adds_move_nothing(form):
    page = form().add(*FIVE[:2])
    page.find("#images").focus()
    page.press("ArrowRight")
    assert order(page) == NAMES[:2]
    assert "null" not in page.find("#strip").inner_text()


# MARK: Files that aren't pictures

BAD = {
    "notes.txt": b"Buy milk",
    "holiday.mp4": b"\0\0\0\x18ftypisom\0\0\2\0isomiso2" + bytes(400_000),
    "torn.jpg": WHOLE[:len(WHOLE) // 2],
    "letter.jpg": b"This was renamed.",
    "invoice.pdf": b"%PDF-1.7\n" + bytes(1000),
    "logo.svg": b"<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>",
    "empty.jpg": b"",
    "header.jpg": b"\xff\xd8\xff\xe0" + b"no picture follows" * 30,
}


def is_in_view(locator):
    return locator.evaluate("""(one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return top >= document.querySelector('header').offsetHeight && bottom <= innerHeight
    }""")


@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_a_file_that_is_no_picture_is_refused_by_name_when_it_is_chosen(form, language):
    page = form(language=language)
    asked = []
    page.page.on("request", lambda request: request.method == "POST" and asked.append(request.url))
    problem = page.problem("images")
    for name, data in BAD.items():
        page.find("#images").evaluate("one => one.blur()")
        page.add(upload(name, data, ""))
        expect(problem).to_contain_text(name)
        expect(problem).to_have_attribute("role", "alert")
        expect(page.find("#images")).to_be_focused()
        expect(page.find("#images")).to_have_attribute("aria-invalid", "true")
        expect(page.cells).to_have_count(0)
        assert is_in_view(problem) and asked == []
        # The next choice is independent.
        page.add(FIVE[0])
        expect(problem).to_be_empty()
        expect(page.cells).to_have_count(1)
        page.cells.locator(".remove").click()
        expect(page.cells).to_have_count(0)


def test_the_good_ones_of_the_same_choice_are_taken(form):
    page = form()
    bad = [upload(name, data, "") for name, data in BAD.items()]
    page.add(*bad[:2], FIVE[0], FIVE[1], *bad[2:5], FIVE[2], FIVE[3], *bad[5:], FIVE[4])
    for name in BAD:
        expect(page.problem("images")).to_contain_text(name)
    expect(page.cells).to_have_count(5)
    expect(page.find("[data-for=images]")).to_have_text("5 / 5")
    assert order(page) == NAMES
    assert listed(page) == NAMES


def test_a_broken_picture_sent_at_once_is_not_left_out_silently(form, own):
    page = form(market=own).fill()
    page.page.evaluate(HOLD)
    page.add(upload("torn.jpg", BAD["torn.jpg"]), FIVE[0]).submit()
    # One at a time, in the order in which the browser has read them.
    for number in range(2):
        page.until(f"held.length === {number + 1}")
        page.page.evaluate(f"held[{number}]()")
    expect(page.problem("images")).to_contain_text("torn.jpg")
    expect(page.find("#submit")).to_be_enabled()
    assert own.get("/api/products")["total_count"] == 0
    page.submit().arrive(r"/products/\d+$")
    assert own.get("/api/products")["total_count"] == 1


def test_the_limits_are_the_servers(form, tmp_path):
    """They are those of what is sent: here nothing can be made smaller."""
    page = form()
    page.page.evaluate("() => { HTMLCanvasElement.prototype.toBlob = (done) => done(null) }")
    # Playwright sends the paths of files, which is much quicker than their bytes.
    heavy, just = tmp_path / "heavy.jpg", tmp_path / "just.jpg"
    just.write_bytes(WHOLE + bytes(20_000_000 - len(WHOLE)))
    heavy.write_bytes(just.read_bytes() + b"\0")
    page.add(heavy, PHOTOS / "above-50-megapixels.png")
    expect(page.problem("images")).to_contain_text(re.compile("heavy.jpg.* 20 MB"))
    expect(page.problem("images")).to_contain_text(re.compile("above-50-megapixels.png.* 50 megapixels"))
    expect(page.cells).to_have_count(0)
    page.add(just, PHOTOS / "50-megapixels.png")
    expect(page.find("#status")).to_contain_text("added")
    expect(page.problem("images")).to_be_empty()
    expect(page.cells).to_have_count(2)


@pytest.mark.full
def test_the_browser_takes_what_the_server_takes(form, shared):
    """Covers all of the server's own samples. Only for HEIC, which Chromium can't read, may the server refuse what the
    browser accepted, and what is too large for the server is made small before."""
    page = form()
    for file in sorted(PHOTOS.iterdir()):
        page.add(stored(file.name))
        page.until("""() => document.querySelector('#images-error').textContent
            || /added/.test(document.querySelector('#status').textContent)""", seconds=60)
        is_taken = page.cells.count() == 1
        try:
            shared.list("Sample", [file.read_bytes()])
            is_good = True
        except urllib.error.HTTPError:
            is_good = False
        is_too_large = file.name in ("above-50-megapixels.png", "bomb.webp")
        assert is_taken == is_good or (is_taken and (file.suffix == ".heic" or is_too_large)), file.name
        if is_taken:
            page.cells.first.locator(".remove").click()
            expect(page.find("#status")).to_contain_text("removed")


def test_a_heic_is_taken_and_listed_though_this_browser_cannot_show_it(form):
    page = form()
    page.add(upload("IMG_0001.HEIC", (PHOTOS / "phone.heic").read_bytes(), ""), stored("photo.heic"))
    expect(page.find("#status")).to_contain_text("added")
    expect(page.problem("images")).to_be_empty()
    expect(page.cells.first.locator("img")).to_have_attribute("alt", "IMG_0001.HEIC")
    page.fill().submit().arrive(r"/products/\d+$")
    expect(page.find(".slides > li")).to_have_count(2)


def test_what_the_server_finds_marks_the_picture_and_names_its_file(form):
    page = form().fill(descriptions="x\n" * 30)
    page.add(FIVE[0], stored("disguised-avif.heic"), FIVE[1]).submit()
    problem = page.problem("images")
    expect(problem).to_contain_text("disguised-avif.heic")
    expect(page.cells.nth(1)).to_have_class(re.compile("wrong"))
    expect(page.find(".wrong")).to_have_count(1)
    page.until("scrollY < 400")
    assert is_in_view(problem)
    page.cells.nth(1).locator(".remove").click()
    expect(problem).to_be_empty()
    page.submit().arrive(r"/products/\d+$")


def test_what_the_server_finds_in_an_edit_marks_the_picture_behind_those_that_were_there(visit, shared):
    product = shared.list("Chair", [jpeg(80, 80), jpeg(80, 80, (9, 200, 9))])
    page = visit(shared, f"/products/{product['id']}").choose("edit").answer(SECRET).arrive(r"/edit(\?|$)")
    page.add(stored("disguised-avif.heic")).submit()
    expect(page.problem("images")).to_contain_text("disguised-avif.heic")
    expect(page.problem("images")).to_contain_text("3")
    expect(page.cells.nth(2)).to_have_class(re.compile("wrong"))


# MARK: Pasting and dropping

PUT_ON_CLIPBOARD = """async (color) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 })
    const context = canvas.getContext('2d')
    context.fillStyle = color
    context.fillRect(0, 0, 60, 40)
    const blob = await new Promise((done) => canvas.toBlob(done))
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
}"""


def test_a_picture_is_pasted_wherever_the_focus_is_and_a_text_stays_a_text(form):
    page = form(1280, False, permissions=["clipboard-read", "clipboard-write"])
    page.page.evaluate(PUT_ON_CLIPBOARD, "rgb(30, 30, 230)")
    page.press("Control+v")
    expect(page.cells).to_have_count(1)
    page.find("#name").focus()
    page.page.evaluate(PUT_ON_CLIPBOARD, "rgb(230, 30, 30)")
    page.press("Control+v")
    expect(page.cells).to_have_count(2)
    expect(page.find("#name")).to_have_value("")
    page.page.evaluate("navigator.clipboard.writeText('Chair')")
    page.press("Control+v")
    expect(page.find("#name")).to_have_value("Chair")
    expect(page.cells).to_have_count(2)
    assert listed(page) == ["blue", "red"]


def drag_files(page, files, *points):
    """Drags files from outside over the points, one after another. Returns a function that drops them."""
    session = page.page.context.new_cdp_session(page.page)
    data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
    send = lambda kind, x, y: session.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})
    send("dragEnter", *points[0])
    for point in points:
        send("dragOver", *point)
    return lambda: send("drop", *points[-1])


@pytest.fixture
def files(tmp_path):
    for one in FIVE:
        (tmp_path / one["name"]).write_bytes(one["buffer"])
    (tmp_path / "notes.txt").write_bytes(BAD["notes.txt"])
    return tmp_path


def test_pictures_are_dropped_and_the_place_for_it_shows_while_they_are_dragged(form, files):
    page = form(1280, False, height=900)
    zone = page.find(".drop-zone")
    expect(zone).to_be_hidden()
    drop = drag_files(page, [files / "red.jpg", files / "notes.txt", files / "blue.jpg"], (500, 300), (600, 400))
    expect(zone).to_be_visible()
    drop()
    expect(zone).to_be_hidden()
    expect(page.cells).to_have_count(2)
    expect(page.problem("images")).to_contain_text("notes.txt")
    assert listed(page) == ["red", "blue"]


@pytest.mark.parametrize("point", [(20, 890), (640, 20), (1270, 500)], ids=["foot", "header", "margin"])
def test_a_file_dropped_beside_the_form_does_not_leave_the_page(form, files, point):
    page = form(1280, False, height=900)
    page.find("#name").fill("Chair")
    drag_files(page, [files / "red.jpg"], point)()
    expect(page.cells).to_have_count(1)
    assert page.page.url.endswith("/products/new") and len(page.page.context.pages) == 1
    expect(page.find("#name")).to_have_value("Chair")


def test_nobody_is_taken_away_from_what_they_are_typing(form, files):
    page = form(1280, False, height=900)
    page.find("#name").fill("Cha")
    drag_files(page, [files / "notes.txt"], (600, 400))()
    expect(page.problem("images")).to_contain_text("notes.txt")
    expect(page.find("#name")).to_be_focused()
    page.page.keyboard.type("ir")
    expect(page.find("#name")).to_have_value("Chair")


# MARK: Preparing

HOLD = """() => {
    const decode = window.createImageBitmap
    window.held = []
    window.createImageBitmap = (...all) => new Promise((done) => held.push(done)).then(() => decode(...all))
}"""


def test_a_picture_that_is_being_prepared_shows_it_and_removing_it_stops(form):
    page = form()
    page.page.evaluate(HOLD)
    page.add(*FIVE[:3])
    for index in range(3):
        expect(page.cells.nth(index)).to_have_attribute("aria-busy", "true")
    page.cells.nth(1).locator(".remove").click()
    page.cells.nth(0).locator(".remove").click()
    page.until("held.length === 1")
    page.page.evaluate("held[0]()")
    # The second is never decoded.
    page.until("held.length === 2")
    page.page.evaluate("held[1]()")
    expect(page.find("[aria-busy=true]")).to_have_count(0)
    expect(page.find("#status")).to_contain_text("added")
    assert page.page.evaluate("held.length") == 2
    assert listed(page) == ["blue"]


def test_the_addresses_of_pictures_are_released(form):
    page = form()
    page.page.evaluate("""() => {
        const { createObjectURL, revokeObjectURL } = URL
        window.open_addresses = new Set()
        URL.createObjectURL = (blob) => {
            const address = createObjectURL.call(URL, blob)
            open_addresses.add(address)
            return address
        }
        URL.revokeObjectURL = (address) => {
            open_addresses.delete(address)
            revokeObjectURL.call(URL, address)
        }
    }""")
    page.add(*FIVE[:3], upload("torn.jpg", BAD["torn.jpg"]), stored("phone.heic"))
    expect(page.find("#status")).to_contain_text("added")
    page.cells.first.locator(".remove").click()
    expect(page.cells).to_have_count(3)
    page.until("open_addresses.size === 0")


# MARK: The progress bar of the upload

RECTS = """() => ['#submit', '#upload', '.actions .cancel', 'footer'].map((selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect()
    return { x, y: y + scrollY, width, height }
})"""


@pytest.mark.matrix
@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
@pytest.mark.parametrize("width", [195, 320, 390, 1280])
def test_the_uploads_bar_and_its_cancel_have_a_place_and_shift_nothing(form, width, language):
    page = form(width, width < 1000, language=language).fill().add(FIVE[0])
    expect(page.find("#upload")).to_be_hidden()
    submit, _, _, foot = page.page.evaluate(RECTS)
    page.page.route("**/products", lambda route: None)
    # What is said of an answer that is late takes a place of its own.
    page.hold_timers(2500)
    page.submit()
    expect(page.find("#upload")).to_be_visible()
    expect(page.find(".actions .cancel")).to_be_visible()
    now, bar, cancel, foot_now = page.page.evaluate(RECTS)
    assert (now, foot_now) == (submit, foot)
    assert bar["width"] >= 40 and cancel["height"] >= 44
    # Side by side under the button.
    assert bar["x"] + bar["width"] <= cancel["x"] and cancel["x"] + cancel["width"] <= submit["x"] + submit["width"] + 1
    assert submit["y"] + submit["height"] <= cancel["y"]
    assert cancel["y"] < bar["y"] < cancel["y"] + cancel["height"]
    page.until("""() => {
        const { top, bottom } = document.querySelector('.actions .cancel').getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
    }""")
    page.find(".actions .cancel").click()
    expect(page.find("#upload")).to_be_hidden()
    assert [page.page.evaluate(RECTS)[index] for index in (0, 3)] == [submit, foot]
