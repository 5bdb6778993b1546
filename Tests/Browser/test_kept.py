"""What a browser keeps: favourites, recently viewed products, drafts, the theme; and sharing."""

import base64
import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from layout import faults
from market import SECRET
from pictures import jpeg, upload
from test_accessibility import hold


def tap_back(page, pattern):
    """A page from the back/forward cache fires no load event."""
    page.find("header .back").click()
    expect(page.page).to_have_url(re.compile(pattern))
    return page.ready()


def change(market, product, **fields):
    body = json.dumps({"secret": SECRET, **fields}).encode()
    return market.ask("PATCH", f"/api/products/{product['id']}", body, {"Content-Type": "application/json"})


def heart(page, product):
    return page.find(f":is(#products, #kept) [data-id='{product['id']}'] .heart")


def kept_rows(page):
    return page.find("#kept .product")


# MARK: Favourites

def test_a_heart_in_the_list_keeps_a_product_and_the_page_shows_what_became_of_it(visit, own):
    cheaper, dearer, sold, gone, other = [own.list(name, price=10000) for name in
                                         ("Cheaper chair", "Dearer desk", "Sold sofa", "Gone guitar", "Other oven")]
    page = visit(own)
    for product in (cheaper, dearer, sold, gone):
        heart(page, product).click()
        expect(heart(page, product)).to_have_attribute("aria-pressed", "true")
    expect(page.page).to_have_url(re.compile(r"/$"))
    expect(heart(page, other)).to_have_attribute("aria-pressed", "false")
    change(own, cheaper, price=8000)
    change(own, dearer, price=11000)
    change(own, sold, stock=0)
    own.delete(gone)
    page.find("header a[href='/favorites']").click()
    page.arrive("/favorites$")
    expect(kept_rows(page)).to_have_count(4)
    assert kept_rows(page).evaluate_all("rows => rows.map(row => +row.dataset.id)") == [
        product["id"] for product in (gone, sold, dearer, cheaper)]
    for product, words in [(cheaper, "₩2,000 less"), (dearer, "₩1,000 more"), (sold, "Sold out"),
                           (gone, "no longer available")]:
        expect(page.find(f"#kept [data-id='{product['id']}']")).to_contain_text(words)
    expect(page.find(f"#kept [data-id='{gone['id']}'] .name")).to_have_text("Gone guitar")
    # A second tap removes it, also after a reload.
    heart(page, gone).click()
    page.go("/favorites")
    expect(kept_rows(page)).to_have_count(3)


