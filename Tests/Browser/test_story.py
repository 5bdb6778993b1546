"""The main use cases in both languages, with scripts and without, and by keyboard alone."""

import re

import pytest
from playwright.sync_api import TimeoutError, expect

from market import SECRET
from pictures import jpeg, upload

pytestmark = pytest.mark.motion

FIVE = [upload(f"{index}.jpg", jpeg(120, 90, (50 * index, 120, 40))) for index in range(5)]
DETAIL = r"/products/\d+$"
LANGUAGES = pytest.mark.parametrize(
    "language, listed, renamed", [("en-US", "Chair", "Blue chair"), ("ko-KR", "의자", "파란 의자")])


@LANGUAGES
def test_list_edit_and_delete(visit, own, language, listed, renamed):
    page = visit(own, language=language)
    expect(page.find("html")).to_have_attribute("lang", language[:2])
    page.find("#new").click()
    page.arrive("/products/new$").fill(listed).add(*FIVE).submit().arrive(DETAIL)
    expect(page.find("main h1")).to_have_text(listed)
    expect(page.find(".slides > li")).to_have_count(5)
    page.an_hour_later().choose("edit").answer("wrong")
    expect(page.problem("password")).not_to_be_empty()
    page.answer(SECRET).arrive(r"/edit(\?|$)")
    page.find("#name").fill(renamed)
    page.submit().arrive(DETAIL)
    page.go("/")
    expect(page.rows.locator(".name")).to_have_text(renamed)
    page.rows.locator("a").click()
    page.arrive(DETAIL).an_hour_later().choose("delete").answer("wrong")
    expect(page.problem("password")).not_to_be_empty()
    page.answer(SECRET)
    page.find("#password-dialog").get_by_role("button", name=re.compile("OK|확인")).click()
    page.arrive(r"/$")
    expect(page.rows).to_have_count(0)


@LANGUAGES
def test_list_edit_and_delete_without_scripts(visit, own, language, listed, renamed):
    page = visit(own, language=language, java_script_enabled=False)
    page.find("main a[href='/products/new'], #new").first.click()
    page.fill(listed).add(*FIVE).submit().arrive(DETAIL)
    expect(page.find(".slides > li")).to_have_count(5)
    address = page.page.url
    page.an_hour_later().choose("edit").answer("wrong")
    expect(page.problem("password")).not_to_be_empty()
    page.answer(SECRET)
    page.find("#name").fill(renamed)
    page.submit().arrive(DETAIL)
    page.go("/")
    expect(page.rows.locator(".name")).to_have_text(renamed)
    page.rows.locator("a").click()
    page.arrive(DETAIL).an_hour_later().choose("delete").answer("wrong")
    expect(page.problem("password")).not_to_be_empty()
    page.answer(SECRET)
    expect(page.find("main")).to_contain_text(renamed)
    page.find("main .message a").click()
    page.arrive(r"/$")
    expect(page.rows).to_have_count(0)
    assert page.page.goto(address).status == 410


def choose(page, files):
    """Opens the chooser from the keyboard, again if a busy machine has lost the key press."""
    for patience in (10_000, 60_000):
        try:
            with page.page.expect_file_chooser(timeout=patience) as chooser:
                page.press("Space")
            return chooser.value.set_files(files)
        except TimeoutError:
            page.tab_to("#images")
    raise AssertionError("Space opens no chooser")


def test_list_edit_and_delete_by_keyboard_alone(visit, own):
    page = visit(own, screen="desktop")
    page.tab_to("#new")
    page.press("Enter")
    page.arrive("/products/new$").tab_to("#images")
    choose(page, FIVE)
    expect(page.cells).to_have_count(5)
    page.tab_to(".cell:nth-of-type(3) .move")
    page.press("ArrowLeft")
    for field, value in [("name", "Chair"), ("price", "1000"), ("seller", "Kim"), ("password", SECRET)]:
        page.tab_to(f"#{field}")
        page.page.keyboard.type(value)
    page.press("Enter")
    page.arrive(DETAIL)
    page.press("ArrowRight")
    expect(page.find("#gallery .position")).to_have_text("2 / 5")
    for kind, end in [("edit", r"/edit(\?|$)"), ("delete", None)]:
        page.an_hour_later()
        page.tab_to("#more-menu summary")
        page.press("Enter")
        page.tab_to(f"#more-menu a[href$='/{kind}']")
        page.press("Enter")
        expect(page.find("#password")).to_be_focused()
        page.page.keyboard.type("wrong")
        page.press("Enter")
        expect(page.problem("password")).not_to_be_empty()
        page.press("ControlOrMeta+A")
        page.page.keyboard.type(SECRET)
        page.press("Enter")
        if end:
            page.arrive(end).tab_to("#name")
            page.page.keyboard.type("Blue chair")
            page.tab_to("#submit")
            page.press("Enter")
            page.arrive(DETAIL)
            expect(page.find("main h1")).to_have_text("Blue chair")
    dialog = page.find("#password-dialog")
    expect(dialog.get_by_role("button", name="OK")).to_be_focused()
    expect(dialog).to_have_accessible_name(re.compile("Blue chair"))
    expect(page.find("#password-dialog")).to_contain_text("Blue chair")
    page.press("Enter")
    page.arrive(r"/$")
    expect(page.rows).to_have_count(0)
