"""Searching with typical input: in the search box, on a phone and on a desktop, with scripts and without."""

import pytest
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def stall(open_market):
    """A few products with distinctive names. Read-only."""
    market = open_market()
    seller = "6e7d1f52-0000-4000-8000-000000000001"
    for name, price, currency in [
            ("Film camera", 1, "USD"), ("35 mm lens", 900, "KRW"), ("C++ primer", 30, "USD"), ("일렉기타", 200_000, "KRW"),
            ("제주 노지 감귤", 5000, "KRW")]:
        market.list(name, seller=seller, price=price, currency=currency)
    return market


ALL = ["제주 노지 감귤", "일렉기타", "C++ primer", "35 mm lens", "Film camera"]


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


@pytest.mark.parametrize("text, name", [
    ("35mm", "35 mm lens"), ("노지감귤", "제주 노지 감귤"), ("감귤 제주", "제주 노지 감귤"), ("ㄱㅌ", "일렉기타"),
    ("ＦＩＬＭ　camera", "Film camera"), ("“film camera”", "Film camera")])
def test_what_is_written_another_way_is_found(stall, visit, text, name):
    page = visit(stall, language="ko-KR")
    search(page, text)
    found(page, name)
    expect(page.find(".corrected")).to_have_count(0)


@pytest.mark.parametrize("text", ["vendor 1", "VENDOR"])
def test_the_sellers_name_finds_what_they_sell(stall, visit, text):
    page = visit(stall)
    search(page, text)
    found(page, *ALL)
    search(page, text + " lens")
    found(page, "35 mm lens")


def test_what_cannot_be_seen_is_no_search(stall, visit):
    page = visit(stall)
    search(page, "\u200b \u3164")
    found(page, *ALL)
    page.go("/?q=%E2%80%8B+%E3%85%A4")
    found(page, *ALL)
    expect(page.page.get_by_role("searchbox")).to_have_value("")


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("language, typed, taken_for, name", [
    ("en-US", "film camrea", "film camera", "Film camera"), ("ko-KR", "일렉기다", "일렉기타", "일렉기타")])
def test_a_typo_is_forgiven_and_the_page_says_so(stall, visit, language, typed, taken_for, name, scripts):
    page = visit(stall, language=language, java_script_enabled=scripts)
    search(page, typed)
    found(page, name)
    said = page.find(".corrected")
    expect(said).to_contain_text(typed)
    expect(said.get_by_role("link")).to_contain_text(taken_for)
    expect(page.page.get_by_role("searchbox")).to_have_value(typed)
    said.get_by_role("link").click()
    expect(page.page.get_by_role("searchbox")).to_have_value(taken_for)
    found(page, name)
    expect(said).to_have_count(0)


def test_a_search_without_a_find_corrects_nothing(stall, visit):
    page = visit(stall)
    search(page, "velvet sofa")
    # The previous list has headings, too.
    expect(page.find(".message h2")).to_contain_text("velvet sofa")
    expect(page.find(".corrected")).to_have_count(0)


@pytest.mark.parametrize("language, cheapest, most_expensive", [
    ("ko-KR", ["35 mm lens", "제주 노지 감귤", "일렉기타", "Film camera", "C++ primer"],
     ["일렉기타", "제주 노지 감귤", "35 mm lens", "C++ primer", "Film camera"]),
    ("en-US", ["Film camera", "C++ primer", "35 mm lens", "제주 노지 감귤", "일렉기타"],
     ["C++ primer", "Film camera", "일렉기타", "제주 노지 감귤", "35 mm lens"])])
def test_prices_of_two_currencies_stand_apart(stall, visit, language, cheapest, most_expensive):
    page = visit(stall, language=language)
    page.page.locator("#sort").select_option("price_asc")
    found(page, *cheapest)
    page.page.locator("#sort").select_option("price_desc")
    found(page, *most_expensive)
