"""The menu and the dialogs of a product, and showing the password."""

import pytest
from playwright.sync_api import expect

from market import SECRET

pytestmark = pytest.mark.motion

MENU = "#more-menu summary"


@pytest.fixture
def shown(visit, goods, shared):
    def show(path="", screen="phone", **options):
        product = f"/products/{goods()['id']}"
        page = visit(shared, product, screen=screen, **options).claimed()
        return page.go(product + path) if path else page
    return show


def hold(page, address):
    """Holds a request to an address; the returned function releases it."""
    held = []
    page.page.route(address, lambda route: held.append(route))

    def let_go():
        page.poll(lambda: held)
        held.pop().continue_()
        page.page.unroute(address)
    return let_go


def is_open(page):
    return page.find("#more-menu").evaluate("one => one.open")


# MARK: The menu

def test_escape_closes_the_menu_and_the_focus_returns(shown):
    page = shown(screen="desktop").tab_to(MENU)
    page.press("Enter")
    page.press("Tab")
    expect(page.find("#more-menu a").first).to_be_focused()
    page.press("Escape")
    assert not is_open(page)
    expect(page.find(MENU)).to_be_focused()


def test_a_tap_outside_closes_the_menu(shown):
    page = shown()
    page.find(MENU).click()
    assert is_open(page)
    page.find(".about h2").click()
    assert not is_open(page)
    # The menu's own button still opens and closes it.
    page.find(MENU).click()
    assert is_open(page)
    page.find(MENU).click()
    assert not is_open(page)


@pytest.mark.parametrize("kind", ["edit", "delete"])
def test_what_was_tapped_answers_at_once_and_a_bar_follows(shown, kind):
    page = shown()
    page.find(MENU).click()
    let_go = hold(page, f"**/{kind}*")
    # Changes made during the event appear in the next frame.
    before, after = page.find(f"#more-menu a[href*='/{kind}']").evaluate("""(link) => {
        const look = () => { const { backgroundColor, opacity } = getComputedStyle(link); return [backgroundColor, opacity] }
        const before = look()
        link.click()
        return [before, look()]
    }""")
    assert before != after
    page.until("document.getAnimations().some(({ effect }) => effect.pseudoElement === '::before'"
               " && effect.target === document.documentElement)")
    let_go()
    expect(page.find("#password")).to_be_focused()
    page.until("document.getAnimations().every(({ effect }) => effect.target !== document.documentElement)")


def test_who_closes_the_menu_meanwhile_is_asked_nothing(shown):
    page = shown()
    page.find(MENU).click()
    let_go = hold(page, "**/edit*")
    page.find("#more-menu a[href*='/edit']").click()
    page.press("Escape")
    with page.page.expect_response("**/edit*") as answer:
        let_go()
    answer.value.finished()
    # Later requests follow it.
    page.choose("delete")
    expect(page.find("#password-form")).to_have_attribute("data-kind", "delete")


# MARK: The password dialog

@pytest.mark.parametrize("how", ["Escape", "Cancel"])
def test_after_the_dialog_the_focus_returns_to_what_opened_it(shown, how):
    page = shown().choose("delete")
    if how == "Escape":
        page.press("Escape")
    else:
        page.find("#password-form .cancel").click()
    expect(page.find("#password-dialog")).to_be_hidden()
    expect(page.find(MENU)).to_be_focused()


@pytest.mark.parametrize("kind", ["edit", "delete"])
def test_a_dialog_that_can_not_be_fetched_says_so_and_is_tried_again(shown, kind):
    # Where the least of it is in view.
    page = shown(screen="landscape")
    here = page.page.url
    page.page.route(f"**/{kind}*", lambda route: route.abort())
    page.find(MENU).click()
    page.find(f"#more-menu a[href*='/{kind}']").click()
    dialog = page.find("#password-dialog")
    expect(dialog.get_by_role("alert")).to_contain_text("connection")
    expect(dialog.get_by_role("alert")).to_be_in_viewport(ratio=1)
    dialog.get_by_role("alert").evaluate("alert => alert.dataset.isFirst = ''")
    dialog.get_by_role("button", name="Try again").click()
    # The button is another one when it has failed again.
    expect(dialog.locator("[role=alert]:not([data-is-first])")).to_contain_text("connection")
    page.page.unroute(f"**/{kind}*")
    dialog.get_by_role("button", name="Try again").click()
    expect(page.find("#password")).to_be_focused()
    page.find("#password-form .cancel").click()
    expect(page.find(MENU)).to_be_focused()
    assert page.page.url == here


