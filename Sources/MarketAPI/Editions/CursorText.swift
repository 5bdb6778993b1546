public import MarketModels

/// A list cursor as text. It means nothing to clients; they hand back what they were given.
public enum CursorText {
    public static func text(of cursor: ListCursor) -> String {
        switch cursor {
        case .afterID(let id): "i" + String(id.rawValue, radix: 36)
        }
    }

    /// - Returns: nil for text that is no cursor of ours.
    public static func cursor(from text: some StringProtocol) -> ListCursor? {
        guard text.first == "i", let id = Int64(text.dropFirst(), radix: 36), id >= 0 else { return nil }
        return .afterID(Product.ID(rawValue: id))
    }
}
