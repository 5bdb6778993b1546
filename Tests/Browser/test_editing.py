"""Editing and deleting."""

import json
import re

import pytest
from playwright.sync_api import expect

from market import SECRET
from pictures import jpeg, upload

THREE = [jpeg(80, 80, (index * 90, 40, 200)) for index in range(3)]
CHANGED = re.compile(r"\bchanged\b")


@pytest.fixture
def product(shared):
    return shared.list("Chair", THREE, descriptions="Old\nbut good", price=12000, stock=3)


@pytest.fixture
def page(visit, shared, product):
    return visit(shared, f"/products/{product['id']}")


@pytest.fixture
def edited(page):
    """The edit form, opened with the correct password."""
    return page.choose("edit").answer(SECRET).arrive(r"/edit(\?|$)")


def now(shared, product):
    return shared.get(f"/api/products/{product['id']}")


# MARK: Editing

def test_a_wrong_password_is_said_with_try_again_and_cancel_before_anybody_types_changes(page):
    page.choose("edit").answer("wrong")
    expect(page.problem("password")).not_to_be_empty()
    expect(page.find("#listing-form")).to_have_count(0)
    expect(page.find("#password-form [type=submit]")).to_have_text("Try again")
    expect(page.find("#password-form .cancel")).to_have_text("Cancel")
    page.answer("wrong again")
    expect(page.problem("password")).not_to_be_empty()
    page.find("#password-form .cancel").click()
    expect(page.find("#password-form")).to_be_hidden()
    expect(page.find("main h1")).to_have_text("Chair")


def test_the_right_password_opens_the_form_with_what_is_there(edited):
    expect(edited.find("#name")).to_have_value("Chair")
    expect(edited.find("#price")).to_have_value(re.compile("12,?000"))
    expect(edited.find("#descriptions")).to_have_value("Old\nbut good")
    expect(edited.find("#stock")).to_have_value("3")
    expect(edited.cells).to_have_count(3)


def test_what_is_there_looks_like_a_value_and_what_is_changed_has_a_bar(edited):
    name, place = edited.find("#name"), edited.find("#place")
    look = "one => { const { color, boxShadow } = getComputedStyle(one); return [color, boxShadow] }"
    for scheme in ["light", "dark"]:
        edited.page.emulate_media(color_scheme=scheme)
        edited.find("#stock").focus()
        placeholder = place.evaluate("one => getComputedStyle(one, '::placeholder').color")
        before = name.evaluate(look)
        assert before[0] != placeholder and before[0] == edited.find("h1").evaluate(look)[0]
        name.fill("Better chair")
        expect(name).to_have_class(CHANGED)
        expect(edited.find("#descriptions")).not_to_have_class(CHANGED)
        edited.find("#stock").focus()
        after = name.evaluate(look)
        assert after[0] == before[0] and after[1] != before[1]
        name.fill("Chair")
        expect(name).not_to_have_class(CHANGED)


def test_only_changes_are_sent_and_the_page_and_the_list_show_them(visit, shared, product):
    page = visit(shared, keeps_pages=True)
    page.row(product).locator("a").click()
    page.arrive(r"/products/\d+$").choose("edit").answer(SECRET).arrive(r"/edit(\?|$)")
    page.page.evaluate("""() => {
        const { send } = XMLHttpRequest.prototype
        XMLHttpRequest.prototype.send = function (data) {
            sessionStorage.sent = [...data.keys()].join()
            send.call(this, data)
        }
    }""")
    page.find("#name").fill("Better chair")
    page.submit().arrive(r"/products/\d+$")
    names = page.page.evaluate("sessionStorage.sent").split(",")
    assert "name" in names and not {"price", "descriptions", "stock", "discount"} & set(names)
    expect(page.find("main h1")).to_have_text("Better chair")
    changed = now(shared, product)
    assert changed["price"] == 12000 and changed["stock"] == 3 and len(changed["images"]) == 3
    page.back(r"/$")
    expect(page.row(product).locator(".name")).to_have_text("Better chair")


