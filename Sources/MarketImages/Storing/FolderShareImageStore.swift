public import MarketCore
public import MarketModels

/// A store that keeps share images as files in a folder beside the images: `share/0c/12-ko-0123….jpg`.
///
/// A file appears under its name only when it is complete. It is verified against its hash whenever it is requested.
public struct FolderShareImageStore: ShareImageStore {
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
        try await inFolder { try $0.find(name) }
    }

    public func save(_ bytes: [UInt8], as name: ShareImageName) async throws(MarketError) -> StoredFile {
        try await inFolder { try $0.save(bytes, as: name) }
    }

    public func products() async throws(MarketError) -> Set<Product.ID> { try await inFolder { try $0.products() } }

    public func removeAll(of product: Product.ID) async throws(MarketError) {
        try await inFolder { try $0.removeAll(of: product) }
    }

    public func removeAll(before moment: Timestamp) async throws(MarketError) {
        try await inFolder { try $0.removeAll(before: moment) }
    }

    private func inFolder<Value: Sendable>(
        _ body: @escaping @Sendable (ShareImageFolder) throws -> Value
    ) async throws(MarketError) -> Value {
        try await executor.run(waitingFor: "the folder of share images") { [folder] in try body(folder) }
    }
}
