import MarketModels

extension Korean {
    func text(for string: ErrorString) -> String {
        switch string {
        case .unknownProduct: "없는 상품이에요."
        case .deletedProduct: "더 이상 판매하지 않는 상품이에요."
        case .wrongSecret: "비밀번호가 맞지 않아요. 확인하고 다시 입력해 주세요."
        case .invalidKey: "운영자의 키가 필요해요. 이 키는 끝났거나 없는 키예요."
        case .invalidRight: "이 브라우저나 링크로는 이 상품을 관리할 수 없어요. 비밀번호를 입력해 주세요."
        case .missingIdentifier: "‘identifier’ 헤더에 판매자의 UUID를 넣어 보내 주세요."
        case .registrationClosed: "이 마켓은 지금 새 판매자를 받지 않아요."
        case .vendorBlocked: "지금은 이 판매자로 상품을 등록하거나 수정할 수 없어요."
        case .invalidToken: "만료됐거나 이미 사용한 삭제 링크예요. 비밀번호로 다시 받아 주세요."
        case .versionConflict: "그사이 이 상품이 수정됐어요. 바뀐 내용을 확인한 뒤 다시 수정해 주세요."
        case .requestInFlight: "같은 요청을 이미 처리하고 있어요. 잠시 후 다시 시도해 주세요."
        case .keyReused: "이 Idempotency-Key는 이미 다른 요청에 사용됐어요. 새 키를 사용해 주세요."
        case .tooSlow: "찾는 데 시간이 너무 오래 걸려요. 조건을 더 자세히 입력하거나 잠시 후 다시 시도해 주세요."
        case .busy: "지금은 요청이 많아요. 잠시 후 다시 시도해 주세요."
        case .storageFull: "마켓의 저장 공간이 부족해서 저장하지 못했어요."
        case .damaged: "데이터가 손상되어 보여 드릴 수 없어요."
        case .readOnly: "마켓의 데이터가 손상되어 복구될 때까지 저장할 수 없어요."
        case .outcomeUnknown: "저장됐는지 아직 확인할 수 없어요. 잠시 후 확인한 뒤 다시 시도해 주세요."
        case .unavailable: "지금은 마켓을 이용할 수 없어요. 잠시 후 다시 시도해 주세요."
        case .internalError: "문제가 생겼어요. 잠시 후 다시 시도해 주세요."
        case .unknownPath: "없는 주소예요. 주소를 확인해 주세요."
        case .headersTooLong: "요청의 주소나 헤더가 너무 길어요."
        case .methodNotAllowed: "이 주소에서 지원하지 않는 메서드예요."
        case .crossSite:
            "다른 사이트에서 보낸 요청이라 처리하지 않았어요. 이 마켓의 페이지에서 보냈다면 프록시가 ‘Host’ 헤더를 전달하지 않는 것일 수 있어요."
        case .expiredForm: "페이지가 만료됐거나 쿠키가 꺼져 있어요. 새로고침한 뒤 다시 시도해 주세요."
        case .unreadableRequest: "요청을 읽을 수 없어요. 형식을 확인해 주세요."
        case .bodyTooLarge: "한 번에 보내기에는 용량이 너무 커요."
        case .interrupted: "요청이 도중에 끊겼어요. 다시 시도해 주세요."
        }
    }

    func askOperator(at contact: String) -> String { "운영자에게 문의해 주세요: \(contact)" }
    func tellOperator(at contact: String?) -> String {
        contact.map { "운영자에게 알려 주세요: \($0)" } ?? "운영자에게 알려 주세요."
    }

    func text(for sentence: ErrorSentence) -> String {
        switch sentence {
        case .tooManyAttempts(let seconds):
            "비밀번호를 여러 번 잘못 입력했어요. \(text(seconds)) 후에 다시 시도해 주세요."
        case .tooManyRequests(let seconds): "요청이 너무 많아요. \(text(seconds)) 후에 다시 시도해 주세요."
        case .tooManyReports(let seconds):
            "아직 신고를 보내지 못했어요. 같은 네트워크에서 보낸 신고가 많아요. \(text(seconds)) 후에 다시 보내 주세요."
        case .contactWithheld(.reserved): "예약 중인 상품이라 연락처를 볼 수 없어요. 예약이 풀리면 다시 볼 수 있어요."
        case .contactWithheld: "판매가 끝난 상품이라 연락처를 볼 수 없어요."
        case .unusableHeader(let name): "‘\(name)’ 헤더의 값이 올바르지 않아요."
        case .unusableParameter(let name): "‘\(name)’ 파라미터의 값이 올바르지 않아요."
        case .bodyTooLarge(let maximum):
            "용량이 너무 커요. 한 번에 \(size(maximum))까지 보낼 수 있어요."
        }
    }

