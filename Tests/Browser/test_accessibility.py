"""WCAG 2.2 AA, as far as it can be checked automatically, in light and in dark."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from market import SECRET
from pictures import jpeg, upload

# Everything else that axe finds is not sent: most of its time went there.
RULES = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
PAGES = ["/", "/?q=nothing-like-it", "/products/1", "/products/1/contact", "/products/1/edit", "/products/1/delete",
         "/products/new", "/sellers/1", "/mine", "/favorites", "/recent", "/device", "/offline", "/nowhere",
         "/move", "/receive?token=used", "/print", "/print?products=1,2&kind=labels", "/print?products=1,2&kind=notices"]

pytestmark = [pytest.mark.matrix, pytest.mark.parametrize("screen", ["phone", "desktop"])]
SCHEME = pytest.mark.parametrize("scheme", ["light", "dark"])


def hold(page, *schemes):
    """Checks what is shown, in schemes that are named or whose turn it is."""
    page.settled().page.evaluate(AXE_SCRIPT)
    for scheme in schemes or next(page.schemes):
        page.page.emulate_media(color_scheme=scheme)
        # Contrast is checked on final colors.
        page.settled()
        violations = page.page.evaluate("rules => axe.run(rules).then(({ violations }) => violations)", RULES)
        assert not violations, f"{scheme}: " + "\n".join(
            f"{one['id']} ({one['help']}): " + ", ".join(node["html"] for node in one["nodes"]) for one in violations)


@SCHEME
@pytest.mark.parametrize("path", PAGES)
def test_no_violations_on_a_page(visit, demo, screen, path, scheme):
    hold(visit(demo, path, screen=screen, reduced_motion="reduce"), scheme)


@SCHEME
def test_no_violations_in_the_grid(visit, demo, screen, scheme):
    hold(visit(demo, screen=screen, reduced_motion="reduce").show_as("grid"), scheme)


@SCHEME
def test_no_violations_in_an_empty_market(visit, own, screen, scheme):
    hold(visit(own, screen=screen, reduced_motion="reduce"), scheme)


@SCHEME
def test_no_violations_in_a_form_with_pictures_and_problems(visit, demo, screen, scheme):
    page = visit(demo, "/products/new", screen=screen, reduced_motion="reduce")
    page.add(upload("a.jpg", jpeg(80, 80)), upload("b.jpg", jpeg(80, 80))).submit()
    expect(page.problem("name")).not_to_be_empty()
    hold(page, scheme)


@SCHEME
def test_no_violations_in_the_dialogs_and_the_edit_form(visit, own, screen, scheme):
    product = own.list("Chair", [jpeg(400, 300), jpeg(300, 400)])
    page = visit(own, f"/products/{product['id']}", screen=screen, reduced_motion="reduce")
    page.find("#picture-1 a").click()
    expect(page.find("dialog.large")).to_be_visible()
    hold(page, scheme)
    page.press("Escape")
    page.choose("edit").answer("wrong")
    expect(page.problem("password")).not_to_be_empty()
    hold(page, scheme)
    page.answer(SECRET).arrive(r"/edit(\?|$)")
    hold(page, scheme)
