import MarketModels

extension Korean {
    private var wayOut: String { "사진 앱에서 크기를 줄이거나 JPEG로 저장한 다음 골라 주세요." }

    func text(for string: ScriptString) -> String {
        switch string {
        case .offline: "인터넷에 연결되어 있지 않아요. 이미 본 상품은 계속 볼 수 있어요."
        case .unreachable: "지금은 마켓에 연결할 수 없어요. 이미 본 상품은 계속 볼 수 있어요."
        case .olderPage: "연결이 느려서 지난번에 본 내용을 먼저 보여 드려요."
        case .newerPage: "그사이 내용이 바뀌었어요."
        case .failed: "문제가 생겼어요. 잠시 후 다시 시도해 주세요."
        case .unanswered: "마켓에서 응답이 없어요. 처리됐는지 확인한 다음 다시 시도해 주세요."
        case .cancel: "취소"
        case .okay: "확인"
        case .close: "닫기"
        case .retry: "다시 시도"
        case .reload: "새로고침"
        case .refreshed: "새로고침했어요."
        case .pullToRefresh: "당겨서 새로고침"
        case .releaseToRefresh: "놓으면 새로고침해요"
        case .searchFailed: "검색하지 못했어요. 아래는 검색하기 전 목록이에요."
        case .recentSearches: "최근 검색어"
        case .removeSearch: "‘{words}’ 지우기"
        case .clearSearches: "모두 지우기"
        case .contactFailed: "연락처를 불러오지 못했어요. 잠시 후 다시 시도해 주세요."
        case .linkCopied: "링크를 복사했어요."
        case .favorite: "찜: {name}"
        case .notKept: "이 브라우저에는 저장할 수 없어서 찜할 수 없어요."
        case .noConnection: "연결이 끊겼어요. 인터넷 연결을 확인하고 다시 시도해 주세요."
        case .draftNotKept: "이 브라우저에는 작성 중인 내용을 저장할 수 없어요. 나가기 전에 등록해 주세요."
        case .draftRemoved: "작성 중인 내용은 {n}개까지 보관해요. 가장 오래된 것을 지웠어요: {name}"
        case .unnamed: "이름 없음"
        case .uploadFailed: "보내지 못했어요. 입력한 내용은 그대로 있어요. 연결을 확인하고 다시 시도해 주세요."
        case .tooManyImages: "사진은 {n}장까지 올릴 수 있어요. 나머지는 추가하지 않았어요."
        case .imageAdded: "{n}번째 사진을 추가했어요."
        case .imageRemoved: "{n}번째 사진을 삭제했어요."
        case .imageMoved: "{total}장 중 {n}번째로 옮겼어요."
        case .removeImage: "{n}번째 사진 삭제"
        case .moveImage: "{n}번째 사진 옮기기"
        case .cropImage: "{n}번째 사진 자르기"
        case .imageCropped: "{n}번째 사진을 바꿨어요."
        case .cropPlace: "왼쪽에서 {left}%, 위에서 {top}%, 크기 {size}%"
        case .notAnImage: "‘{name}’ 파일은 사진으로 열 수 없어요. JPEG, PNG, GIF, WebP, HEIC 사진을 골라 주세요."
        case .imageDamaged: "‘{name}’ 사진이 손상됐어요. 다른 사진을 골라 주세요."
        case .imageTooHeavy:
            "‘{name}’ 사진은 \(ImageLimits.maximumByteCount / 1_000_000)MB가 넘는데 이 브라우저에서는 줄일 수 없어요. \(wayOut)"
        case .imageTooLarge:
            "‘{name}’ 사진은 \(ProductTexts.grouped(ImageLimits.maximumPixelCount / 10_000))만 화소가 넘는데 이 브라우저에서는 줄일 수 없어요. \(wayOut)"
        case .imageUnreadable: "‘{name}’ 사진을 읽을 수 없어요. 그사이 바뀌었거나 옮겨졌거나 삭제됐어요. 다시 골라 주세요."
        case .noResponse: "응답이 없어 멈췄어요. 입력한 내용은 그대로 있으니 다시 시도해 주세요."
        case .saveFailed: "지금은 마켓이 응답하지 않아요. 입력한 내용은 그대로 있으니 잠시 후 다시 시도해 주세요."
        case .stillWaiting: "아직 응답을 기다리고 있어요. 취소하고 다시 시도해도 두 번 저장되지 않아요."
        case .showListing: "등록된 상품 보기"
        case .showPassword: "보기"
        }
    }
}
