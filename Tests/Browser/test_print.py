"""On paper: price tags and notices."""

import re
import subprocess

import pytest
from PIL import Image
from playwright.sync_api import expect

from layout import faults
from pictures import jpeg

LONG = "제주에서 막 올라온 노지 감귤 한 상자와 " * 9


@pytest.fixture(scope="module")
def stall(open_market):
    """30 products with short, long and unbroken names, with and without discounts. Read-only."""
    market = open_market()
    market.list("Oak chair", price=120000, descriptions="Sits well.\nHardly used, from a home without smokers.")
    market.list(LONG[:200], [jpeg(600, 400)], price=1_250_000, discounted_price=350_000, descriptions=LONG, stock=0)
    market.list("W" * 200, price=9_007_199_254_740_991, discounted_price=1, descriptions="o" * 300)
    for number in range(4, 31):
        market.list(f"Thing {number}", price=1000 * number, discounted_price=100)
    return market


def printed(page, path):
    """Prints the page as PDF and returns an image of each of its pages, of ten pixels a millimetre."""
    file = path / "printed.pdf"
    page.page.pdf(path=str(file), prefer_css_page_size=True)
    count = int(subprocess.run(["vipsheader", "-f", "n-pages", file], capture_output=True, check=True).stdout)
    images = []
    for number in range(count):
        images.append(path / f"{number}.png")
        subprocess.run(["vips", "copy", f"{file}[page={number},dpi=254]", images[-1]], check=True)
        size = subprocess.run(["vipsheader", images[-1]], capture_output=True, text=True, check=True).stdout
        # A4
        assert re.search(r" (2099|2100)x29(69|70|71) ", size), size
    return images


def codes(image, width, height):
    """Returns the texts of the codes of each tag or notice of this size in pixels, as people scan them: one by one."""
    parts = []
    with Image.open(image) as sheet:
        for top in range(0, 2970 - height + 1, height):
            for left in range(0, 2100 - width + 1, width):
                parts.append(image.with_suffix(f".{len(parts)}.png"))
                sheet.crop((left, top, left + width, top + height)).save(parts[-1], compress_level=1)
    result = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "--set", "disable", "--set", "qrcode.enable", *parts], capture_output=True, text=True)
    return result.stdout.split()


@pytest.mark.matrix
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_code_on_price_tags_leads_to_its_product(visit, stall, tmp_path, scheme):
    ids = list(range(1, 31))
    page = visit(stall, f"/print?products={','.join(map(str, ids))}&kind=labels", color_scheme=scheme)
    sheets = printed(page, tmp_path)
    assert len(sheets) == 2
    addresses = [f"{stall.url}/products/{one}" for one in ids]
    assert [codes(sheet, 700, 370) for sheet in sheets] == [addresses[:24], addresses[24:]]


def test_every_code_on_notices_leads_to_its_product(visit, stall, tmp_path):
    page = visit(stall, "/print?products=1,2,3,4,5&kind=notices", language="ko-KR")
    sheets = printed(page, tmp_path)
    assert len(sheets) == 2
    addresses = [f"{stall.url}/products/{one}" for one in range(1, 6)]
    assert [codes(sheet, 1050, 1485) for sheet in sheets] == [addresses[:4], addresses[4:]]


