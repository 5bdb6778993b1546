import MarketModels

/// The words of the fields in Korean.
enum KoreanFieldTexts {
    static let all: [ListingField: FieldTexts] = [
        .images: FieldTexts("사진", subject: "사진 목록", missing: "사진을 한 장 이상 추가해 주세요."),
        .name: FieldTexts("상품 이름", placeholder: "무엇을 판매하나요?"),
        .price: FieldTexts("가격", placeholder: "0", hint: "나눔이면 0을 적어 주세요."),
        .currency: FieldTexts("통화", missing: "통화를 선택해 주세요."),
        .discount: FieldTexts("할인 금액", placeholder: "0", hint: "가격에서 깎아 줄 금액이에요."),
        .stock: FieldTexts("재고", placeholder: "0", hint: "판매할 수 있는 개수예요."),
        .category: FieldTexts("카테고리"),
        .condition: FieldTexts("상품 상태", choices: ["새 상품", "거의 새것", "좋음", "사용감 있음", "부품용"]),
        .handover: FieldTexts("거래 방법", choices: ["직거래", "택배", "직거래·택배"]),
        .place: FieldTexts("거래 지역", placeholder: "동네나 역"),
        .seller: FieldTexts("판매자 이름", placeholder: "구매자에게 보이는 이름이에요"),
        .contact: FieldTexts(
            "연락처",
            placeholder: "전화번호, 이메일, 채팅 링크",
            hint: "‘연락처 보기’를 누른 사람에게만 보여요. 비워 두면 아무도 연락할 수 없어요."
        ),
        .password: FieldTexts(
            "비밀번호",
            hint: "\(ListingRules.minimumPasswordLength)자 이상으로 정해 주세요. 나중에 상품을 수정하거나 삭제할 때 필요해요."
        ),
        .description: FieldTexts("상품 설명", placeholder: "크기, 사용 기간, 구성품 등을 적어 주세요."),
        .keptImages: FieldTexts("남길 사진 목록", missing: "남길 사진을 골라 주세요."),
        .thumbnail: FieldTexts("대표 사진", missing: "대표 사진을 골라 주세요."),
        .parameters: FieldTexts("‘params’ 파트", missing: "상품 정보를 ‘params’ 파트에 넣어 보내 주세요."),
    ]
}
