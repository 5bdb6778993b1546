"""One seller in two browsers: by a link, and by a file."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from pictures import upload
from test_accessibility import hold

PASSPHRASE = "열려라 참깨 42"
BOTH = pytest.mark.parametrize("has_scripts", [True, False])


def lister(visit, market, name, **options):
    """Returns a browser in which this seller has listed a product."""
    return visit(market, "/offline", **options).list(f"{name}’s chair", seller=name)


def link(page):
    page.go("/mine").find("a[href='/move']").click()
    page.arrive("/move$").find("form[action='/move/link'] button").click()
    page.arrive("/move/link$")
    return page.find(".way span").inner_text()


def file(page, path, passphrase=PASSPHRASE):
    page.go("/move").find("#new-passphrase").fill(passphrase)
    page.find("#repeat").fill(passphrase)
    page.find("form[action='/move/file'] button").click()
    page.arrive("/move/file$")
    with page.page.expect_download() as download:
        page.find("a[download]").click()
    assert download.value.suggested_filename == "open-market.txt"
    download.value.save_as(path)
    return path


def open_file(page, path, passphrase=PASSPHRASE):
    page.go("/move").find("#file").set_input_files(path)
    page.find("#passphrase").fill(passphrase)
    page.find("form[action='/receive/file'] button").click()


@BOTH
def test_a_new_phone_receives_the_listings_by_a_link(visit, own, has_scripts):
    old = lister(visit, own, "Kim", java_script_enabled=has_scripts)
    address = link(old)
    new = visit(own, "/mine", java_script_enabled=has_scripts)
    expect(new.find(".message")).to_be_visible()
    new.go(address)
    expect(new.find("form.sheet")).to_contain_text("“Kim” (1 product)")
    new.find("form.sheet [type=submit]").click()
    new.arrive("/mine$")
    expect(new.find("#desk .name")).to_have_text("Kim’s chair")
    # The old phone keeps them.
    expect(old.go("/mine").find("#desk .name")).to_have_text("Kim’s chair")
    late = visit(own, address, java_script_enabled=has_scripts)
    expect(late.find("main h1")).to_have_text("This link no longer works")
    expect(late.find("form.sheet")).to_have_count(0)


@BOTH
def test_a_new_phone_sells_with_one_tap(visit, own, has_scripts):
    address = link(lister(visit, own, "Kim", java_script_enabled=has_scripts))
    new = visit(own, address, java_script_enabled=has_scripts)
    new.find("form.sheet [type=submit]").click()
    new.arrive("/mine$")
    # The right has come along, so that no password is asked for.
    new.find("#desk").get_by_role("button", name="Sold", exact=True).click()
    expect(new.find("#desk .state").first).to_have_text("Sold")
    # But not the password: the price still asks for it.
    new.go("/products/1/edit")
    expect(new.find("input[type=password]").first).to_be_visible()


def test_the_code_of_the_link_is_the_link(visit, own, tmp_path):
    page = lister(visit, own, "Kim", color_scheme="dark")
    address = link(page)
    page.find(".code").screenshot(path=str(tmp_path / "code.png"))
    result = subprocess.run(["zbarimg", "--quiet", "--raw", "--set", "disable", "--set", "qrcode.enable",
                             str(tmp_path / "code.png")], capture_output=True, text=True)
    assert result.stdout.strip() == address


def test_the_link_is_copied(visit, own):
    page = lister(visit, own, "Kim")
    link(page)
    page.page.evaluate("navigator.clipboard.writeText = async (text) => { document.title = text }")
    page.find(".copy").click()
    expect(page.page).to_have_title(re.compile(r"/receive\?token=[0-9a-f]{32}$"))
    expect(page.find("#status")).to_have_text("Copied.")


@BOTH
def test_a_file_brings_the_listings_back_when_a_phone_is_lost(visit, own, tmp_path, has_scripts):
    saved = file(lister(visit, own, "Kim", java_script_enabled=has_scripts), tmp_path / "saved.txt")
    new = visit(own, java_script_enabled=has_scripts)
    open_file(new, saved, "not the passphrase")
    expect(new.find("#open-error")).to_have_text("That passphrase doesn’t open this file. Check it and try again.")
    expect(new.find("#passphrase")).to_be_focused()
    open_file(new.ready(), saved)
    new.arrive("/mine$")
    expect(new.find("#desk .name")).to_have_text("Kim’s chair")


@BOTH
def test_a_browser_with_listings_of_its_own_is_asked_first(visit, own, tmp_path, has_scripts):
    saved = file(lister(visit, own, "Kim", java_script_enabled=has_scripts), tmp_path / "saved.txt")
    other = lister(visit, own, "Lee", java_script_enabled=has_scripts)
    open_file(other, saved)
    other.arrive("/receive$")
    expect(other.find(".notice.error")).to_contain_text("they replace “Lee” (1 product)")
    question = other.page.url
    # Its own listings are saved first, and nothing has changed so far.
    other.find("form.sheet a[href='/move']").click()
    other.arrive("/move$")
    lees = file(other, tmp_path / "lee.txt")
    expect(other.go("/mine").find("#desk .name")).to_have_text("Lee’s chair")
    other.go(question).find("form.sheet [type=submit]").click()
    other.arrive("/mine$")
    expect(other.find("#desk .name")).to_have_text("Kim’s chair")
    # And back.
    open_file(other, lees)
    other.arrive("/receive$").find("form.sheet [type=submit]").click()
    other.arrive("/mine$")
    expect(other.find("#desk .name")).to_have_text("Lee’s chair")


def test_a_file_that_cannot_be_made_or_opened_says_why(visit, own):
    page = lister(visit, own, "Kim", language="ko-KR")
    page.go("/move").find("#new-passphrase").fill("1234567")
    page.find("#repeat").fill("1234567")
    page.find("form[action='/move/file'] button").click()
    expect(page.find("#save-error")).to_have_text("파일 암호는 8자 이상 128자 이하로 정해 주세요.")
    expect(page.find("#new-passphrase")).to_be_focused()
    page.ready().find("#file").set_input_files(upload("a.txt", b"hello"))
    page.find("form[action='/receive/file'] button").click()
    expect(page.find("#open-error")).to_have_text("여기에서 저장한 파일이 아니거나 손상됐어요. 다른 파일을 선택해 주세요.")
    page.ready().find("form[action='/receive/file'] button").click()
    expect(page.find("#open-error")).to_have_text("저장해 둔 파일을 선택해 주세요.")


def test_nothing_of_it_is_kept_for_offline(visit, own):
    page = lister(visit, own, "Kim", service_workers="allow")
    page.controlled()
    address = link(page)
    other = visit(own, address, service_workers="allow")
    other.controlled().go(address).arrive("/receive$").go("/")
    for one in [page, other]:
        assert not [url for url in one.go("/").until_kept("/").kept() if "/move" in url or "/receive" in url]


@pytest.mark.matrix
@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_no_violations_on_the_way(visit, own, tmp_path, screen):
    page = lister(visit, own, "Kim", screen=screen, reduced_motion="reduce")
    hold(page.go("/move"))
    address = link(page)
    hold(page)
    file(page, tmp_path / "saved.txt")
    hold(page)
    other = lister(visit, own, "Lee", screen=screen, reduced_motion="reduce")
    hold(other.go(address))


@pytest.mark.matrix
@pytest.mark.parametrize("width, letters", [(195, 16), (320, 16), (390, 32), (1280, 32)])
@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_all_of_it_holds_at_every_size_of_type(visit, own, tmp_path, width, letters, language):
    from layout import faults
    options = {"language": language, "viewport": {"width": width, "height": 600}, "is_mobile": width < 500}
    pages = [visit(own, "/offline", **options) for _ in range(2)]
    for page in pages:
        page.page.context.new_cdp_session(page.page).send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
        page.list("의자", seller="가나다라마바사" * 12)
    page, other = pages
    found = {"move": faults(page.go("/move"))}
    page.find("form[action='/move/file'] button").click()
    expect(page.find("#save-error")).not_to_be_empty()
    found["refused"] = faults(page.ready())
    file(page, tmp_path / "saved.txt")
    found["file"] = faults(page)
    address = link(page)
    found["link"] = faults(page)
    found["received"] = faults(other.go(address))
    assert {name: fault for name, fault in found.items() if fault} == {}
