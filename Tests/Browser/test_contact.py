"""Contact details: links, copying, and “Try again”."""

import json
from itertools import count

import pytest
from playwright.sync_api import expect

from market import SECRET

MIXED = "전화 010-1234-5678 / 02-123-4567, 메일은 kim@example.com입니다. https://open.kakao.com/o/s1AbC 로도 돼요"
LINKS = ["tel:01012345678", "tel:021234567", "mailto:kim@example.com", "https://open.kakao.com/o/s1AbC"]
UNLINKED = [
    "javascript:alert(document.domain)", "http://example.com", "data:text/html,<script>alert(1)</script>",
    "https://bank.com@evil.example", "https://b\u0430nk.com", "https://xn--bnk-7cd.com", "https://evil.example\\@bank.com",
    "https:// example.com",
    "\"><img src=x onerror=alert(1)>", "110-010-1234-5678", "kim@example.com?bcc=all@example.com"]


CLIENTS = count(1)


@pytest.fixture
def shown(visit, proxied):
    """Shows a product with a contact to a client of its own: one address may ask for 30 contacts a minute, and a fast
    machine runs more tests in one."""
    def show(contact, screen="phone", path="/products/{id}", **options):
        product = proxied.list("Chair", contact=contact)
        client = {"X-Forwarded-For": f"192.0.2.{next(CLIENTS)}"}
        return visit(proxied, path.format(**product), screen=screen, extra_http_headers=client, **options)
    return show


def ask(page):
    page.find("#contact-button").click()
    expect(page.find(".reach")).to_be_visible()
    return page


def addresses(page):
    return page.find(".reach a").evaluate_all("links => links.map((one) => one.getAttribute('href'))")


# What is as large as a fingertip is so on a desktop, too.
@pytest.mark.matrix
@pytest.mark.parametrize("screen, scripts", [("phone", True), ("phone", False), ("desktop", True)])
def test_numbers_addresses_and_links_can_be_tapped(shown, screen, scripts):
    page = ask(shown(MIXED, screen, java_script_enabled=scripts))
    expect(page.find(".reach")).to_have_text(MIXED)
    assert addresses(page) == LINKS
    for link in page.find(".reach a").all():
        assert link.bounding_box()["height"] >= 43.5
        is_web = link.get_attribute("href").startswith("https:")
        assert link.get_attribute("target") == ("_blank" if is_web else None)
        assert set((link.get_attribute("rel") or "").split()) == ({"noopener", "nofollow", "ugc"} if is_web else set())
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_link_is_never_made_from_anything_else(shown, proxied, scripts):
    page = shown("", java_script_enabled=scripts)
    for contact in UNLINKED:
        ask(page.go(f"/products/{proxied.list('Chair', contact=contact)['id']}"))
        # The contact is shown unchanged, every character of it.
        assert page.find(".reach").evaluate("one => one.textContent.trim()") == contact
        assert addresses(page) == [], contact
        assert page.find(".reach img, .reach script").count() == 0, contact


@pytest.mark.parametrize("contact", ["https://example.com/\u202emoc.knab", "\u202e8765-4321-010"])
def test_what_turns_a_contact_around_is_left_out(shown, contact):
    page = ask(shown(contact))
    text = contact.replace("\u202e", "")
    assert page.find(".reach .way, .reach").first.evaluate("one => one.textContent.trim()").startswith(text)
    assert "\u202e" not in page.page.content()
    assert all(address.removeprefix("tel:").replace("-", "") == text.replace("-", "") for address in addresses(page))


def test_a_contact_can_be_copied_and_it_says_so(shown):
    page = shown(MIXED)
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    # Only the foreground window may use the clipboard.
    page.page.bring_to_front()
    buttons = ask(page).find(".reach .copy")
    expect(buttons).to_have_count(4)
    for button, copied in zip(buttons.all(), ["010-1234-5678", "02-123-4567", "kim@example.com", LINKS[3]]):
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 43.5
        expect(button).to_have_accessible_name(f"Copy {copied}")
        button.click()
        page.until("async (text) => await navigator.clipboard.readText().catch(() => '') === text", copied)
        expect(page.find("#status")).to_contain_text("Copied")


