extension Korean {
    func text(for word: AppString) -> String {
        switch word {
        case .cancelled: "중단했어요. 언제든 다시 시도할 수 있어요."
        case .notConnected: "마켓에 연결할 수 없어요. 인터넷 연결을 확인하고 다시 시도해 주세요."
        case .notTrusted: "연결이 안전하지 않아서 아무것도 보내지 않았어요. 다른 네트워크에서 다시 시도해 주세요."
        case .timedOut: "마켓의 응답이 너무 늦어요. 잠시 후 다시 시도해 주세요."
        case .connectionLost: "연결이 끊겼어요. 인터넷 연결을 확인하고 다시 시도해 주세요."
        case .responseTooLarge: "마켓이 보낸 내용이 너무 커서 열 수 없어요. 앱을 업데이트하고 다시 시도해 주세요."
        case .noMarket: "이 주소에는 마켓이 없어요. 마켓 주소를 확인해 주세요."
        case .unusableFile: "사진을 열 수 없거나 기기의 저장 공간이 부족해요. 사진을 다시 골라 주세요."
        case .pictureNotShown: "지금은 이 사진을 볼 수 없어요. 잠시 후 다시 시도해 주세요."
        case .faultyRequest: "마켓이 이 앱의 요청을 이해하지 못했어요. 앱을 업데이트하고 다시 시도해 주세요."
        case .listingOutcomeUnknown: "마켓의 응답이 없어서 이미 등록됐을 수도 있어요. 다시 시도해도 한 번만 등록돼요."
        case .editOutcomeUnknown: "마켓의 응답이 없어서 이미 저장됐을 수도 있어요. 다시 저장하면 먼저 확인할게요."
        case .deletionOutcomeUnknown: "마켓의 응답이 없어서 이미 삭제됐을 수도 있어요. 다시 시도해 확인해 주세요."
        case .reportOutcomeUnknown: "마켓의 응답이 없어서 이미 신고됐을 수도 있어요. 다시 보내도 한 번만 신고돼요."
        case .listedAlready: "이 상품은 처음 보낸 내용으로 이미 등록됐어요. 또 등록하기 전에 확인해 주세요."
        case .secretNotKept: "등록했지만 비밀번호를 이 기기에 저장하지 못했어요. 따로 적어 두세요."
        case .waitsForApproval: "운영자의 승인을 기다리고 있어요. 승인될 때까지는 나만 볼 수 있어요."
        case .refreshFailed: "새로고침하지 못했어요. 이전에 불러온 목록을 보여 드리고 있어요."
        case .passwordMissing: "등록할 때 정한 비밀번호를 입력해 주세요."
        case .sending: "보내고 있어요…"
        case .checking: "비밀번호를 확인하고 있어요…"
        case .verifying: "저장됐는지 확인하고 있어요…"
        case .conflictAdvice: "그사이 상품 정보가 바뀌었어요. 아직 저장하지 않았으니 무엇을 남길지 골라 주세요."
        case .keepMine: "내가 바꾼 내용 유지하기"
        case .takeTheirs: "현재 내용으로 바꾸기"
        case .contactUnknown: "연락처를 불러오지 못했어요. 그대로 두려면 비워 두세요."
        case .picturesPending: "사진을 불러오고 있어요. 다 불러올 때까지 잠시 기다려 주세요."
        case .pictureUnavailable: "사진을 불러오지 못했어요. iCloud에 있는 사진이면 연결을 확인하고 다시 골라 주세요."
        case .noSpaceForPicture: "기기에 저장 공간이 없어요. 공간을 비우고 사진을 다시 골라 주세요."
        case .pictureLibrary: "사진 보관함"
        case .camera: "카메라"
        case .movePictureForward: "앞으로 옮기기"
        case .movePictureBack: "뒤로 옮기기"
        case .keptNote: "비워 두면 지금 메모가 그대로 남아요."
        case .removeNote: "메모 지우기"
        case .emptyMineAdvice: "이 기기에서 등록한 상품이 여기에 모여요."
        case .passwordOnce: "이 기기에서는 비밀번호를 한 번만 입력하면 돼요."
        case .identityUnreadable: "이 기기에 저장된 내 상품을 불러오지 못했어요. 다시 시도해 주세요."
        case .receiptAdvice: "링크를 저장해 두면 운영자의 결정을 볼 수 있어요."
        case .identityUnusable: "내 상품의 비밀번호를 이 기기에서 읽거나 저장하지 못했어요. 다시 시도해 주세요."
        case .settings: "설정"
        case .marketAddress: "마켓 주소"
        case .marketAddressHint: "마켓마다 상품이 달라요. 이 마켓의 내 상품은 다시 돌아올 때까지 그대로 있어요."
        case .firstMarket: "보고 싶은 마켓의 주소를 입력해 주세요. 마켓 웹사이트나 운영자에게서 확인할 수 있어요."
        case .addressInsecure:
            "https://로 시작하는 주소를 입력해 주세요. http:// 주소는 같은 네트워크에 있는 마켓만 열 수 있어요."
        case .addressInvalid: "주소 형식이 아니에요. market.example처럼 입력해 주세요."
        case .marketUnavailable: "이 주소의 마켓을 지금은 이용할 수 없어요. 잠시 후 다시 시도해 주세요."
        case .language: "언어"
        case .systemLanguage: "기기 설정과 같게"
        case .favoriteInOtherCurrency: "찜했을 때와 통화가 달라졌어요"
        case .favoriteUnknown: "지금 상태를 확인하지 못했어요"
        case .favoritesNotSaved: "찜한 상품을 이 기기에 저장하지 못했어요. 앱을 다시 열면 바꾼 내용이 사라질 수 있어요."
        case .favoritesUnreadable: "찜한 상품을 불러오지 못했어요. 다시 시도해 주세요."
        case .nothingViewedAdvice: "이 기기에서 본 상품이 여기에 모여요."
        case .clearRecentlyViewed: "모두 지우기"
        case .recentlyViewedUnreadable: "최근 본 상품을 불러오지 못했어요. 다시 시도해 주세요."
        case .draftQuestion: "작성 중인 상품이 있어요. 이어서 작성할까요?"
        case .editDraftQuestion: "수정하던 내용이 있어요. 이어서 수정할까요?"
        case .discardDraft: "작성하던 내용 지우기"
        case .draftNotSaved: "작성 중인 내용을 이 기기에 저장하지 못했어요. 등록하거나 저장하기 전에 나가면 사라져요."
        }
    }

    func total(_ count: Int, _ grouped: String, isCapped: Bool) -> String {
        isCapped ? "상품 \(grouped)개 이상" : "상품 \(grouped)개"
    }
    func oldPrice(_ price: String) -> String { "할인 전 가격 \(price)" }
    func imagesLeftOut(_ count: Int, _ maximum: Int) -> String { "사진은 \(maximum)장까지 올릴 수 있어요. \(count)장은 추가하지 않았어요." }
    func images(_ count: Int) -> String { "사진 \(count)장" }
    func favoriteLimit(_ maximum: Int) -> String { "상품은 \(maximum)개까지 찜할 수 있어요. 찜한 상품을 몇 개 지우고 다시 시도해 주세요." }
    func progress(percent: Int) -> String { "\(percent)% 보냈어요" }
}
