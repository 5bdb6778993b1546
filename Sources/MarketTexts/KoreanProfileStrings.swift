import MarketModels

extension Korean {
    func label(of field: ProfileField) -> String {
        switch field {
        case .name: "이름"
        case .tagline: "소개 문구"
        case .contact: "연락처"
        case .language: "언어"
        case .currency: "통화"
        case .accent: "색상"
        case .darkAccent: "어두운 화면의 색상"
        case .links: "링크"
        case .registration: "판매할 수 있는 사람"
        default: field.name
        }
    }

    func hint(of field: ProfileField) -> String {
        switch field {
        case .name: "페이지 위쪽, 제목, 링크 미리보기, 설치한 앱에 표시돼요. 40자까지 쓸 수 있어요."
        case .tagline: "페이지 아래쪽과 검색 결과에 나오는 한 문장이에요. 70자까지 쓸 수 있어요."
        case .contact: "전화번호, 이메일 주소나 https 링크를 적어 주세요. 페이지 아래쪽과 문의 안내에 표시돼요."
        case .language: "언어를 정하지 않은 검색 엔진이나 메신저에 보여 줄 언어예요."
        case .currency: "상품을 등록하거나 검색할 때 먼저 선택되는 통화예요."
        case .accent: "링크와 버튼의 색이에요. #0b57d0 같은 색상 코드로 적어 주세요. 어두운 화면에서는 잘 보이는 가장 가까운 색으로 바뀌어요."
        case .darkAccent: "어두운 화면에만 쓸 색이에요."
        case .links: "페이지 아래쪽에 표시돼요. 한 줄에 하나씩 FAQ=https://market.example/faq처럼 적어 주세요."
        case .registration: "승인 후 공개를 고르면 승인하기 전까지 판매자만 새 상품을 볼 수 있어요. 설정을 바꿔도 이미 기다리던 상품은 승인해야 공개돼요."
        default: field.sentence
        }
    }

    func sentence(for problem: ProfileProblem) -> String {
        switch problem {
        case .length(let length): "\(length.upperBound)자까지 적을 수 있어요."
        case .deceptive: "보이지 않는 문자나 겹겹이 쌓인 기호는 쓸 수 없어요."
        case .noContact: "010-1234-5678이나 +41 44 668 18 00 같은 전화번호, 이메일 주소나 https 링크를 적어 주세요."
        case .moreThanContact(let part): "“\(part)”만 적어 주세요. 통화 시간 같은 설명이나 다른 연락처는 페이지에 적을 수 있어요."
        case .noLanguage: "언어를 선택해 주세요."
        case .noRegistration: "판매할 수 있는 사람을 선택해 주세요."
        case .noCurrency: "통화를 선택해 주세요."
        case .noColor: "#0b57d0 같은 색상 코드를 적어 주세요."
        case .lowContrast(let scheme, let nearest):
            "\(scheme == .light ? "밝은" : "어두운") 화면에서 잘 보이지 않아요. 잘 보이는 가장 가까운 색은 \(nearest.text)예요."
        case .noLink(let entry):
            "한 줄에 하나씩 FAQ=https://market.example/faq처럼 적어 주세요." + (entry.isEmpty ? "" : " 링크가 아닌 줄: ‘\(entry)’")
        case .tooManyLinks(let maximum): "링크는 \(maximum)개까지 적을 수 있어요."
        }
    }

    func name(of registration: MarketProfile.Registration) -> String {
        switch registration {
        case .open: "누구나"
        case .closed: "기존 판매자와 초대한 판매자"
        case .approved: "누구나, 승인 후 공개"
        }
    }

    func use(_ color: String) -> String { "\(color) 색으로 저장" }

    func changedMeanwhile(_ value: String) -> String {
        value.isEmpty
            ? "그사이 다른 운영자가 이 값을 지웠어요. 다시 저장하면 지금 적은 값으로 바뀌어요."
            : "그사이 다른 운영자가 ‘\(value)’ 값으로 저장했어요. 다시 저장하면 지금 적은 값으로 바뀌어요."
    }

    func gaps(_ gaps: String) -> String { "채워야 할 곳: \(gaps)" }
    func pageLength(_ maximum: String) -> String { "내용을 \(maximum)자까지 적어 주세요." }
    var pageGaps: String { "빈칸이 있는 페이지는 게시할 수 없어요. 대괄호 안의 내용을 채우거나, 대괄호를 그대로 쓰려면 앞에 역슬래시를 붙여 주세요." }
    var pageChangedMeanwhile: String { "그사이 다른 운영자가 다른 내용을 저장했어요. 위에서 확인할 수 있고, 다시 저장하면 지금 적은 내용으로 바뀌어요." }
}