def test_the_heart_of_a_products_page_is_that_of_its_row(visit, goods, shared):
    product = goods("Clock")
    page = visit(shared, f"/products/{product['id']}")
    expect(page.find("#favorite")).to_have_attribute("aria-pressed", "false")
    page.find("#favorite").click()
    expect(page.find("#favorite")).to_have_attribute("aria-pressed", "true")
    expect(page.page).to_have_url(re.compile(f"/products/{product['id']}$"))
    page.go("/")
    expect(heart(page, product)).to_have_attribute("aria-pressed", "true")
    expect(page.find("#products .heart[aria-pressed=true]")).to_have_count(1)
    heart(page, product).click()
    page.back(f"/products/{product['id']}$")
    expect(page.find("#favorite")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("keeps_pages", [True, False])
def test_rows_that_come_later_have_hearts_and_so_have_those_of_a_restored_list(visit, crowd, keeps_pages):
    page = visit(crowd, keeps_pages=keeps_pages).load(60)
    expect(page.find("#products .heart")).to_have_count(page.rows.count())
    page.rows.nth(45).locator(".heart").click()
    page.rows.nth(46).locator("a").click()
    tap_back(page.arrive(r"/products/\d+$"), r"/$")
    expect(page.rows.nth(45).locator(".heart")).to_have_attribute("aria-pressed", "true")
    assert page.find("#products .heart").count() == page.rows.count()


def test_favourites_of_a_browser_without_scripts_are_in_a_cookie_with_a_bound(visit, own):
    products = own.fill(3)
    page = visit(own, f"/products/{products[0]['id']}", java_script_enabled=False)
    page.find("#favorite").click()
    page.arrive("/favorites$")
    expect(kept_rows(page)).to_have_count(1)
    change(own, products[0], price=500)
    page.go("/favorites")
    expect(kept_rows(page).first).to_contain_text("₩500 less")
    own.delete(products[0])
    page.go("/favorites")
    expect(kept_rows(page).first).to_contain_text("no longer available")
    kept_rows(page).first.locator(".heart").click()
    expect(kept_rows(page)).to_have_count(0)
    expect(page.find("#none")).to_be_visible()
    # A hundred are kept, the latest ones, and only the page of favourites gets the cookie.
    for number in range(105):
        page.page.request.post(f"{own.url}/favorites", form={"product": f"{number + 10}-100-KRW", "favorite": "add"})
    [cookie] = [one for one in page.page.context.cookies(f"{own.url}/favorites") if one["name"] == "favorites"]
    assert cookie["path"] == "/favorites" and len(cookie["value"]) < 4000
    assert len(cookie["value"].split(".")) == 100 and cookie["value"].startswith("114-100-KRW.")


def test_a_browser_that_stores_nothing_says_so(visit, goods, shared):
    product = goods("Lamp")
    page = visit(shared, "/offline")
    page.page.context.add_init_script("""Object.defineProperty(window, 'localStorage', {
        get() { throw new DOMException('denied', 'SecurityError') } })""")
    page.go(f"/products/{product['id']}")
    page.find("#favorite").click()
    expect(page.find("#status")).to_contain_text("save")
    expect(page.find("#favorite")).to_have_attribute("aria-pressed", "false")


def test_favourites_that_cannot_be_loaded_are_asked_for_again(visit, goods, shared):
    product = goods("Mirror")
    page = visit(shared, f"/products/{product['id']}")
    page.find("#favorite").click()
    page.page.route("**/favorites?fragment=1*", lambda route: route.abort())
    page.go("/favorites")
    expect(page.find(".retry")).to_be_visible()
    page.page.unroute("**/favorites?fragment=1*")
    page.find(".retry button").click()
    expect(kept_rows(page)).to_have_count(1)
    expect(page.find(".retry")).to_be_hidden()


# MARK: Recently viewed

def test_recently_viewed_products_are_at_the_foot_of_the_market_and_on_a_page(visit, own):
    products = own.fill(4)
    page = visit(own)
    expect(page.find("#viewed")).to_be_hidden()
    for product in (products[0], products[2], products[1], products[2]):
        page.go(f"/products/{product['id']}")
    own.delete(products[0])
    page.go("/")
    page.find("#viewed").scroll_into_view_if_needed()
    seen = [str(products[2]["id"]), str(products[1]["id"])]
    expect(page.find("#viewed .product")).to_have_count(2)
    assert page.find("#viewed .product").evaluate_all("rows => rows.map(row => row.dataset.id)") == seen
    page.find("#viewed h2 a").click()
    page.arrive("/recent$")
    expect(kept_rows(page)).to_have_count(2)
    assert kept_rows(page).evaluate_all("rows => rows.map(row => row.dataset.id)") == seen
    kept_rows(page).first.locator("a").click()
    tap_back(page.arrive(r"/products/\d+$"), "/recent$")


# MARK: A product

def test_more_from_this_seller_is_below_the_product(visit, own):
    mine = [own.list(f"Mine {number}", seller="33333333-3333-4333-8333-333333333333") for number in range(8)]
    own.list("Theirs", seller="44444444-4444-4444-8444-444444444444")
    page = visit(own, f"/products/{mine[4]['id']}")
    page.find("#others").scroll_into_view_if_needed()
    expect(page.find("#others .product")).to_have_count(6)
    names = page.find("#others .name").all_inner_texts()
    assert names == ["Mine 7", "Mine 6", "Mine 5", "Mine 3", "Mine 2", "Mine 1"]
    page.find("#others .product a").first.click()
    tap_back(page.arrive(f"/products/{mine[7]['id']}$"), f"/products/{mine[4]['id']}$")


def test_a_strip_without_products_goes_with_its_title(visit, own):
    chair = own.list("Chair", seller="33333333-3333-4333-8333-333333333333", descriptions="A long line.\n" * 100)
    lamp = own.list("Lamp", seller="44444444-4444-4444-8444-444444444444")
    page = visit(own, f"/products/{chair['id']}")
    expect(page.find("#others")).to_be_visible()
    # They go before they are in view, so nothing jumps.
    page.find("footer").scroll_into_view_if_needed()
    for strip in ["#others", "#similar"]:
        expect(page.find(strip)).to_be_hidden()
    own.list("Lamp", seller="44444444-4444-4444-8444-444444444444")
    page.go(f"/products/{lamp['id']}").find("footer").scroll_into_view_if_needed()
    for strip in ["#others", "#similar"]:
        expect(page.find(f"{strip} .product")).to_have_count(1)
        expect(page.find(f"{strip}-title")).to_be_visible()


def test_strips_lead_on_although_the_script_of_all_pages_is_missing(visit, own):
    chair, _ = (own.list("Chair", seller=f"{number * 8}-3333-4333-8333-333333333333") for number in "34")
    page = visit(own, "/offline")
    page.page.route("**/app.js", lambda route: route.abort())
    page.page.goto(f"/products/{chair['id']}")
    for strip in ["#others", "#similar"]:
        expect(page.find(f"{strip}-title a")).to_be_visible()


def test_a_strip_that_goes_moves_no_other_one(visit, own):
    chair, _ = (own.list("Chair", seller=f"{number * 8}-3333-4333-8333-333333333333") for number in "34")
    page, held = visit(own, "/offline"), []
    page.page.route("**/others", lambda route: held.append(route))
    page.go(f"/products/{chair['id']}").find("footer").scroll_into_view_if_needed()
    expect(page.find("#similar .product")).to_have_count(1)
    # It is shown once it is known what is above it.
    expect(page.find("#similar")).to_be_hidden()
    page.poll(lambda: held)
    held.pop().fallback()
    expect(page.find("#similar")).to_be_visible()
    expect(page.find("#others")).to_be_hidden()


def test_without_a_network_no_empty_strip_stays(visit, own):
    chair = own.list("Chair", descriptions="A long line.\n" * 100)
    own.list("Chair")
    page = visit(own, f"/products/{chair['id']}")
    page.page.context.set_offline(True)
    page.find("footer").scroll_into_view_if_needed()
    for strip in ["#others", "#similar"]:
        expect(page.find(strip)).to_be_hidden()


def test_without_scripts_a_link_leads_to_more_from_this_seller(visit, goods, shared):
    product = goods("Vase")
    page = visit(shared, f"/products/{product['id']}", java_script_enabled=False)
    page.find("#others h2 a").click()
    page.arrive(r"/sellers/\d+")


SHEET = "Object.defineProperty(navigator, 'share', { value: async (data) => { window.shared = data } })"


def test_a_product_is_shared_by_the_systems_sheet(visit, goods, shared):
    product = goods("Kettle", price=9000)
    page = visit(shared, "/offline")
    page.page.context.add_init_script(SHEET)
    page.go(f"/products/{product['id']}?from=q%3Dkettle")
    page.find("#share").click()
    page.until("window.shared")
    assert page.page.evaluate("window.shared") == {
        "title": product["name"], "text": "₩9,000", "url": f"{shared.url}/products/{product['id']}"}


def test_without_a_sheet_the_link_is_copied_and_the_page_says_so(visit, goods, shared):
    product = goods("Basket")
    page = visit(shared, f"/products/{product['id']}", screen="desktop", permissions=["clipboard-read", "clipboard-write"])
    page.find("#share").scroll_into_view_if_needed()
    before = page.page.evaluate("scrollY")
    page.find("#share").click()
    expect(page.find("#status")).to_have_text("Link copied.")
    assert page.page.evaluate("navigator.clipboard.readText()") == f"{shared.url}/products/{product['id']}"
    # Whoever looks at the picture goes on looking at it.
    expect(page.find(".address")).to_be_hidden()
    assert page.page.evaluate("scrollY") == before


def test_a_link_that_could_not_be_copied_can_be_selected(visit, goods, shared):
    product = goods("Basket")
    page = visit(shared, "/offline")
    page.page.context.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }); document.execCommand = () => false")
    page.go(f"/products/{product['id']}").find("#share").click()
    address = page.find(".address")
    expect(address).to_be_in_viewport()
    assert page.page.evaluate("getSelection().toString()").strip() == address.inner_text().strip()


