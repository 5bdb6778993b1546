import MarketModels

extension Korean {
    var soldOut: String { "품절" }
    var justNow: String { "방금 전" }
    var free: String { "나눔" }

    func price(_ amount: String, _ currency: Currency) -> String {
        switch currency {
        case .krw: "\(amount)원"
        case .usd: "$\(amount)"
        case .jpy: "\(amount)엔"
        case .eur: "€\(amount)"
        case .gbp: "£\(amount)"
        case .cny: "\(amount)위안"
        case .hkd: "HK$\(amount)"
        default: "\(amount)\u{A0}\(currency.rawValue)"
        }
    }

    func reduced(from price: String) -> String { "가격 인하 · 이전 30일 최저가 \(price)" }
    func stock(_ count: String) -> String { "재고: \(count)" }

    func age(_ count: Int, _ unit: AgeUnit) -> String {
        switch unit {
        case .year: "\(count)년 전"
        case .month: "\(count)개월 전"
        case .week: "\(count)주 전"
        case .day: "\(count)일 전"
        case .hour: "\(count)시간 전"
        case .minute: "\(count)분 전"
        }
    }

    func state(_ kind: ListingState.Kind) -> String {
        switch kind {
        case .open: "판매 중"
        case .reserved: "예약 중"
        case .sold: "판매 완료"
        case .hidden: "숨김"
        case .expired: "기간 만료"
        }
    }

    func day(year: Int, month: Int, day: Int) -> String { "\(year)년 \(month)월 \(day)일" }
    func month(year: Int, month: Int) -> String { "\(year)년 \(month)월" }
}