    private func text(_ seconds: Int) -> String {
        switch WaitDuration(seconds: seconds) {
        case .seconds(let count): "\(count)초"
        case .minutes(let count): "\(count)분"
        case .hours(let count): "\(ProductTexts.grouped(count))시간"
        }
    }

    /// Returns a number of bytes without the space before its unit, as is usual in Korean.
    private func size(_ byteCount: Int) -> String { ByteAmount(byteCount).text.filter { $0 != " " } }

    func sentence(_ problem: LifecycleProblem) -> String {
        switch problem {
        case .unknownState: "고를 수 있는 상태는 open, reserved, sold, hidden이에요."
        case .unreadableDay: "날짜를 2026-11-30처럼 입력해 주세요."
        case .noteTooLong(let maximum): "메모는 \(ProductTexts.grouped(maximum))자까지 쓸 수 있어요."
        case .unreadableNote: "메모에 저장할 수 없는 문자가 있어요. 그 문자를 지우고 다시 시도해 주세요."
        case .cannotFollow(.expired, _): "기간이 끝난 상품이에요. 먼저 기간을 연장해 주세요."
        case .cannotFollow(.hidden, _): "숨긴 상품이에요. 먼저 다시 공개해 주세요."
        case .cannotFollow(.sold, _): "판매가 끝난 상품이에요. 먼저 판매 중으로 바꿔 주세요."
        case .cannotFollow: "지금은 그 상태로 바꿀 수 없어요."
        case .held(.hidden): "운영자가 숨긴 상품이에요. 운영자가 공개해야 다시 보여요."
        case .held(.removed): "운영자가 내린 상품이에요. 운영자가 공개해야 다시 보여요."
        case .held(.waiting): "승인을 기다리는 상품이에요. 운영자가 승인한 뒤에 상태를 바꿀 수 있어요."
        case .held(.reports): "신고된 상품이에요. 운영자가 확인한 뒤에 상태를 바꿀 수 있어요."
        case .held(.changeAsked): "운영자가 수정을 요청한 상품이에요. 수정한 내용을 운영자가 확인한 뒤에 상태를 바꿀 수 있어요."
        case .held(.contact): "운영자가 차단한 연락처가 있어서 숨겨진 상품이에요."
        case .held(.blocked): "운영자가 판매자를 차단해서 숨겨진 상품이에요."
        case .locked: "운영자가 잠근 상품이라 바꿀 수 없어요."
        case .dayInThePast(let today, let zone):
            "예약 날짜를 오늘(\(ProductTexts(language: .korean).day(today)))이나 그 이후로 골라 주세요. 날짜는 \(zone) 시간 기준이에요."
        case .dayTooFarAhead(let maximum): "예약은 \(ProductTexts.grouped(maximum))일 뒤까지 할 수 있어요."
        case .cannotRenew: "판매가 끝난 상품은 기간을 연장할 수 없어요."
        case .notForSale: "판매 중이거나 예약 중인 상품만 끌어올릴 수 있어요."
        case .bumpedRecently(let days): "\(ProductTexts.grouped(days))일 후에 다시 끌어올릴 수 있어요."
        }
    }

    func sentence(_ problem: ReportProblem) -> String {
        switch problem {
        case .unknownReason: "이유를 골라 주세요."
        case .missingText: "무엇이 문제인지 적어 주세요."
        case .missingGoodFaith: "불법 콘텐츠를 신고하려면 내용이 정확하다고 확인해 주세요."
        case .tooLong(_, let maximum): "\(ProductTexts.grouped(maximum))자까지 쓸 수 있어요."
        case .unreadable: "저장할 수 없는 문자가 있어요. 그 문자를 지우고 다시 시도해 주세요."
        case .unusableMail: "이메일을 name@example.com처럼 입력해 주세요."
        }
    }