# MARK: Just listed

def test_within_the_hour_the_browser_that_listed_isnt_asked_for_the_password(visit, own):
    page = visit(own, "/products/new").fill("Bench").add(upload("a.jpg", jpeg(80, 80))).submit().arrive(r"/products/\d+$")
    address = page.page.url
    for name in ("Blue bench", "Green bench"):
        page.find("#more-menu summary").click()
        page.find("#more-menu a[href$='/edit']").click()
        page.arrive("/edit$").find("#name").fill(name)
        page.submit().arrive(r"/products/\d+$")
        expect(page.find("main h1")).to_have_text(name)
    # Another browser is asked.
    visit(own, address + "/edit").find("#password").wait_for()
    page.find("#more-menu summary").click()
    page.find("#more-menu a[href$='/delete']").click()
    dialog = page.find("#password-dialog")
    expect(dialog).to_contain_text("Delete this listing?")
    expect(page.find("#password")).to_have_count(0)
    page.find("#password-form [type=submit]").click()
    dialog.get_by_role("button", name="OK").click()
    page.arrive(r"/$")
    expect(page.rows).to_have_count(0)


def test_a_new_password_ends_the_hour(visit, own):
    page = visit(own, "/products/new").fill("Stool", password="the first one").add(upload("a.jpg", jpeg(80, 80))).submit()
    page.arrive(r"/products/\d+$")
    subprocess.run([own.process.args[0], "product", "set-secret", "1", "--data", own.log.parent / "data"],
                   input="the second one\n", text=True, check=True, capture_output=True)
    # Neither the hour nor the right outlives the password.
    page.page.reload()
    expect(page.find("#more-menu a[href$='/edit']")).to_have_count(0)
    expect(page.go("/products/1/edit").find("#password")).to_be_visible()


