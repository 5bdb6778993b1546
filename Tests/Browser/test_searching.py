"""Searching as people type it: in the search box, on a phone and on a desktop, with scripts and without."""

import pytest
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def stall(open_market):
    """A few things with telling names. Nobody changes it."""
    market = open_market()
    seller = "6e7d1f52-0000-4000-8000-000000000001"
    for name in ["Film camera", "35 mm lens", "C++ primer", "일렉기타"]:
        market.list(name, seller=seller)
    return market


def search(visit, text):
    box = visit.page.get_by_role("searchbox")
    box.fill("")
    box.press_sequentially(text)
    box.press("Enter")
    return box


def found(visit, *names):
    expect(visit.page.locator(".product .name")).to_have_text(list(names))


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("text, read, name", [
    ("film camera", "film camera", "Film camera"), ("camera film ", "camera film", "Film camera"),
    (" lens", "lens", "35 mm lens"), ("c++", "c++", "C++ primer")])
def test_two_words_and_stray_spaces_find_what_they_name(stall, visit, text, read, name, scripts):
    page = visit(stall, java_script_enabled=scripts)
    search(page, text)
    found(page, name)
    page.page.reload()
    found(page, name)
    expect(page.page.get_by_role("searchbox")).to_have_value(read)
