public import MarketModels

/// A store for the unfinished listings and edits of one market on this device. ``FileDraftStore`` keeps them in files,
/// ``MemoryDraftStore`` until the app ends.
///
/// A store has its own copies of the images, so the files that the user chose may disappear. An image that can't be read
/// when a draft is saved or loaded is left out.
public protocol DraftStoring: Sendable {
    /// Returns the unfinished new listing, or nil if there is none.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be read.
    func listing() async throws(DeviceStoreError) -> ListingDraft?

    /// Saves the unfinished new listing, replacing an earlier one.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be written; then the earlier one is unchanged.
    func save(_ draft: ListingDraft) async throws(DeviceStoreError)

    /// Removes the unfinished new listing with its images, if there is one.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be removed.
    func removeListing() async throws(DeviceStoreError)

    /// Returns the unfinished edit of a product, or nil if there is none.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be read.
    func edit(of id: Product.ID) async throws(DeviceStoreError) -> EditDraft?

    /// Returns the unfinished edits, last saved first; at most ``DraftLimits/maximumEditCount``.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if they can't be read.
    func edits() async throws(DeviceStoreError) -> [EditDraft]

    /// Saves an unfinished edit, replacing an earlier one of the same product. When there are more than
    /// ``DraftLimits/maximumEditCount`` edits, the one that was saved longest ago is removed.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be written; then the earlier one is unchanged.
    func save(_ draft: EditDraft) async throws(DeviceStoreError)

    /// Removes the unfinished edit of a product with its images, if there is one.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be removed.
    func removeEdit(of id: Product.ID) async throws(DeviceStoreError)
}

/// The limits of drafts.
public enum DraftLimits {
    /// The maximum number of unfinished edits in a market; there is at most one unfinished new listing.
    public static let maximumEditCount = 20
    /// The maximum number of images to upload in a draft.
    public static let maximumImageCount = ListingRules.maximumImageCount
}
