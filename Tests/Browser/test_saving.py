"""Saving: errors are shown in view, nothing is overwritten or listed twice, and numbers are accepted as they are
typed."""

import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from market import SECRET
from pictures import jpeg, upload

TESTS = Path(__file__).resolve().parents[1]
sys.path.append(str(TESTS / "CommandLine"))
from proxy import Proxy  # noqa: E402

SMALL = upload("small.jpg", jpeg(100, 80))
OTHER = upload("other.jpg", jpeg(90, 80, (0, 0, 200)))
AMOUNTS = json.loads((TESTS / "typed-amounts.json").read_text())["cases"]

# In view means: below the header, above the end of the window, and not covered.
IN_VIEW = """(selector) => {
    const one = document.querySelector(selector)
    const { top, bottom, left } = one.getBoundingClientRect()
    const seen = document.elementFromPoint(left + 20, (top + bottom) / 2)
    return top >= document.querySelector('header').getBoundingClientRect().bottom - 1 && bottom <= innerHeight
        && (one === seen || one.contains(seen))
}"""


def is_said(page):
    """Checks that the message is an alert, in view, and has the focus."""
    message = page.find("#form-error")
    expect(message).to_be_visible()
    expect(message).to_have_attribute("role", "alert")
    expect(message).to_be_focused()
    page.until(IN_VIEW, "#form-error")
    return message


def is_said_beside(page, field):
    expect(page.problem(field)).not_to_be_empty()
    expect(page.find(f"#{field}")).to_be_focused()
    page.until(IN_VIEW, f"#{field}-error")


@pytest.fixture
def form(visit, shared):
    def open(screen="phone", market=shared, **more):
        return visit(market, "/products/new", screen=screen, **more)
    return open


@pytest.fixture
def product(shared):
    return shared.list("Chair", [jpeg(80, 80)], descriptions="Old\nbut good", price=12000, stock=3)


@pytest.fixture
def edited(visit, shared, product):
    return visit(shared, f"/products/{product['id']}").choose("edit").answer(SECRET).arrive(r"/edit(\?|$)")


@pytest.fixture
def edited_without_scripts(visit, shared, product):
    page = visit(shared, f"/products/{product['id']}/edit", java_script_enabled=False)
    page.find("#password").fill(SECRET)
    page.find("#password-form [type=submit]").click()
    expect(page.find("#listing-form")).to_be_visible()
    return page


@pytest.fixture
def lossy(own):
    """The market behind a proxy that loses a chosen number of responses to forms, including their cookies."""
    losses = []
    proxy = Proxy(
        SimpleNamespace(port=port(own)),
        after=lambda method, _, body: losses.pop() if method == "POST" and losses else body)
    yield SimpleNamespace(url=proxy.url, lose=lambda: losses.append("cut"), proxy=proxy)
    proxy.end()


@pytest.fixture
def cookieless(shared):
    """The market as a browser sees it that keeps no cookies."""
    def drop(_method, _path, headers):
        del headers["Cookie"]
    proxy = Proxy(SimpleNamespace(port=port(shared)), before=drop)
    yield SimpleNamespace(url=proxy.url)
    proxy.end()


def port(market):
    return int(market.url.rsplit(":", 1)[1])


def now(market, product):
    return market.get(f"/api/products/{product['id']}")


def count(market):
    return market.get("/api/products")["total_count"]


# MARK: 3. A failed save is reported in view

