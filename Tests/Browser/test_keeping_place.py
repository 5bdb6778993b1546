"""Keeping the place: loaded rows and the scroll position survive whatever happens to the page."""

import re

import pytest
from playwright.sync_api import expect

from market import SECRET

pytestmark = pytest.mark.motion

AT_ITS_PLACE = """place => {
    const row = document.querySelector(`#products [data-id='${place[0]}']`)
    return row && Math.abs(row.getBoundingClientRect().top - place[1]) <= 2
}"""

FILLED = """() => {
    let part = 'x'.repeat(1 << 22)
    for (let index = 0; part.length > 8; index++) {
        try { sessionStorage['filler' + index] = part } catch { part = part.slice(part.length / 2) }
    }
}"""


def deep(visit, market, view, count=210, pixels=9000, path="/", **options):
    return visit(market, path, **options).show_as(view).load(count).scroll_to(pixels)


def leave(page):
    """Taps the element in the middle of the screen, so that nothing is scrolled for it."""
    identifier = page.page.evaluate("""() => [...document.querySelectorAll('#products [data-id]')].find((row) =>
        row.getBoundingClientRect().top > innerHeight / 3).dataset.id""")
    page.find(f"#products [data-id='{identifier}'] a").click()
    return page.arrive(r"/products/\d+$")


def test_a_reload_keeps_the_place_and_what_was_loaded(visit, crowd):
    page = deep(visit, crowd, "list")
    rows, place = page.rows.count(), page.place()
    page.page.reload()
    page.ready().until(AT_ITS_PLACE, place)
    assert page.rows.count() >= rows and len(set(page.ids())) == page.rows.count()
    page.page.reload()
    page.ready().until(AT_ITS_PLACE, place)


def test_another_language_keeps_the_place_and_all_rows_speak_it(visit, crowd):
    page = deep(visit, crowd, "grid")
    rows, place = page.rows.count(), page.place()
    page.find("footer form[action='/language'] button").evaluate("one => one.click()")
    expect(page.find("html")).to_have_attribute("lang", "ko")
    page.ready().until(AT_ITS_PLACE, place)
    page.until("count => [...document.querySelectorAll('#products .stock')].filter((one) =>"
               " one.textContent.startsWith('재고')).length >= count", rows)
    page.until(AT_ITS_PLACE, place)


@pytest.mark.parametrize("storage", ["usual", "full", "lost"])
def test_a_tab_that_was_discarded_comes_back_to_its_place(visit, crowd, storage):
    page = deep(visit, crowd, "list")
    if storage == "full":
        page.page.evaluate(FILLED)
    place = page.place()
    leave(page)
    if storage == "lost":
        page.page.evaluate("sessionStorage.clear()")
    page.page.go_back()
    page.ready().until(AT_ITS_PLACE, place)
    assert len(set(page.ids())) == page.rows.count() >= 150


def test_an_answer_that_must_not_be_stored_keeps_the_place_too(visit, crowd):
    page = deep(visit, crowd, "list")

    def unstored(route):
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "cache-control": "no-store"})
    page.page.route(re.compile(r"/$"), unstored)
    page.page.reload()
    place = page.ready().place()
    leave(page)
    page.page.go_back()
    page.ready().until(AT_ITS_PLACE, place)


def test_what_the_history_keeps_is_small(visit, crowd):
    page = deep(visit, crowd, "list")
    leave(page)
    page.page.go_back()
    page.ready()
    assert len(page.page.evaluate("JSON.stringify(history.state)")) < 4096


def test_a_reload_brings_what_has_changed_far_down_as_well(visit, own):
    things = own.fill(70)
    page = deep(visit, own, "list", 70, 3000)
    place = page.place()
    row = page.find(f"#products [data-id='{place[0]}'] .name")
    thing = next(one for one in things if str(one["id"]) == place[0])
    own.rename(thing, "Renamed meanwhile")
    page.page.reload()
    page.ready()
    expect(row).to_have_text("Renamed meanwhile")
    page.until(AT_ITS_PLACE, place)


def test_after_ones_own_edit_the_list_comes_fresh_with_what_others_did(visit, own):
    things = own.fill(70)
    page = visit(own, keeps_pages=True).load(70).scroll_to(3000)
    place = page.place()
    leave(page).choose("edit").answer(SECRET).arrive(r"/edit(\?|$)")
    own.delete(things[5])
    page.find("#stock").fill("77")
    page.submit()
    expect(page.page).to_have_url(re.compile(r"/products/\d+$"))
    expect(page.find(".detail .stock")).to_contain_text("77")
    page.find("header .back").click()
    expect(page.page).to_have_url(re.compile(r"/$"))
    page.until("document.querySelectorAll('#products .stock').length && "
               "[...document.querySelectorAll('#products .stock')].some((one) => one.textContent.includes('77'))")
    expect(page.row(things[5])).to_have_count(0)
    page.until(AT_ITS_PLACE, place)


