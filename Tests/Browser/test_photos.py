"""Photos as cameras, galleries and browsers really give them: large ones, ones that change, falsified canvases; and
square parts of them."""

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import expect

from pictures import jpeg, photo, size, upload
from test_accessibility import hold
from test_choosing_pictures import order, stored
from test_new_listing import sent

SMALL = upload("small.jpg", jpeg(100, 80))


@pytest.fixture
def form(visit, shared):
    def open(screen="phone", market=shared, **more):
        page = visit(market, "/products/new", screen=screen, **{"reduced_motion": "reduce", **more})
        page.page.route("**/products", lambda route: route.fulfill(status=500, json={"message": "Enough."}))
        return page
    return open


def gradient(width, height):
    """Returns a large JPEG without noise."""
    file = io.BytesIO()
    Image.linear_gradient("L").resize((width, height)).convert("RGB").save(file, "JPEG", quality=85)
    return file.getvalue()


def added(page):
    expect(page.find("#status")).to_contain_text("added")
    expect(page.problem("images")).to_be_empty()
    return page


# MARK: Large photos

def test_a_photo_of_108_megapixels_and_one_above_20_mb_are_made_small(form, tmp_path):
    (tmp_path / "108.jpg").write_bytes(gradient(12000, 9000))
    # The rest of a panorama or a moving picture behind the photo.
    (tmp_path / "heavy.jpg").write_bytes(photo(1600, 1200) + bytes(21_000_000))
    page = form().fill().add(tmp_path / "108.jpg", tmp_path / "heavy.jpg")
    large, heavy = sent(added(page))["images"]
    assert size(large) == (1920, 1440) and len(large) < 500_000
    assert size(heavy)[0] >= 1280 and len(heavy) < 1_000_000


@pytest.mark.parametrize("language, limit", [("en-US", "20 MB"), ("ko-KR", "20MB")])
def test_what_cannot_be_made_small_is_told_with_its_limit_and_the_way_out(form, tmp_path, language, limit):
    # Chromium can't decode it.
    (tmp_path / "IMG_1.HEIC").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(20_000_000))
    (tmp_path / "small.jpg").write_bytes(SMALL["buffer"])
    page = form(language=language).fill().add(tmp_path / "IMG_1.HEIC", tmp_path / "small.jpg")
    problem = page.problem("images")
    expect(problem).to_contain_text("IMG_1.HEIC")
    expect(problem).to_contain_text(limit)
    expect(problem).to_contain_text("JPEG")
    assert order(page) == ["small"]


# MARK: Photos that change

def test_a_photo_that_changes_or_goes_after_it_was_chosen_is_sent_as_it_was(form, tmp_path):
    chosen = [jpeg(100, 80, color) for color in [(200, 30, 30), (30, 200, 30)]]
    for name, data in zip(["changed.jpg", "deleted.jpg"], chosen):
        (tmp_path / name).write_bytes(data)
    page = added(form().fill().add(tmp_path / "changed.jpg", tmp_path / "deleted.jpg"))
    (tmp_path / "changed.jpg").write_bytes(photo(300, 300))
    (tmp_path / "deleted.jpg").unlink()
    assert sent(page)["images"] == chosen


@pytest.mark.parametrize("language, words", [("en-US", "Choose it again"), ("ko-KR", "다시 골라 주세요")])
def test_a_photo_that_can_not_be_read_any_more_is_named_and_all_else_stays(form, tmp_path, language, words):
    (tmp_path / "gone.jpg").write_bytes(photo(300, 300))
    (tmp_path / "small.jpg").write_bytes(SMALL["buffer"])
    page = form(language=language).fill(descriptions="Two legs")
    # As if it was changed in the moment of choosing.
    page.page.evaluate("""() => {
        const { arrayBuffer, slice } = Blob.prototype
        const fails = (file) => file.name === 'gone.jpg' || file.isPartOfIt
        Blob.prototype.slice = function (...all) {
            return Object.assign(slice.apply(this, all), { isPartOfIt: fails(this) })
        }
        Blob.prototype.arrayBuffer = function () {
            return fails(this) ? Promise.reject(new DOMException('changed', 'NotReadableError')) : arrayBuffer.call(this)
        }
    }""")
    page.add(tmp_path / "small.jpg", tmp_path / "gone.jpg")
    expect(page.problem("images")).to_contain_text("gone.jpg")
    expect(page.problem("images")).to_contain_text(words)
    assert order(page) == ["small"]
    expect(page.find("#descriptions")).to_have_value("Two legs")


