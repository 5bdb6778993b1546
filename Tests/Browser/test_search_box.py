"""The search box: results while typing, and recent searches."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

# What an answer changes is on the page by then.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="module")
def stall(open_market):
    """A market of five products. Read-only."""
    market = open_market()
    for name in ["Film camera", "Film roll", "Lamp", "기타", "의자"]:
        market.list(name)
    return market


@pytest.fixture
def page(visit, stall):
    return visit(stall)


def names(page):
    return page.find("#products .name")


def opacity(page, part):
    """Returns how opaque a part is seen, also in parts that aren't themselves."""
    return page.find(part).evaluate("""one => {
        let seen = 1
        for (; one; one = one.parentElement) seen *= getComputedStyle(one).opacity
        return seen
    }""")


def type(page, words):
    page.find("#q").press_sequentially(words, delay=20)
    return page


# MARK: Results while typing

def test_the_list_follows_what_is_typed_and_so_does_the_address(page):
    page.page.evaluate("window.mark = true")
    type(page, "film")
    expect(page.rows).to_have_count(2)
    expect(page.page).to_have_url(re.compile(r"/\?q=film$"))
    expect(page.page).to_have_title(re.compile("film"))
    type(page, " ca")
    expect(page.rows).to_have_count(1)
    expect(names(page)).to_have_text("Film camera")
    expect(page.page).to_have_url(re.compile(r"/\?q=film%20ca$"))
    expect(page.find("#q")).to_be_focused()
    page.find("#q").fill("")
    expect(page.rows).to_have_count(5)
    expect(page.page).to_have_url(re.compile(r"/$"))
    assert page.page.evaluate("window.mark")


def test_a_word_that_is_also_the_name_of_an_order_is_searched_for(visit, own):
    page = visit(own)
    own.list("The newest chair")
    type(page, "newest")
    expect(names(page)).to_have_text(["The newest chair"])
    expect(page.page).to_have_url(re.compile(r"/\?q=newest$"))
    # As the order, it needs no address.
    page.find("#q").fill("")
    expect(page.page).to_have_url(re.compile("/$"))


def test_the_newest_answer_wins(page):
    held, ended = [], []
    for event in ["requestfinished", "requestfailed"]:
        page.page.on(event, lambda request: ended.append(request))
    page.page.route(re.compile(r"q=lam"), lambda route: held.append(route))
    type(page, "lam")
    page.poll(lambda: held)
    page.find("#q").fill("film")
    expect(page.rows).to_have_count(2)
    for route in held:
        try:
            route.continue_()
        except Exception:  # Aborted requests need no response.
            pass
    page.poll(lambda: all(route.request in ended for route in held))
    page.page.evaluate(FRAMES)
    expect(page.rows).to_have_count(2)
    expect(page.page).to_have_url(re.compile(r"q=film$"))


@pytest.mark.parametrize("keeps_pages", [True, False])
def test_back_leads_out_of_the_search_to_the_list_as_it_was(visit, crowd, keeps_pages):
    page = visit(crowd, keeps_pages=keeps_pages).load(90)
    rows = page.rows.count()
    page.find("#q").evaluate("box => box.focus({ preventScroll: true })")
    type(page, "thing 29")
    expect(page.page).to_have_url(re.compile(r"\?q=thing%2029$"))
    page.press("Enter")
    expect(page.find("#q")).not_to_be_focused()
    open_seen = page.rows.first.locator("a")
    open_seen.click()
    page.arrive(r"/products/\d+$")
    page.find("header .back").click()
    expect(page.page).to_have_url(re.compile(r"\?q=thing%2029$"))
    page.ready()
    expect(page.find("#q")).to_have_value("thing 29")
    page.back(r"/$")
    expect(page.find("#q")).to_have_value("")
    page.until("count => document.querySelectorAll('#products [data-id]').length >= count", rows)


def test_each_search_that_was_entered_is_a_step_of_the_way_back(page):
    for words in ["film", "lamp"]:
        page.find("#q").fill("")
        type(page, words)
        page.press("Enter")
        expect(page.page).to_have_url(re.compile(f"q={words}$"))
    page.back("q=film$")
    expect(page.rows).to_have_count(2)
    expect(page.find("#q")).to_have_value("film")
    page.back("/$")
    expect(page.rows).to_have_count(5)


