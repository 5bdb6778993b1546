"""What fails a test whatever it is about."""

import pytest

from conftest import is_fault
from steps import PATIENCE


@pytest.mark.parametrize("tag, fails", [
    ("<link rel=stylesheet href=/assets/0/none.css>", True), ("<link rel=stylesheet href=/none.css?1>", True),
    ("<script src=/assets/0/none.js></script>", True), ("<script type=module src=/none.js></script>", True),
    ("<img src=/images/none.jpg>", False), ("<p>A page</p>", False)])
def test_a_style_or_script_that_isnt_there_fails_a_test(new_context, shared, tag, fails):
    page = new_context(base_url=shared.url, service_workers="block").new_page()
    page.set_default_timeout(PATIENCE * 1000)
    lines = []
    page.on("console", lambda line: lines.append(line))
    page.route("**/offline", lambda route: route.fulfill(content_type="text/html", body=f"""<!doctype html>{tag}
        <script>addEventListener('load', () => fetch('/api/none').then(() => console.log('the end')))</script>"""))
    with page.expect_console_message(lambda line: line.text == "the end"):
        page.goto("/offline")
    assert any(map(is_fault, lines)) == fails, [line.text for line in lines]


@pytest.mark.parametrize("moves", [pytest.param(True, marks=pytest.mark.motion), False])
def test_pages_move_only_in_tests_that_are_about_it(visit, shared, request, moves):
    calm = visit(shared, "/offline").page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    assert calm == (not moves and not request.config.getoption("--full"))