# MARK: The theme and the page of this device

@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_chosen_theme_stays_whatever_the_system_says(visit, goods, shared, has_scripts):
    goods("Rug")
    page = visit(shared, "/device", java_script_enabled=has_scripts, color_scheme="light")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    page.find("[name=theme][value=dark]").click()
    page.wait_for_cookie("theme", "dark")
    expect(page.find("html")).to_have_attribute("data-theme", "dark")
    expect(page.find("[name=theme][value=dark]")).to_have_attribute("aria-pressed", "true")
    page.go("/")
    dark = page.page.evaluate(ground)
    system = visit(shared, java_script_enabled=has_scripts, color_scheme="dark")
    assert system.page.evaluate(ground) == dark
    colors = """() => ['ground', 'raised', 'fill', 'line', 'ink', 'grey', 'edge', 'accent', 'on-accent', 'alarm', 'shade',
        'chevron'].map((name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name))"""
    assert page.page.evaluate(colors) == system.page.evaluate(colors)
    system.go("/device").find("[name=theme][value=light]").click()
    expect(system.find("html")).to_have_attribute("data-theme", "light")
    light = visit(shared, java_script_enabled=has_scripts, color_scheme="light")
    assert system.page.evaluate(colors) == light.page.evaluate(colors)
    system.find("[name=theme][value=system]").click()
    expect(system.find("html")).not_to_have_attribute("data-theme", "light")


def test_everything_that_is_kept_is_counted_and_cleared_on_one_page(visit, goods, shared):
    product = goods("Drum")
    page = visit(shared, f"/products/{product['id']}")
    page.find("#favorite").click()
    page.go("/").find("#q").fill("drum")
    page.press("Enter")
    page.arrive(r"q=drum").go("/products/new").find("#name").fill("Unfinished")
    page.until("drafts.keys().then((keys) => keys.length === 1)")
    page.page.on("dialog", lambda dialog: dialog.accept())
    # As the form keeps what was listed, and the list its place.
    page.page.evaluate("() => ['place', 'seller', 'contact'].forEach((key) => localStorage[key] = '[\"Mine\"]')")
    page.go("/products/new")
    expect(page.find("#seller")).to_have_value("Mine")
    page.go("/device")
    names = page.find("#stored button").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert "Clear: Favorites" in names and len(set(names)) == 7
    for key in ("favorites", "viewed", "searches", "place", "seller", "contact", "drafts"):
        row = page.find(f"#stored [data-key={key}]")
        expect(row.locator("output")).to_have_text("1")
        row.locator("button").click()
        # It is asked first, each time.
        page.discard("Cancel")
        expect(row.locator("output")).to_have_text("1")
        row.locator("button").click()
        page.discard("Clear")
        expect(row.locator("output")).to_have_text("0")
        expect(row.locator("button")).to_be_disabled()
    page.go("/products/new")
    for field in ("name", "seller", "contact"):
        expect(page.find(f"#{field}")).to_have_value("")
    expect(page.find(".draft")).to_have_count(0)


