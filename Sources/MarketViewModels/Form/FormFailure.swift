import MarketAPI
public import MarketClient

/// The reasons why a form was not sent successfully.
public enum FormFailure: Hashable, Sendable {
    /// A value is missing or invalid. The message is shown next to its field; nothing was sent.
    case incomplete
    /// The request failed.
    case failed(MarketClientError)
}

extension MarketClientError {
    /// Whether the market couldn't use one of the images: the reason is said at that image.
    var isAboutAnImage: Bool { refusal?.fields.contains { $0.index != nil } ?? false }
}
