import MarketModels

struct KoreanErrorWords: ErrorWords {
    let unknownProduct = "없는 상품이에요."
    let withdrawnProduct = "더 이상 판매하지 않는 상품이에요."
    let wrongSecret = "비밀번호가 이 상품의 것과 달라요. 확인하고 다시 시도해 주세요."
    let missingIdentifier = "'identifier' 헤더에 판매자의 UUID를 보내 주세요."
    let registrationClosed = "이 마켓은 새 판매자를 받지 않아요. 운영자에게 문의해 주세요."
    let vendorBlocked = "지금은 이 판매자로 상품을 등록할 수 없어요. 운영자에게 문의해 주세요."
    let deadToken = "삭제 링크가 더 이상 유효하지 않아요. 비밀번호로 다시 요청해 주세요."
    let versionConflict = "그사이 다른 사람이 이 상품을 수정했어요. 다시 확인한 뒤 수정해 주세요."
    let requestUnderWay = "같은 요청을 이미 처리하고 있어요. 잠시 후 다시 시도해 주세요."
    let keyReused = "이 Idempotency-Key는 다른 내용의 요청에 쓰였어요. 새 키를 사용해 주세요."
    let busy = "지금은 요청이 너무 많아요. 잠시 후 다시 시도해 주세요."
    let storageFull = "마켓의 저장 공간이 가득 찼어요. 저장되지 않았으니 운영자에게 알려 주세요."
    let unavailable = "지금은 마켓이 응답할 수 없어요. 잠시 후 다시 시도해 주세요."
    let internalError = "문제가 생겼어요. 잠시 후 다시 시도해 주세요."
    let unknownPath = "이 주소에는 아무것도 없어요."
    let methodNotAllowed = "이 주소에서는 할 수 없는 요청이에요."
    let expiredForm = "양식이 너무 오래되었거나 쿠키가 꺼져 있어요. 페이지를 새로 고친 뒤 다시 보내 주세요."
    let unreadableRequest = "요청을 읽을 수 없어요."
    let bodyTooLarge = "한 번에 보내기에는 너무 커요."
    let interrupted = "요청이 끝까지 도착하지 않았어요."

    func tooManyAttempts(seconds: Int) -> String {
        "비밀번호를 너무 여러 번 틀렸어요. \(seconds)초 후에 다시 시도해 주세요."
    }

    func tooManyRequests(seconds: Int) -> String {
        "요청이 너무 많아요. \(seconds)초 후에 다시 시도해 주세요."
    }

    func unusableHeader(name: String) -> String {
        "'\(name)' 헤더의 값을 사용할 수 없어요."
    }

    func unusableParameter(name: String) -> String {
        "'\(name)' 매개변수의 값을 사용할 수 없어요."
    }

    func unreadableBody(detail: String) -> String {
        "요청 본문을 읽을 수 없어요: \(detail)."
    }

    func bodyTooLarge(megabytes: Int) -> String {
        "한 번에 보내기에는 너무 커요. 최대 \(megabytes)MB까지 보낼 수 있어요."
    }

    func sentence(forImage number: Int, _ problem: ErrorTexts.ImageProblem) -> String {
        switch problem {
        case .empty: "\(number)번째 사진이 비어 있어요."
        case .unknownFormat: "\(number)번째 파일은 사진으로 볼 수 없어요. JPEG, PNG, GIF, WebP, HEIC를 사용해 주세요."
        case .tooManyBytes(let maximum): "\(number)번째 사진이 너무 커요. 최대 \(maximum / 1_000_000)MB예요."
        case .tooManyPixels(let width, let height, let maximum):
            "\(number)번째 사진이 너무 커요. \(width) × \(height) 픽셀인데 최대 \(maximum / 10_000)만 픽셀이에요."
        case .damaged: "\(number)번째 사진이 손상되어 온전히 볼 수 없어요."
        }
    }

    func name(of field: ListingProblem.Field) -> String {
        switch field {
        case .name: "상품 이름"
        case .description: "상품 설명"
        case .price: "가격"
        case .currency: "통화"
        case .discount: "할인 금액"
        case .stock: "재고"
        case .secret: "비밀번호"
        case .images: "사진 수"
        case .keptPictures: "남길 사진 목록"
        case .contact: "연락처"
        case .thumbnail: "대표 사진"
        case .vendorName: "판매자 이름"
        case .parameters: "'params' 부분"
        }
    }

    func sentence(_ field: String, _ reason: ListingProblem.Reason) -> String {
        switch reason {
        case .missing: "\(field): 입력해 주세요."
        case .blank: "\(field): 빈칸만으로는 안 돼요."
        case .tooLong(let maximum): "\(field): 최대 \(maximum)자까지 쓸 수 있어요."
        case .unreadableText: "\(field): 저장할 수 없는 문자가 있어요."
        case .wrongKind: "\(field): 형식이 맞지 않아요."
        case .notANumber: "\(field): 숫자로 입력해 주세요."
        case .negative: "\(field): 0보다 작을 수 없어요."
        case .tooLarge: "\(field): 너무 커요."
        case .tooPrecise: "\(field): 소수점 아래 자릿수가 너무 많아요."
        case .fraction: "\(field): 이 마켓에서는 소수점 없이 입력해 주세요."
        case .unknownCurrency: "\(field): KRW 또는 USD만 쓸 수 있어요."
        case .discountAbovePrice: "\(field): 가격보다 클 수 없어요."
        case .tooFew(let minimum): "\(field): 최소 \(minimum)장이 필요해요."
        case .tooMany(let maximum): "\(field): 최대 \(maximum)장까지예요."
        case .unknownPicture: "\(field): 이 상품의 사진이 아니에요."
        case .repeatedPicture: "\(field): 같은 사진이 두 번 들어 있어요."
        case .unreadablePicture: "\(field): base64가 아닌 사진이 있어요."
        }
    }
}