def test_without_scripts_this_device_names_only_what_it_keeps(visit, shared):
    page = visit(shared, "/device", java_script_enabled=False)
    expect(page.find("#stored")).to_be_hidden()
    expect(page.page.get_by_role("button", name="Clear favorites")).to_be_visible()


# MARK: Drafts

# The latest draft of a new listing, or of a product's edit.
DRAFT = """(kind = 'new') => drafts.keys().then((keys) => keys.find((key) => key.startsWith(kind)))
    .then((key) => key && drafts.read(key))"""
AGE = """(age) => drafts.keys().then(([key]) => drafts.read(key).then((draft) => drafts.write(key, { ...draft, at: draft.at - age })))"""


def write(page):
    page.find("#name").fill("Half a chair")
    page.find("#price").fill("12000")
    page.find("#descriptions").fill("Two legs")
    page.find("#password").fill("never stored")
    page.add(upload("a.jpg", jpeg(90, 60, (200, 30, 30))), upload("b.jpg", jpeg(60, 90, (30, 30, 200))))
    expect(page.cells).to_have_count(2)
    page.until(f"""() => ({DRAFT})().then((draft) => draft?.pictures.length === 2
        && draft.fields.some(([name, value]) => name === 'descriptions' && value === 'Two legs'))""")


def leave_at_once(page):
    """As after a crash: nothing of the page can act any more."""
    context = page.page.context
    page.page.close(run_before_unload=False)
    page.page = context.new_page()
    page.page.on("dialog", lambda dialog: dialog.accept())
    page.find, page.press = page.page.locator, page.page.keyboard.press


def test_a_new_listing_survives_a_crash_with_its_photos(visit, shared):
    page = visit(shared, "/products/new")
    write(page)
    assert "never stored" not in page.page.evaluate(f"({DRAFT})().then(JSON.stringify)")
    leave_at_once(page)
    page.go("/products/new")
    expect(page.find(".draft")).to_contain_text("started")
    expect(page.find("#name")).to_have_value("")
    page.find(".draft").get_by_role("button", name="Continue").click()
    expect(page.find("#name")).to_have_value("Half a chair")
    expect(page.find("#descriptions")).to_have_value("Two legs")
    expect(page.find("#password")).to_have_value("")
    expect(page.cells).to_have_count(2)
    page.fill("Half a chair").submit().arrive(r"/products/\d+$")
    expect(page.find(".slides > li")).to_have_count(2)
    # What has been sent isn't offered again.
    page.go("/products/new")
    page.until("drafts.keys().then((keys) => keys.length === 0)")
    expect(page.find(".draft")).to_have_count(0)


def test_a_draft_can_be_discarded(visit, shared):
    page = visit(shared, "/products/new")
    write(page)
    leave_at_once(page)
    page.go("/products/new").find(".draft").get_by_role("button", name="Discard").click()
    page.discard()
    expect(page.find(".draft")).to_have_count(0)
    page.until("drafts.keys().then((keys) => keys.length === 0)")


def test_a_draft_of_a_month_ago_is_not_offered(visit, shared):
    page = visit(shared, "/products/new")
    write(page)
    page.page.evaluate(AGE, 31 * 86400000)
    leave_at_once(page)
    page.go("/products/new")
    page.until("drafts.keys().then((keys) => keys.length === 0)")
    expect(page.find(".draft")).to_have_count(0)


def test_a_draft_of_a_week_ago_is_offered(visit, shared):
    page = visit(shared, "/products/new")
    write(page)
    page.page.evaluate(AGE, 7 * 86400000)
    leave_at_once(page)
    page.go("/products/new")
    expect(page.find(".draft")).to_be_visible()


def test_a_lost_answer_leaves_the_draft(visit, shared):
    page = visit(shared, "/products/new")
    write(page)
    page.page.route("**/products", lambda route: route.abort())
    page.fill("Half a chair").submit().has_failed()
    leave_at_once(page)
    page.go("/products/new")
    expect(page.find(".draft")).to_be_visible()