INSIDE = """() => [...document.querySelectorAll('.tag, .body, .strips li')].flatMap((one) => {
    const edge = one.getBoundingClientRect()
    return [...one.querySelectorAll('p:not(:empty), svg, img')].filter((part) => {
        const { left, top, right, bottom, width, height } = part.getBoundingClientRect()
        return !width || !height || left < edge.left - .5 || top < edge.top - .5 || right > edge.right + .5 || bottom > edge.bottom + .5
    }).map((part) => part.outerHTML.slice(0, 60))
})"""
MILLIMETRES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
    const { width, height } = one.getBoundingClientRect()
    return [width, height].map((length) => Math.round(length / 96 * 254) / 10)
})"""


@pytest.mark.matrix
@pytest.mark.parametrize("kind, selector, size", [("labels", ".tag", [70, 37]), ("notices", ".leaflet", [105, 148.5])])
@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_tags_and_notices_have_their_size_and_hold_what_is_on_them(visit, stall, kind, selector, size, language):
    page = visit(stall, f"/print?products=1,2,3,4,5&kind={kind}", screen="desktop", language=language)
    page.page.emulate_media(media="print")
    assert page.page.evaluate(MILLIMETRES, selector) == [size] * 5
    assert page.page.evaluate(MILLIMETRES, ".paper")[0] == [210, 297]
    assert page.page.evaluate(INSIDE) == []
    for hidden in ["header", "footer", ".controls", ".skip"]:
        expect(page.find(hidden).first).to_be_hidden()


@pytest.mark.matrix
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_paper_is_white_and_ink_is_black_in_both_schemes(visit, stall, scheme):
    page = visit(stall, "/print?products=1&kind=labels", color_scheme=scheme)
    expect(page.find(".tags")).to_have_css("color", "rgb(0, 0, 0)")
    expect(page.find(".tags")).to_have_css("background-color", "rgb(255, 255, 255)")


def test_the_button_prints(visit, stall):
    page = visit(stall, "/print?products=1&kind=labels")
    page.page.evaluate("() => { window.print = () => document.title = 'printing' }")
    page.find("#print").click()
    expect(page.page).to_have_title("printing")
    page.find("[name=kind][value=notices]").click()
    page.arrive(r"kind=notices$")
    expect(page.find(".leaflet")).to_have_count(1)
    expect(page.find("[value=notices]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_seller_chooses_several_products_or_all(visit, own, has_scripts):
    page = visit(own, java_script_enabled=has_scripts)
    for name in ["Chair", "Table", "Lamp"]:
        page.list(name)
    page.go("/mine").find("a[href='/print']").click()
    page.arrive(r"/print$")
    page.find("[name=kind][value=labels]").click()
    expect(page.find(".notice.error")).to_be_visible()
    page.ready().find("label", has_text="Chair").click()
    page.find("label", has_text="Lamp").click()
    page.find("[name=kind][value=labels]").click()
    page.arrive(r"products=3,1&kind=labels$")
    expect(page.find(".tag .what")).to_have_text(["Lamp", "Chair"])
    expect(page.find("#print")).to_be_visible(visible=has_scripts)
    page.go("/print").find("label[for=all]").click()
    page.find("[name=kind][value=notices]").click()
    page.arrive(r"products=3,2,1&kind=notices$")
    expect(page.find(".leaflet")).to_have_count(3)


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_products_menu_leads_to_its_price_tag(visit, stall, has_scripts):
    page = visit(stall, "/products/1", java_script_enabled=has_scripts)
    page.find("#more-menu summary").click()
    page.find("#more-menu a[href^='/print']").click()
    page.arrive(r"/print\?products=1&kind=labels$")
    expect(page.find(".tag .what")).to_have_text("Oak chair")


def test_what_is_gone_is_left_out_with_a_sentence(visit, own):
    gone = own.list("Gone")
    own.list("Here")
    own.delete(gone)
    page = visit(own, "/print?products=1,2&kind=labels", language="ko-KR")
    expect(page.find(".tag .what")).to_have_text("Here")
    expect(page.find(".controls .notice")).to_have_text("이제 볼 수 없는 상품 1개는 뺐어요.")


@pytest.mark.matrix
@pytest.mark.parametrize("width, letters", [(195, 16), (320, 16), (390, 32), (1280, 32)])
@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_the_pages_for_printing_hold_at_every_size_of_type(visit, own, width, letters, language):
    page = visit(own, "/offline", language=language, viewport={"width": width, "height": 600}, is_mobile=width < 500)
    page.page.context.new_cdp_session(page.page).send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
    page.list("가나다라마바사" * 12, price="9007199254740991")
    found = {path: faults(page.go(path)) for path in [
        "/print", "/print?kind=labels", "/print?products=1,2&kind=labels", "/print?products=1&kind=notices", "/mine"]}
    assert {path: fault for path, fault in found.items() if fault} == {}