# MARK: Falsified canvases

NOISE = "for (let i = 0; i < data.length; i += 4) data[i] = data[i + 1] = (i * 7919) % 256"
FALSE = {
    "getImageData": f"""
        const read = CanvasRenderingContext2D.prototype.getImageData
        CanvasRenderingContext2D.prototype.getImageData = function (...all) {{
            const image = read.apply(this, all), {{ data }} = image
            {NOISE}
            return image
        }}""",
    "toBlob": f"""
        const read = CanvasRenderingContext2D.prototype.getImageData
        const {{ toBlob }} = HTMLCanvasElement.prototype
        HTMLCanvasElement.prototype.toBlob = function (...all) {{
            const context = this.getContext('2d')
            const image = read.call(context, 0, 0, this.width, this.height), {{ data }} = image
            {NOISE}
            context.putImageData(image, 0, 0)
            toBlob.apply(this, all)
        }}""",
    "failing": "HTMLCanvasElement.prototype.toBlob = (done) => done(null)",
}


@pytest.mark.parametrize("way", FALSE)
def test_where_a_canvas_is_falsified_the_original_is_sent_and_nothing_is_cut(visit, shared, way):
    page = visit(shared, "/offline")
    page.page.context.add_init_script(f"(() => {{ {FALSE[way]} }})()")
    page.go("/products/new").page.route("**/products", lambda route: route.fulfill(status=500, json={"message": "Enough."}))
    original = photo(2400, 1600)
    page.fill().add(upload("large.jpg", original))
    added(page)
    expect(page.cells.first.locator(".crop")).to_be_hidden()
    assert sent(page)["images"] == [original]


def test_a_falsified_photo_that_is_too_large_is_refused_with_a_sentence(visit, shared, tmp_path):
    page = visit(shared, "/offline")
    page.page.context.add_init_script(f"(() => {{ {FALSE['getImageData']} }})()")
    (tmp_path / "heavy.jpg").write_bytes(photo(800, 600) + bytes(20_000_000))
    page.go("/products/new").add(tmp_path / "heavy.jpg")
    expect(page.problem("images")).to_contain_text(re.compile("heavy.jpg.*20 MB"))
    expect(page.cells).to_have_count(0)


def test_without_memory_to_scale_the_original_is_sent(form):
    page = form().fill()
    page.page.evaluate("""() => {
        window.createImageBitmap = () => Promise.reject(new DOMException('Could not be allocated.', 'InvalidStateError'))
    }""")
    original = photo(2400, 1600)
    page.add(upload("large.jpg", original))
    assert sent(added(page))["images"] == [original]


def test_what_is_too_large_to_be_decoded_as_a_whole_is_made_small_all_the_same(form):
    page = form().fill()
    page.page.evaluate("""() => {
        window.createImageBitmap = () => Promise.reject(new DOMException('Could not be allocated.', 'InvalidStateError'))
    }""")
    page.add(stored("above-50-megapixels.png"))
    assert size(sent(added(page))["images"][0]) == (1920, 959)


# MARK: The camera

def test_a_touch_screen_gets_a_camera_and_its_photos_are_added_one_after_the_other(form):
    page = form()
    camera = page.find("#camera")
    expect(page.find("label[for=camera]")).to_be_visible()
    assert camera.evaluate("one => [one.accept, one.getAttribute('capture'), one.name]") == ["image/*", "environment", ""]
    for number in range(1, 4):
        camera.set_input_files([upload(f"{number}.jpg", jpeg(90, 60, (number * 50, 9, 9)))])
        expect(page.cells).to_have_count(number)
    assert order(page) == ["1", "2", "3"]
    added(page)


