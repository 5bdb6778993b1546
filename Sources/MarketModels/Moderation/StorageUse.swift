/// How much a market has stored.
public struct StorageUse: Hashable, Sendable {
    /// Nil if the store doesn't say.
    public let database: StoredSize?
    /// Nil for an object store.
    public let images: StoredSize?

    public init(database: StoredSize?, images: StoredSize?) {
        self.database = database
        self.images = images
    }
}

/// How much something takes on a disk.
public struct StoredSize: Hashable, Sendable {
    public let byteCount: Int64
    /// How much more that disk could take; nil if that isn't known here.
    public let freeByteCount: Int64?

    public init(byteCount: Int64, freeByteCount: Int64?) {
        self.byteCount = byteCount
        self.freeByteCount = freeByteCount
    }
}