def test_an_edit_survives_a_crash_and_a_newer_version_is_asked_about(visit, shared):
    product = shared.list("Chair", [jpeg(80, 60, (9, 99, 9)), jpeg(60, 80, (99, 9, 9))])
    page = visit(shared, f"/products/{product['id']}").choose("edit").answer(SECRET).arrive("/edit$")
    page.find("#name").fill("My chair")
    page.find(".cell .remove").first.click()
    page.until(f"(key) => ({DRAFT})(key).then((draft) => draft?.pictures.length === 1)", f"{product['id']} ")
    leave_at_once(page)
    shared.rename(product, "Their chair")
    page.go(f"/products/{product['id']}/edit").find(".draft").get_by_role("button", name="Continue").click()
    expect(page.find("#name")).to_have_value("My chair")
    expect(page.cells).to_have_count(1)
    page.submit()
    expect(page.find("#name-newer")).to_contain_text("Their chair")
    assert shared.get(f"/api/products/{product['id']}")["name"] == "Their chair"


def test_a_browser_that_stores_no_draft_says_so_once_and_lists_all_the_same(visit, shared):
    page = visit(shared, "/offline")
    page.page.context.add_init_script("""IDBFactory.prototype.open = () => { throw new DOMException('full', 'QuotaExceededError') }""")
    page.go("/products/new").find("#name").fill("Chair")
    expect(page.find("#status")).to_contain_text("save")
    page.fill("Chair").add(upload("a.jpg", jpeg(80, 80))).submit().arrive(r"/products/\d+$")


# MARK: What is shared

def share(page, name="", descriptions="", pictures=1, frame=""):
    """Posts a form as another app does, or a page of any other site."""
    page.page.evaluate("""([action, texts, pictures, frame]) => {
        const form = document.createElement('form')
        Object.assign(form, { method: 'POST', action, enctype: 'multipart/form-data', target: frame })
        const files = Object.assign(document.createElement('input'), { type: 'file', name: 'images', multiple: true })
        const transfer = new DataTransfer()
        for (const [index, base64] of pictures.entries()) {
            const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt())
            transfer.items.add(new File([bytes], `photo ${index}.jpg`, { type: 'image/jpeg' }))
        }
        files.files = transfer.files
        form.append(files)
        for (const [name, value] of Object.entries(texts)) {
            form.append(Object.assign(document.createElement('textarea'), { name, value }))
        }
        document.body.append(form)
        if (frame) document.body.append(Object.assign(document.createElement('iframe'), { name: frame }))
        setTimeout(() => form.submit())
    }""", [page.market.url + "/share-target", {"name": name, "descriptions": descriptions},
           [base64.b64encode(jpeg(90, 60, (index, 9, 9))).decode() for index in range(pictures)], frame])
    return page if frame else page.arrive(r"/products/new(\?|$)")


def shared_card(page):
    return page.find(".draft", has_text="shared")


def test_a_photo_shared_from_another_app_begins_a_listing_after_a_tap(visit, own):
    page = visit(own, "/", service_workers="allow").controlled()
    card = shared_card(share(page, "Shared lamp", "It shines\nat night"))
    expect(card).to_contain_text("Shared lamp")
    expect(card).to_contain_text("at night")
    expect(card.locator("img")).to_have_js_property("naturalWidth", 90)
    expect(page.find("#name")).to_have_value("")
    expect(page.cells).to_have_count(0)
    # It waits until it is answered.
    page.go("/").go("/products/new").tab_to(".draft .primary")
    page.press("Enter")
    expect(page.find("#name")).to_have_value("Shared lamp")
    expect(page.find("#name")).to_be_focused()
    expect(page.find("#descriptions")).to_have_value("It shines\nat night")
    expect(page.cells).to_have_count(1)
    expect(card).to_have_count(0)
    page.until(f"({DRAFT})().then((draft) => draft?.pictures.length === 1)")
    page.until("drafts.keys().then((keys) => keys.length === 1)")
    page.fill("Shared lamp").submit().arrive(r"/products/\d+$")


def test_no_other_site_changes_a_draft_without_a_tap(visit, own):
    page = visit(own, "/products/new", service_workers="allow").controlled()
    write(page)
    before = page.page.evaluate(f"({DRAFT})().then(JSON.stringify)")
    leave_at_once(page)
    page.page.route("http://127.0.0.1:9/", lambda route: route.fulfill(content_type="text/html", body="<p>Another site"))
    page.page.goto("http://127.0.0.1:9/")
    card = shared_card(share(page, "Call me", "instead"))
    expect(card).to_contain_text("Call me")
    expect(page.find("#name")).to_have_value("")
    assert page.page.evaluate(f"({DRAFT})().then(JSON.stringify)") == before
    card.get_by_role("button", name="Discard").click()
    expect(card).to_have_count(0)
    page.until("drafts.keys().then((keys) => keys.length === 1 && keys[0].startsWith('new '))")
    assert page.page.evaluate(f"({DRAFT})().then(JSON.stringify)") == before
    page.find(".draft").get_by_role("button", name="Continue").click()
    expect(page.find("#name")).to_have_value("Half a chair")


