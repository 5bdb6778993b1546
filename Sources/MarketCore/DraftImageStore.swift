/// A store of the images of rejected forms and of copied listings, so that users don't have to choose them again. The
/// servers of one market share it.
public protocol DraftImageStore: Sendable {
    /// Stores the valid images of a rejected form.
    ///
    /// - Parameter client: the client whose older drafts are dropped when it has too many.
    /// - Returns: for each image its token and the image, or the reason why it can't be shown.
    func save(
        _ images: [UploadedImage],
        for client: ClientAddress
    ) async -> [Result<(token: String, image: NewImage), MarketError>]

    /// Stores images that a product shows, for a new listing that begins as its copy.
    ///
    /// - Parameter client: the client whose older drafts are dropped when it has too many.
    /// - Returns: the tokens and the images, without those that no product shows any more.
    func copy(
        _ images: [NewImage],
        for client: ClientAddress
    ) async throws(MarketError) -> [(token: String, image: NewImage)]

    /// Returns the image of a token, or nil when it isn't stored any more.
    func image(_ token: String) async -> NewImage?

    /// Prevents drafts from being deleted until ``release(_:)``.
    ///
    /// - Returns: the tokens of the drafts that are held. The other drafts aren't stored any more.
    func hold(_ tokens: [String]) async -> [String]

    /// Releases drafts.
    ///
    /// - Parameter held: the tokens that ``hold(_:)`` has returned.
    func release(_ held: [String]) async

    /// Removes drafts that a product shows now or that aren't needed any more. Drafts that are held are deleted when
    /// they are released.
    func remove(_ used: [String]) async
}

extension DraftImageStore {
    /// Calls `body` while the drafts are held, for example to attach their images to a product.
    public func holding<Value>(
        _ tokens: [String],
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        let held = await hold(tokens)
        do {
            let value = try await body()
            await release(held)
            return value
        } catch {
            await release(held)
            throw error
        }
    }
}