def test_a_syllable_that_is_being_composed_is_searched_for_and_left_alone(page):
    page.page.evaluate("""() => new MutationObserver(() => {
        if (document.querySelector('#results .message')) window.flashed = true
    }).observe(document.querySelector('#results'), { childList: true, subtree: true })""")
    page.find("#q").click()
    session = page.page.context.new_cdp_session(page.page)
    for text in ["ㄱ", "기", "깉"]:
        with page.page.expect_response(lambda response: "q=" + quote(text) in response.url) as answer:
            session.send("Input.imeSetComposition", {"text": text, "selectionStart": 1, "selectionEnd": 1})
        answer.value.finished()
        page.page.evaluate(FRAMES)
    session.send("Input.insertText", {"text": "기"})
    session.send("Input.imeSetComposition", {"text": "타", "selectionStart": 1, "selectionEnd": 1})
    expect(page.rows).to_have_count(1)
    expect(names(page)).to_have_text("기타")
    expect(page.find("#q")).to_have_value("기타")
    assert page.page.evaluate("window.flashed") is None
    session.send("Input.insertText", {"text": "타"})
    expect(page.find("#q")).to_have_value("기타")


def test_nothing_found_is_said_while_typing_and_there_is_a_way_back(page):
    type(page, "zzzzqqq")
    expect(page.find("#results .message h2")).to_contain_text("zzzzqqq")
    page.find("#results .message a").click()
    page.arrive(r"/$")
    expect(page.rows).to_have_count(5)


@pytest.mark.parametrize("screen", ["phone", "desktop"])
@pytest.mark.matrix
def test_a_search_that_failed_is_said_at_the_box_and_can_be_tried_again(visit, crowd, screen):
    page = visit(crowd, screen=screen)
    failure = page.page.get_by_role("alert").filter(has_text="Couldn’t search")
    page.page.route(re.compile(r"q="), lambda route: route.abort())
    type(page, "thing 299")
    # Thirty rows are still there, which nobody should take for what was found.
    expect(failure).to_be_in_viewport(ratio=1)
    assert failure.evaluate("one => one.getBoundingClientRect().bottom <= "
                            "document.querySelector('#products').getBoundingClientRect().top")
    assert opacity(page, "#products") < 1
    # A button of the list that shows that it failed, too, can still be tapped.
    assert opacity(page, ".retry") == 1
    expect(page.find("#q")).to_be_focused()
    expect(page.find(".retry")).to_be_hidden()
    # Failing again is said again.
    failure.get_by_role("button").click()
    expect(failure).to_be_in_viewport(ratio=1)
    page.page.unroute(re.compile(r"q="))
    failure.get_by_role("button").click()
    expect(page.rows).to_have_count(1)
    expect(names(page)).to_have_text("Thing 299")
    expect(failure).to_have_count(0)
    assert opacity(page, "#products") == 1


def test_a_search_that_failed_is_repeated_when_the_network_returns(page):
    page.page.context.set_offline(True)
    type(page, "film")
    failure = page.page.get_by_role("alert").filter(has_text="Couldn’t search")
    expect(failure).to_be_visible()
    page.page.context.set_offline(False)
    expect(page.rows).to_have_count(2)
    expect(failure).to_have_count(0)


def test_a_search_that_failed_is_over_when_its_words_are_removed(page):
    page.page.route(re.compile(r"q="), lambda route: route.fulfill(status=502, body="<h1>502 Bad Gateway</h1>"))
    type(page, "film")
    failure = page.page.get_by_role("alert").filter(has_text="Couldn’t search")
    expect(failure).to_be_visible()
    page.find("#q").fill("")
    expect(failure).to_have_count(0)
    expect(page.rows).to_have_count(5)
    assert opacity(page, "#products") == 1


def test_what_was_found_while_typing_is_scrolled_on_like_any_list(visit, crowd):
    page = visit(crowd)
    type(page, "thing")
    expect(page.page).to_have_url(re.compile("q=thing$"))
    page.load(90)
    assert len(set(page.ids())) == page.rows.count()