def test_what_is_shared_is_added_to_the_draft_that_is_there(visit, own):
    page = visit(own, "/products/new", service_workers="allow").controlled()
    write(page)
    leave_at_once(page)
    page.go("/")
    shared_card(share(page, "and a lamp", "It shines", pictures=4)).get_by_role("button", name="Add").click()
    expect(page.find(".draft")).to_have_count(0)
    expect(page.find("#name")).to_have_value("Half a chair and a lamp")
    expect(page.find("#descriptions")).to_have_value("Two legs\nIt shines")
    expect(page.find("#price")).to_have_value("12,000")
    expect(page.cells).to_have_count(5)
    expect(page.find("#status")).to_contain_text("5")


def test_what_is_shared_is_added_to_what_was_typed_meanwhile(visit, own):
    page = visit(own, "/products/new", service_workers="allow").controlled()
    write(page)
    leave_at_once(page)
    page.go("/")
    share(page, "Lamp", pictures=0).find("#name").fill("Another")
    shared_card(page).get_by_role("button", name="Add").click()
    expect(page.find("#name")).to_have_value("Another Lamp")
    # The draft of before can still be continued.
    page.find(".draft").get_by_role("button", name="Continue").click()
    expect(page.find("#descriptions")).to_have_value("Two legs")


def test_what_waits_is_bounded_and_only_the_latest(visit, own):
    page = visit(own, "/", service_workers="allow").controlled()
    share(share(page, "First"), "x" * 20_000, "y" * 20_000, pictures=7)
    expect(shared_card(page).locator("img")).to_have_count(5)
    expect(shared_card(page)).not_to_contain_text("First")
    assert page.page.evaluate("""drafts.read('shared').then(({ fields, pictures }) =>
        [...fields.map(([, value]) => value.length), pictures.length])""") == [10_000, 10_000, 5]
    # What is empty, or in a frame where nobody sees it, takes no place.
    share(page.go("/"), " ", "", pictures=0)
    expect(shared_card(page).locator("img")).to_have_count(5)
    page.go("/").page.route("**/share-target", lambda route: route.fulfill(status=204))
    with page.page.expect_response("**/share-target"):
        share(page, "Unseen", frame="hidden")
    expect(shared_card(page.go("/products/new"))).not_to_contain_text("Unseen")
    page.page.evaluate("drafts.read('shared').then((one) => drafts.write('shared', { ...one, at: one.at - 31 * 86400000 }))")
    page.go("/products/new").until("drafts.keys().then((keys) => keys.length === 0)")
    expect(page.find(".draft")).to_have_count(0)


@pytest.mark.matrix
@pytest.mark.parametrize("width", [195, 390, 1280])
@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_the_card_of_what_is_shared_holds_at_every_size(visit, own, width, language):
    page = visit(own, "/", service_workers="allow", language=language, viewport={"width": width, "height": 700},
                 reduced_motion="reduce").controlled()
    share(page, "가나다라마바사" * 30, "W" * 300, pictures=5)
    expect(page.find(".draft img")).to_have_count(5)
    assert not faults(page)
    hold(page)


@pytest.mark.parametrize("language, name, sell", [("en-US", "Open Market", "New listing"), ("ko-KR", "오픈 마켓", "상품 등록")])
def test_the_manifest_speaks_the_language_and_has_shortcuts(visit, own, language, name, sell):
    page = visit(own, language=language)
    address = page.find("link[rel=manifest]").get_attribute("href")
    answer = page.page.request.get(own.url + address)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert manifest["name"] == name and manifest["shortcuts"][0] == {
        "name": sell, "url": "/products/new", "icons": manifest["shortcuts"][0]["icons"]}
    for shortcut in manifest["shortcuts"]:
        assert page.page.request.get(own.url + shortcut["url"]).status == 200
    for icon in manifest["icons"]:
        assert page.page.request.get(own.url + address.rsplit("/", 1)[0] + "/" + icon["src"]).status == 200
    assert manifest["share_target"]["params"]["files"] == [{"name": "images", "accept": ["image/*"]}]
