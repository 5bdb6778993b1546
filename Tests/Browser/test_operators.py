"""Moderating a market in a browser: getting in by a link, and seeing, hiding, blocking, undoing and inviting."""

import re
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from layout import faults
from pictures import jpeg, photo
from test_accessibility import hold
from test_desk import SCRIPTS, listed

PAGES = ["/operator", "/operator/reports/1", "/operator/listings", "/operator/listings?hidden=1",
         "/operator/listings?waiting=1", "/operator/listings/1", "/operator/listings/1/password", "/operator/sellers/1",
         "/operator/contacts", "/operator/invitations", "/operator/log", "/operator/sessions",
         "/operator/team", "/operator/settings", "/operator/settings/imprint-ko", "/operator/settings/terms-en"]


def link(market, *words):
    """Has a command make a link, and returns its path."""
    return re.search(r"/operator/in\?token=[0-9a-f]{32}", market.run("operator", *words)).group()


def signed_in(visit, market, path, **options):
    page = visit(market, path, **options)
    page.find("form.sheet .primary").click()
    return page.arrive("/operator$")


def shown_address(page):
    """Returns the link that somebody is to be sent, which must be on the screen, too."""
    address = page.find(".notice .way > span")
    expect(address).to_be_visible()
    return address.inner_text()


def report(visit, market, number, text, scripts=True):
    page = visit(market, f"/products/{number}/report", java_script_enabled=scripts)
    page.find("label", has_text="looks like a scam").click()
    page.find("#text").fill(text)
    page.find("form.report .primary").click()
    return page.arrive("/reports/")


@SCRIPTS
def test_an_operator_gets_a_feed(visit, open_market, scripts):
    market = open_market()
    listed(visit, market, "Chair", scripts=scripts)
    report(visit, market, 1, "Wants the money first", scripts)
    kim = signed_in(visit, market, link(market, "add", "Kim", "--role", "moderator"), java_script_enabled=scripts)
    kim.go("/operator/sessions").find("button[value=feed]").click()
    address = shown_address(kim)
    with urllib.request.urlopen(address) as answer:
        feed = answer.read().decode()
    assert "· Chair<" in feed and "Wants the money first" not in feed
    # It is shown once, and leads to what waits.
    kim.go("/operator/sessions")
    assert address not in kim.page.content()
    kim.go(re.search(r'href="[^"]*(/operator/reports/1)"', feed)[1])
    expect(kim.find("main")).to_contain_text("Wants the money first")
    kim.go("/operator/sessions").find("button[value=end-feed]").click()
    kim.arrive("/operator/sessions$")
    expect(kim.find("button[value=end-feed]")).to_have_count(0)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(address)


def test_a_page_with_gaps_says_in_view_why_it_is_not_published(visit, open_market):
    market = open_market()
    # The text is higher than this window.
    kim = signed_in(visit, market, link(market, "add", "Kim"), screen="landscape")
    kim.go("/operator/settings/imprint-en").find("button[value=publish]").click()
    problem = kim.find("#text-error")
    expect(problem).to_contain_text("gaps")
    expect(problem).to_be_in_viewport(ratio=1)
    assert problem.evaluate("one => one.getBoundingClientRect().top >= document.querySelector('header').offsetHeight")


def test_what_is_shown_once_is_copied_with_a_tap(visit, open_market):
    market = open_market()
    kim = signed_in(visit, market, link(market, "add", "Kim"))
    for path, field, action in [("team", "name", "add"), ("invitations", "name", "invite"), ("sessions", "key-name", "key"),
                                ("sessions", None, "feed")]:
        kim.go(f"/operator/{path}")
        if field:
            kim.find(f"#{field}").fill("Lee")
        kim.find(f"button[value={action}]").click()
        copy = kim.find(".notice .copy")
        expect(copy).to_have_count(1)
        kim.ready().page.evaluate("navigator.clipboard.writeText = async (text) => { document.title = text }")
        copy.click()
        expect(kim.page).to_have_title(shown_address(kim))
        expect(kim.find("#status")).to_have_text("Copied.")


