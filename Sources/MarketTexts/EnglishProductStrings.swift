import MarketModels

extension English {
    private static let months = [
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ]

    var soldOut: String { "Sold out" }
    var justNow: String { "Just now" }
    var free: String { "Free" }

    func price(_ amount: String, _ currency: Currency) -> String {
        switch currency {
        case .krw: "₩\(amount)"
        case .usd: "$\(amount)"
        case .jpy: "¥\(amount)"
        case .eur: "€\(amount)"
        case .gbp: "£\(amount)"
        case .cny: "CN¥\(amount)"
        case .hkd: "HK$\(amount)"
        default: "\(currency.rawValue)\u{A0}\(amount)"
        }
    }

    func reduced(from price: String) -> String { "Reduced · lowest in the 30 days before: \(price)" }
    func stock(_ count: String) -> String { "In stock: \(count)" }

    func age(_ count: Int, _ unit: AgeUnit) -> String {
        let name =
            switch unit {
            case .year: "year"
            case .month: "month"
            case .week: "week"
            case .day: "day"
            case .hour: "hour"
            case .minute: "minute"
            }
        return count == 1 ? "1 \(name) ago" : "\(count) \(name)s ago"
    }

    func state(_ kind: ListingState.Kind) -> String {
        switch kind {
        case .open: "For sale"
        case .reserved: "Reserved"
        case .sold: "Sold"
        case .hidden: "Hidden"
        case .expired: "Expired"
        }
    }

    func day(year: Int, month: Int, day: Int) -> String { "\(Self.months[month - 1]) \(day), \(year)" }
    func month(year: Int, month: Int) -> String { "\(Self.months[month - 1]) \(year)" }
}
