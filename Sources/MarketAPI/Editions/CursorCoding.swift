public import MarketModels

/// Converts list cursors to and from text. The text is opaque to clients, which only send it back.
public enum CursorCoding {
    /// Returns the cursor as text that needs no escaping in a URL.
    public static func text(of cursor: ListCursor) -> String {
        switch cursor {
        case .afterID(let id): "i" + number(id.rawValue)
        case .afterBump(let place):
            ["b" + number(place.time.millisecondsSinceEpoch), number(place.id.rawValue)].joined(separator: "-")
        case .afterPrice(let place):
            [
                "p" + place.firstCurrency.rawValue, place.amount.currency.rawValue, number(place.amount.minorUnits),
                number(place.id.rawValue),
            ].joined(separator: "-")
        }
    }

    /// Reads a cursor.
    ///
    /// - Returns: nil for text that ``text(of:)`` can't have produced.
    public static func cursor(from text: some StringProtocol) -> ListCursor? {
        let parts = text.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
        switch (text.first, parts.count) {
        case ("i", 1):
            guard let id = number(parts[0]) else { return nil }
            return .afterID(Product.ID(rawValue: id))
        case ("b", 2):
            guard let time = number(parts[0]), let id = number(parts[1]) else { return nil }
            return .afterBump(
                BumpCursor(time: Timestamp(millisecondsSinceEpoch: time), id: Product.ID(rawValue: id))
            )
        case ("p", 4):
            guard let first = Currency(rawValue: String(parts[0])), let currency = Currency(rawValue: String(parts[1])),
                let amount = number(parts[2]), amount <= Money.maximumMinorUnits, let id = number(parts[3])
            else { return nil }
            return .afterPrice(
                PriceCursor(
                    firstCurrency: first,
                    amount: Money(minorUnits: amount, currency: currency),
                    id: Product.ID(rawValue: id)
                )
            )
        default:
            return nil
        }
    }

    private static let radix = 36
    private static func number(_ number: Int64) -> String { String(number, radix: radix) }
    private static func number(_ text: some StringProtocol) -> Int64? {
        Int64(text, radix: radix).flatMap { $0 >= 0 ? $0 : nil }
    }
}
