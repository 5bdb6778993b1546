public import MarketModels

/// A list cursor as text. It means nothing to clients; they hand back what they were given.
public enum CursorText {
    public static func text(of cursor: ListCursor) -> String {
        switch cursor {
        case .afterID(let id): "i" + String(id.rawValue, radix: 36)
        case .afterAmount(let amount, let id): "a\(String(amount, radix: 36))-\(String(id.rawValue, radix: 36))"
        }
    }

    /// - Returns: nil for text that is no cursor of ours.
    public static func cursor(from text: some StringProtocol) -> ListCursor? {
        let numbers = text.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
            .map { Int64($0, radix: 36) }
        switch (text.first, numbers.count) {
        case ("i", 1):
            guard let id = numbers[0], id >= 0 else { return nil }
            return .afterID(Product.ID(rawValue: id))
        case ("a", 2):
            guard let amount = numbers[0], let id = numbers[1], amount >= 0, id >= 0 else { return nil }
            return .afterAmount(amount, Product.ID(rawValue: id))
        default:
            return nil
        }
    }
}
