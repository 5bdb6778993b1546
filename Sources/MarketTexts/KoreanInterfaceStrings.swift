import MarketModels

struct KoreanInterfaceStrings: InterfaceStrings {
    func text(for word: InterfaceString) -> String {
        switch word {
        case .siteName: "오픈 마켓"
        case .siteSummary: "누구나 사고팔 수 있는 열린 장터예요."
        case .skipToContent: "본문으로 건너뛰기"
        case .back: "뒤로"
        case .backToMarket: "마켓으로 돌아가기"
        case .cancel: "취소"
        case .save: "저장하기"
        case .tryAgain: "다시 시도"
        case .okay: "확인"
        case .viewInThisLanguage: "한국어로 보기"
        case .viewInThisLanguageShort: "한"
        case .footer: "마켓 안내"
        case .apiDocumentation: "개발자 안내"
        case .imprint: "운영자 정보"
        case .terms: "이용약관"
        case .privacy: "개인정보 처리방침"
        case .safety: "안전 거래 안내"
        case .contactOperator: "운영자에게 문의"
        case .newListing: "상품 등록"
        case .myListings: "내 상품"
        case .refresh: "새로고침"
        case .search: "검색"
        case .searchHint: "상품이나 판매자 검색"
        case .sortBy: "정렬"
        case .newest: "최신순"
        case .priceUp: "낮은 가격순"
        case .priceDown: "높은 가격순"
        case .inStockOnly: "판매 중만"
        case .apply: "적용"
        case .listView: "목록으로 보기"
        case .gridView: "격자로 보기"
        case .viewChoice: "보기 방식"
        case .products: "상품"
        case .showMore: "더 보기"
        case .endOfList: "마지막 상품까지 모두 봤어요."
        case .loadFailed: "상품을 더 불러오지 못했어요."
        case .backToStart: "처음으로 돌아가기"
        case .emptyMarket: "아직 등록된 상품이 없어요"
        case .emptyMarketAdvice: "사진, 이름, 가격, 판매자 이름, 비밀번호만 있으면 바로 등록할 수 있어요."
        case .listFirst: "첫 상품 등록하기"
        case .searchAdvice: "다른 검색어를 입력하거나 전체 상품을 둘러보세요."
        case .oneTooMany: "조건 하나만 빼면 상품이 있어요."
        case .showEverything: "전체 상품 보기"
        case .oldPrice: "할인 전 가격"
        case .favorites: "찜한 상품"
        case .addFavorite: "찜하기"
        case .removeFavorite: "찜 해제"
        case .noFavorites: "아직 찜한 상품이 없어요"
        case .noFavoritesAdvice: "마음에 드는 상품의 하트를 누르면 여기에 모여요."
        case .goneAdvice: "더 이상 볼 수 없는 상품이에요."
        case .recentlyViewed: "최근 본 상품"
        case .nothingViewed: "아직 본 상품이 없어요"
        case .nothingViewedAdvice: "이 브라우저에서 본 상품이 여기에 모여요."
        case .thisDevice: "이 기기"
        case .colors: "화면 테마"
        case .systemColors: "시스템"
        case .lightColors: "라이트"
        case .darkColors: "다크"
        case .keptHere: "이 기기에 저장된 정보"
        case .keptHereAdvice: "이 브라우저에 저장돼요. 마켓에는 등록한 상품만 저장돼요."
        case .recentSearches: "최근 검색어"
        case .drafts: "작성 중인 상품"
        case .clear: "지우기"
        case .keptWithoutScripts: "스크립트를 꺼 두면 찜한 상품만 쿠키에 저장되고, 찜한 상품 화면을 열 때만 전송돼요."
        case .clearFavorites: "찜한 상품 모두 지우기"
        case .mine: "내 상품"
        case .noMatch: "조건에 맞는 상품이 없어요"
        case .sellersInvited: "운영자가 초대한 판매자만 상품을 등록할 수 있어요."
        case .sellersInvitedTitle: "초대받은 판매자만 등록할 수 있어요"
        case .emptySeller: "지금은 판매 중인 상품이 없어요"
        case .emptyMine: "아직 등록한 상품이 없어요"
        case .emptyMineAdvice: "이 브라우저에서 등록한 상품을 여기에서 볼 수 있어요."
        case .lostListings:
            "이 브라우저에 연결된 내 상품 정보가 사라졌어요. 상품 비밀번호를 입력하거나 다른 브라우저에서 만든 링크를 열면 다시 관리할 수 있어요."
        case .gallery: "상품 사진"
        case .previousImage: "이전 사진"
        case .nextImage: "다음 사진"
        case .chooseImage: "사진 선택"
        case .seller: "판매자"
        case .noDescription: "상품 설명이 없어요."
        case .itsMine: "제 상품이에요"
        case .showContact: "연락처 보기"
        case .noContact: "판매자가 연락처를 남기지 않았어요."
        case .contactAdvice: "문의할 때 어떤 상품인지 함께 알려 주세요."
        case .copy: "복사"
        case .more: "더 보기"
        case .edit: "수정"
        case .share: "공유"
        case .similar: "비슷한 상품"
        case .moreFromSeller: "이 판매자의 다른 상품"
        case .delete: "삭제"
        case .editListing: "상품 수정"
        case .addImages: "사진 추가"
        case .takeImage: "사진 찍기"
        case .dropImages: "여기에 사진을 놓으세요"
        case .thumbnailBadge: "대표"
        case .filter: "필터"
        case .any: "전체"
        case .priceFrom: "최소 가격"
        case .priceTo: "최대 가격"
        case .unreadableAmount: "금액을 읽을 수 없어서 이 조건은 적용하지 않았어요. 50,000처럼 적어 주세요."
        case .freeOnly: "나눔만"
        case .showSold: "판매 완료 포함"
        case .lastBumped: "끌어올린 순"
        case .allCategories: "전체"
        case .categories: "카테고리 경로"
        case .notGiven: "선택 안 함"
        case .draftFound: "작성 중인 내용이 있어요. 이어서 작성할까요?"
        case .continueDraft: "이어서 작성하기"
        case .discardDraft: "버리기"
        case .discardAdvice: "지우면 되돌릴 수 없어요."
        case .sharedFound: "다른 앱이나 사이트에서 공유한 내용이에요. 상품에 추가할까요?"
        case .addShared: "추가"
        case .crop: "자르기"
        case .cropSize: "크기"
        case .wholeImage: "원래 사진으로"
        case .cropHint: "틀이나 모서리를 끌거나 두 손가락으로 크기를 바꿔요. 화살표 키와 +, − 키도 쓸 수 있어요."
        case .unreachable: "연락처가 없어서 구매자가 연락할 방법이 없어요."
        case .optional: "선택"
        case .submitListing: "등록하기"
        case .problemsTitle: "거의 다 됐어요. 표시된 항목을 확인해 주세요."
        case .unchangedHint: "바꾼 항목에는 색 줄이 생기고, 바꾼 항목만 저장돼요."
        case .conflictTitle: "그사이 이 상품이 수정됐어요"
        case .conflictAdvice: "아직 저장하지 않았어요. 현재 내용을 확인하고, 내가 입력한 대로 바꾸려면 ‘내 내용으로 저장’을 눌러 주세요."
        case .field: "항목"
        case .nowThere: "현재 내용"
        case .yours: "내가 입력한 내용"
        case .saveMine: "내 내용으로 저장"
        case .listedAlready: "이 상품은 이미 등록됐어요. 다시 등록하면 상품이 하나 더 생겨요."
        case .showListing: "등록된 상품 보기"
        case .sendAgain: "페이지를 오래 열어 두어 아직 저장하지 못했어요. 입력한 내용은 그대로 있으니 한 번 더 눌러 주세요."
        case .passwordAgain: "시간이 지나 비밀번호를 다시 확인해야 해요. 비밀번호를 입력하고 한 번 더 저장해 주세요."
        case .editQuestion: "비밀번호 확인"
        case .deleteQuestion: "비밀번호 확인"
        case .editQuestionAdvice: "등록할 때 정한 비밀번호를 입력해 주세요."
        case .deleteQuestionAdvice: "상품을 삭제할까요? 삭제하면 되돌릴 수 없어요. 등록할 때 정한 비밀번호를 입력해 주세요."
        case .deleteKnownQuestion: "이 상품을 삭제할까요?"
        case .deleteKnownAdvice: "삭제하면 되돌릴 수 없어요."
        case .next: "계속하기"
        case .deleteForever: "삭제하기"
        case .wrongPassword: "비밀번호가 맞지 않아요. 확인하고 다시 입력해 주세요."
        case .passwordForgotten:
            "비밀번호를 잊으셨나요? 등록한 브라우저의 ‘내 상품’에서는 비밀번호 없이 판매 완료로 바꾸거나 숨길 수 있어요. 새 비밀번호는 운영자가 정해 드릴 수 있으니 문의해 주세요."
        case .deletedTitle: "삭제했어요"
        case .print: "인쇄"
        case .printTitle: "가격표와 전단지"
        case .printListings: "가격표·전단지 인쇄"
        case .chooseToPrint: "인쇄할 상품을 선택해 주세요"
        case .everything: "전체 선택"
        case .priceTags: "가격표"
        case .notices: "전단지"
        case .priceTagsHint: "A4 한 장에 24개씩, 하나에 70 × 37mm예요. 라벨 용지에도 맞아요."
        case .noticesHint: "A4 한 장에 4개씩 들어가고, 아래쪽을 한 장씩 뜯어 갈 수 있어요. 점선을 따라 잘라 주세요."
        case .printNow: "인쇄하기"
        case .printAdvice: "A4 용지에 100% 크기, 여백 없음으로 인쇄해 주세요."
        case .printByMenu: "브라우저 메뉴에서 ‘인쇄’를 선택해 주세요."
        case .scanForMore: "찍으면 더 볼 수 있어요"
        case .states: "상태"
        case .everyState: "전체"
        case .onHold: "공개 보류"
        case .everyListing: "내 상품 모두 보기"
        case .nothingInState: "이 상태의 상품이 없어요."
        case .several: "선택한 상품을"
        case .picked: "{count}개 선택"
        case .reserved: "예약 중"
        case .manage: "상태 바꾸기"
        case .manageQuestion: "비밀번호를 입력해 주세요"
        case .manageAdvice: "한 번만 입력하면, 다음부터는 이 브라우저에서 바로 상태를 바꿀 수 있어요."
        case .enterPassword: "지금 입력하기"
        case .reserve: "예약"
        case .changeReservation: "예약 바꾸기"
        case .markSold: "판매 완료"
        case .openAgain: "다시 판매"
        case .showAgain: "다시 공개"
        case .hide: "숨기기"
        case .renew: "기간 연장"
        case .bump: "끌어올리기"
        case .copyAsNew: "복사해서 새로 등록"
        case .reserveTitle: "예약하기"
        case .reserveUntil: "예약 마지막 날"
        case .reserveUntilHint: "이 날이 지나면 다시 판매 중이 돼요."
        case .reservationNote: "나만 보는 메모"
        case .reservationNoteHint: "다른 사람에게는 보이지 않아요."
        case .isReserved: "예약 중으로 바꿨어요."
        case .isListed: "등록했어요. 이제 누구나 볼 수 있어요. 이 링크로 알려 보세요:"
        case .isSaved: "저장했어요."
        case .isSold: "판매 완료로 바꿨어요."
        case .isOpen: "다시 판매 중이에요."
        case .isHidden: "숨겼어요. 나만 볼 수 있어요."
        case .isRenewed: "기간을 연장했어요."
        case .isBumped: "맨 위로 끌어올렸어요."
        case .passwordOnce: "이 브라우저에서는 비밀번호를 한 번 입력해야 해요."
        case .contactWhileReserved: "예약이 끝나면 연락처를 다시 볼 수 있어요."
        case .contactOfSold: "판매가 끝난 상품이에요."
        case .onlyYouSeeHidden: "숨긴 상품이에요. 이 페이지는 나만 볼 수 있어요."
        case .onlyYouSeeExpired: "기간이 끝난 상품이에요. 연장하기 전에는 나만 볼 수 있어요."
        case .sellerLink: "도우미 링크"
        case .sellerLinkSells: "이 링크로는 누구나 이 상품을 판매 완료로 바꿀 수 있고, 다른 내용은 바꿀 수 없어요."
        case .sellerLinkSellsAndRenews: "이 링크로는 누구나 이 상품의 기간을 연장하거나 판매 완료로 바꿀 수 있고, 다른 내용은 바꿀 수 없어요."
        case .sellerLinkExists: "이미 만든 링크가 있어요. 새로 만들면 이전 링크는 더 이상 쓸 수 없어요."
        case .makeNewLink: "새 링크 만들기"
        case .endLink: "링크 없애기"
        case .linkIsEnded: "링크를 없앴어요."
        case .sellerLinkReady: "링크를 만들었어요"
        case .sellerLinkReadyAdvice: "다시 볼 수 없으니 지금 보내거나 저장해 두세요. 판매가 끝나거나 링크를 없앨 때까지 쓸 수 있어요."
        case .sellerLinkQuestion: "아직 판매 중인가요?"
        case .sellerLinkAdvice: "판매자가 도우미에게 보낸 링크예요. 판매 완료로 바꾸면 모두에게 그렇게 보이고, 판매자만 되돌릴 수 있어요."
        case .sellerLinkEnded: "판매가 끝났거나 판매자가 링크를 없앴어요."
        case .onlyOnce: "이 브라우저의 ‘내 상품’에 추가하지 않기"
        case .heldHere: "다른 판매자의 상품"
        case .browsersHere: "내 상품을 관리하는 브라우저"
        case .browsersAdviceWithoutListing:
            "내 이름으로 등록할 수 있는 브라우저예요. 지금은 이 브라우저에 내 상품이 없어서 어느 브라우저가 내 것인지 확인할 수 없어요. 잃어버린 휴대폰에서 내 이름으로 등록하지 못하게 하려면 여기에서 상품을 하나 등록한 다음 다른 브라우저를 모두 해제해 주세요."
        case .browsersAdvice:
            "비밀번호 없이 내 상품을 관리할 수 있는 브라우저예요. 휴대폰을 잃어버렸다면 여기에서 해제해 주세요. 그때부터는 아무것도 바꿀 수 없어요. 다른 브라우저를 모두 해제하면 그곳에서 내 이름으로 등록할 수도 없고, 도우미 링크도 없어져요."
        case .thisOne: "지금 이 브라우저"
        case .forgetBrowser: "해제"
        case .forgetThisBrowser: "이 브라우저에서 해제"
        case .endOtherBrowsers: "다른 브라우저 모두 해제"
        case .shallForgetThisBrowser: "이 브라우저에서 해제할까요?"
        case .forgetThisBrowserAdvice:
            "이 브라우저의 ‘내 상품’이 모두 비워져요. 여기에서 다시 관리하려면 상품마다 비밀번호를 입력하거나, 내 상품이 남아 있는 다른 브라우저에서 링크로 옮겨야 해요. 상품은 마켓에 그대로 남아요."
        case .forgetBrowserAdvice:
            "그 브라우저에서 다시 관리하려면 상품마다 비밀번호를 입력하거나, 이 브라우저에서 링크로 옮겨야 해요."
        case .shallEndOtherBrowsers: "다른 브라우저를 모두 해제할까요?"
        case .endOtherBrowsersAdvice:
            "다른 브라우저에서 다시 관리하려면 상품마다 비밀번호를 입력하거나, 이 브라우저에서 링크로 옮겨야 해요. 도우미 링크도 모두 없어져요."
        case .moveTitle: "다른 브라우저에서도 관리하기"
        case .moveAdvice:
            "내 상품은 이 브라우저에 연결돼 있어요. 새 휴대폰이나 다른 브라우저로 옮길 수 있어요. 비밀번호는 포함되지 않아요."
        case .moveHint: "새 휴대폰이나 다른 브라우저에서도 내 상품을 이어서 관리할 수 있어요."
        case .noListingsHere: "이 브라우저에서 등록한 상품이 아직 없어요."
        case .byLink: "링크로 옮기기"
        case .byLinkAdvice: "10분 안에 다른 브라우저에서 열어 주세요. 한 번만 쓸 수 있어요."
        case .makeLink: "링크 만들기"
        case .bringHere: "이 브라우저로 가져오기"
        case .bringHereAdvice: "다른 브라우저에서 링크를 만들어 여기에서 열어 주세요."
        case .linkReady: "다른 브라우저에서 이 링크를 열어 주세요"
        case .linkReadyAdvice: "QR 코드를 찍거나 링크를 다른 기기로 보내서 열어 주세요. 10분 안에 한 번만 쓸 수 있어요. 다른 사람에게는 보여 주지 마세요."
        case .invitedTitle: "판매자로 초대받았어요"
        case .acceptInvitation: "이 브라우저에서 판매하기"
        case .isSellerAlready: "이미 이 판매자의 브라우저예요."
        case .receiveTitle: "이 상품들을 여기에서도 관리할까요?"
        case .receive: "여기에서도 관리하기"
        case .moveFirst: "내 상품 먼저 옮기기"
        case .replace: "바꾸기"
        case .linkEndedTitle: "더 이상 쓸 수 없는 링크예요"
        case .linkNotOpenedTitle: "열려 있는 링크가 없어요"
        case .linkNotOpened: "이미 사용했거나 이 브라우저에서 열지 않은 링크예요. 아직 사용하지 않았다면 링크를 받은 곳에서 다시 열어 주세요."
        case .linkEnded: "이미 사용했거나 시간이 지났어요. 링크를 받은 곳에서 새 링크를 받아 주세요."
        case .listingsHereAlready: "이 상품들은 이미 이 브라우저에 있어요."
        case .report: "신고"
        case .reportListing: "이 상품 신고하기"
        case .reportSeller: "이 판매자 신고하기"
        case .reportAdvice: "운영자가 확인하고 결정해요. 누가 신고했는지 판매자는 알 수 없어요."
        case .reportReason: "신고하는 이유"
        case .reportText: "자세한 내용"
        case .reportTextHint: "불법 콘텐츠나 다른 이유라면 무엇이 문제인지 꼭 적어 주세요."
        case .reporterName: "이름"
        case .reporterMail: "이메일"
        case .reporterHint: "이름과 이메일은 운영자만 볼 수 있어요."
        case .reportGoodFaith: "불법 콘텐츠 신고: 제가 아는 한 신고 내용은 정확하고 빠진 것이 없어요."
        case .sendReport: "신고하기"
        case .reportReceived: "신고를 받았어요"
        case .reportReceiptAdvice: "이 페이지의 주소를 저장해 두면 운영자의 결정을 볼 수 있어요."
        case .reportOpen: "운영자가 아직 확인하고 있어요."
        case .reportDismissed: "운영자가 문제없다고 결정했어요."
        case .reportUpheld: "운영자가 신고를 받아들였어요."
        case .receiptUnknown: "이 주소의 신고를 찾을 수 없어요"
        case .receiptUnknownAdvice: "주소를 확인해 주세요. 신고는 1년 동안 보관해요."
        case .blockedTitle: "판매가 차단됐어요"
        case .blocked: "운영자가 판매를 차단했어요. 상품을 등록하거나 수정할 수 없고, 등록한 상품은 나만 볼 수 있어요."
        case .lockedTitle: "잠긴 상품이에요"
        case .lockedByOperator: "운영자가 이 상품을 잠갔어요. 그대로 공개되지만 수정하거나 상태를 바꿀 수 없어요."
        case .refusedByOperator: "운영자가 이 상품을 승인하지 않았어요. 지금은 나만 볼 수 있어요. 수정하면 운영자가 다시 확인해요."
        case .heldByOperator: "운영자가 이 상품을 숨겼어요. 지금은 나만 볼 수 있어요."
        case .heldByContact: "운영자가 이 연락처를 차단해서 상품을 숨겼어요. 지금은 나만 볼 수 있어요."
        case .heldByBlock: "운영자가 판매를 차단해서 상품을 숨겼어요. 지금은 나만 볼 수 있어요."
        case .changeAsked: "운영자가 이 상품을 수정해 달라고 요청했어요. 수정하고 운영자가 확인할 때까지 나만 볼 수 있어요."
        case .changedAsAsked: "수정하거나 답변한 내용을 운영자가 확인할 거예요. 그때까지 나만 볼 수 있어요."
        case .removedByOperator: "운영자가 이 상품을 내렸어요. 지금은 나만 볼 수 있어요."
        case .waitsForOperator: "운영자의 승인을 기다리고 있어요. 승인되면 바로 공개되고, 거절되면 여기에서 이유를 볼 수 있어요. 그때까지는 나만 볼 수 있고, 수정할 수 있어요."
        case .newWaits: "새 상품은 운영자가 확인한 뒤에 공개돼요."
        case .heldByReports: "신고가 여러 건 들어와서 운영자가 확인할 때까지 상품을 숨겼어요. 72시간 안에 확인하지 않으면 다시 공개돼요."
        case .holdReason: "이유"
        case .holdAnswer: "운영자에게 답하기"
        case .holdAnswerHint: "한 번만 보낼 수 있어요."
        case .sendAnswer: "답변 보내기"
        case .yourAnswer: "보낸 답변"
        case .notFoundTitle: "페이지를 찾을 수 없어요"
        case .notFound: "주소가 잘못됐거나 사라진 페이지예요."
        case .goneTitle: "판매가 끝난 상품이에요"
        case .gone: "더 이상 볼 수 없는 상품이에요."
        case .removedTitle: "운영자가 내린 상품이에요"
        case .removed: "마켓 운영자가 이 상품을 내렸어요."
        case .heldTitle: "지금은 볼 수 없는 상품이에요"
        case .held: "운영자가 확인하고 있는 상품이에요. 확인이 끝나면 공개될 수 있어요."
        case .askOperator: "잘못 내려갔다고 생각하면 운영자에게 문의해 주세요."
        case .heldAsOwn: "내 상품이라면 이유를 확인하고 답변할 수 있어요."
        case .failedTitle: "문제가 생겼어요"
        case .failed: "일시적인 문제일 수 있어요. 잠시 후 다시 시도해 주세요."
        case .refusedTitle: "지금은 할 수 없어요"
        case .refused: "이 방법으로는 요청을 처리할 수 없어요."
        case .offlineTitle: "지금은 마켓에 연결할 수 없어요"
        case .offline: "이미 본 상품은 계속 볼 수 있고, 나머지는 다시 연결되면 볼 수 있어요."
        case .tooLargeTitle: "한 번에 보내기에는 용량이 너무 커요"
        case .tooLarge: "사진 수를 줄이거나 더 작은 사진을 올려 주세요."
        case .busyTitle: "지금은 접속자가 많아요"
        case .busy: "잠시 후 다시 시도해 주세요."
        case .expiredTitle: "페이지가 만료됐어요"
        case .expired: "저장되지 않았어요. 뒤로 가서 새로고침한 뒤 다시 시도해 주세요."
        case .cookiesTitle: "쿠키가 필요해요"
        case .cookiesNeeded: "브라우저가 쿠키를 보내지 않아 저장할 수 없어요. 이 사이트의 쿠키를 허용한 뒤 다시 시도해 주세요."
        }
    }

