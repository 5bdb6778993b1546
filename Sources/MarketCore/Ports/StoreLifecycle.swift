/// The beginning and the end of a store's use.
public protocol StoreLifecycle: Sendable {
    /// Checks that the store responds.
    ///
    /// - Throws: an error when it doesn't.
    func check() async throws(StoreError)

    /// Finishes pending operations and closes the files. The store must not be used afterwards.
    func close() async throws(StoreError)
}