@pytest.mark.parametrize("keeps_pages", [True, False])
def test_back_after_another_order_shows_the_order_that_the_list_has(visit, demo, keeps_pages):
    page = visit(demo, keeps_pages=keeps_pages)
    newest = page.ids()
    page.find("#sort").select_option("price_asc")
    expect(page.page).to_have_url(re.compile("sort=price_asc"))
    page.find("#in_stock").click()
    expect(page.page).to_have_url(re.compile("in_stock=1"))
    page.back(r"sort=price_asc$")
    expect(page.find("#in_stock")).not_to_be_checked()
    page.back(r"/$")
    expect(page.find("#sort")).to_have_value("newest")
    page.until("first => document.querySelector('#products [data-id]').dataset.id == first", newest[0])


# MARK: Offline

BROKEN = "[...document.querySelectorAll('main img')].filter((one) => one.complete && !one.naturalWidth).length"


@pytest.mark.parametrize("path", ["/", "/products/1"])
def test_pictures_that_failed_come_back_with_the_network(visit, demo, path):
    page = visit(demo, "/offline")
    page.page.route("**/images/**", lambda route: route.abort())
    page.go(path)
    page.until(BROKEN + " > 0")
    page.page.context.set_offline(True)
    expect(page.find("#offline")).to_be_visible()
    page.page.unroute("**/images/**")
    page.page.context.set_offline(False)
    page.until(BROKEN + " === 0")
    expect(page.find("main img").first).to_have_js_property("complete", True)
    assert page.find("main img").first.evaluate("one => one.naturalWidth") > 0


def test_try_again_on_the_page_for_no_network_tries_what_was_tried(visit, demo):
    page = visit(demo, service_workers="allow")
    page.until("Boolean(navigator.serviceWorker.controller)")
    page.until("async () => Boolean(await caches.match(location.origin + '/offline'))")
    page.page.context.set_offline(True)
    page.go("/sellers/2")
    expect(page.find("main .message a")).to_be_visible()
    page.page.context.set_offline(False)
    page.find("main .message a").click()
    expect(page.find(".person h1")).to_be_visible()
    assert page.page.url.endswith("/sellers/2")


@pytest.mark.matrix
@pytest.mark.parametrize("screen", ["phone", "landscape", "desktop"])
def test_what_says_offline_lies_over_no_field(visit, demo, screen):
    page = visit(demo, screen=screen)
    note = page.find("#offline")
    over = """note => {
        const box = note.getBoundingClientRect()
        return [...document.querySelectorAll('main input, main select, main textarea, main button')].filter((one) => {
            const { top, bottom, left, right } = one.getBoundingClientRect()
            const shows = one.checkVisibility() && right > left && !one.closest('[aria-hidden]')
            return shows && top < box.bottom && bottom > box.top && left < box.right && right > box.left
        }).map((one) => one.outerHTML.slice(0, 60))
    }"""
    for path in ["/", "/products/new"]:
        page.go(path).page.context.set_offline(True)
        expect(note).to_be_visible()
        assert (path, note.evaluate(over)) == (path, [])
        page.page.context.set_offline(False)


# MARK: Feedback to a tap

HELD = """selector => {
    const control = document.querySelector(selector)
    control.click()
    return Boolean(document.querySelector('.pressed'))
}"""


@pytest.mark.parametrize("selector", [
    "#products [data-id] a", "#refresh", "header form[action='/language'] button", "#more", "header a[href^='/mine']", "#new"])
def test_what_was_tapped_shows_it_at_once(visit, crowd, selector):
    page = visit(crowd)
    page.page.route(re.compile("fragment|products|language|mine"), lambda route: None)
    assert page.page.evaluate(HELD, selector)


@pytest.mark.parametrize("selector", ["#sort", "#in_stock"])
def test_order_and_filter_show_at_once_that_they_were_felt(visit, crowd, selector):
    page = visit(crowd)
    page.page.route(re.compile("sort=|in_stock="), lambda route: None)
    control = page.find(selector)
    control.select_option("price_asc") if selector == "#sort" else control.click()
    expect(page.find(".pressed")).to_have_count(1)