    func name(of reason: ReportReason) -> String {
        switch reason {
        case .scam: "사기가 의심돼요"
        case .prohibited: "팔면 안 되는 물건이에요"
        case .counterfeit: "가짜 상품이에요"
        case .offensive: "불쾌한 내용이 있어요"
        case .personalData: "다른 사람의 개인정보가 있어요"
        case .illegal: "불법 콘텐츠예요"
        case .other: "다른 이유가 있어요"
        }
    }

    func currency(_ currency: Currency) -> String {
        switch currency {
        case .krw: "원 (KRW)"
        case .usd: "달러 (USD)"
        case .jpy: "엔 (JPY)"
        case .eur: "유로 (EUR)"
        case .gbp: "파운드 (GBP)"
        case .cny: "위안 (CNY)"
        case .hkd: "홍콩 달러 (HKD)"
        default: currency.rawValue
        }
    }

    func productCount(_ count: Int, _ grouped: String, isCapped: Bool) -> String {
        isCapped ? "상품 \(grouped)개 이상" : "상품 \(grouped)개"
    }

    func renamed(to name: String) -> String { "운영자가 판매자 이름을 바꿨어요. 새 이름: \(name)" }
    func willBeDeleted(on day: String) -> String { "\(day)에 완전히 삭제돼요." }
    func blockEnds(on day: String) -> String { "차단은 \(day)에 끝나요." }
    func goneProduct(number: Int64) -> String { "\(number)번 상품" }
    func cheaper(by amount: String) -> String { "찜했을 때보다 \(amount) 싸졌어요" }
    func dearer(by amount: String) -> String { "찜했을 때보다 \(amount) 비싸졌어요" }
    func nothingFound(for text: String) -> String { "‘\(text)’ 검색 결과가 없어요" }
    func foundInstead(for text: String) -> String { "대신 ‘\(text)’ 검색 결과를 보여 드려요" }
    func resultsTitle(for text: String) -> String { "‘\(text)’ 검색 결과" }
    func image(_ number: Int, of count: Int, _ name: String) -> String {
        count == 1 ? "\(name) 사진" : "\(name) 사진, \(count)장 중 \(number)번째"
    }
    func showImage(_ number: Int) -> String { "\(number)번째 사진 보기" }
    func removeImage(_ number: Int) -> String { "\(number)번째 사진 삭제" }
    func copy(_ detail: String) -> String { "\(detail) 복사" }
    func sellerSince(_ month: String) -> String { "\(month)부터 판매하고 있어요" }
    func listed(_ age: String) -> String { "\(age) 등록" }
    func imageLimit(_ count: Int) -> String { "사진은 \(count)장까지 올릴 수 있어요. 첫 번째 사진이 대표 사진이에요." }
    func removeFilter(_ name: String) -> String { "\(name) 조건 빼기" }
    func quoted(_ text: String) -> String { "‘\(text)’" }
    func deleted(_ name: String) -> String { "‘\(name)’ 상품을 삭제했어요." }
    func choose(_ name: String) -> String { "‘\(name)’ 선택" }
    func chooseAll(_ count: Int) -> String { "이 페이지의 \(count)개 모두 선택" }
    func more(for name: String) -> String { "‘\(name)’ 더 보기" }
    func about(_ name: String, _ text: String) -> String { "‘\(name)’: \(text)" }
    func isReserved(until day: String) -> String { "\(day)까지 예약 중이에요." }
    func isRenewed(until day: String) -> String { "\(day)까지 연장했어요." }
    func reservedUntil(_ day: String) -> String { "\(day)까지" }
    func soldOn(_ day: String) -> String { day }
    func expiredOn(_ day: String) -> String { day }
    func atLeast(_ price: String) -> String { "\(price) 이상" }
    func atMost(_ price: String) -> String { "\(price) 이하" }
    func expiresOn(_ day: String) -> String { "\(day)까지 판매" }
    func leftOutAsGone(_ count: Int) -> String { "이제 볼 수 없는 상품 \(count)개는 뺐어요." }
    func leftOutBeyond(_ limit: Int) -> String { "한 번에 \(limit)개까지 인쇄할 수 있어서 나머지는 뺐어요." }
    func sheet(_ number: Int, of count: Int) -> String { "\(count)장 중 \(number)번째 장" }
    func listingsHere(of seller: String, _ count: String) -> String { "이 브라우저의 판매자: ‘\(seller)’ (\(count))" }
    func receiveQuestion(of seller: String, _ count: String) -> String {
        "‘\(seller)’ (\(count)) 상품이 이 브라우저의 ‘내 상품’에 나타나요. 원래 브라우저에서도 계속 관리할 수 있어요."
    }
    func browser(_ application: String?, on system: String?) -> String {
        switch (application, system) {
        case (let application?, let system?): "\(system)의 \(application)"
        case (let name?, nil), (nil, let name?): name
        case (nil, nil): "알 수 없는 브라우저"
        }
    }
    func since(_ day: String) -> String { "\(day)부터" }
    func changesWait(_ fields: [String]) -> String {
        "다음 항목을 바꾸면 운영자가 확인한 뒤에 다시 공개돼요: \(fields.joined(separator: ", "))"
    }
    func forget(_ browser: String) -> String { "\(browser) 해제" }
    func shallForget(_ browser: String) -> String { "‘\(browser)’ 브라우저를 해제할까요?" }
    func invitation(of seller: String, until day: String) -> String {
        "‘\(seller)’ 이름으로 상품을 등록할 수 있어요. 초대는 \(day)까지, 브라우저 한 곳에서 한 번만 쓸 수 있어요."
    }
    func sellsNow(as seller: String) -> String { "이제 ‘\(seller)’ 이름으로 판매할 수 있어요." }
    func replaceWarning(of seller: String, _ count: String) -> String {
        "지금 이 브라우저에 있는 ‘\(seller)’ (\(count)) 상품은 마켓에 그대로 남지만, 이 브라우저에서 더 이상 내 상품으로 보이지 않아요."
    }
    func code(of address: String) -> String { "\(address) QR 코드" }
}