@SCRIPTS
def test_a_program_gets_a_key(visit, open_market, scripts):
    market = open_market()
    listed(visit, market, "Chair", scripts=scripts)
    kim = signed_in(visit, market, link(market, "add", "Kim"), java_script_enabled=scripts)
    kim.go("/operator/sessions").find("#key-name").fill("Backup")
    kim.find("button[value=key]").click()
    key = shown_address(kim)
    request = urllib.request.Request(
        market.url + "/api/operator/products/1/hold", b'{"kind":"hidden","reason":"Whose?"}', method="PUT",
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 204
    expect(kim.go("/operator/log").find(".log li").first).to_contain_text("Kim, over the API (Backup)")
    kim.go("/operator/sessions").find("button[value=end-key]").click()
    expect(kim.find("h1")).to_have_text("End the key “Backup”?")
    kim.find("a", has_text="Cancel").click()
    expect(kim.find("h1")).to_have_text("Signed-in browsers")
    kim.find("button[value=end-key]").click()
    kim.find("button.danger").click()
    # The question has the same address.
    expect(kim.find("h1")).to_have_text("Signed-in browsers")
    expect(kim.find("button[value=end-key]")).to_have_count(0)
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(request)


@SCRIPTS
def test_a_seller_is_reported_blocked_and_comes_back(visit, open_market, scripts):
    market = open_market()
    seller = listed(visit, market, "Chair", "Table", scripts=scripts)
    reporter = report(visit, market, 1, "Wants the money first", scripts)
    kim = signed_in(visit, market, link(market, "add", "Kim"), java_script_enabled=scripts)
    # The link has ended for everybody else.
    row = kim.find("main li.own")
    expect(row).to_contain_text("Chair")
    expect(row).to_contain_text("Wants the money first")
    row.locator("a").click()
    kim.arrive("/operator/reports/1$")
    kim.find(".act.main").click()
    # Nothing is done without a reason.
    expect(kim.find("#reason")).to_be_focused()
    kim.find("#reason").fill("Asks for money in advance")
    kim.find(".act.main").click()
    kim.arrive(r"/operator\?done=1$")
    expect(kim.find("main")).to_contain_text("No open reports")
    buyer = visit(market, "/products/1", java_script_enabled=scripts)
    expect(buyer.find("h1")).to_have_text("Removed by the operator")
    expect(reporter.go(reporter.page.url).find("main")).to_contain_text("Asks for money in advance")

    # All of the seller's is hidden, and the seller sees why.
    kim.go("/operator/listings/1").find(".attributes a").first.click()
    kim.arrive("/operator/sellers/1$")
    kim.find("#reason").fill("Sells what isn’t there")
    kim.find(".decide .act.main").click()
    kim.arrive(r"/operator/sellers/1\?done=1$")
    expect(buyer.go("/products/2").find("h1")).to_have_text("Removed by the operator")
    expect(buyer.go("/").find("main")).to_contain_text("Nothing for sale yet")
    expect(seller.go("/products/2/manage").find(".hold")).to_contain_text("Sells what isn’t there")

    # A second moderator is invited, and undoes both.
    kim.go("/operator/team").find("#name").fill("Lee")
    kim.find(".decide .act.main").click()
    address = shown_address(kim)
    lee = signed_in(visit, market, address.removeprefix(market.url), java_script_enabled=scripts)
    lee.go("/operator/log")
    entries = lee.find(".log li")
    expect(entries.first).to_contain_text("Seller blocked")
    expect(entries.first).to_contain_text("Kim")
    entries.first.locator("summary").click()
    entries.first.locator("textarea").fill("Talked to them")
    entries.first.locator("form button").click()
    lee.arrive(r"/operator/log\?done=1$")
    expect(buyer.go("/products/2").find("h1")).to_have_text("Table")
    expect(buyer.go("/products/1").find("h1")).to_have_text("Removed by the operator")
    undo = lee.find(".log li", has_text="Listing hidden")
    undo.locator("summary").click()
    undo.locator("textarea").fill("The bill is genuine")
    undo.locator("form button").click()
    # The address is that of the page before.
    expect(lee.find(".log")).to_contain_text("The bill is genuine")
    expect(buyer.go("/products/1").find("h1")).to_have_text("Chair")
    log = lee.go("/operator/log").find(".log")
    expect(log).to_contain_text("Seller unblocked")
    expect(log).to_contain_text("The bill is genuine")
    expect(lee.go("/operator/team").find("main")).to_contain_text("Only operators can do this")
    assert "Lee" in market.run("report", "log") and "unblocked" in market.run("report", "log")


@SCRIPTS
def test_several_listings_are_hidden_at_once_and_found_again(visit, open_market, scripts):
    market = open_market()
    listed(visit, market, "Red chair", "Red table", "Lamp", scripts=scripts)
    kim = signed_in(visit, market, link(market, "add", "Kim", "--role", "moderator"), java_script_enabled=scripts)
    kim.go("/operator/listings").find("#pick-1").check()
    kim.find("#pick-2").check()
    kim.find("#why").fill("Stolen")
    kim.find(".several button", has_text="Hide").click()
    kim.arrive(r"done=1$")
    # The way to undo it is seen to be a link, and large enough for a finger.
    undo = kim.find(".notice a[href='/operator/log']")
    box = undo.bounding_box()
    assert box["width"] >= 43.5 and box["height"] >= 43.5
    assert undo.evaluate("link => getComputedStyle(link).color != getComputedStyle(link.parentElement).color")
    expect(visit(market, "/").find("#products li")).to_have_count(1)
    kim.find("#find").fill("red")
    kim.find(".find button").click()
    kim.arrive("q=red")
    expect(kim.find(".own")).to_have_count(2)
    expect(kim.find(".own .state").first).to_have_text("Hidden by an operator")
    kim.go("/operator/listings?hidden=1").find("#pick-2").check()
    kim.find("#why").fill("A mistake")
    kim.find(".several button", has_text="Show again").click()
    kim.arrive("done=1")
    expect(visit(market, "/").find("#products li")).to_have_count(2)


def fill_gaps(page, text="Wonbi"):
    """Fills in what a template leaves open."""
    area = page.find("#text")
    area.fill(re.sub(r"\[[^]]*]", text, area.input_value()))


@SCRIPTS
def test_somebody_who_has_read_nothing_runs_a_market_on_a_phone(visit, open_market, scripts):
    market = open_market(on_terminal=True)
    # The server says how to get in.
    path = re.search(r"/operator/in\?token=[0-9a-f]{32}", market.log.read_text()).group()
    owner = signed_in(visit, market, path, screen="phone", java_script_enabled=scripts)
    owner.find(".tabs a", has_text="Settings").click()
    owner.arrive("/operator/settings$")
    owner.find("#name-en").fill("Yeonnam market")
    owner.find("#accent").fill("#ffff00")
    owner.find(".settings .act.main").click()
    # The color is refused, the name isn't lost, and the nearest color is a tap away.
    expect(owner.find("#accent-error")).to_contain_text("can’t be read well on light pages")
    expect(owner.find("#name-en")).to_have_value("Yeonnam market")
    button = owner.find("button", has_text="Save with")
    color = re.search("#[0-9a-f]{6}", button.inner_text()).group()
    button.click()
    owner.arrive(r"/operator/settings\?saved=1$")
    expect(owner.find(".notice")).to_have_text("Saved.")
    owner.find(".pages a", has_text="Imprint (English)").click()
    owner.arrive("/operator/settings/imprint-en$")
    owner.find("button", has_text="Publish").click()
    expect(owner.find("#text-error")).to_contain_text("A page with gaps can’t be published")
    fill_gaps(owner)
    owner.find("button", has_text="Preview").click()
    expect(owner.find(".preview")).to_contain_text("Wonbi")
    owner.find("button", has_text="Publish").click()
    owner.arrive(r"imprint-en\?saved=published$")
    expect(owner.find(".notice[role=status]")).to_have_text("Published. Everyone can read this page now.")
    buyer = visit(market, screen="phone", java_script_enabled=scripts)
    expect(buyer.page).to_have_title("Yeonnam market")
    assert color in buyer.page.content()
    buyer.find(".foot a", has_text="Imprint").click()
    buyer.arrive("/pages/imprint$")
    expect(buyer.find("article")).to_contain_text("Wonbi")

    # Somebody reports a listing, which is hidden, and its seller blocked.
    listed(visit, market, "Chair", "Table", scripts=scripts)
    report(visit, market, 1, "Wants the money first", scripts)
    owner.go("/operator").find("main li.own a").first.click()
    owner.arrive("/operator/reports/1$")
    owner.find("#reason").fill("Asks for money in advance")
    owner.find(".act.main").click()
    owner.arrive(r"done=1$")
    owner.go("/operator/sellers/1").find("#reason").fill("Sells what isn’t there")
    owner.find(".decide .act.main").click()
    owner.arrive(r"done=1$")
    expect(buyer.go("/products/2").find("h1")).to_have_text("Removed by the operator")

    # Both are undone, a second moderator comes in, and the log has all of it.
    for what in ["Seller blocked", "Listing hidden"]:
        entry = owner.go("/operator/log").find(".log li", has_text=what)
        entry.locator("summary").click()
        entry.locator("textarea").fill("It was a mistake")
        entry.locator("form button").click()
        owner.arrive(r"/operator/log\?done=1$")
    for number, name in [(1, "Chair"), (2, "Table")]:
        expect(buyer.go(f"/products/{number}").find("h1")).to_have_text(name)
    owner.go("/operator/team").find("#name").fill("Lee")
    owner.find(".decide .act.main").click()
    address = shown_address(owner)
    lee = signed_in(visit, market, address.removeprefix(market.url), screen="phone", java_script_enabled=scripts)
    log = lee.go("/operator/log").find(".log")
    for what in ["Setting changed", "Name (English)", "Page published", "Imprint (English)", "Listing hidden",
                 "Seller blocked", "Seller unblocked", "Listing shown again", "It was a mistake"]:
        expect(log).to_contain_text(what)
    expect(lee.find(".tabs")).not_to_contain_text("Settings")


@SCRIPTS
@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_the_menu_is_one_line_on_a_phone(visit, open_market, scripts, language):
    market = open_market("--registration", "approved")
    listed(visit, market, "Chair", scripts=scripts)
    kim = signed_in(visit, market, link(market, "add", "Kim"), screen="phone", language=language, java_script_enabled=scripts)
    kim.go("/operator")
    links = kim.find("nav.line a")
    boxes = [links.nth(index).bounding_box() for index in range(links.count())]
    assert len(boxes) == 9 and len({round(box["y"]) for box in boxes}) == 1, boxes
    assert all(box["height"] >= 44 and box["width"] >= 44 for box in boxes), boxes
    # What isn't in view is reached by scrolling the line, and the page doesn't scroll aside.
    last = links.last
    assert boxes[-1]["x"] > 390
    last.scroll_into_view_if_needed()
    assert last.bounding_box()["x"] + last.bounding_box()["width"] <= 390
    last.click()
    kim.arrive("/operator/settings")


@SCRIPTS
def test_a_logo_is_shown_where_the_name_is(visit, open_market, scripts):
    market = open_market()
    kim = signed_in(visit, market, link(market, "add", "Kim"), screen="phone", java_script_enabled=scripts)
    kim.go("/operator/settings").find("#name-en").fill("Yeonnam market")
    kim.find("#logo").set_input_files({"name": "small.jpg", "mimeType": "image/jpeg", "buffer": jpeg(120, 90)})
    kim.find(".settings .act.main").click()
    expect(kim.find("#logo-error")).to_contain_text("at least 192 × 192 pixels")
    kim.find("#logo").set_input_files({"name": "logo.jpg", "mimeType": "image/jpeg", "buffer": photo(400, 300)})
    kim.find(".settings .act.main").click()
    kim.arrive("saved=1")
    expect(kim.find("#name-en")).to_have_value("Yeonnam market")
    buyer = visit(market, "/", screen="phone", java_script_enabled=scripts)
    # It is decoration beside the name, which screen readers read once.
    assert buyer.find(".brand img").evaluate("image => [image.naturalWidth, image.alt]") == [64, ""]
    for place in ["link[rel=icon]", "link[rel=apple-touch-icon]"]:
        assert "/logo/" in buyer.find(place).first.get_attribute("href"), place
    kim.go("/operator/settings").find("button", has_text="Save without logo").click()
    kim.arrive("saved=1")
    expect(buyer.go("/").find(".brand img")).to_have_count(0)


@SCRIPTS
def test_two_operators_with_the_same_form_lose_nothing(visit, open_market, scripts):
    market = open_market()
    kim = signed_in(visit, market, link(market, "add", "Kim"), java_script_enabled=scripts)
    lee = signed_in(visit, market, link(market, "add", "Lee"), java_script_enabled=scripts)
    for page in [kim, lee]:
        page.go("/operator/settings")
    kim.find("#name-en").fill("Kim’s market")
    kim.find("#contact").fill("kim@market.example")
    lee.find("#name-en").fill("Lee’s market")
    kim.find(".settings .act.main").click()
    kim.arrive("saved=1")
    lee.find(".settings .act.main").click()
    expect(lee.find("#name-en-error")).to_contain_text("“Kim’s market”")
    expect(lee.find("#name-en")).to_be_focused()
    expect(lee.find("#name-en")).to_have_value("Lee’s market")
    expect(lee.find("#contact")).to_have_value("kim@market.example")
    lee.find(".settings .act.main").click()
    lee.arrive("saved=1")
    assert "Lee’s market" in market.run("market") and "kim@market.example" in market.run("market")


@SCRIPTS
def test_new_listings_wait_and_are_approved_or_refused(visit, open_market, scripts):
    # What looks at a page for it runs scripts.
    check = hold if scripts else lambda page: None
    market = open_market("--registration", "approved")
    seller = listed(visit, market, "Chair", "Lamp", scripts=scripts)
    expect(seller.go("/products/1").find("main")).to_contain_text("This listing waits for the operator.")
    buyer = visit(market, "/", java_script_enabled=scripts)
    expect(buyer.find("main")).to_contain_text("Nothing for sale yet")
    expect(buyer.go("/products/2").find("h1")).to_have_text("Not available right now")
    kim = signed_in(visit, market, link(market, "add", "Kim", "--role", "moderator"), java_script_enabled=scripts)
    waiting = kim.find("nav a", has_text="Waiting for approval")
    expect(waiting.locator("b")).to_have_text("2")
    waiting.click()
    kim.arrive("waiting=1$")
    check(kim)
    kim.find("#pick-1").check()
    kim.find(".several button", has_text="Approve").click()
    kim.arrive("done=1$")
    expect(buyer.go("/").find("#products li")).to_have_text(re.compile("Chair"))
    check(kim.go("/operator/listings/2"))
    kim.find("#reason").fill("No pictures of the lamp")
    kim.find(".decide button", has_text="Refuse").click()
    kim.arrive("done=1$")
    expect(kim.find("nav a", has_text="Waiting for approval")).to_have_count(0)
    expect(buyer.go("/products/2").find("h1")).to_have_text("Removed by the operator")
    expect(seller.go("/products/2/manage").find(".hold")).to_contain_text("No pictures of the lamp")


@SCRIPTS
def test_a_seller_is_invited_to_a_closed_market(visit, open_market, scripts):
    # What looks at a page for it runs scripts.
    check = hold if scripts else lambda page: None
    market = open_market("--registration", "closed")
    market.run("market", "set", "contact", "help@market.example")
    stranger = visit(market, "/", java_script_enabled=scripts)
    expect(stranger.find("main")).to_contain_text("Only sellers the operator has invited can list here.")
    expect(stranger.find("main a[href='mailto:help@market.example']")).to_be_visible()
    for path in ("/", "/mine", "/favorites"):
        expect(stranger.go(path).find("a[href*='/products/new']")).to_have_count(0)
    expect(stranger.go("/products/new").find("h1")).to_have_text("Sellers are invited")
    check(stranger)

    kim = signed_in(visit, market, link(market, "add", "Kim", "--role", "moderator"), java_script_enabled=scripts)
    kim.go("/operator/invitations").find("#name").fill("Lee’s shop")
    kim.find(".decide .act.main").click()
    address = shown_address(kim).removeprefix(market.url)
    expect(kim.find(".notice svg.code")).to_be_visible()
    check(kim)
    seller = visit(market, address, java_script_enabled=scripts)
    expect(seller.find("main")).to_contain_text("You’ll list as “Lee’s shop”")
    check(seller)
    seller.find("form.sheet .primary").click()
    seller.arrive("/mine$")
    expect(seller.find(".notice")).to_have_text("You can now sell as “Lee’s shop”.")
    check(seller)
    seller.find("#new").click()
    seller.arrive("/products/new")
    expect(seller.find("#seller")).to_have_value("Lee’s shop")
    # The link has ended for everybody else, and the invitation can't be revoked any more.
    expect(stranger.go(address).find("h1")).to_have_text("This link no longer works")
    row = kim.go("/operator/invitations").find("main li.own")
    expect(row).to_contain_text("Accepted")
    expect(row.locator("button")).to_have_text("Create a link")
    kim.find("#name").fill("Park")
    kim.find(".decide .act.main").click()
    address = shown_address(kim).removeprefix(market.url)
    kim.find("button", has_text="Revoke").click()
    expect(kim.find("main li.own", has_text="Park")).to_contain_text("Revoked")
    expect(stranger.go(address).find("h1")).to_have_text("This link no longer works")


@SCRIPTS
def test_a_color_is_picked_or_typed(visit, open_market, scripts):
    market = open_market()
    kim = signed_in(visit, market, link(market, "add", "Kim"), screen="phone", java_script_enabled=scripts)
    kim.go("/operator/settings")
    typed, picker = kim.find("#accent"), kim.find("[type=color]").first
    if not scripts:
        # Without scripts, it would change nothing.
        expect(picker).to_be_hidden()
        return
    # It begins with the color that the pages have now.
    expect(picker).to_have_value("#c2410c")
    expect(kim.find("[type=color]").last).to_have_value("#fb923c")
    expect(typed).to_have_value("")
    box = picker.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44 and box["x"] + box["width"] <= 390
    hold(kim)
    picker.fill("#0b57d0")
    expect(typed).to_have_value("#0b57d0")
    typed.fill("#1a7f37")
    expect(picker).to_have_value("#1a7f37")
    typed.fill("#0b5")
    expect(picker).to_have_value("#1a7f37")
    picker.fill("#0b57d0")
    kim.find(".settings .act.main").click()
    kim.arrive(r"/operator/settings\?saved=1$")
    expect(kim.find("#accent")).to_have_value("#0b57d0")
    expect(kim.find("[type=color]").first).to_have_value("#0b57d0")
    expect(kim.find("#accent-dark")).to_have_value("")


def test_a_session_ends_in_every_browser(visit, open_market):
    market = open_market()
    path = link(market, "add", "Kim")
    phone = signed_in(visit, market, path)
    expect(visit(market, path).find("h1")).to_have_text("This link no longer works")
    computer = signed_in(visit, market, link(market, "link", "Kim"))
    computer.go("/operator/sessions").find("li", has_not_text="This browser").locator("button").click()
    expect(computer.find("main li")).to_have_count(1)
    expect(phone.go("/operator").find("h1")).to_have_text("Sign in with a link")
    computer.find("button", has_text="Sign out").click()
    computer.arrive("/$")
    expect(computer.go("/operator").find("h1")).to_have_text("Sign in with a link")
    assert "Nobody is signed in" in market.run("operator", "sessions")


@pytest.mark.matrix
@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_the_operators_pages_hold_at_every_size(visit, open_market, language, turns):
    market = open_market()
    listed(visit, market, "A chair with a long name that doesn’t fit into one line of a phone", "Table")
    report(visit, market, 1, "Wants the money first, and then more money, and never sends anything at all")
    report(visit, market, 2, "")
    market.run("report", "uphold", "2", "--hide", "--reason", "Looks stolen, and the serial number was reported")
    page = visit(market, link(market, "add", "Somebody with a long name"), locale=language, reduced_motion="reduce")
    hold(page)
    page.find("form.sheet .primary").click()
    page.arrive("/operator$")
    for number, path in enumerate(PAGES):
        hold(page.go(path), *turns(["light", "dark"], number))
        for size in turns([(195, 420), (390, 844), (1280, 800)], number):
            page.page.set_viewport_size({"width": size[0], "height": size[1]})
            assert not faults(page), (path, size)
    hold(visit(market, "/operator", locale=language, reduced_motion="reduce"))


# Whether the dot before a time would be seen at the beginning of a line, and whether a choice is cut off.
DOTS = """() => [...document.querySelectorAll('.own .meta')].flatMap(meta => [...meta.querySelectorAll('time')].filter(time => {
  const dot = getComputedStyle(time, '::before')
  const isFirst = time.getBoundingClientRect().left - meta.getBoundingClientRect().left < 1
  return isFirst && dot.content !== 'none' && !(dot.position === 'absolute' && getComputedStyle(meta).overflowX === 'hidden')
})).length"""
CUT = """() => [...document.querySelectorAll('main select')].flatMap(select => {
  const style = getComputedStyle(select), pen = document.createElement('canvas').getContext('2d')
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
  return [...select.options].map(option => option.text).filter(text => pen.measureText(text).width > room)
})"""


def test_one_choice_of_several_looks_like_one(visit, open_market):
    market = open_market()
    listed(visit, market, "Chair")
    page = signed_in(visit, market, link(market, "add", "Kim"))
    for path in ["/operator/team", "/products/1/report"]:
        radios = page.go(path).find("[type=radio]")
        assert radios.count() > 1, path
        shapes = radios.evaluate_all("all => all.map((one) => getComputedStyle(one).borderRadius)")
        assert set(shapes) == {"50%"}, path
    checkbox = page.go("/operator/listings").find("#pick-1")
    assert checkbox.evaluate("one => getComputedStyle(one).borderRadius") != "50%"


@pytest.mark.parametrize("language", ["ko", "en"])
def test_rows_and_choices_hold_on_narrow_phones(visit, open_market, language):
    market = open_market()
    listed(visit, market, "Chair", "Table")
    report(visit, market, 1, "Wants the money first")
    page = signed_in(visit, market, link(market, "add", "Somebody with a long name"), locale=language)
    for width in (390, 320, 360):
        page.page.set_viewport_size({"width": width, "height": 844})
        for path in PAGES:
            page.go(path)
            assert page.page.evaluate(DOTS) == 0, (path, width)
            assert page.page.evaluate(CUT) == [], (path, width)
    # The button that erases a listing doesn't stick to what follows it.
    page.go("/operator/listings/1")
    button, heading = page.find("a[href$=erase]").bounding_box(), page.find("main > h2").first.bounding_box()
    assert heading["y"] - button["y"] - button["height"] >= 24


@SCRIPTS
def test_a_locked_listing_is_seen_and_its_seller_reads_why(visit, open_market, scripts):
    check = hold if scripts else lambda page: None
    market = open_market()
    seller = listed(visit, market, "Chair", scripts=scripts)
    kim = signed_in(visit, market, link(market, "add", "Kim", "--role", "moderator"), java_script_enabled=scripts)
    kim.go("/operator/listings/1").find("#reason").fill("The police asks for it\nThey will call")
    kim.find(".act", has_text=re.compile("^Lock$")).click()
    kim.arrive("done=1")
    assert "The police asks for it\nThey will call" in kim.find(".hold").inner_text()
    check(kim)
    expect(visit(market, "/", java_script_enabled=scripts).find("main")).to_contain_text("Chair")
    for path in ("/products/1", "/products/1/manage"):
        expect(seller.go(path).find("main")).to_contain_text("The operator has locked this listing")
        assert "The police asks for it\nThey will call" in seller.find("main").inner_text()
        check(seller)
    kim.go("/operator/listings/1").find("#reason").fill("Settled")
    kim.find(".act", has_text="Unlock").click()
    kim.arrive("done=1")
    expect(seller.go("/products/1/manage").find(".hold")).to_have_count(0)


@SCRIPTS
def test_a_seller_who_has_forgotten_the_password_gets_a_new_one(visit, open_market, scripts):
    market = open_market()
    listed(visit, market, "Chair", scripts=scripts)
    kim = signed_in(visit, market, link(market, "add", "Kim"), java_script_enabled=scripts)
    kim.go("/operator/listings/1").find("main a", has_text="Give a new password").click()
    kim.arrive("/operator/listings/1/password$")
    kim.find("#reason").fill("Has called from the number of the listing")
    kim.find("#sure").check()
    kim.find(".decide button", has_text="Give a new password").click()
    shown = kim.find(".notice .way > span")
    expect(shown).to_be_visible()
    password = shown.inner_text()
    kim.go("/operator/listings/1/password")
    assert password not in kim.page.content()
    # The seller has another browser by now.
    seller = visit(market, "/products/1/edit", java_script_enabled=scripts)
    seller.find("#password").fill(password)
    seller.find("#password-form [type=submit]").click()
    expect(seller.find("#name")).to_have_value("Chair")


@SCRIPTS
def test_a_contact_is_blocked_and_comes_back(visit, open_market, scripts):
    check = hold if scripts else lambda page: None
    market = open_market()
    seller = listed(visit, market, "Chair", scripts=scripts)
    kim = signed_in(visit, market, link(market, "add", "Kim", "--role", "moderator"), java_script_enabled=scripts)
    kim.go("/operator/listings/1").find("#reason").fill("Known for scams")
    kim.find(".act", has_text="Block contact").click()
    kim.arrive("done=1")
    expect(kim.find(".hold")).to_contain_text("Contact blocked")
    stranger = visit(market, "/products/1", java_script_enabled=scripts)
    expect(stranger.find("main")).not_to_contain_text("Chair")
    for path in ("/products/1", "/products/1/manage"):
        expect(seller.go(path).find("main")).to_contain_text("The operator has blocked your contact")
        expect(seller.find("main")).to_contain_text("Known for scams")
    expect(kim.go("/operator/contacts").find("li.own")).to_contain_text("01012345678")
    check(kim)
    # Another one is typed, however it's written.
    kim.find("#contact").fill("Lee@Example.com")
    kim.find("#reason").fill("Spam")
    kim.find(".decide .act.main").click()
    kim.arrive("done=1")
    expect(kim.find("li.own")).to_have_count(2)
    # Each button says what it is for, without the row around it.
    kim.page.get_by_role("button", name="Unblock: lee@example.com").wait_for()
    number = kim.find("li.own", has_text="01012345678")
    number.locator("input[name=reason]").fill("A mistake")
    number.locator(".act").click()
    kim.arrive("done=1")
    expect(kim.find("li.own")).to_have_count(1)
    expect(stranger.go("/products/1").find("main")).to_contain_text("Chair")
    expect(kim.go("/operator/log").find("main")).to_contain_text("Contact unblocked")
    expect(kim.find(".undo summary[aria-label^='Undo: Contact']")).not_to_have_count(0)
    expect(kim.find(".undo :is(summary, button):not([aria-label^='Undo: Contact'])")).to_have_count(0)
