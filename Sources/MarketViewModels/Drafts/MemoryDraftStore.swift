import Foundation
import MarketClient
public import MarketModels

/// A draft store in memory, for previews and tests.
public actor MemoryDraftStore: DraftStoring {
    private var newListing: ListingDraft?
    private var saved: [Product.ID: EditDraft] = [:]

    /// Creates an empty store.
    public init() {}

    /// Returns the unfinished new listing, or nil if there is none.
    public func listing() throws(DeviceStoreError) -> ListingDraft? { newListing }

    /// Saves the unfinished new listing, replacing an earlier one.
    public func save(_ draft: ListingDraft) throws(DeviceStoreError) {
        newListing = ListingDraft(
            typed: draft.typed,
            images: draft.images.compactMap { $0.inMemory() },
            keepsSecret: draft.keepsSecret,
            key: draft.key,
            savedAt: draft.savedAt
        )
    }

    /// Removes the unfinished new listing, if there is one.
    public func removeListing() throws(DeviceStoreError) { newListing = nil }

    /// Returns the unfinished edit of a product, or nil if there is none.
    public func edit(of id: Product.ID) throws(DeviceStoreError) -> EditDraft? { saved[id] }

    /// Returns the unfinished edits, last saved first.
    public func edits() throws(DeviceStoreError) -> [EditDraft] { saved.values.sorted(by: EditDraft.isBefore) }

    /// Saves an unfinished edit, replacing an earlier one of the same product.
    public func save(_ draft: EditDraft) throws(DeviceStoreError) {
        var form = draft.form
        form.images = form.images.compactMap { image in
            guard let added = image.added else { return image }
            return added.inMemory().map { .added($0) }
        }
        saved[draft.id] = EditDraft(form, savedAt: draft.savedAt)
        let others = saved.values.filter { $0.id != draft.id }.sorted(by: EditDraft.isBefore)
        for old in others.dropFirst(DraftLimits.maximumEditCount - 1) { saved[old.id] = nil }
    }

    /// Removes the unfinished edit of a product, if there is one.
    public func removeEdit(of id: Product.ID) throws(DeviceStoreError) { saved[id] = nil }
}

extension EditDraft {
    /// Returns whether a draft comes before another in lists: last saved first.
    static func isBefore(_ left: EditDraft, _ right: EditDraft) -> Bool {
        (left.savedAt, left.id) > (right.savedAt, right.id)
    }
}

extension AddedImage {
    /// Returns the bytes of the image, or nil if its file can't be read.
    var bytes: Data? {
        switch upload {
        case .bytes(let bytes): bytes
        case .file(let file): try? Data(contentsOf: file)
        }
    }

    /// Returns the image with its bytes in memory, or nil if its file can't be read.
    fileprivate func inMemory() -> AddedImage? { bytes.map { AddedImage(.bytes($0), id: id) } }
}
