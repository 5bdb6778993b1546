"""Unfinished listings: none is lost, several are kept, and what has been listed isn't offered again."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from layout import faults
from market import SECRET
from pictures import jpeg, upload
from test_accessibility import hold

sys.path.append(str(Path(__file__).resolve().parents[1] / "CommandLine"))
from proxy import Proxy  # noqa: E402

RED = upload("red.jpg", jpeg(90, 60, (200, 30, 30)))
STORED = """([name, count]) => drafts.keys().then((keys) => Promise.all(keys.map(drafts.read))).then((all) =>
    all.some(({ fields, pictures }) => fields.some((one) => `${one}` === `name,${name}`) && pictures.length >= count))"""
NONE = "drafts.keys().then((keys) => keys.length === 0)"


def begin(page, name, *pictures):
    """Begins a listing, and waits until it is stored with its pictures."""
    page.find("#name").fill(name)
    if pictures:
        page.add(*pictures)
        expect(page.find("#status")).to_contain_text("added")
    return page.until(STORED, [name, len(pictures)])


def leave(page):
    """As after a crash: nothing of the page can act any more."""
    context = page.page.context
    page.page.close(run_before_unload=False)
    page.page = context.new_page()
    page.page.on("dialog", lambda dialog: dialog.accept())
    page.find, page.press = page.page.locator, page.page.keyboard.press
    return page


def offered(page):
    return page.find(".draft li b")


def row(page, name):
    return page.find(".draft li", has=page.page.get_by_text(name, exact=True))


def another_tab(page, path="/products/new"):
    tab = type(page)(page.page.context.new_page(), page.market)
    tab.page.on("dialog", lambda dialog: dialog.accept())
    return tab.go(path)


def test_a_draft_without_a_picture_shows_none_when_the_network_returns(visit, shared):
    page = leave(begin(visit(shared, "/products/new"), "Chair")).go("/products/new")
    expect(offered(page)).to_have_text(["Chair"])
    page.page.evaluate("dispatchEvent(new Event('online'))")
    expect(row(page, "Chair").locator("img")).to_be_hidden()


def test_who_ignores_the_notice_and_types_loses_nothing(visit, shared):
    page = leave(begin(visit(shared, "/products/new"), "Chair", RED)).go("/products/new")
    expect(offered(page)).to_have_text(["Chair"])
    leave(begin(page, "Table")).go("/products/new")
    expect(offered(page)).to_have_text(["Table", "Chair"])
    expect(row(page, "Chair").locator("img")).to_have_js_property("naturalWidth", 90)
    row(page, "Chair").get_by_role("button", name="Continue").click()
    expect(page.find("#name")).to_have_value("Chair")
    expect(page.find("#name")).to_be_focused()
    expect(page.cells).to_have_count(1)
    expect(offered(page)).to_have_text(["Table"])


def test_what_was_typed_before_another_draft_is_continued_becomes_a_draft(visit, shared):
    page = leave(begin(visit(shared, "/products/new"), "Chair")).go("/products/new")
    page.find("#name").fill("Table")
    row(page, "Chair").get_by_role("button", name="Continue").click()
    expect(page.find("#name")).to_have_value("Chair")
    expect(offered(page)).to_have_text(["Table"])
    row(page, "Table").get_by_role("button", name="Continue").click()
    expect(page.find("#name")).to_have_value("Table")
    expect(offered(page)).to_have_text(["Chair"])


def test_each_draft_is_discarded_alone(visit, shared):
    page = leave(begin(visit(shared, "/products/new"), "Chair")).go("/products/new")
    leave(begin(page, "Table")).go("/products/new")
    row(page, "Chair").get_by_role("button", name="Discard").click()
    page.discard()
    expect(offered(page)).to_have_text(["Table"])
    page.page.reload()
    expect(offered(page)).to_have_text(["Table"])


@pytest.mark.parametrize("how", ["Cancel", "Escape"])
def test_a_draft_is_asked_about_by_name_before_it_is_discarded(visit, shared, how):
    page = leave(begin(visit(shared, "/products/new"), "Chair", RED)).go("/products/new")
    leave(begin(page, "Table")).go("/products/new")
    # A first answer isn't taken for the next question.
    row(page, "Table").get_by_role("button", name="Discard").click()
    page.discard()
    expect(offered(page)).to_have_text(["Chair"])
    button = row(page, "Chair").get_by_role("button", name="Discard")
    button.click()
    expect(page.find("#discard h2")).to_have_text("Chair")
    # Who taps twice, or presses Enter, loses nothing.
    expect(page.find("#discard").get_by_role("button", name="Cancel")).to_be_focused()
    page.press("Escape") if how == "Escape" else page.discard("Cancel")
    expect(page.find("#discard")).to_be_hidden()
    expect(button).to_be_focused()
    page.page.reload()
    expect(offered(page)).to_have_text(["Chair"])
    row(page, "Chair").get_by_role("button", name="Continue").click()
    expect(page.cells).to_have_count(1)


def test_an_ignored_draft_of_an_edit_stays_too(visit, shared):
    product = shared.list("Chair")
    page = visit(shared, f"/products/{product['id']}").choose("edit").answer(SECRET).arrive("/edit$")
    leave(begin(page, "Red chair")).go(f"/products/{product['id']}/edit")
    leave(begin(page, "Blue chair")).go(f"/products/{product['id']}/edit")
    expect(offered(page)).to_have_text(["Blue chair", "Red chair"])
    # Neither is a new listing, nor another product's.
    page.go("/products/new")
    expect(page.find(".draft")).to_have_count(0)


def test_at_most_five_are_kept_and_the_oldest_goes_with_a_word(visit, shared):
    page = begin(visit(shared, "/products/new"), "Chair 0")
    page.page.evaluate("""() => drafts.keys().then(async ([key]) => {
        const draft = await drafts.read(key)
        for (let n = 1; n < 6; n++) {
            await drafts.write(`new ${n}`, { ...draft, at: draft.at - n * 1000, fields: [['name', `Chair ${n}`]] })
        }
    })""")
    leave(page).go("/products/new")
    expect(offered(page)).to_have_text([f"Chair {n}" for n in range(5)])
    expect(page.find("#status")).to_contain_text("Chair 5")
    page.page.reload()
    expect(offered(page)).to_have_count(5)


def test_two_tabs_at_once_keep_two_drafts_and_take_none_from_each_other(visit, shared):
    page = visit(shared, "/products/new")
    other = another_tab(page)
    begin(page, "Chair")
    begin(other, "Table")
    third = another_tab(page)
    expect(offered(third)).to_have_text(["Table", "Chair"])
    # What goes on in a tab isn't lost when another one takes it up.
    row(third, "Chair").get_by_role("button", name="Continue").click()
    expect(third.find("#name")).to_have_value("Chair")
    begin(third, "Blue chair")
    begin(page, "Red chair")
    fourth = another_tab(page)
    expect(offered(fourth)).to_have_text(["Red chair", "Blue chair", "Table"])
    # What was discarded meanwhile is only taken off the list.
    row(fourth, "Table").get_by_role("button", name="Discard").click()
    fourth.discard()
    row(third, "Table").get_by_role("button", name="Continue").click()
    expect(offered(third)).to_have_text(["Red chair"])
    expect(third.find("#name")).to_have_value("Blue chair")


NEVER_REMOVED = """() => {
    IDBObjectStore.prototype.delete = function () { return this.get('nothing') }
}"""


@pytest.mark.parametrize("goes_offline", [False, True])
def test_a_listing_is_not_offered_though_its_page_ended_right_after_the_answer(visit, shared, goes_offline):
    page = begin(visit(shared, "/products/new"), "Chair", RED).fill("Chair")
    page.page.evaluate(NEVER_REMOVED)
    page.submit().arrive(r"/products/\d+$")
    leave(page)
    if goes_offline:
        # The market can't be asked what became of it.
        page.page.route("**/products/new?key=*", lambda route: route.abort())
    page.go("/products/new").until(NONE)
    expect(page.find(".draft")).to_have_count(0)


@pytest.fixture
def lossy(own):
    """The market behind a proxy that loses a chosen number of responses to forms."""
    losses = []
    proxy = Proxy(
        SimpleNamespace(port=int(own.url.rsplit(":", 1)[1])),
        after=lambda method, _, body: losses.pop() if method == "POST" and losses else body)
    yield SimpleNamespace(url=proxy.url, lose=lambda: losses.append("cut"))
    proxy.end()


def test_a_listing_whose_answer_was_lost_is_recognised_and_not_offered(visit, own, lossy):
    page = begin(visit(lossy, "/products/new"), "Chair", RED)
    lossy.lose()
    page.fill("Chair").submit().has_failed()
    leave(page).go("/products/new").until(NONE)
    expect(page.find(".draft")).to_have_count(0)
    assert own.get("/api/products")["total_count"] == 1


def test_an_edit_whose_answer_was_lost_is_not_offered_and_one_that_was_not_saved_is(visit, own, lossy):
    product = own.list("Chair")
    address = f"/products/{product['id']}/edit"
    page = begin(visit(lossy, f"/products/{product['id']}").choose("edit").answer(SECRET).arrive("/edit$"), "Better chair")
    lossy.lose()
    page.submit().has_failed()
    leave(page).go(address).until(NONE)
    expect(page.find("#name")).to_have_value("Better chair")
    expect(page.find(".draft")).to_have_count(0)
    context = begin(page, "Best chair").page.context
    context.route("**", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    page.submit().has_failed()
    context.unroute_all()
    leave(page).go(address)
    expect(page.find("#name")).to_have_value("Better chair")
    expect(offered(page)).to_have_text(["Best chair"])


def test_what_was_changed_after_a_lost_answer_is_kept_and_lists_nothing_twice(visit, own, lossy):
    page = begin(visit(lossy, "/products/new"), "Chair", RED)
    lossy.lose()
    page.fill("Chair").submit().has_failed()
    leave(begin(page, "Blue chair")).go("/products/new")
    row(page, "Blue chair").get_by_role("button", name="Continue").click()
    expect(page.find("#name")).to_have_value("Blue chair")
    page.find("#password").fill(SECRET)
    page.submit()
    expect(page.find("#form-error a")).to_have_attribute("href", re.compile(r"/products/1$"))
    assert own.get("/api/products")["total_count"] == 1


def test_a_refused_listing_stays_a_draft(visit, shared):
    page = begin(visit(shared, "/products/new"), "Chair", RED).fill("Chair", password="가" * 43).submit()
    expect(page.problem("password")).not_to_be_empty()
    leave(page).go("/products/new")
    expect(offered(page)).to_have_text(["Chair"])


@pytest.mark.matrix
@pytest.mark.parametrize("width, language", [(195, "ko-KR"), (390, "en-US"), (1280, "ko-KR")])
def test_the_list_of_drafts_and_the_strip_hold_at_every_size(visit, shared, width, language):
    page = begin(visit(shared, "/products/new", viewport={"width": width, "height": 800}, language=language,
                       reduced_motion="reduce"), "W" * 200)
    page.add(RED)
    expect(page.cells.locator(".crop")).to_be_visible()
    page.until("drafts.keys().then(([key]) => drafts.read(key)).then(({ pictures }) => pictures.length === 1)")
    leave(page).go("/products/new")
    expect(offered(page)).to_have_count(1)
    page.add(RED)
    expect(page.cells.locator(".crop")).to_be_visible()
    assert not faults(page)
    hold(page)