    func sentence(_ problem: ErrorTexts.BodyProblem) -> String {
        func noun(_ part: String?) -> String { part.map { "‘\($0)’ 파트" } ?? "요청 본문" }
        return switch problem {
        case .empty(let part): "\(noun(part).with(.subject)) 비어 있어요."
        case .invalidJSON(let part, let offset): "\(noun(part).with(.subject)) 올바른 JSON이 아니에요(바이트 \(offset))."
        case .unfinishedJSON(let part): "\(noun(part))의 JSON이 도중에 끊겼어요."
        case .tooDeepJSON(let part, let maximum): "\(noun(part))의 JSON이 너무 깊어요. \(maximum)단계까지 쓸 수 있어요."
        case .tooLongValue(let part, let key):
            key.map { "‘\($0)’의 값이 너무 길어요." } ?? "\(noun(part).with(.subject)) 너무 길어요."
        case .textForObject(let part): "\(noun(part).with(.topic)) 문자열이 아니라 JSON 객체여야 해요."
        case .repeatedPart(let part): "\("‘\(part)’".with(.topic)) 파트 하나로 보내 주세요."
        case .noBoundary: "요청 본문에 multipart 경계가 없어요."
        case .tooMuchBeforeParts: "첫 multipart 경계 앞에 내용이 너무 많아요."
        case .tooManyParts(let maximum): "파트가 너무 많아요. \(ProductTexts.grouped(maximum))개까지 보낼 수 있어요."
        case .tooLongPartHeader(let maximum): "파트의 헤더가 너무 길어요. \(size(maximum))까지 보낼 수 있어요."
        }
    }

    func sentence(for image: ErrorTexts.ImageSubject, _ problem: ErrorTexts.ImageProblem) -> String {
        let name =
            switch image {
            case .picture(let number): "\(number)번째 사진"
            case .file(let name): "‘\(name)’ 사진"
            case .logo: "로고"
            }
        let (picture, object) = (name.with(.subject), name.with(.object))
        return switch problem {
        case .empty: "\(picture) 비어 있어요. 다른 사진을 골라 주세요."
        case .unknownFormat: "\(object) 열 수 없어요. JPEG, PNG, GIF, WebP, HEIC 사진을 골라 주세요."
        case .tooManyBytes(let maximum):
            "\(picture) 너무 커요. \(size(maximum)) 이하의 사진을 골라 주세요."
        case .tooManyPixels(let width, let height, let maximum):
            "\(picture) 너무 커요(\(ProductTexts.grouped(width))×\(ProductTexts.grouped(height))픽셀). "
                + "\(large(maximum)) 픽셀 이하의 사진을 골라 주세요."
        case .tooLongSide(let width, let height, let maximum):
            "\(picture) 너무 커요(\(ProductTexts.grouped(width))×\(ProductTexts.grouped(height))픽셀). "
                + "가로와 세로가 각각 \(ProductTexts.grouped(maximum))픽셀 이하인 사진을 골라 주세요."
        case .tooCostly: "\(object) 처리할 수 없어요. JPEG로 다시 저장해서 골라 주세요."
        case .damaged: "\(picture) 손상됐어요. 다른 사진을 골라 주세요."
        }
    }

    /// `5,000만`, `1억`.
    private func large(_ count: Int) -> String {
        count.isMultiple(of: 100_000_000)
            ? "\(ProductTexts.grouped(count / 100_000_000))억" : "\(ProductTexts.grouped(count / 10_000))만"
    }