def test_a_dialog_that_can_not_be_fetched_can_be_left(shown):
    page = shown()
    page.page.route("**/edit*", lambda route: route.abort())
    page.find(MENU).click()
    page.find("#more-menu a[href*='/edit']").click()
    page.find("#password-dialog").get_by_role("button", name="Cancel").click()
    expect(page.find("#password-dialog")).to_be_hidden()
    expect(page.find(MENU)).to_be_focused()


@pytest.mark.parametrize("failure", ["cut", "502"])
def test_a_password_that_can_not_be_sent_stays_and_is_sent_again(shown, failure):
    page = shown().choose("edit")

    def fail(route):
        if route.request.method != "POST":
            route.continue_()
        elif failure == "cut":
            route.abort("connectionreset")
        else:
            route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>")
    page.page.route("**/edit*", fail)
    page.page.set_viewport_size({"width": 390, "height": 420})
    page.answer(SECRET)
    alert = page.find("#password-form").get_by_role("alert")
    expect(alert).to_contain_text("connection")
    expect(alert).to_be_in_viewport(ratio=1)
    expect(page.find("#password")).to_have_value(SECRET)
    page.page.unroute("**/edit*")
    page.find("#password-form [type=submit]").click()
    page.arrive(r"/edit(\?|$)")


def test_a_product_that_is_gone_meanwhile_says_so(visit, own):
    product = own.list("Chair")
    page = visit(own, f"/products/{product['id']}").claimed()
    own.delete(product)
    page.find(MENU).click()
    page.find("#more-menu a[href*='/edit']").click()
    expect(page.find("main h1")).to_have_text("No longer for sale")


def test_the_dialog_is_called_for_what_it_asks(shown):
    page = shown(language="ko-KR").choose("edit")
    expect(page.page.get_by_role("dialog", name="비밀번호 확인")).to_be_visible()
    expect(page.find("#password-dialog h1")).to_have_text("비밀번호 확인")


@pytest.mark.matrix
@pytest.mark.parametrize("kind", ["edit", "delete"])
@pytest.mark.parametrize("size", [(844, 390), (667, 375), (568, 320)])
def test_on_its_side_a_phone_shows_the_whole_dialog(shown, size, kind):
    page = shown(screen="landscape")
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    page.choose(kind)
    for part in ["h1", "#password-advice", "#password", "[type=submit]", ".cancel"]:
        expect(page.find(f"#password-dialog {part}")).to_be_in_viewport(ratio=1)


@pytest.mark.matrix
@pytest.mark.parametrize("size", [(844, 195), (568, 160), (390, 422), (320, 284)])
def test_with_a_keyboard_the_field_stays_in_view_and_all_can_be_reached(shown, size):
    page = shown(screen="landscape" if size[0] > 400 else "phone")
    if size[0] < 400:
        page.page.set_viewport_size({"width": size[0], "height": size[1] * 2})
    page.choose("delete")
    page.page.set_viewport_size({"width": size[0], "height": size[1]})
    expect(page.find("#password")).to_be_in_viewport(ratio=1)
    page.answer("wrong")
    expect(page.problem("password")).not_to_be_empty()
    expect(page.problem("password")).to_be_in_viewport(ratio=1)
    for part in ["h1", "#password-advice", "#password", "[type=submit]", ".cancel"]:
        one = page.find(f"#password-dialog {part}")
        one.scroll_into_view_if_needed()
        expect(one).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("path", ["", "/edit", "/delete"])
def test_a_password_can_be_shown_while_typing(shown, path):
    page = shown(path)
    if not path:
        page.choose("edit")
    field = page.find("#password")
    field.fill("secret")
    expect(field).to_have_attribute("type", "password")
    toggle = page.find("#password-form button[aria-pressed]")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    assert min(toggle.bounding_box()["width"], toggle.bounding_box()["height"]) >= 43.5
    toggle.click()
    expect(field).to_have_attribute("type", "text")
    expect(field).to_have_value("secret")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    toggle.click()
    expect(field).to_have_attribute("type", "password")