def test_order_and_filter_hold_for_what_is_typed(visit, own):
    cheap, dear = own.list("Chair one", price=10), own.list("Chair two", price=20)
    own.list("Chair three", price=5, stock=0)
    page = visit(own, "/?sort=price_desc&in_stock=1")
    type(page, "chair")
    expect(page.page).to_have_url(re.compile(r"q=chair&sort=price_desc&in_stock=1$"))
    expect(page.rows).to_have_count(2)
    assert page.ids() == [dear["id"], cheap["id"]]


# MARK: Recent searches

def search(page, words):
    page.find("#q").fill(words)
    page.press("Enter")
    expect(page.page).to_have_url(re.compile("q="))
    expect(page.find("#q")).not_to_be_focused()
    return page


def recent(page):
    return page.find("#recent li a")


@pytest.fixture
def searched(page):
    for words in ["film", "lamp", "의자"]:
        search(page, words)
    page.go("/")
    return page


def test_recent_searches_show_in_the_empty_box_and_one_can_be_tapped(searched):
    expect(searched.find("#recent")).to_be_hidden()
    searched.find("#q").tap()
    expect(recent(searched)).to_have_text(["의자", "lamp", "film"])
    recent(searched).nth(2).tap()
    expect(searched.rows).to_have_count(2)
    expect(searched.find("#q")).to_have_value("film")
    expect(searched.find("#recent")).to_be_hidden()


def test_recent_searches_hide_while_typing_and_when_the_box_is_left(searched):
    searched.find("#q").tap()
    expect(searched.find("#recent")).to_be_visible()
    type(searched, "f")
    expect(searched.find("#recent")).to_be_hidden()
    searched.find("#q").fill("")
    expect(searched.find("#recent")).to_be_visible()
    searched.find("h1").evaluate("() => document.activeElement.blur()")
    expect(searched.find("#recent")).to_be_hidden()


def test_recent_searches_can_be_chosen_by_keys(visit, own):
    own.list("Film camera")
    page = visit(own, screen="desktop")
    search(page, "film")
    page.go("/").press("/")
    expect(page.find("#recent")).to_be_visible()
    page.press("ArrowDown")
    expect(recent(page).first).to_be_focused()
    page.press("ArrowUp")
    expect(page.find("#q")).to_be_focused()
    page.press("ArrowDown")
    page.press("Enter")
    expect(page.page).to_have_url(re.compile("q=film"))
    page.go("/").press("/")
    page.press("Escape")
    expect(page.find("#recent")).to_be_hidden()
    expect(page.find("#q")).to_be_focused()


def test_recent_searches_are_removed_one_by_one_or_all(searched):
    searched.find("#q").tap()
    searched.page.get_by_role("button", name="Remove “lamp”").tap()
    expect(recent(searched)).to_have_text(["의자", "film"])
    searched.go("/").find("#q").tap()
    expect(recent(searched)).to_have_text(["의자", "film"])
    searched.page.get_by_role("button", name="Clear all").tap()
    expect(searched.find("#recent")).to_be_hidden()
    searched.go("/").find("#q").tap()
    expect(searched.find("#q")).to_be_focused()
    expect(searched.find("#recent")).to_be_hidden()


def test_a_search_from_which_a_product_was_opened_is_a_recent_one(page):
    type(page, "lamp")
    expect(page.rows).to_have_count(1)
    page.rows.first.locator("a").click()
    page.arrive(r"/products/\d+$").go("/")
    page.find("#q").tap()
    expect(recent(page)).to_have_text(["lamp"])


def test_recent_searches_are_large_enough_and_no_barrier(searched):
    from axe_playwright_python.sync_playwright import Axe
    searched.find("#q").tap()
    expect(searched.find("#recent")).to_be_visible()
    for control in searched.find("#recent a, #recent button").all():
        box = control.bounding_box()
        assert box["width"] >= 43.5 and box["height"] >= 43.5
    assert Axe().run(searched.page).response["violations"] == []