FAILURES = {
    "reset": lambda route: route.abort("connectionreset"),
    "refused": lambda route: route.abort("connectionrefused"),
    "502": lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>502 Bad Gateway</h1>"),
    "503": lambda route: route.fulfill(status=503, content_type="text/html", body="<h1>503</h1>" * 100),
    "unreadable": lambda route: route.fulfill(status=200, content_type="text/html", body="<p>Welcome to the hotel</p>"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_03_a_listing_that_fails_says_so_in_view_and_keeps_everything(form, failure):
    page = form().fill(descriptions="Old but good\n" * 40).add(SMALL, OTHER)
    page.page.route("**/products", FAILURES[failure])
    page.submit()
    assert len(is_said(page).inner_text()) > 20
    expect(page.cells).to_have_count(2)
    expect(page.find("#name")).to_have_value("의자")
    expect(page.find("#password")).to_have_value(SECRET)
    expect(page.find("#submit")).to_be_enabled()
    page.page.unroute("**/products")
    page.submit().arrive(r"/products/\d+$")
    expect(page.find(".slides > li")).to_have_count(2)


def test_03_an_edit_of_what_was_deleted_in_another_tab_says_so(edited, shared, product):
    shared.delete(product)
    edited.find("#name").fill("Another chair")
    edited.submit()
    expect(is_said(edited)).to_have_text("This listing is no longer available.")
    expect(edited.find("#name")).to_have_value("Another chair")


@pytest.mark.parametrize("failure", ["reset", "502"])
def test_03_an_edit_that_fails_says_so_in_view(edited, failure, shared, product):
    edited.find("#name").fill("Better chair")
    edited.page.route(re.compile(r"/products/\d+$"), FAILURES[failure])
    edited.submit()
    is_said(edited)
    expect(edited.find("#name")).to_have_value("Better chair")
    edited.page.unroute(re.compile(r"/products/\d+$"))
    edited.submit().arrive(r"/products/\d+$")
    assert now(shared, product)["name"] == "Better chair"


def test_03_silence_is_told_too_and_the_answer_still_counts(form):
    page = form().fill().add(SMALL)
    held = []
    page.page.route("**/products", lambda route: held.append(route))
    page.submit()
    is_said(page)
    held[0].continue_()
    page.arrive(r"/products/\d+$")


def test_03_an_expired_form_is_sent_again_with_a_new_token(form, edited, shared, product):
    page = form().fill().add(SMALL)
    page.page.context.clear_cookies(name="csrf")
    page.submit().arrive(r"/products/\d+$")
    edited.page.context.clear_cookies(name="csrf")
    edited.find("#name").fill("Better chair")
    edited.submit().arrive(r"/products/\d+$")
    assert now(shared, product)["name"] == "Better chair"


BLOCKED = "Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })"


@pytest.mark.parametrize("scripts", [True, False])
def test_03_without_cookies_it_is_said_at_once_that_they_are_needed(form, cookieless, shared, scripts):
    page = form(market=cookieless, java_script_enabled=scripts)
    expect(page.find("#form-error")).to_be_hidden()
    if scripts:
        # A browser that says so itself is told before anything is typed.
        page.page.add_init_script(BLOCKED)
        page.go("/products/new")
        expect(page.find("#form-error")).to_contain_text("cookie")
        expect(page.find("#form-error")).to_be_in_viewport()
    page.fill().add(SMALL)
    for _ in range(2):
        page.find("#password").fill(SECRET)
        page.submit()
        expect(page.find("#form-error")).to_contain_text("Allow cookies for this site")
        expect(page.find("#name")).to_have_value("의자")
    page.go(f"/products/{shared.list('Chair')['id']}/edit").answer(SECRET)
    expect(page.find("main")).to_contain_text("Allow cookies for this site")


def test_03_an_expired_ticket_asks_for_the_password_in_place_and_then_saves(edited, shared, product):
    edited.find("#name").fill("Better chair")
    edited.add(OTHER)
    # As after a restart of the server.
    edited.find("[name=ticket]").evaluate("one => (one.value = 'forgotten')")
    edited.submit()
    expect(edited.find("#form-error")).to_be_visible()
    edited.until(IN_VIEW, "#form-error")
    expect(edited.find("#secret")).to_be_focused()
    edited.until(IN_VIEW, "#secret")
    edited.find("#secret").fill("wrong")
    edited.submit()
    is_said_beside(edited, "secret")
    expect(edited.find("#name")).to_have_value("Better chair")
    edited.find("#secret").fill(SECRET)
    edited.press("Enter")
    edited.arrive(r"/products/\d+$")
    assert now(shared, product)["name"] == "Better chair" and len(now(shared, product)["images"]) == 2


def test_03_an_edit_whose_answer_was_lost_is_saved_once_and_asks_nothing(visit, own, lossy):
    product = own.list("Chair")
    page = visit(lossy, f"/products/{product['id']}").choose("edit").answer(SECRET).arrive(r"/edit(\?|$)")
    page.find("#name").fill("Better chair")
    lossy.lose()
    page.submit().has_failed()
    is_said(page)
    page.submit().arrive(r"/products/\d+$")
    assert now(own, product)["name"] == "Better chair" and now(own, product)["version"] == 2


def test_03_what_the_server_finds_about_a_field_comes_into_view(form):
    # Only the server counts a password's bytes.
    page = form().fill(password="가" * 43).add(SMALL)
    page.scroll_to(0).submit()
    is_said_beside(page, "password")


def test_03_what_is_missing_comes_into_view(form):
    page = form().fill(name="").add(SMALL).submit()
    is_said_beside(page, "name")
    page.fill().find("#strip .remove").click()
    page.submit()
    expect(page.problem("images")).not_to_be_empty()
    page.until(IN_VIEW, "#images-error")


def test_03_without_scripts_an_expired_form_comes_back_with_the_message_first(visit, shared):
    page = visit(shared, "/products/new", java_script_enabled=False)
    page.fill(descriptions="Old but good").add(SMALL, OTHER)
    page.page.context.clear_cookies(name="csrf")
    page.submit()
    message = page.find("#form-error")
    expect(message).to_be_visible()
    expect(message).to_be_in_viewport()
    expect(message).to_be_focused()
    expect(page.find("#descriptions")).to_have_value("Old but good")
    # Photos without the token may be another site's, so they are chosen again.
    expect(page.cells).to_have_count(0)
    page.add(SMALL, OTHER)
    page.find("#password").fill(SECRET)
    page.submit()
    page.page.wait_for_url(re.compile(r"/products/\d+$"))


# MARK: 4. A conflict is never overwritten unseen

def test_04_after_a_conflict_the_main_button_saves_mine_and_a_third_edit_asks_again(edited, shared, product):
    def change(**fields):
        body = json.dumps({"secret": SECRET, **fields}).encode()
        shared.ask("PATCH", f"/api/products/{product['id']}", body, {"Content-Type": "application/json"})
    main = edited.find("#submit")
    expect(main).to_have_text("Save")
    change(price=9900, discounted_price=900, stock=7, place="합정동", name="Somebody's chair")
    mine = {"name": "My chair", "price": "11000", "discount": "1000", "stock": "5", "place": "망원동"}
    for field, value in mine.items():
        edited.find(f"#{field}").fill(value)
    edited.add(OTHER).submit()
    message = is_said(edited)
    for text in ["Somebody's chair", "₩9,900", "₩900", "7", "합정동"]:
        expect(message).to_contain_text(text)
    expect(edited.find("#price-newer")).to_have_text("Current: ₩9,900")
    expect(edited.find(".actions .button:visible")).to_have_count(1)
    expect(main).to_have_text("Save mine")
    # Somebody is faster again: nothing is lost, and nothing is overwritten unseen.
    change(price=8800)
    edited.submit()
    expect(edited.find("#price-newer")).to_have_text("Current: ₩8,800")
    assert now(shared, product)["price"] == 8800
    expect(edited.find("#name")).to_have_value("My chair")
    edited.submit().arrive(r"/products/\d+$")
    after = now(shared, product)
    assert (after["name"], after["price"], after["discounted_price"]) == ("My chair", 11000, 1000)
    assert (after["stock"], after["place"], len(after["images"])) == (5, "망원동", 2)


def test_04_what_was_not_touched_takes_the_newer_value(edited, shared, product):
    body = json.dumps({"secret": SECRET, "price": 9000, "stock": 8}).encode()
    shared.ask("PATCH", f"/api/products/{product['id']}", body, {"Content-Type": "application/json"})
    edited.find("#name").fill("My chair")
    edited.find("#stock").fill("5")
    edited.submit()
    is_said(edited)
    expect(edited.find("#price")).to_have_value("9,000")
    expect(edited.find("#price-newer")).to_be_empty()
    expect(edited.find("#stock-newer")).to_contain_text("8")
    # Taking theirs is not a conflict any more.
    edited.find("#stock").fill("8")
    edited.submit().arrive(r"/products/\d+$")
    after = now(shared, product)
    assert (after["name"], after["price"], after["stock"]) == ("My chair", 9000, 8)


def test_04_changes_of_different_fields_are_both_kept_without_a_question(edited, shared, product):
    shared.rename(product, "Somebody's chair")
    edited.find("#stock").fill("5")
    edited.submit().arrive(r"/products/\d+$")
    after = now(shared, product)
    assert (after["name"], after["stock"]) == ("Somebody's chair", 5)


def test_04_without_scripts_only_what_both_have_changed_is_asked_about(edited_without_scripts, shared, product):
    page = edited_without_scripts
    body = json.dumps({"secret": SECRET, "name": "Somebody's chair", "price": 9000}).encode()
    shared.ask("PATCH", f"/api/products/{product['id']}", body, {"Content-Type": "application/json"})
    page.find("#name").fill("My chair")
    page.submit()
    expect(page.find(".conflict")).to_be_visible()
    expect(page.find(".conflict")).to_be_in_viewport()
    expect(page.find(".conflict")).to_be_focused()
    expect(page.find("#name-newer")).to_contain_text("Somebody's chair")
    expect(page.find("#price")).to_have_value("9000")
    assert now(shared, product)["name"] == "Somebody's chair"
    page.submit()
    page.page.wait_for_url(re.compile(r"/products/\d+$"))
    after = now(shared, product)
    assert (after["name"], after["price"], after["description"]) == ("My chair", 9000, "Old\nbut good")


# MARK: 5. Enter moves on and publishes nothing incomplete

def test_05_enter_leads_to_the_next_field_and_only_the_last_one_sends(form):
    page = form().add(SMALL)
    asked = []
    page.page.on("request", lambda request: request.method == "POST" and asked.append(request.url))
    page.find("#name").focus()
    for field, value in [("name", "의자"), ("price", "12000"), ("discount", ""), ("stock", "2")]:
        expect(page.find(f"#{field}")).to_be_focused()
        page.find(f"#{field}").fill(value)
        page.press("Enter")
    expect(page.find("#descriptions")).to_be_focused()
    page.page.keyboard.type("One")
    page.press("Enter")
    page.page.keyboard.type("Two")
    expect(page.find("#descriptions")).to_have_value("One\nTwo")
    page.find("#place").focus()
    page.press("Enter")
    expect(page.find("#contact")).to_be_focused()
    page.press("Enter")
    expect(page.find("#seller")).to_be_focused()
    page.find("#seller").fill("Kim")
    page.press("Enter")
    expect(page.find("#password")).to_be_focused()
    assert asked == []
    page.page.keyboard.type(SECRET)
    page.press("Enter")
    page.arrive(r"/products/\d+$")


def test_05_a_form_that_is_full_is_not_published_from_the_middle(form, own):
    page = form(market=own).fill().add(SMALL)
    page.find("#name").press("Enter")
    expect(page.find("#price")).to_be_focused()
    page.find("#stock").press("Enter")
    expect(page.find("#descriptions")).to_be_focused()
    assert count(own) == 0


def test_05_the_last_field_of_an_edit_saves(edited):
    edited.find("#contact").fill("010-1234-5678")
    edited.press("Enter")
    edited.arrive(r"/products/\d+$")


def test_05_without_scripts_a_key_publishes_nothing(visit, own):
    page = visit(own, "/products/new", java_script_enabled=False)
    asked = []
    page.page.on("request", lambda request: request.method == "POST" and asked.append(request.url))
    page.fill().add(SMALL)
    for field in ["name", "price", "stock", "seller", "password"]:
        page.find(f"#{field}").press("Enter")
    assert asked == []
    page.submit()
    page.page.wait_for_url(re.compile(r"/products/\d+$"))
    assert count(own) == 1


def test_05_each_field_has_its_keyboard(form):
    page = form()
    keys = "one => [one.getAttribute('enterkeyhint'), one.getAttribute('autocapitalize')]"
    assert page.find("#name").evaluate(keys) == ["next", "sentences"]
    assert page.find("#seller").evaluate(keys) == ["next", "words"]
    assert page.find("#contact").evaluate(keys) == ["next", "off"]
    assert page.find("#password").evaluate(keys) == ["done", "off"]


# MARK: 6. One product of one seller

@pytest.mark.parametrize("scripts", [True, False])
def test_06_two_taps_at_once_of_a_first_time_seller_make_one_product(visit, own, scripts):
    # Both are in flight before the first gets a response.
    proxy = Proxy(SimpleNamespace(port=port(own)), copies=lambda method: 2 if method == "POST" else 1)
    page = visit(SimpleNamespace(url=proxy.url), "/products/new", java_script_enabled=scripts)
    page.fill().add(SMALL).submit()
    page.page.wait_for_url(re.compile(r"/products/1$"))
    assert count(own) == 1
    page.go("/mine")
    expect(page.rows).to_have_count(1)
    # The next seller is the second one.
    assert own.list("Table")["vendor_id"] == own.get("/api/products/1")["vendor_id"] + 1
    proxy.end()


def test_06_an_answer_that_got_lost_with_its_cookie_makes_no_second_listing(visit, own, lossy):
    page = visit(lossy, "/products/new").fill().add(SMALL)
    lossy.lose()
    page.submit().has_failed()
    is_said(page)
    assert count(own) == 1
    page.submit().arrive(r"/products/\d+$")
    assert count(own) == 1
    page.go("/mine")
    expect(page.rows).to_have_count(1)


# MARK: 7. A used key can be recovered from

def test_07_what_is_listed_already_is_linked_and_what_differs_can_be_listed(visit, own, lossy):
    page = visit(lossy, "/products/new").fill().add(SMALL)
    lossy.lose()
    page.submit().has_failed()
    is_said(page)
    page.find("#name").fill("책상")
    page.submit()
    message = is_said(page)
    expect(message).not_to_contain_text("Idempotency")
    expect(message.locator("a")).to_have_attribute("href", re.compile(r"/products/1$"))
    expect(page.find("#name")).to_have_value("책상")
    assert count(own) == 1
    page.submit().arrive(r"/products/2$")


# MARK: 14. The same limits as the API

def test_14_a_long_description_of_the_api_is_saved_again(visit, shared):
    # Of line breaks, which a form sends as two characters, and of what no search is for, so that it is stored quickly.
    product = shared.list("Chair", descriptions=".-.-\n" * 2000)
    page = visit(shared, f"/products/{product['id']}").choose("edit").answer(SECRET).arrive(r"/edit(\?|$)")
    expect(page.find("[data-for=descriptions]")).to_have_text("10000 / 10000")
    # Typing or pasting so many lines takes Chromium fifteen seconds in any field.
    page.find("#descriptions").evaluate("""one => {
        one.value = '-.-.\\n'.repeat(2000)
        one.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }""")
    page.submit().arrive(r"/products/\d+$")
    assert now(shared, product)["description"].startswith("-.-.\n-.-.")


# MARK: 15. Numbers as people type them

def test_15_the_pages_read_amounts_as_the_server_does(form):
    page = form()
    answers = page.page.evaluate("""async (cases) => {
        const { amountIn } = await import(`/assets/${document.documentElement.dataset.version}/amounts.js`)
        return cases.map(({ text, unit }) => amountIn(text, unit))
    }""", AMOUNTS)
    wanted = [{key: one[key] for key in ("amount", "problem") if key in one} for one in AMOUNTS]
    assert len(AMOUNTS) > 60
    assert [(one["text"], answer) for one, answer in zip(AMOUNTS, answers)] \
        == [(one["text"], answer) for one, answer in zip(AMOUNTS, wanted)]


@pytest.mark.parametrize("typed, price", [("12,000원", 12000), ("１２０００", 12000), ("₩12,000", 12000), ("12000", 12000)])
def test_15_prices_are_taken_as_they_are_typed(form, typed, price):
    page = form().fill(price="").add(SMALL)
    page.find("#price").press_sequentially(typed)
    assert page.submit().arrive(r"/products/\d+$").product()["price"] == price


def test_15_dollars_are_typed_with_their_sign(form):
    page = form().fill(price="").add(SMALL)
    page.find("#price").press_sequentially("$19.99")
    page.submit()
    # A dollar is never silently taken for a won.
    is_said_beside(page, "price")
    page.find("#currency").select_option("USD")
    assert page.submit().arrive(r"/products/\d+$").product()["price"] == 19.99


@pytest.mark.parametrize("scripts", [True, False])
def test_15_other_currencies_of_iso_4217_have_their_own_decimals(form, open_market, scripts):
    market = open_market("--currencies", "KRW,SEK,KWD")
    page = form(market=market, java_script_enabled=scripts).fill(price="1.2345")
    expect(page.find("#currency option")).to_have_text(["₩ KRW", "SEK", "KWD"])
    page.find("#currency").select_option("KWD")
    page.add(SMALL).submit()
    expect(page.problem("price")).not_to_be_empty()
    page.find("#price").fill("KWD 1.234")
    page.find("#password").fill(SECRET)
    page.submit().arrive(r"/products/\d+$")
    expect(page.find(".detail .price b")).to_have_text("KWD 1.234")
    assert page.product()["price"] == 1.234


@pytest.mark.parametrize("scripts", [True, False])
def test_15_a_market_without_won_begins_with_its_own_currency(form, open_market, scripts):
    market = open_market("--currencies", "EUR")
    page = form(market=market, java_script_enabled=scripts).fill(price="19.99")
    expect(page.find("#currency")).to_have_value("EUR")
    expect(page.find("#currency option")).to_have_count(1)
    page.add(SMALL).submit().arrive(r"/products/\d+$")
    expect(page.find(".detail .price b")).to_have_text("€19.99")


@pytest.mark.parametrize("field, typed", [
    ("price", "1,2,3"), ("price", "1e3"), ("price", "-5"), ("price", "cheap"), ("stock", "1.5"), ("stock", "-5"),
    ("discount", "1,2,3")])
def test_15_what_can_not_be_meant_is_refused_at_the_field_before_anything_is_sent(form, field, typed):
    page = form().fill().add(SMALL)
    asked = []
    page.page.on("request", lambda request: request.method == "POST" and asked.append(request.url))
    page.find(f"#{field}").fill("")
    page.find(f"#{field}").press_sequentially(typed)
    page.find("#name").focus()
    # Reported as soon as the field loses the focus.
    expect(page.problem(field)).not_to_be_empty()
    expect(page.find(f"#{field}")).to_have_value(typed)
    page.submit()
    is_said_beside(page, field)
    assert asked == []


def test_15_what_is_said_of_an_amount_follows_the_currency_and_the_price(form):
    page = form()
    page.find("#price").fill("19.99")
    page.find("#name").focus()
    expect(page.problem("price")).not_to_be_empty()
    page.find("#currency").select_option("USD")
    expect(page.problem("price")).to_be_empty()
    page.find("#discount").fill("20")
    page.find("#name").focus()
    expect(page.problem("discount")).not_to_be_empty()
    page.find("#price").fill("25")
    page.find("#name").focus()
    expect(page.problem("discount")).to_be_empty()


def test_15_thousands_are_shown_while_typing_and_the_caret_keeps_its_place(form):
    page = form()
    price = page.find("#price")
    price.press_sequentially("1234567")
    expect(price).to_have_value("1,234,567")
    caret = "one => one.selectionStart"
    for _ in range(4):
        page.press("ArrowLeft")
    assert price.evaluate(caret) == 5
    page.press("9")
    expect(price).to_have_value("12,349,567")
    assert price.evaluate(caret) == 6
    page.press("Backspace")
    expect(price).to_have_value("1,234,567")
    assert price.evaluate(caret) == 5
    page.press("Home")
    page.press("Delete")
    expect(price).to_have_value("234,567")
    # A comma can be deleted in both directions.
    page.press("End")
    for _ in range(3):
        page.press("ArrowLeft")
    page.press("Backspace")
    page.press("Backspace")
    expect(price).to_have_value("23,567")


def test_15_an_edit_shows_thousands_and_no_change_in_them(edited, shared, product):
    expect(edited.find("#price")).to_have_value("12,000")
    expect(edited.find("#price")).not_to_have_class(re.compile("changed"))
    edited.submit().arrive(r"/products/\d+$")
    assert now(shared, product)["version"] == 1


def test_15_digits_that_are_composed_are_left_alone_until_they_are_done(form):
    page = form()
    price = page.find("#price")
    price.focus()
    session = page.page.context.new_cdp_session(page.page)
    session.send("Input.imeSetComposition", {"text": "１２０００", "selectionStart": 5, "selectionEnd": 5})
    expect(price).to_have_value("１２０００")
    session.send("Input.insertText", {"text": "１２０００"})
    expect(price).to_have_value("12,000")


def test_15_without_scripts_the_server_says_the_same(visit, own):
    page = visit(own, "/products/new", java_script_enabled=False)
    page.fill(price="1,2,3", stock="1.5").add(SMALL).submit()
    expect(page.problem("price")).not_to_be_empty()
    expect(page.problem("stock")).not_to_be_empty()
    expect(page.find("#price")).to_have_value("1,2,3")
    expect(page.find("#price")).to_be_focused()
    page.fill(price="12,000원", stock="２개").submit()
    page.page.wait_for_url(re.compile(r"/products/\d+$"))
    assert now(own, {"id": 1})["stock"] == 2


# MARK: 17. The tapped control responds at once

def test_17_the_button_answers_in_the_moment_of_the_tap(form):
    page = form().fill().add(SMALL)
    page.page.route("**/products", lambda route: None)
    assert page.find("#submit").evaluate("one => { one.click(); return one.ariaBusy }") == "true"


# MARK: 20. A password can be shown

def test_20_a_phone_corrects_no_password_and_no_contact_and_nobody_checks_their_spelling(form, edited, product):
    def is_verbatim(page, field):
        for name, value in [("autocapitalize", "off"), ("autocorrect", "off"), ("spellcheck", "false")]:
            expect(page.find(field)).to_have_attribute(name, value)
    is_verbatim(edited, "#contact")
    is_verbatim(edited.an_hour_later().go(f"/products/{product['id']}/edit"), "#password")
    page = form()
    is_verbatim(page, "#contact")
    is_verbatim(page, "#password")


def test_20_a_password_can_be_shown_while_typing(form):
    page = form().fill(password="secret")
    page.page.get_by_role("button", name="Show", exact=True).click()
    expect(page.find("#password")).to_have_attribute("type", "text")
    expect(page.find("#password")).to_have_value("secret")
    page.page.get_by_role("button", name="Show", exact=True).click()
    expect(page.find("#password")).to_have_attribute("type", "password")