    func sentence(_ field: ListingField, _ reason: ListingProblem.Reason) -> String {
        let noun = noun(field)
        return switch reason {
        case .missing: missing(field)
        case .blank: "\(noun.with(.object)) 입력해 주세요. 공백이나 보이지 않는 문자만 쓸 수는 없어요."
        case .tooLong(let maximum) where field == .password:
            // The limit is in bytes; Latin letters and digits take one byte each.
            "\(noun.with(.topic)) 영문과 숫자로 \(ProductTexts.grouped(maximum))자까지 쓸 수 있어요."
        case .tooLong(let maximum): "\(noun.with(.topic)) \(ProductTexts.grouped(maximum))자까지 쓸 수 있어요."
        case .tooShort(let minimum): "\(noun.with(.topic)) \(ProductTexts.grouped(minimum))자 이상으로 정해 주세요."
        case .tooCommon: "누구나 쉽게 맞힐 수 있는 \(noun)예요. 다른 \(noun.with(.object)) 정해 주세요."
        case .unreadableText: "\(noun)에 저장할 수 없는 문자가 있어요. 그 문자를 지우고 다시 시도해 주세요."
        case .wrongKind: "\(noun)의 형식이 올바르지 않아요."
        case .notANumber where field == .keptImages || field == .thumbnail: "\(noun.with(.topic)) 사진의 id로 보내 주세요."
        case .notANumber: "\(noun.with(.topic)) 숫자로 입력해 주세요."
        case .ambiguousSeparator:
            "\(noun.with(.object)) 두 가지로 읽을 수 있어요. 12000처럼, 소수는 19.99처럼 입력해 주세요."
        case .negative: "\(noun.with(.topic)) 0 이상으로 입력해 주세요."
        case .tooLarge where field == .price: "\(noun.with(.subject)) 너무 높아요. 더 작은 숫자를 입력해 주세요."
        case .tooLarge where field == .stock: "\(noun.with(.subject)) 너무 많아요. 더 작은 숫자를 입력해 주세요."
        case .tooLarge: "\(noun.with(.subject)) 너무 커요. 더 작은 숫자를 입력해 주세요."
        case .tooPrecise where field == .price || field == .discount:
            "\(noun.with(.topic)) 원화와 엔화는 정수로, 다른 통화는 대부분 소수점 둘째 자리까지 입력해 주세요."
        case .tooPrecise: "\(noun.with(.topic)) 정수로 입력해 주세요."
        case .fraction: "이 마켓에서는 \(noun.with(.object)) 정수로 입력해 주세요."
        case .unknownCurrency: "이 마켓에서 쓸 수 없는 \(noun)예요. 다른 \(noun.with(.object)) 골라 주세요."
        case .unknownChoice: "고를 수 없는 \("\(noun)".with(.subject)) 들어 있어요. 다시 골라 주세요."
        case .otherCurrency: "\(noun)의 통화가 선택한 통화와 달라요. 통화를 먼저 골라 주세요."
        case .discountAbovePrice: "\(noun.with(.topic)) 가격보다 클 수 없어요."
        case .tooFew(let minimum) where field == .images:
            minimum == 1 ? missing(field) : "사진을 \(ProductTexts.grouped(minimum))장 이상 추가해 주세요."
        case .tooFew(let minimum): "\(noun.with(.topic)) \(ProductTexts.grouped(minimum)) 이상이어야 해요."
        case .tooMany(let maximum) where field == .images: "사진은 \(ProductTexts.grouped(maximum))장까지 올릴 수 있어요."
        case .tooMany(let maximum): "\(noun.with(.topic)) \(ProductTexts.grouped(maximum)) 이하여야 해요."
        case .outOfBounds(let bounds):
            "\(noun.with(.topic)) \(bounds.lowerBound)부터 \(bounds.upperBound)까지 입력할 수 있어요."
        case .unknownImage where field == .keptImages: "\(noun)에 이 상품의 사진이 아닌 것이 있어요."
        case .unknownImage: "\(noun.with(.topic)) 이 상품의 사진 중에서 골라 주세요."
        case .blocked where field != .contact: "\(noun)에 이 마켓에서 쓸 수 없는 연락처가 있어요."
        case .blocked: "이 마켓에서는 쓸 수 없는 연락처예요."
        case .reserved: "이미 쓰고 있는 이름이에요. 다른 이름을 써 주세요."
        case .otherName(let name): "이 브라우저에서는 ‘\(name)’ 이름으로 판매하고 있어요. 이 이름을 써 주세요. 이름은 마켓 운영자만 바꿀 수 있어요."
        case .repeatedImage: "\(noun)에 같은 사진이 두 번 들어 있어요."
        case .unreadableImage: "base64로 읽을 수 없는 사진이 있어요."
        }
    }

    private func missing(_ field: ListingField) -> String {
        FieldTexts(field, .korean).missing ?? "\(noun(field).with(.object)) 입력해 주세요."
    }

    private func noun(_ field: ListingField) -> String { FieldTexts(field, .korean).subject }
}
