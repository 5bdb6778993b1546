import MarketAPI
public import MarketModels

/// An unfinished edit of a product, as it is kept on this device. It contains no password.
public struct EditDraft: Hashable, Sendable {
    /// The form with the product that it is based on, so that changes made elsewhere in the meantime are detected.
    public let form: EditForm
    /// When it was saved.
    public let savedAt: Timestamp

    /// The product's identifier.
    public var id: Product.ID { form.base.id }

    /// Creates a draft. Added images above ``DraftLimits/maximumImageCount`` are left out.
    public init(_ form: EditForm, savedAt: Timestamp) {
        var form = form
        form.typed.password = ""
        var room = DraftLimits.maximumImageCount
        form.images = form.images.filter { image in
            guard image.added != nil else { return true }
            room -= 1
            return room >= 0
        }
        self.form = form
        self.savedAt = savedAt
    }

    /// Returns whether a draft comes before another in lists: last saved first.
    static func isBefore(_ left: EditDraft, _ right: EditDraft) -> Bool {
        (left.savedAt, left.id) > (right.savedAt, right.id)
    }
}
