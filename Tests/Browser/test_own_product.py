"""What a product's page offers its seller, and what it says once."""

import pytest
from playwright.sync_api import expect

from market import SECRET
from pictures import jpeg, upload

OWN = "#more-menu a:is([href$='/edit'], [href$='/delete'])"
PICTURE = upload("a.jpg", jpeg(80, 80))


@pytest.mark.parametrize("scripts", [True, False])
def test_its_mine_asks_for_the_password_and_leads_to_everything(visit, own, scripts):
    product = own.list("Chair")
    address = f"/products/{product['id']}"
    page = visit(own, address, java_script_enabled=scripts, keeps_pages=scripts)
    expect(page.find(OWN)).to_have_count(0)
    page.find("#more-menu summary").click()
    expect(page.find("#more-menu a").first).to_have_text("It’s mine")
    page.find("#more-menu a").first.click()
    page.answer(SECRET).arrive("/manage$")
    for name in ["Edit", "Delete"]:
        expect(page.find("main").get_by_role("link", name=name, exact=True)).to_be_visible()
    expect(page.find("#desk").get_by_role("button", name="Mark as sold")).to_be_visible()
    # The page before has become the seller's, also one from the back/forward cache.
    page.back(address + "$") if scripts else page.follow("header .back")
    expect(page.find(OWN)).to_have_count(2)
    expect(page.find(".contact .button")).to_have_text("Change the status")


def test_the_sellers_page_is_not_kept_as_everybodys(visit, own):
    product = own.list("Chair")
    address = f"/products/{product['id']}"
    page = visit(own, service_workers="allow").controlled().go(address).until_kept(address)
    page.claimed()
    expect(page.find(OWN)).to_have_count(2)
    page.until("async (path) => !(await caches.match(location.origin + path))", address)
    # Without the right, and with a copy again, it is the page of everybody.
    page.page.context.clear_cookies()
    page.go(address).until_kept(address)
    expect(page.find(OWN)).to_have_count(0)
    page.page.context.set_offline(True)
    page.page.reload()
    expect(page.find("h1")).to_have_text("Chair")
    expect(page.find(OWN)).to_have_count(0)


@pytest.mark.parametrize("scripts, workers", [(True, "block"), (True, "allow"), (False, "block")])
def test_a_new_listing_and_an_edit_are_said_once(visit, own, scripts, workers):
    page = visit(own, "/products/new", java_script_enabled=scripts, service_workers=workers)
    if workers == "allow":
        page.controlled()
    page.fill("Chair", contact="010-1234-5678").add(PICTURE)
    page.submit().arrive(r"/products/\d+$")
    done = page.find(".notice[role=status]")
    expect(done).to_contain_text("Published.")
    expect(done).to_contain_text(f"{own.url}/products/1")
    expect(done).to_be_in_viewport()
    expect(done).to_be_focused()
    expect(done.get_by_role("link", name="My listings")).to_be_visible()
    copy = done.get_by_role("button", name="Copy")
    expect(copy).to_be_visible(visible=scripts)
    if scripts:
        page.page.evaluate("navigator.clipboard.writeText = async (text) => { document.title = text }")
        copy.click()
        expect(page.page).to_have_title(f"{own.url}/products/1")
        expect(page.find("#status")).to_have_text("Copied.")
    expect(page.find("#contact-button")).to_have_count(0)
    page.page.reload()
    expect(done).to_have_count(0)
    page.go("/products/1/edit").find("#name").fill("Blue chair")
    page.submit().arrive(r"/products/\d+$")
    expect(done).to_contain_text("Saved.")
    page.page.reload()
    expect(done).to_have_count(0)


def test_an_edit_from_further_down_the_page_is_said_in_view(visit, own):
    page = visit(own, "/products/new").fill("Chair", descriptions="A long line.\n" * 100).add(PICTURE)
    page.submit().arrive(r"/products/\d+$").go("/products/1").scroll_to(1500)
    page.find("#more-menu summary").click()
    page.find("#more-menu a[href$='/edit']").click()
    page.arrive("/edit$").find("#name").fill("Blue chair")
    page.submit().arrive(r"/products/\d+$").until("scrollY > 300")
    done = page.find(".notice[role=status]")
    expect(done).to_contain_text("Saved.")
    expect(done).to_be_in_viewport(ratio=1)


@pytest.mark.matrix
@pytest.mark.parametrize("width", [768, 1024, 1280])
def test_the_contact_is_in_reach_beside_a_long_description(visit, shared, goods, width):
    product = goods(descriptions="A long line about this chair.\n" * 300, contact="010-1234-5678")
    page = visit(shared, f"/products/{product['id']}", screen="desktop", viewport={"width": width, "height": 800})
    button = page.find("#contact-button")
    expect(button).to_be_in_viewport(ratio=1)
    page.scroll_to(3000)
    expect(button).to_be_in_viewport(ratio=1)
    expect(page.find("#gallery")).to_be_in_viewport()
    button.click()
    expect(page.find(".reach")).to_be_in_viewport(ratio=1)
    # At the end it covers nothing.
    page.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    prose, reach = page.find(".prose").bounding_box(), page.find(".contact").bounding_box()
    assert prose["y"] + prose["height"] <= reach["y"] + 1


def test_everything_on_a_page_of_the_desk_is_selected_and_counted(visit, own):
    page = visit(own, "/offline", screen="desktop")
    for name in ["Chair", "Table", "Lamp"]:
        page.list(name)
    page.go("/mine")
    boxes, everything, count = page.find("#desk .pick input"), page.find("#pick-all"), page.find("#picked")
    expect(count).to_be_empty()
    page.tab_to("#pick-all")
    page.press("Space")
    expect(boxes.locator(":scope:checked")).to_have_count(3)
    expect(count).to_have_text("3 selected")
    expect(count).to_be_in_viewport()
    boxes.first.uncheck()
    expect(everything).not_to_be_checked()
    expect(count).to_have_text("2 selected")
    boxes.first.check()
    expect(everything).to_be_checked()
    everything.uncheck()
    expect(count).to_be_empty()
    expect(boxes.locator(":scope:checked")).to_have_count(0)
    everything.check()
    page.find(".several .act", has_text="Mark as sold").click()
    for name in ["Chair", "Table", "Lamp"]:
        expect(page.find(".done")).to_contain_text(f"“{name}”: Marked as sold.")


def test_everything_is_selected_without_scripts(visit, own):
    page = visit(own, "/offline", java_script_enabled=False)
    for name in ["Chair", "Table"]:
        page.list(name)
    page.go("/mine").find("#pick-all").check()
    page.find(".several .act", has_text="Mark as sold").click()
    for name in ["Chair", "Table"]:
        expect(page.find(".done")).to_contain_text(f"“{name}”: Marked as sold.")


def test_an_empty_market_names_what_the_form_requires(visit, own):
    page = visit(own)
    advice = page.find(".message p").first.inner_text()
    page.go("/products/new")
    names = {"name": "name", "price": "price", "seller": "your name", "password": "password"}
    # What is filled in, as the stock, isn't asked for.
    required = page.find("#listing-form [required]").evaluate_all(
        "all => all.filter(({ value }) => !value).map(({ name }) => name)")
    assert set(required) == set(names)
    assert all(name in advice for name in [*names.values(), "picture"])
