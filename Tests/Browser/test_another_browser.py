"""One seller in two browsers, by a link."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from test_accessibility import hold

BOTH = pytest.mark.parametrize("has_scripts", [True, False])


def lister(visit, market, name, **options):
    """Returns a browser in which this seller has listed a product."""
    return visit(market, "/offline", **options).list(f"{name}’s chair", seller=name)


def link(page):
    page.go("/mine").find("a[href='/move']").click()
    page.arrive("/move$").find("form[action='/move/link'] button").click()
    page.arrive("/move/link$")
    return page.find(".way span").inner_text()


@BOTH
def test_a_new_phone_receives_the_listings_by_a_link(visit, shared, has_scripts):
    old = lister(visit, shared, "Kim", java_script_enabled=has_scripts)
    address = link(old)
    new = visit(shared, "/mine", java_script_enabled=has_scripts)
    expect(new.find(".message")).to_be_visible()
    new.go(address)
    expect(new.find("form.sheet")).to_contain_text("“Kim” (1 product)")
    new.find("form.sheet [type=submit]").click()
    new.arrive("/mine$")
    expect(new.find("#desk .name")).to_have_text("Kim’s chair")
    # The old phone keeps them.
    expect(old.go("/mine").find("#desk .name")).to_have_text("Kim’s chair")
    late = visit(shared, address, java_script_enabled=has_scripts)
    expect(late.find("main h1")).to_have_text("This link no longer works")
    expect(late.find("form.sheet")).to_have_count(0)


@BOTH
def test_a_new_phone_sells_with_one_tap(visit, own, has_scripts):
    address = link(lister(visit, own, "Kim", java_script_enabled=has_scripts))
    new = visit(own, address, java_script_enabled=has_scripts)
    new.find("form.sheet [type=submit]").click()
    new.arrive("/mine$")
    # The right has come along, so that no password is asked for.
    new.find("#desk").get_by_role("button", name="Mark as sold").click()
    expect(new.find("#desk .state").first).to_have_text("Sold")
    # But not the password: the price still asks for it.
    new.go("/products/1/edit")
    expect(new.find("input[type=password]").first).to_be_visible()


def test_the_code_of_the_link_is_the_link(visit, shared, tmp_path):
    page = lister(visit, shared, "Kim", color_scheme="dark")
    address = link(page)
    page.find(".code").screenshot(path=str(tmp_path / "code.png"))
    result = subprocess.run(["zbarimg", "--quiet", "--raw", "--set", "disable", "--set", "qrcode.enable",
                             str(tmp_path / "code.png")], capture_output=True, text=True)
    assert result.stdout.strip() == address


def test_the_link_is_copied(visit, shared):
    page = lister(visit, shared, "Kim")
    link(page)
    page.page.evaluate("navigator.clipboard.writeText = async (text) => { document.title = text }")
    page.find(".copy").click()
    expect(page.page).to_have_title(re.compile(r"/receive\?token=[0-9a-f]{32}$"))
    expect(page.find("#status")).to_have_text("Copied.")


@BOTH
def test_a_browser_with_listings_of_its_own_is_asked_first(visit, shared, has_scripts):
    kims = link(lister(visit, shared, "Kim", java_script_enabled=has_scripts))
    other = lister(visit, shared, "Lee", java_script_enabled=has_scripts)
    other.go(kims)
    expect(other.find(".notice.error")).to_contain_text("they replace “Lee” (1 product)")
    question = other.page.url
    # Its own listings are moved first, and nothing has changed so far.
    other.find("form.sheet a[href='/move']").click()
    other.arrive("/move$")
    lees = visit(shared, link(other), java_script_enabled=has_scripts)
    lees.find("form.sheet [type=submit]").click()
    lees.arrive("/mine$")
    expect(lees.find("#desk .name")).to_have_text("Lee’s chair")
    expect(other.go("/mine").find("#desk .name")).to_have_text("Lee’s chair")
    other.go(question).find("form.sheet [type=submit]").click()
    other.arrive("/mine$")
    expect(other.find("#desk .name")).to_have_text("Kim’s chair")


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
def test_no_violations_on_the_way(visit, shared, screen):
    page = lister(visit, shared, "Kim", screen=screen, reduced_motion="reduce")
    hold(page.go("/move"))
    address = link(page)
    hold(page)
    other = lister(visit, shared, "Lee", screen=screen, reduced_motion="reduce")
    hold(other.go(address))


@pytest.mark.matrix
@pytest.mark.parametrize("width, letters", [(195, 16), (320, 16), (390, 32), (1280, 32)])
@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_all_of_it_holds_at_every_size_of_type(visit, shared, width, letters, language):
    from layout import faults
    options = {"language": language, "viewport": {"width": width, "height": 600}, "is_mobile": width < 500}
    pages = [visit(shared, "/offline", **options) for _ in range(2)]
    for page in pages:
        page.page.context.new_cdp_session(page.page).send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
        page.list("의자", seller="가나다라마바사" * 12)
    page, other = pages
    found = {"move": faults(page.go("/move"))}
    address = link(page)
    found["link"] = faults(page)
    found["received"] = faults(other.go(address))
    assert {name: fault for name, fault in found.items() if fault} == {}


@BOTH
def test_a_lost_phone_is_ended_from_another_browser(visit, shared, has_scripts):
    phone = lister(visit, shared, "Kim", java_script_enabled=has_scripts)
    address = link(phone)
    laptop = visit(shared, address, java_script_enabled=has_scripts)
    laptop.find("form.sheet [type=submit]").click()
    laptop.arrive("/mine$")
    rows = laptop.find("section[aria-labelledby='browsers'] li")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="This browser")).to_have_count(1)
    # What looks at a page for it runs scripts.
    if has_scripts:
        hold(laptop)
    rows.filter(has_not_text="This browser").get_by_role("button").click()
    # It is asked first.
    expect(laptop.find("#desk")).to_have_count(0)
    laptop.find("main form [type=submit]").click()
    expect(rows).to_have_count(1)
    # The phone still has its cookie, and it is worth nothing.
    phone.go("/mine")
    expect(phone.find("section[aria-labelledby='browsers']")).to_have_count(0)
    phone.find("#desk").get_by_role("button", name="Mark as sold").click()
    expect(phone.find("input[type=password]")).to_be_visible()
    laptop.find("#desk").get_by_role("button", name="Mark as sold").click()
    expect(laptop.find("#desk .state").first).to_have_text("Sold")
