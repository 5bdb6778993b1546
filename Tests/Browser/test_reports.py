"""Reporting a listing, what becomes of it, and what its seller sees."""

from playwright.sync_api import expect

from layout import faults
from test_accessibility import hold
from test_desk import SCRIPTS, listed


@SCRIPTS
def test_a_scam_is_reported_and_hidden_and_its_seller_answers(visit, open_market, scripts):
    market = open_market()
    seller = listed(visit, market, "Too cheap", scripts=scripts)
    buyer = visit(market, "/products/1", java_script_enabled=scripts)
    buyer.find("#more-menu summary").click()
    buyer.find("#more-menu a", has_text="Report").click()
    buyer.arrive("/products/1/report$")
    buyer.find("form.report .primary").click()
    expect(buyer.find("#reason-error")).to_have_text("Choose a reason.")
    buyer.find("label", has_text="looks like a scam").click()
    buyer.find("#text").fill("Wants the money first")
    buyer.find("form.report .primary").click()
    buyer.arrive("/reports/[0-9a-f]{32}$")
    expect(buyer.find("h1")).to_have_text("Report received")
    expect(buyer.find("main")).to_contain_text("hasn’t decided yet")
    receipt = buyer.page.url.removeprefix(market.url)
    assert "Wants the money first" in market.run("report", "list", "--open")
    market.run("report", "uphold", "1", "--hide", "--reason", "Asks for money in advance")
    expect(buyer.go(receipt).find("main")).to_contain_text("Asks for money in advance")
    expect(buyer.go("/products/1").find("h1")).to_have_text("Removed by the operator")
    expect(seller.go("/products/1/manage").find(".hold")).to_contain_text("Asks for money in advance")
    seller.find("#answer").fill("I have never met anybody")
    seller.find(".hold button").click()
    expect(seller.find(".hold")).to_contain_text("I have never met anybody")
    assert "I have never met anybody" in market.run("report", "show", "1")
    market.run("product", "give-back", "1", "--reason", "A mistake")
    expect(buyer.go("/products/1").find("h1")).to_have_text("Too cheap")
    assert "given_back" in market.run("report", "log")


@SCRIPTS
def test_a_report_in_the_other_language_keeps_what_was_typed(visit, open_market, scripts):
    market = open_market()
    listed(visit, market, "Chair", scripts=scripts)
    page = visit(market, "/products/1/report", java_script_enabled=scripts)
    page.find("[value=scam]").check()
    page.find("#text").fill("Wants the money first")
    page.find("footer button[name=in-language]").click()
    expect(page.find("html")).to_have_attribute("lang", "ko")
    expect(page.find("[value=scam]")).to_be_checked()
    expect(page.find("#text")).to_have_value("Wants the money first")
    # Enter still sends the report.
    page.find("#name").fill("Kim")
    page.find("#name").press("Enter")
    page.arrive("/reports/[0-9a-f]{32}$")
    expect(page.find("html")).to_have_attribute("lang", "ko")


def test_reports_hold_at_every_size_and_for_everybody(visit, open_market):
    market = open_market()
    seller = listed(visit, market, "A chair with a long name that doesn’t fit into one line of a phone", reduced_motion="reduce")
    page = visit(market, "/products/1/report", reduced_motion="reduce")
    page.find("form.report .primary").click()
    expect(page.find("#reason-error")).not_to_be_empty()
    expect(page.find(".faith")).to_be_hidden()
    page.find("[value=illegal]").check()
    expect(page.find(".faith")).to_be_visible()
    hold(page)
    page.find("[value=scam]").check()
    page.find("form.report .primary").click()
    page.arrive("/reports/")
    hold(page)
    market.run("product", "hide", "1", "--reason", "Looks stolen, and the serial number was reported")
    hold(seller.go("/products/1/manage"))
    for size in [(195, 420), (390, 844), (1280, 800)]:
        for one in [page, visit(market, "/sellers/1/report"), seller]:
            one.page.set_viewport_size({"width": size[0], "height": size[1]})
            assert not faults(one), size


def test_a_reason_keeps_its_lines_wherever_its_seller_reads_it(visit, open_market):
    market = open_market()
    seller = listed(visit, market, "Chair")
    reason = "Two things:\n- Whose is it?\n- One picture is missing"
    market.run("product", "lock", "1", "--reason", reason)
    market.run("product", "hide", "1", "--reason", reason)
    for path in ["/products/1", "/products/1/edit", "/products/1/manage"]:
        assert reason in seller.go(path).find("main").inner_text(), path
    market.run("vendor", "rename", "1", "Corner shop", "--reason", reason)
    assert reason in seller.go("/mine").find("main").inner_text()
    market.run("product", "give-back", "1", "--reason", "Fine")
    market.run("vendor", "block", "1", "--reason", reason)
    for path in ["/mine", "/products/new", "/products/1/manage"]:
        assert reason in seller.go(path).find("main").inner_text(), path
