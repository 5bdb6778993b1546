public import Foundation
import MarketAPI
import MarketClient
public import MarketModels

/// A store for the unfinished listings and edits of one market on this device, in a folder with a subfolder for each. A damaged
/// draft counts as missing and is renamed to `draft.damaged`.
///
/// The store has its own copies of the images, so the files that the user chose may disappear. An image that can't be read
/// when a draft is saved or loaded is left out.
public actor FileDraftStore {
    private let folder: URL

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - folder: The folder for all markets and, if the app likes, all stores. It is created when it is first needed,
    ///     with mode 0700, and must not be one that the system may empty.
    ///   - market: The base URL of the market, which has a subfolder.
    public init(folder: URL, market: URL) {
        self.folder = folder.appending(component: market.marketFolderName).appending(component: "drafts")
    }

    private var listingFolder: DraftFolder<ListingDraftRecord> {
        DraftFolder(url: folder.appending(component: "listing"))
    }

    private var editFolders: URL { folder.appending(component: "edits") }

    private func editFolder(_ id: Product.ID) -> DraftFolder<EditDraftRecord> {
        DraftFolder(url: editFolders.appending(component: String(id.rawValue)))
    }

    // MARK: New listing

    /// Returns the unfinished new listing, or nil if there is none. Its images are files of the store, which exist until
    /// the draft is removed.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be read.
    public func listing() throws(DeviceStoreError) -> ListingDraft? {
        let folder = listingFolder
        guard let record = try folder.record() else { return nil }
        return ListingDraft(
            typed: record.typed.typed,
            images: record.images.compactMap { folder.image($0) },
            key: record.key,
            savedAt: Timestamp(millisecondsSinceEpoch: record.savedAt)
        )
    }

    /// Saves the unfinished new listing, replacing an earlier one.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be written; then the earlier one is unchanged.
    public func save(_ draft: ListingDraft) throws(DeviceStoreError) {
        try listingFolder.save(draft.images) { stored in
            ListingDraftRecord(
                typed: TypedListingRecord(draft.typed),
                images: draft.images.map(\.id).filter { stored.contains($0) },
                key: draft.key,
                savedAt: draft.savedAt.millisecondsSinceEpoch
            )
        }
    }

    /// Removes the unfinished new listing with its images, if there is one.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be removed.
    public func removeListing() throws(DeviceStoreError) {
        try listingFolder.remove()
    }

    // MARK: Edits

    /// Returns the unfinished edit of a product, or nil if there is none. Its added images are files of the store, which
    /// exist until the draft is removed.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be read.
    public func edit(of id: Product.ID) throws(DeviceStoreError) -> EditDraft? {
        let folder = editFolder(id)
        guard let record = try folder.record(), record.base.id == id else { return nil }
        var base = record.base
        base.entityTag = record.entityTag
        let form = EditForm(
            base,
            contact: record.contact,
            typed: record.typed.typed,
            images: record.images.compactMap { image in
                switch image {
                case .kept(let image): .kept(image)
                case .added(let id): folder.image(id).map { .added($0) }
                }
            }
        )
        return EditDraft(form, savedAt: Timestamp(millisecondsSinceEpoch: record.savedAt))
    }

    /// Returns the unfinished edits, last saved first; at most ``DraftLimits/maximumEditCount``.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if they can't be read.
    public func edits() throws(DeviceStoreError) -> [EditDraft] {
        var drafts: [EditDraft] = []
        for id in try editIDs() { if let draft = try edit(of: id) { drafts.append(draft) } }
        return drafts.sorted(by: EditDraft.isBefore)
    }

    /// Saves an unfinished edit, replacing an earlier one of the same product. When there are more than
    /// ``DraftLimits/maximumEditCount`` edits, the one that was saved longest ago is removed.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be written; then the earlier one is unchanged.
    public func save(_ draft: EditDraft) throws(DeviceStoreError) {
        let form = draft.form
        try editFolder(draft.id).save(form.images.compactMap(\.added)) { stored in
            EditDraftRecord(
                base: form.base,
                entityTag: form.base.entityTag,
                contact: form.baseContact,
                typed: TypedListingRecord(form.typed),
                images: form.images.compactMap { image in
                    switch image {
                    case .kept(let image): .kept(image)
                    case .added(let image): stored.contains(image.id) ? .added(image.id) : nil
                    }
                },
                savedAt: draft.savedAt.millisecondsSinceEpoch
            )
        }
        try removeOldEdits(except: draft.id)
    }

    /// Removes the unfinished edit of a product with its images, if there is one.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be removed.
    public func removeEdit(of id: Product.ID) throws(DeviceStoreError) {
        try editFolder(id).remove()
    }

    private func editIDs() throws(DeviceStoreError) -> [Product.ID] {
        try RecordFolder<EditDraftRecord>.entries(of: editFolders)
            .compactMap { Int64($0) }.map { Product.ID(rawValue: $0) }
    }

    /// Removes the folders above the limit: first those without a readable draft, then those saved longest ago.
    private func removeOldEdits(except newest: Product.ID) throws(DeviceStoreError) {
        let ids = try editIDs()
        guard ids.count > DraftLimits.maximumEditCount else { return }
        let kept = try edits().map(\.id).filter { $0 != newest }.prefix(DraftLimits.maximumEditCount - 1) + [newest]
        for id in ids where !kept.contains(id) { try removeEdit(of: id) }
    }
}

/// The limits of drafts.
public enum DraftLimits {
    /// The maximum number of unfinished edits in a market; there is at most one unfinished new listing.
    public static let maximumEditCount = 20
    /// The maximum number of images to upload in a draft.
    public static let maximumImageCount = ListingRules.maximumImageCount
}