def test_a_desktop_and_a_page_without_scripts_have_no_second_button(form, visit, shared):
    expect(form("desktop").find("label[for=camera]")).to_be_hidden()
    page = visit(shared, "/products/new", java_script_enabled=False)
    expect(page.find("label[for=camera]")).to_be_hidden()
    expect(page.find("#images")).to_be_visible()


# MARK: Square parts

def halves(width, height, orientation=None):
    """Returns a photo whose left half is red and whose right half is blue, as it is seen upright."""
    image = Image.new("RGB", (width, height), (200, 20, 20))
    image.paste((20, 20, 200), (width // 2, 0, width, height))
    if orientation == 6:
        image = image.transpose(Image.Transpose.ROTATE_90)
    tags = Image.Exif()
    if orientation:
        tags[0x112] = orientation
    file = io.BytesIO()
    image.save(file, "JPEG", quality=92, exif=tags)
    return file.getvalue()


def colors(data):
    """Returns the colors at the left and at the right edge: red, blue."""
    image = Image.open(io.BytesIO(data)).convert("RGB")
    return ["red" if image.getpixel((x, image.height // 2))[0] > 110 else "blue" for x in (4, image.width - 5)]


def cropper(page, index=0):
    page.cells.nth(index).locator(".crop").click()
    dialog = page.find("#cropper")
    expect(dialog).to_be_visible()
    return dialog


def box(page, selector="#cropper .frame"):
    return page.find(selector).bounding_box()


def test_a_square_is_cut_from_the_original_with_keys_and_can_be_undone(form):
    page = form("desktop").fill().add(upload("wide.jpg", halves(3000, 1500)))
    added(page)
    dialog = cropper(page)
    stage, frame = box(page, ".stage"), box(page)
    # As lists cut it.
    assert frame["width"] == pytest.approx(stage["height"], abs=1) == frame["height"]
    assert frame["x"] - stage["x"] == pytest.approx(stage["width"] / 4, abs=2)
    slider = page.page.get_by_role("slider", name="Size")
    expect(slider).to_be_focused()
    said = slider.get_attribute("aria-valuetext")
    for _ in range(20):
        page.press("ArrowLeft")
    expect(slider).not_to_have_attribute("aria-valuetext", said)
    assert box(page)["x"] == pytest.approx(stage["x"], abs=1)
    for _ in range(3):
        page.press("-")
    assert box(page)["width"] == pytest.approx(frame["width"] * .9 ** 3, abs=2)
    dialog.get_by_role("button", name="Crop").click()
    expect(dialog).to_be_hidden()
    expect(page.find("#status")).to_contain_text("1")
    expect(page.cells.first.locator(".crop")).to_be_focused()
    page.until("document.querySelector('.cell img').naturalWidth === document.querySelector('.cell img').naturalHeight")
    cut = sent(page)["images"][0]
    # 1500 × 0.9³: nothing was scaled down first.
    assert size(cut) == pytest.approx((1093, 1093), abs=2) and colors(cut) == ["red", "red"]
    expect(page.find("#submit")).to_be_enabled()
    cropper(page).get_by_role("button", name="Whole picture").click()
    page.until("document.querySelector('.cell img').naturalWidth > document.querySelector('.cell img').naturalHeight")
    page.page.evaluate("window.sent = null")
    assert size(sent(page)["images"][0])[0] >= 1280


def test_a_turned_photo_is_cut_as_it_is_seen_with_a_mouse(form):
    page = form("desktop").fill().add(upload("turned.jpg", halves(1800, 1000, 6)))
    added(page)
    dialog = cropper(page)
    stage, frame = box(page, ".stage"), box(page)
    assert stage["width"] / stage["height"] == pytest.approx(1.8, abs=0.02)
    mouse = page.page.mouse
    middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    # The frame follows the mouse, and stays in the picture.
    mouse.move(*middle)
    mouse.down()
    mouse.move(middle[0] + 2000, middle[1] + 10, steps=8)
    mouse.up()
    assert box(page)["x"] + frame["width"] == pytest.approx(stage["x"] + stage["width"], abs=1)
    # A corner scales, the opposite one stays.
    moved = box(page)
    mouse.move(moved["x"] + 4, moved["y"] + 4)
    mouse.down()
    mouse.move(moved["x"] + moved["width"] / 2, moved["y"] + moved["height"] / 2, steps=8)
    mouse.up()
    half = box(page)
    assert half["width"] == pytest.approx(moved["width"] / 2, abs=6)
    assert half["x"] + half["width"] == pytest.approx(moved["x"] + moved["width"], abs=2)
    mouse.wheel(0, -200)
    page.until("(width) => document.querySelector('.frame').offsetWidth > width + 5", half["width"])
    dialog.get_by_role("button", name="Crop").click()
    expect(dialog).to_be_hidden()
    cut = sent(page)["images"][0]
    assert size(cut)[0] == size(cut)[1] and colors(cut) == ["blue", "blue"]


def test_two_fingers_scale_and_a_cancelled_crop_changes_nothing(form):
    picture = upload("tall.jpg", jpeg(300, 600))
    page = form().fill().add(picture)
    added(page)
    dialog = cropper(page)
    frame = box(page)
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    session = page.page.context.new_cdp_session(page.page)
    touch = lambda kind, *gaps: session.send("Input.dispatchTouchEvent", {
        "type": kind, "touchPoints": [{"x": x + gap, "y": y, "id": index} for index, gap in enumerate(gaps)]})
    touch("touchStart", -60, 60)
    for gap in range(60, 25, -5):
        touch("touchMove", -gap, gap)
    touch("touchEnd")
    page.until("(width) => document.querySelector('.frame').offsetWidth < width * .7", frame["width"])
    assert page.page.evaluate("visualViewport.scale") == 1
    page.press("Escape")
    expect(dialog).to_be_hidden()
    assert sent(page)["images"] == [picture["buffer"]]


def test_a_crop_is_kept_in_the_draft_and_can_still_be_undone(form):
    page = form("desktop").add(upload("wide.jpg", halves(800, 400)))
    cropper(added(page)).get_by_role("button", name="Crop").click()
    page.until("""drafts.keys().then(async ([key]) => key && (await drafts.read(key)).pictures[0].length === 3)""")
    page.page.on("dialog", lambda dialog: dialog.accept())
    page.page.reload()
    page.ready().find(".draft").get_by_role("button", name="Continue").click()
    page.until("document.querySelector('.cell img')?.naturalWidth === 400")
    assert size(sent(page.fill())["images"][0]) == (400, 400)
    expect(page.find("#submit")).to_be_enabled()
    cropper(page).get_by_role("button", name="Whole picture").click()
    page.until("document.querySelector('.cell img').naturalWidth === 800")


@pytest.mark.matrix
@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
@pytest.mark.parametrize("width, height", [(195, 422), (390, 844), (844, 390)])
def test_the_cropper_holds_at_every_size(form, width, height, language):
    page = form(viewport={"width": width, "height": height}, language=language).add(upload("tall.jpg", jpeg(300, 900)))
    expect(page.cells.locator(".crop")).to_be_visible()
    dialog = cropper(page)
    for control in dialog.locator("button, input").all():
        control.scroll_into_view_if_needed()
        place = control.bounding_box()
        assert place["x"] >= 0 and place["x"] + place["width"] <= width and place["height"] >= 44
        expect(control).to_be_in_viewport(ratio=0.99)
    hold(page)


def test_a_strip_shows_each_photo_as_lists_cut_it(form):
    page = form().add(upload("wide.jpg", halves(800, 400)))
    added(page)
    image = page.cells.first.locator("img")
    assert image.evaluate("one => [getComputedStyle(one).objectFit, one.offsetWidth === one.offsetHeight]") == ["cover", True]
