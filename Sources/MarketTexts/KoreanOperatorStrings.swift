import MarketModels

struct KoreanOperatorStrings: OperatorStrings {
    func text(for string: OperatorString) -> String {
        switch string {
        case .signIn: "로그인"
        case .signInAdvice: "12시간 동안 사용하지 않으면 이 브라우저에서 자동으로 로그아웃돼요."
        case .signInTitle: "링크로 로그인해 주세요"
        case .linkEndedTitle: "더 이상 쓸 수 없는 링크예요"
        case .signInNeeded: "이 페이지는 마켓 운영자만 볼 수 있어요. 로그인 링크는 10분 안에 한 번만 쓸 수 있고, 마켓을 운영하는 분이 다음 명령으로 만들 수 있어요."
        case .signInAgainTitle: "다시 로그인해 주세요"
        case .signInAgain:
            "로그인한 지 한 시간이 지났어요. 이 브라우저에서 새 로그인 링크를 열면 이 페이지로 돌아와요. 링크는 다른 운영자가 ‘운영자’ 페이지에서 만들거나, 마켓을 운영하는 분이 다음 명령으로 만들 수 있어요."
        case .menu: "운영자 메뉴"
        case .reports: "신고"
        case .listings: "상품"
        case .log: "기록"
        case .sessions: "로그인한 브라우저"
        case .team: "운영자"
        case .done: "처리했어요. 기록에서 되돌릴 수 있어요:"
        case .reason: "이유"
        case .reasonHint: "기록에 남아요. 판매자와 신고자는 자신과 관련된 이유를 볼 수 있어요."
        case .missingReason: "이유를 적어 주세요."
        case .reasonTooLong: "이유는 2,000자까지 적을 수 있어요."
        case .nothingChosen: "상품을 하나 이상 선택해 주세요."
        case .notGivenBack: "운영자나 신고로 숨긴 상품이 아니거나, 판매자가 차단된 상품이 있어요."
        case .noReports: "확인할 신고가 없어요"
        case .numbers: "지난 24시간"
        case .listedToday: "등록된 상품"
        case .soldToday: "판매된 상품"
        case .reportedToday: "접수된 신고"
        case .openReports: "확인할 신고"
        case .heldListings: "운영자나 신고로 숨긴 상품"
        case .about: "신고 대상"
        case .reported: "신고됨"
        case .reporter: "신고한 사람"
        case .goneListing: "삭제된 상품"
        case .state: "상태"
        case .dismiss: "문제없음"
        case .uphold: "신고 인정"
        case .upholdAndHide: "인정하고 숨기기"
        case .decisionHint: "문제없다고 결정한 상품은 신고가 더 들어와도 자동으로 숨기지 않아요."
        case .alreadyDecided: "이미 처리한 신고예요."
        case .isDismissed: "문제없음"
        case .isUpheld: "인정됨"
        case .find: "상품명, 판매자, 번호"
        case .newest: "최신순"
        case .hiddenOnly: "운영자나 신고로 숨김"
        case .noListings: "상품이 없어요."
        case .chosen: "선택한 상품"
        case .giveBack: "다시 공개"
        case .heldByOperator: "운영자가 숨김"
        case .heldByReports: "신고로 숨김"
        case .answer: "판매자의 답변"
        case .contact: "연락처"
        case .seller: "판매자"
        case .number: "번호"
        case .price: "가격"
        case .listed: "등록"
        case .publicPage: "공개 페이지"
        case .block: "판매자 차단"
        case .blockAdvice: "이 판매자의 상품을 모두 숨겨요. 새로 등록하거나 수정할 수 없어요."
        case .unblock: "차단 해제"
        case .unblockAdvice: "차단하면서 숨긴 상품을 다시 공개해요."
        case .isBlocked: "차단됨"
        case .isNotBlocked: "차단되지 않음"
        case .logHint: "운영자가 한 일은 30일 안에 되돌릴 수 있어요. 그 뒤에 다른 처리가 있었다면 되돌릴 수 없어요."
        case .nothingDone: "아직 기록이 없어요."
        case .undo: "되돌리기"
        case .didDismiss: "신고를 문제없음으로 처리"
        case .didUphold: "신고를 인정"
        case .didReopen: "신고를 다시 검토"
        case .didHold: "신고로 자동 숨김"
        case .didEndHold: "72시간이 지나 다시 공개"
        case .didHide: "상품을 숨김"
        case .didGiveBack: "상품을 다시 공개"
        case .didRemove: "상품을 삭제"
        case .didBlock: "판매자를 차단"
        case .didUnblock: "판매자 차단을 해제"
        case .didAnswer: "판매자가 답변"
        case .byReports: "신고"
        case .byTime: "시간 경과"
        case .bySeller: "판매자"
        case .byCommand: "명령줄"
        case .sessionsHint: "12시간 동안 쓰지 않은 브라우저는 로그아웃돼요."
        case .thisBrowser: "이 브라우저"
        case .signOut: "로그아웃"
        case .endSession: "끝내기"
        case .moderator: "부운영자"
        case .operator: "운영자"
        case .moderatorHint: "부운영자: 신고, 상품, 판매자 관리"
        case .operatorHint: "운영자: 다른 운영자 관리까지 모두"
        case .makeLink: "링크 만들기"
        case .linkAdvice: "다른 사람에게는 보내지 마세요. 10분 안에 한 번만 쓸 수 있어요."
        case .remove: "삭제"
        case .invite: "운영자 초대"
        case .name: "이름"
        case .role: "권한"
        }
    }

    func listing(_ number: Int64) -> String { "상품 \(number)번" }
    func report(_ number: Int64) -> String { "신고 \(number)번" }
    func seller(_ number: Int64) -> String { "판매자 \(number)번" }
    func openReports(_ count: Int) -> String { "신고 \(ProductTexts.grouped(count))건" }
    func link(for name: String) -> String { "\(name)님의 로그인 링크" }
    func makeLink(for name: String) -> String { "\(name)님의 링크 만들기" }
    func remove(_ name: String) -> String { "\(name)님 삭제" }
    func endSession(of name: String) -> String { "\(name)님의 로그인 끝내기" }
    func used(_ age: String) -> String { "\(age) 사용" }

    func sentence(for problem: OperatorProblem) -> String {
        switch problem {
        case .unusableName: "이름은 1~40자로 적어 주세요."
        case .nameTaken: "같은 이름의 운영자가 이미 있어요."
        case .unknownOperator: "그런 이름의 운영자가 없어요."
        case .lastOperator: "마지막 운영자는 삭제할 수 없어요."
        case .notPermitted: "운영자만 할 수 있어요. 부운영자에게는 권한이 없어요."
        case .signInTooOld: "로그인한 지 한 시간이 지나서 다시 로그인해야 해요. 이 브라우저에서 새 로그인 링크를 연 다음 다시 보내 주세요."
        case .cannotUndo: "되돌릴 수 없어요. 그 뒤에 다른 처리가 있었거나 30일이 지났어요."
        }
    }
}