def test_what_was_not_changed_is_not_checked(visit, shared):
    # Only old apps list without pictures, and with such a long name.
    body = json.dumps({"title": "n" * 120, "price": 1000, "currency": "KRW", "stock": 1, "descriptions": "d" * 20,
                       "password": SECRET, "images": []}).encode()
    item = shared.ask("POST", "/item", body, {"Content-Type": "application/json"})
    page = visit(shared, f"/products/{item['id']}").choose("edit").answer(SECRET).arrive(r"/edit(\?|$)")
    page.find("#stock").fill("7")
    page.submit().arrive(r"/products/\d+$")
    assert now(shared, item)["stock"] == 7


def test_pictures_are_added_removed_and_reordered(edited, shared, product):
    before = [picture["url"] for picture in now(shared, product)["images"]]
    edited.cells.nth(1).locator(".remove").click()
    edited.cells.nth(1).locator(".move").click()
    edited.add(upload("new.jpg", jpeg(80, 80, (9, 200, 9))))
    edited.submit().arrive(r"/products/\d+$")
    after = [picture["url"] for picture in now(shared, product)["images"]]
    assert after[:2] == [before[2], before[0]] and len(after) == 3


def test_an_edit_that_somebody_was_faster_with_says_so_and_shows_both(edited, shared, product):
    shared.rename(product, "Somebody's chair")
    edited.find("#name").fill("My chair")
    edited.submit().has_failed()
    expect(edited.find("main")).to_contain_text("Somebody's chair")
    expect(edited.find("#name")).to_have_value("My chair")
    assert now(shared, product)["name"] == "Somebody's chair"


def test_leaving_an_edit_unchanged_asks_nothing(edited):
    asked = []
    edited.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    edited.find("#name").click()
    edited.go("/")
    assert asked == []


# MARK: Deleting

def test_two_taps_delete_once(page):
    page.choose("delete").find("#password").fill(SECRET)
    page.find("#password-form [type=submit]").evaluate("one => { one.click(); one.click() }")
    expect(page.find("#password-dialog").get_by_role("button", name="OK")).to_be_visible()


def test_deleting_asks_again_after_a_wrong_password_or_cancels(page, shared, product):
    page.choose("delete").answer("wrong")
    expect(page.problem("password")).not_to_be_empty()
    expect(page.find("#password-form [type=submit]")).to_have_text("Try again")
    page.find("#password-form .cancel").click()
    expect(page.find("#password-form")).to_be_hidden()
    assert now(shared, product)["name"] == "Chair"


def test_a_right_password_says_it_is_gone_and_ok_returns_to_the_list_without_it(visit, shared, product):
    kept = shared.list("Table")
    page = visit(shared)
    page.row(product).locator("a").click()
    page.arrive(r"/products/\d+$").choose("delete").answer(SECRET)
    dialog = page.find("#password-dialog")
    expect(dialog).to_contain_text("Chair")
    dialog.get_by_role("button", name="OK").click()
    page.arrive(r"/$")
    expect(page.row(kept)).to_be_visible()
    expect(page.row(product)).to_have_count(0)


@pytest.mark.parametrize("kind", ["edit", "delete"])
def test_the_password_of_what_was_deleted_meanwhile_says_so_and_the_page_is_reloaded(page, shared, product, kind):
    page.choose(kind)
    shared.delete(product)
    page.answer(SECRET)
    dialog = page.find("#password-dialog")
    expect(dialog).to_contain_text("This listing is no longer available.")
    expect(dialog.get_by_role("button")).to_have_count(1)
    dialog.get_by_role("button").click()
    expect(page.find("h1")).to_have_text("No longer for sale")


def test_who_still_has_the_link_sees_a_friendly_page(visit, shared, product):
    shared.delete(product)
    page = visit(shared)
    answer = page.page.goto(f"/products/{product['id']}")
    assert answer.status == 410
    expect(page.find("main h1")).to_be_visible()
    page.find("main .message a").click()
    page.arrive(r"/$")


def test_coming_back_to_a_deleted_products_page_says_that_it_is_gone(page):
    page.choose("delete").answer(SECRET)
    page.find("#password-dialog").get_by_role("button", name="OK").click()
    page.arrive(r"/$")
    page.back(r"/products/\d+$")
    expect(page.find(".message")).to_be_visible()