@pytest.mark.parametrize("path", ["/products/{id}", "/products/{id}/contact"])
def test_what_is_no_number_and_no_address_is_copied_whole(shown, path):
    page = shown("카카오톡 kim_의자", path=path)
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if path.endswith("}"):
        ask(page)
    page.find(".copy").click()
    page.until("async (text) => await navigator.clipboard.readText().catch(() => '') === text", "카카오톡 kim_의자")


def test_a_translation_by_the_browser_changes_nothing_that_is_copied(shown):
    page = shown("apple_farm", path="/products/{id}/contact")
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    # As Chrome does it: each text that may be translated becomes an element with another one.
    page.page.evaluate("""() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const texts = []
        while (walker.nextNode()) texts.push(walker.currentNode)
        for (const text of texts) {
            if (!text.parentElement.translate || !text.data.trim()) continue
            const translated = document.createElement('font')
            translated.textContent = '번역'
            text.replaceWith(translated)
        }
    }""")
    expect(page.find("h1")).to_have_text("번역")
    page.find(".copy").click()
    page.until("async (text) => await navigator.clipboard.readText().catch(() => '') === text", "apple_farm")


def test_a_contact_is_copied_where_pages_have_no_clipboard(shown):
    """As with http under a name in one's own network."""
    page = shown("kim@example.com")
    page.page.context.add_init_script("Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })")
    page.page.reload()
    ask(page.ready()).find(".copy").click()
    expect(page.find("#status")).to_contain_text("Copied")
    page.go("/").find("#q").focus()
    page.press("Control+V")
    expect(page.find("#q")).to_have_value("kim@example.com")


def test_without_scripts_there_is_no_button_that_does_nothing(shown):
    expect(ask(shown(MIXED, java_script_enabled=False)).find(".copy").first).to_be_hidden()


def test_a_contact_that_failed_is_tried_again_in_place(shown):
    page = shown("kim@example.com")
    here = page.page.url
    button = page.find("#contact-button")
    page.page.route("**/contact*", lambda route: route.abort())
    button.click()
    alert = page.find(".contact [role=alert]")
    expect(alert).not_to_be_empty()
    expect(alert).to_be_in_viewport(ratio=1)
    expect(button).to_have_text("Try again")
    page.page.unroute("**/contact*")
    button.click()
    expect(page.find(".reach")).to_have_text("kim@example.com")
    expect(page.find(".reach")).to_be_focused()
    expect(page.find(".contact [role=alert]")).to_have_count(0)
    assert page.page.url == here


def test_a_contact_that_is_gone_says_why(visit, own):
    product = own.list("Chair", contact="kim@example.com")
    page = visit(own, f"/products/{product['id']}")
    own.delete(product)
    page.find("#contact-button").click()
    expect(page.find(".contact [role=alert]")).to_contain_text("no longer available")


@pytest.mark.parametrize("change, status", [("sold", 200), ("hidden", 410), ("deleted", 410)])
def test_a_page_that_is_older_than_its_listing_is_reloaded_and_offers_nothing_in_vain(visit, own, change, status):
    product = own.list("Chair", contact="010-1234-5678")
    page = visit(own, f"/products/{product['id']}")
    if change == "deleted":
        own.delete(product)
    else:
        body = json.dumps({"secret": SECRET, "state": change}).encode()
        own.ask("PUT", f"/api/products/{product['id']}/state", body, {"Content-Type": "application/json"})
    page.find("#contact-button").click()
    expect(page.find(".contact [role=alert]")).not_to_be_empty()
    buttons = page.find(".contact").locator("button, .button")
    expect(buttons).to_have_count(1)
    expect(buttons).to_have_text("Reload the page")
    with page.page.expect_navigation() as reloaded:
        buttons.click()
    assert reloaded.value.status == status
    expect(page.find("main")).to_contain_text("Sold" if status == 200 else "No longer for sale")


def test_a_long_contact_leaves_room_for_the_page(shown):
    page = ask(shown("\n".join(f"010-1234-56{number}" for number in range(10, 24))))
    assert page.find(".contact").bounding_box()["height"] <= 844 / 2
    page.find(".reach a").last.scroll_into_view_if_needed()
    expect(page.find(".reach a").last).to_be_in_viewport(ratio=1)
