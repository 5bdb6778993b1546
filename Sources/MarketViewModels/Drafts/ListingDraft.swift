public import Foundation
public import MarketModels

/// An unfinished new listing, as it is kept on this device. It contains no password.
public struct ListingDraft: Hashable, Sendable {
    /// The contents of the text fields; the password is empty.
    public let typed: TypedListing
    /// The images in order, at most ``DraftLimits/maximumImageCount``.
    public let images: [AddedImage]
    /// The idempotency key of the attempts to send it, so that it isn't listed twice if one of them arrived; nil before
    /// the first one.
    public let key: UUID?
    /// When it was saved.
    public let savedAt: Timestamp

    /// Creates a draft. The password is left out, as are images above ``DraftLimits/maximumImageCount``.
    ///
    /// - Parameter key: The idempotency key, or nil before the first attempt.
    public init(
        typed: TypedListing,
        images: [AddedImage],
        key: UUID? = nil,
        savedAt: Timestamp
    ) {
        var typed = typed
        typed.password = ""
        self.typed = typed
        self.images = Array(images.prefix(DraftLimits.maximumImageCount))
        self.key = key
        self.savedAt = savedAt
    }
}
