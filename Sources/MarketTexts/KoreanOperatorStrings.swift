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
        case .tooManySignIns: "이 네트워크에서 더 이상 쓸 수 없는 링크나 로그인으로 여러 번 접속했어요. 새 링크는 바로 쓸 수 있어요."
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
        case .unknownAction: "처리하지 않았어요. 버튼을 하나 눌러 주세요."
        case .noListing: "이제 없는 상품이에요."
        case .notGivenBack: "운영자나 신고로 숨긴 상품이 아니거나, 판매자가 차단된 상품이 있어요."
        case .server: "저장 공간과 요청"
        case .databaseSize: "데이터베이스"
        case .imagesSize: "사진"
        case .unknownSize: "알 수 없음"
        case .inObjectStore: "오브젝트 스토리지에 있음"
        case .measuring: "측정 중"
        case .requests: "이 서버가 받은 요청"
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
        case .decisionHint: "문제없다고 결정한 상품은 판매자가 내용을 바꾸기 전까지 신고가 더 들어와도 자동으로 숨기지 않아요."
        case .alreadyDecided: "이미 처리한 신고예요."
        case .isDismissed: "문제없음"
        case .isUpheld: "인정됨"
        case .find: "상품명, 판매자, 설명, 연락처, 번호"
        case .newest: "최신순"
        case .hiddenOnly: "운영자나 신고로 숨김"
        case .noListings: "상품이 없어요."
        case .chosen: "선택한 상품"
        case .giveBack: "다시 공개"
        case .decideTheirReports: "확인할 신고도 함께 처리: 숨기거나 내리면 신고 인정, 승인하거나 다시 공개하면 문제없음"
        case .letThroughHint: "다시 공개하면 확인할 신고도 같은 이유로 문제없음 처리돼요."
        case .askForChange: "수정 요청"
        case .askHint: "수정을 요청하면 판매자가 이유를 볼 수 있어요. 다시 공개할 때까지 상품은 숨겨져요."
        case .changeAsked: "수정 요청됨"
        case .changedAsAsked: "수정·답변됨"
        case .editedSinceReport: "신고한 뒤에 판매자가 상품을 수정했어요. 신고할 때와 다를 수 있어요."
        case .removeListing: "내리기"
        case .removeHint: "내린 상품은 30일 뒤에 삭제돼요. 그 전에는 되돌릴 수 있어요."
        case .erase: "완전히 삭제"
        case .eraseTitle: "이 상품을 완전히 삭제할까요?"
        case .eraseAdvice:
            "불법 콘텐츠나 개인정보를 지울 때만 사용해 주세요. 상품과 모든 크기의 사진이 모든 서버에서 바로 사라지고, 되돌릴 수 없어요. 다른 이유라면 상품을 내려 주세요."
        case .eraseOthers: "다음 상품에도 같은 사진이 있고, 그 사진은 지워지지 않아요. 아무도 보면 안 되는 사진이라면 이 상품도 삭제해 주세요:"
        case .eraseBackups: "이전 백업에는 상품이 남아 있어요. 백업을 지우거나, 백업을 복원한 뒤에 다시 삭제해 주세요. 상품 번호를 기억해 두세요."
        case .eraseReasonHint: "기록에는 이유와 상품 번호만 남고 상품 내용은 남지 않아요. 지워야 할 내용은 적지 마세요."
        case .eraseConfirm: "되돌릴 수 없다는 것을 확인했어요."
        case .notConfirmed: "되돌릴 수 없다는 것을 확인해 주세요."
        case .erasedWithoutImages:
            "상품을 완전히 삭제했어요. 사진은 이제 아무에게도 보이지 않지만 저장소에서는 아직 지우지 못했고, 지워질 때까지 계속 시도해요. 이전 백업에는 아직 남아 있어요."
        case .erased: "상품을 완전히 삭제했어요. 이전 백업에는 아직 남아 있어요."
        case .newPassword: "새 비밀번호 만들기"
        case .newPasswordTitle: "이 상품의 비밀번호를 새로 만들까요?"
        case .newPasswordAdvice:
            "비밀번호를 잊은 판매자를 위한 기능이에요. 판매자 본인이 맞는지 먼저 확인해 주세요. 이전 비밀번호와 이 상품을 바꿀 수 있던 브라우저, 링크는 바로 쓸 수 없게 되고, 새 비밀번호는 한 번만 보여 드려요."
        case .newPasswordReasonHint: "기록에는 이유만 남고 비밀번호는 남지 않아요."
        case .newPasswordMade: "새 비밀번호"
        case .newPasswordOnce:
            "판매자에게만 알려 주세요. 다시 보여 드리지 않아요. 판매자는 이 비밀번호로 다시 상품을 수정하고, 자기 브라우저에서 관리할 수 있어요."
        case .passwordChanged: "그사이 비밀번호가 바뀌었어요. 비밀번호를 다시 만들려면 한 번 더 보내 주세요."
        case .heldByOperator: "운영자가 숨김"
        case .heldByReports: "신고로 숨김"
        case .heldByBlock: "판매자 차단"
        case .removedByOperator: "운영자가 내림"
        case .answer: "판매자의 답변"
        case .seller: "판매자"
        case .number: "번호"
        case .listed: "등록"
        case .publicPage: "공개 페이지"
        case .block: "판매자 차단"
        case .blockAdvice: "이 판매자의 상품을 모두 바로 숨겨요. 새로 등록하거나 수정할 수 없어요."
        case .unblock: "차단 해제"
        case .unblockAdvice: "차단하면서 숨긴 상품을 다시 공개해요."
        case .rename: "이름 바꾸기"
        case .renameAdvice: "이 판매자의 모든 상품에 새 이름이 바로 표시되고, 판매자가 이유를 볼 수 있어요. 전 이름은 기록에 남지 않아요."
        case .isBlocked: "차단됨"
        case .blockFor: "기간"
        case .forGood: "해제할 때까지"
        case .isNotBlocked: "차단되지 않음"
        case .logHint: "운영자가 한 일은 30일 안에 되돌릴 수 있어요. 그 뒤에 다른 처리가 있었다면 되돌릴 수 없어요."
        case .nothingDone: "아직 기록이 없어요."
        case .undo: "되돌리기"
        case .byReports: "신고"
        case .byTime: "시간 경과"
        case .bySeller: "판매자"
        case .byCommand: "명령줄"
        case .invitations: "초대"
        case .invitationsHint: "초대받은 브라우저 한 곳에서 이 이름으로 판매할 수 있어요. 7일 안에 한 번만 쓸 수 있어요."
        case .inviteSeller: "판매자 초대하기"
        case .sellerName: "판매자 이름"
        case .invitationAdvice: "이 주소나 코드는 판매자에게만 보내 주세요. 7일 안에 한 번만 쓸 수 있고, 다시 보여 주지 않아요."
        case .revokeInvitation: "초대 취소"
        case .noInvitations: "아직 초대한 판매자가 없어요."
        case .invitationOpen: "대기 중"
        case .invitationAccepted: "수락함"
        case .invitationRevoked: "취소함"
        case .invitationExpired: "기간 지남"
        case .waiting: "승인 대기"
        case .approve: "승인"
        case .refuse: "거절"
        case .notApproved: "이미 처리했거나 판매자가 차단된 상품이 있어요."
        case .versionMissing: "어떤 내용을 확인하셨는지 알 수 없어 공개하지 않았어요. 지금 내용을 다시 확인해 주세요."
        case .blockedContact: "차단한 연락처"
        case .refuseHint: "거절하면 판매자가 이유를 보고 답할 수 있어요. 승인할 때는 이유를 적지 않아도 돼요."
        case .sessionsHint: "12시간 동안 쓰지 않은 브라우저는 로그아웃돼요."
        case .thisBrowser: "이 브라우저"
        case .signOut: "로그아웃"
        case .endSession: "끝내기"
        case .moderator: "부운영자"
        case .operator: "운영자"
        case .moderatorHint: "부운영자: 신고, 상품, 판매자 관리"
        case .operatorHint: "운영자: 설정과 다른 운영자 관리까지 모두"
        case .makeLink: "링크 만들기"
        case .linkAdvice: "다른 사람에게는 보내지 마세요. 10분 안에 한 번만 쓸 수 있어요."
        case .remove: "삭제"
        case .removeAdvice: "모든 브라우저에서 바로 로그아웃되고, 키와 피드도 끝나요. 지금까지 한 일은 기록에 남아요. 다시 초대할 수 있어요."
        case .invite: "운영자 초대"
        case .name: "이름"
        case .role: "권한"
        case .feed: "새 소식 피드"
        case .feedTitle: "운영자가 확인할 일"
        case .feedHint:
            "새 신고와 수정된 상품을 피드 리더에서 받아 볼 수 있어요. 연락처나 신고한 사람은 나오지 않아요. 주소를 아는 사람은 누구나 볼 수 있어요."
        case .feedAddress: "피드 주소"
        case .feedAdvice: "피드 리더에만 등록해 주세요. 다시 보여 주지 않아요."
        case .makeFeed: "주소 만들기"
        case .replaceFeed: "주소 바꾸기"
        case .endFeed: "피드 끝내기"
        case .keys: "프로그램용 키"
        case .keysHint:
            "키가 있으면 프로그램이 API로 이 페이지들의 일을 할 수 있고, 기록에 이름과 키가 함께 남아요. 완전히 삭제하거나 설정을 바꿀 수는 없고, 운영자에서 빠지면 키도 끝나요."
        case .keyName: "키의 용도"
        case .makeKey: "키 만들기"
        case .keyAdvice: "이 키는 프로그램에만 넣어 주세요. 다시 보여 주지 않아요."
        case .endKeyAdvice: "이 키를 쓰는 프로그램은 더는 아무것도 할 수 없어요. 지금까지 한 일은 기록에 남아요. 되돌릴 수 없지만, 새 키를 만들 수 있어요."
        case .logo: "로고"
        case .logoHint:
            "페이지 위쪽, 브라우저 탭, 설치한 앱, 링크 미리보기, 인쇄물에 표시돼요. 가로와 세로가 192픽셀 이상인 사진의 가운데 정사각형을 쓰고, 투명한 부분은 흰색이 돼요."
        case .removeLogo: "로고 없이 저장"
        case .chooseLogo: "사진을 다시 골라 주세요."
        case .logoTooSmall: "로고가 너무 작거나 길어서 가운데 정사각형이 작아요. 가로와 세로가 192픽셀 이상이고 한쪽이 다른 쪽의 열 배를 넘지 않는 사진을 골라 주세요."
        case .contacts: "차단한 연락처"
        case .contactsHint:
            "전화번호, 이메일, 링크를 어떤 형식으로 적어도 찾아요. 카톡 kim01처럼 아이디가 있는 글도 차단할 수 있어요. 그 연락처로는 상품을 등록하거나 수정할 수 없고, 이미 등록한 상품은 숨겨져요."
        case .blockAContact: "연락처 차단하기"
        case .noContacts: "차단한 연락처가 없어요."
        case .contactToBlock: "연락처"
        case .contactNotBlocked: "차단할 연락처가 없거나 이미 차단했어요. 다른 사람도 쓰는 말은 차단할 수 없어요."
        case .noNewContact: "아직 차단하지 않은 연락처를 적어 주세요. 다른 사람도 쓰는 말은 차단할 수 없어요."
        case .noContactChosen: "연락처를 하나 이상 선택해 주세요."
        case .contactsToBlock: "차단할 연락처"
        case .contactOfOthers: "다른 판매자도 쓰는 연락처예요. 차단하면 그 판매자의 상품도 숨겨져요."
        case .unblockContact: "차단 해제"
        case .heldByContact: "연락처 차단됨"
        case .blockContact: "연락처 차단"
        case .blockContactHint: "선택한 연락처를 차단하면 그 연락처로는 상품을 등록할 수 없고, 그 연락처가 있는 상품이 모두 숨겨져요."
        case .lock: "잠그기"
        case .unlock: "잠금 해제"
        case .lockHint: "잠그면 상품은 그대로 공개되지만 판매자가 수정하거나 상태를 바꿀 수 없어요."
        case .isLocked: "잠김"
        case .settings: "설정"
        case .saved: "저장했어요."
        case .notSaved: "아직 저장하지 않았어요. 아래를 확인해 주세요."
        case .save: "저장"
        case .fixedBySettings: "서버 설정 파일에서 정한 값이라 여기서는 바꿀 수 없어요."
        case .pages: "페이지"
        case .pagesHint: "게시하면 모든 페이지 아래쪽에 링크가 표시돼요."
        case .pageMissing: "작성 전"
        case .pageHidden: "게시하지 않음"
        case .pageHasGaps: "게시하지 않음, 빈칸 있음"
        case .pagePublished: "게시 중"
        case .pageHint: "마크다운으로 # 제목, **굵게**, - 목록, [링크](https://…)를 쓸 수 있어요."
        case .templateHint: "템플릿이에요. 대괄호 안을 채워 주세요. 법률 자문은 아니에요."
        case .pageText: "내용"
        case .preview: "미리보기"
        case .publish: "게시"
        case .unpublish: "게시 중단"
        case .removePage: "삭제"
        case .removePageAdvice: "글이 완전히 지워지고 아무도 페이지를 볼 수 없어요. 글이 다시 필요할 수 있다면 ‘게시 중단’을 고르세요."
        case .savedMeanwhile: "다른 운영자가 저장한 내용"
        }
    }

    func name(of action: ModerationEntry.Action) -> String {
        switch action {
        case .dismissed: "신고를 문제없음으로 처리"
        case .upheld: "신고를 인정"
        case .reopened: "신고를 다시 검토"
        case .held: "신고로 자동 숨김"
        case .holdEnded: "72시간이 지나 다시 공개"
        case .holdKept: "신고를 인정해 계속 숨김"
        case .changed: "판매자가 내용을 수정"
        case .hidden: "상품을 숨김"
        case .changeAsked: "수정을 요청"
        case .givenBack: "상품을 다시 공개"
        case .approved: "상품 승인"
        case .waitsAgain: "승인 대기로 되돌림"
        case .changeWaits: "수정 후 승인 대기"
        case .locked: "상품 잠금"
        case .unlocked: "상품 잠금 해제"
        case .removed: "상품을 내림"
        case .deleted: "내린 상품을 30일 뒤에 삭제"
        case .erased: "상품을 완전히 삭제"
        case .secretReplaced: "비밀번호를 새로 만듦"
        case .blocked: "판매자를 차단"
        case .unblocked: "판매자 차단을 해제"
        case .contactBlocked: "연락처 차단"
        case .contactUnblocked: "연락처 차단 해제"
        case .renamed: "판매자 이름을 변경"
        case .blockEnded: "차단 기간이 끝남"
        case .answered: "판매자가 답변"
        case .settingChanged: "설정을 변경"
        case .pageChanged: "페이지를 수정"
        case .pagePublished: "페이지를 게시"
        case .pageUnpublished: "페이지 게시를 중단"
        case .pageRemoved: "페이지를 삭제"
        case .invited: "판매자 초대"
        case .invitationRevoked: "초대 취소"
        case .invitationAccepted: "초대 수락"
        case .operatorAdded: "운영자 추가"
        case .moderatorAdded: "부운영자 추가"
        case .operatorRemoved: "운영자 삭제"
        case .operatorLinkMade: "로그인 링크 생성"
        case .operatorSessionEnded: "브라우저 로그아웃"
        case .operatorKeyMade: "키 생성"
        case .operatorKeyEnded: "키 종료"
        case .operatorFeedMade: "피드 생성"
        case .operatorFeedEnded: "피드 종료"
        }
    }

    func listing(_ number: Int64) -> String { "상품 \(number)번" }
    func report(_ number: Int64) -> String { "신고 \(number)번" }
    func seller(_ number: Int64) -> String { "판매자 \(number)번" }
    func openReports(_ count: Int) -> String { "신고 \(ProductTexts.grouped(count))건" }
    func changed(_ fields: [String]) -> String { "변경된 항목: \(fields.joined(separator: ", "))" }
    func before(_ field: String) -> String { "변경 전 \(field)" }
    func decideReports(_ count: Int) -> String {
        "확인할 신고 \(ProductTexts.grouped(count))건도 함께 처리: 숨기거나 내리면 신고 인정, 승인하거나 다시 공개하면 문제없음"
    }
    func upholdReports(_ count: Int) -> String { "확인할 신고 \(ProductTexts.grouped(count))건도 함께 인정" }
    func otherReports(_ count: Int, ofListing isListing: Bool) -> String {
        "이 \(isListing ? "상품" : "판매자")의 다른 신고 \(ProductTexts.grouped(count))건도 함께"
    }
    func same(_ links: [RelatedSeller.Link]) -> String {
        let names = links.map { link in
            switch link {
            case .contact: "연락처"
            case .browser: "브라우저"
            case .network: "네트워크"
            }
        }
        return "같은 \(names.joined(separator: "·"))"
    }
    func link(for name: String) -> String { "\(name)님의 링크" }
    func makeLink(for name: String) -> String { "\(name)님의 링크 만들기" }
    func remove(_ name: String) -> String { "\(name)님 삭제" }
    func shallRemove(_ name: String) -> String { "\(name)님을 삭제할까요?" }
    func shallRemove(page name: String) -> String { "‘\(name)’ 페이지를 삭제할까요?" }
    func shallEnd(_ key: String) -> String { "\(key)를 끝낼까요?" }
    func endSession(of name: String, in browser: String) -> String { "\(name)님의 로그인 끝내기, \(browser)" }
    func days(_ count: Int) -> String { "\(count)일" }
    func blocked(until day: String) -> String { "\(day)까지 차단됨" }
    func until(_ day: String) -> String { "\(day)까지" }
    func revokeInvitation(of name: String) -> String { "\(name) 초대 취소" }
    func used(_ age: String) -> String { "\(age) 사용" }
    func size(_ size: String, free: String) -> String { "\(size), 남은 공간 \(free)" }
    func requests(_ count: String, since day: String) -> String { "\(day)부터 \(count)건" }
    func key(_ name: String) -> String { "‘\(name)’ 키" }
    func endKey(_ name: String) -> String { "‘\(name)’ 키 끝내기" }
    func by(_ name: String, withKey key: String) -> String { "\(name) (API, \(key))" }
    func changedSince(_ names: [String]) -> String {
        "확인하신 뒤에 바뀌어서 그대로 두었어요: \(names.map { "‘\($0)’" }.joined(separator: ", ")). 다시 확인해 주세요."
    }
    func feedMade(on day: String) -> String { "\(day)에 만든 피드 주소가 있어요." }

    func sentence(for problem: OperatorProblem) -> String {
        switch problem {
        case .unusableName: "이름은 숨은 문자 없이 1~40자로 적어 주세요. 기록에서 쓰는 말은 이름으로 쓸 수 없어요."
        case .nameTaken: "같은 이름의 운영자가 이미 있어요."
        case .unknownOperator: "그런 이름의 운영자가 없어요."
        case .lastOperator: "마지막 운영자는 삭제할 수 없어요."
        case .notPermitted: "운영자만 할 수 있어요. 부운영자에게는 권한이 없어요."
        case .signInTooOld: "로그인한 지 한 시간이 지나서 다시 로그인해야 해요. 이 브라우저에서 새 로그인 링크를 연 다음 다시 보내 주세요."
        case .unusableDays: "차단 기간은 1~365일 또는 해제할 때까지로 정할 수 있어요."
        case .cannotUndo: "되돌릴 수 없어요. 그 뒤에 다른 처리가 있었거나 30일이 지났어요."
        case .unusableSellerName: "판매자 이름은 보이지 않는 문자 없이 1자에서 100자까지 적어 주세요. ‘Guest’나 숫자만으로 된 이름은 쓸 수 없어요."
        case .invitationEnded: "이미 수락했거나 취소한 초대예요."
        case .alreadyDecided: text(for: .alreadyDecided)
        case .notGivenBack: "운영자나 신고로 숨겨진 상품이 아니거나, 판매자가 차단되어 있어요."
        case .notApproved: "승인을 기다리는 상품이 아니거나, 판매자가 차단되어 있어요."
        case .reportsAreOpen: "신고된 상품이에요. 신고를 먼저 처리해 주세요. 신고한 사람에게 이유가 표시돼요."
        case .contactBlocked: "차단한 연락처가 있는 상품은 공개할 수 없어요. 연락처 차단을 먼저 해제하거나 그대로 숨겨 두세요."
        case .listingIsRemoved: "내린 상품은 이미 숨겨져 있고, 다시 공개할 때까지 그대로예요."
        case .listingChanged: "그사이 상품 내용이 바뀌었어요. 다시 확인한 뒤에 공개해 주세요."
        case .notLocked: "잠긴 상품이 아니에요."
        case .contactNotBlocked: "차단한 연락처가 아니에요."
        }
    }
}
