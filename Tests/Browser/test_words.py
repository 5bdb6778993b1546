"""User-visible texts: they name what they are about, in idiomatic Korean and English."""

import re

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("scripts", [True, False])
def test_a_short_list_has_no_line_that_says_where_it_ends(visit, own, scripts):
    for number in range(3):
        own.list(f"Chair {number}")
    page = visit(own, java_script_enabled=scripts)
    expect(page.rows).to_have_count(3)
    expect(page.find("#end")).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("kind, question, advice", [
    ("edit", "비밀번호 확인", "등록할 때 정한 비밀번호를 입력해 주세요."),
    ("delete", "비밀번호 확인", "상품을 삭제할까요? 삭제하면 되돌릴 수 없어요.")])
def test_the_password_is_asked_for_by_name_and_a_wrong_one_is_called_wrong(
        visit, shared, kind, question, advice, scripts):
    product = shared.list("의자")
    page = visit(shared, f"/products/{product['id']}", language="ko-KR", java_script_enabled=scripts)
    page.choose(kind)
    expect(page.find("#password-title")).to_have_text(question)
    expect(page.find("#password-advice")).to_contain_text(advice)
    if scripts:
        expect(page.page.get_by_role("dialog", name=question)).to_be_visible()
    page.answer("wrong")
    expect(page.problem("password")).to_contain_text("비밀번호가 맞지 않아요")


def test_without_scripts_what_is_missing_is_named(visit, shared):
    page = visit(shared, "/products/new", language="ko-KR", java_script_enabled=False)
    page.find("#stock").fill("1.5")
    page.find("#submit").click()
    expect(page.problem("name")).to_have_text("상품 이름을 입력해 주세요.")
    expect(page.problem("price")).to_have_text("가격을 입력해 주세요.")
    expect(page.problem("stock")).to_have_text("재고는 정수로 입력해 주세요.")
    expect(page.problem("password")).to_have_text("비밀번호를 입력해 주세요.")
    expect(page.problem("images")).to_have_text("사진을 한 장 이상 추가해 주세요.")


@pytest.mark.parametrize("language, name", [("ko-KR", "개발자 안내"), ("en-US", "For developers")])
def test_developers_find_their_page(visit, shared, language, name):
    page = visit(shared, language=language)
    page.find("footer").get_by_role("link", name=name).click()
    expect(page.page).to_have_url(re.compile("/docs$"))
