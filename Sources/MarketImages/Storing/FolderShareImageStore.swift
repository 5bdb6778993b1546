public import MarketCore
public import MarketModels

/// A store that keeps share images as files in a folder beside the images: `share/0c/12-ko-0123….jpg`.
///
/// A file appears under its name only when it is complete. It is verified against its hash whenever it is requested.
public struct FolderShareImageStore: ShareImageStore {
    /// What is waited for, in errors.
    private static let purpose = "the folder of share images"

    private let folder: ShareImageFolder
    private let executor = BoundedExecutor(name: "share-files", width: 1)

    /// Creates a store without accessing the disk. The folder is created on first use.
    ///
    /// - Parameter imageFolder: the path of the folder of a ``FolderImageStore``, which also removes what an
    ///   interrupted ``save(_:as:)`` has left.
    public init(imageFolder: String) {
        folder = ShareImageFolder(imageFolder: imageFolder)
    }

    public func find(_ name: ShareImageName) async throws(MarketError) -> StoredFile? {
        try await executor.run(waitingFor: Self.purpose) { [folder] in try folder.find(name) }
    }

    public func save(_ bytes: [UInt8], as name: ShareImageName) async throws(MarketError) -> StoredFile {
        try await executor.run(waitingFor: Self.purpose) { [folder] in
            try folder.save(bytes, as: name)
        }
    }

    public func products() async throws(MarketError) -> Set<Product.ID> {
        try await executor.run(waitingFor: Self.purpose) { [folder] in try folder.products() }
    }

    public func removeAll(of product: Product.ID) async throws(MarketError) {
        try await executor.run(waitingFor: Self.purpose) { [folder] in
            try folder.removeAll(of: product)
        }
    }

    public func removeAll(before moment: Timestamp) async throws(MarketError) {
        try await executor.run(waitingFor: Self.purpose) { [folder] in
            try folder.removeAll(before: moment)
        }
    }
}
