import MarketAPI
import MarketModels

/// Reads the query of a list: the filter, and the cursor. What was read is written as an address and read again.
struct QueryTarget {
    /// - Returns: a description of the failure, or nil.
    func run(_ input: FuzzInput) -> String? {
        let fields = URLEncodedFields(String(decoding: input.bytes, as: UTF8.self))
        let (filter, unusable) = AttributeFilter.reading(currency: .krw) { fields[$0.rawValue] }
        if Set(unusable).count != unusable.count { return "a parameter is named twice: \(unusable)" }
        if let problem = checkBounds(filter) ?? checkAgain(filter) { return problem }
        return fields["cursor"].flatMap { checkCursor($0) }
    }

    private func checkBounds(_ filter: AttributeFilter) -> String? {
        if let category = filter.category, !Category.isSlug(category) { return "a category that is none" }
        if filter.place.unicodeScalars.count > 60 { return "a place out of bounds" }
        guard let price = filter.price else { return nil }
        let bounds = 0...Money.maximumMinorUnits
        return bounds ~= price.minimum && price.maximum.map { bounds ~= $0 } ?? true ? nil : "a price out of bounds"
    }

    private func checkAgain(_ filter: AttributeFilter) -> String? {
        let parameters = Dictionary(uniqueKeysWithValues: filter.parameters)
        let (again, unusable) = AttributeFilter.reading(currency: .krw) { parameters[$0] }
        if !unusable.isEmpty { return "read again, it can't be used: \(unusable)" }
        var expected = filter
        // A range that leaves nothing out isn't in an address.
        if let price = expected.price, price.minimum == 0, price.maximum == nil { expected.price = nil }
        return again == expected ? nil : "read again, it is another filter"
    }

    private func checkCursor(_ text: String) -> String? {
        guard let cursor = CursorCoding.cursor(from: text) else { return nil }
        if CursorCoding.cursor(from: CursorCoding.text(of: cursor)) != cursor {
            return "read again, it is another cursor"
        }
        if case .afterPrice(let place) = cursor, !(0...Money.maximumMinorUnits ~= place.amount.minorUnits) {
            return "a cursor's price out of bounds"
        }
        return nil
    }
}
