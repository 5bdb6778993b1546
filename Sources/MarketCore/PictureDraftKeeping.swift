/// Keeps the pictures of forms that were refused, so that nobody has to choose them again. Several servers of one market
/// share them.
public protocol PictureDraftKeeping: Sendable {
    /// Keeps what can be kept of a refused form's images.
    ///
    /// - Parameter client: whose drafts make room when there are too many.
    /// - Returns: for each image its token and picture, or why it is none that can be shown.
    func keep(
        _ images: [UploadedImage],
        for client: ClientAddress
    ) async -> [Result<(token: String, picture: NewPicture), MarketError>]

    /// The picture of a token, or nil when it is kept no more.
    func picture(_ token: String) async -> NewPicture?

    /// Sees to it that none of the drafts goes, whatever becomes of the others, until ``release(_:)``.
    ///
    /// - Returns: the tokens of those that are held: the others are kept no more.
    func hold(_ tokens: [String]) async -> [String]

    /// - Parameter held: what ``hold(_:)`` has returned.
    func release(_ held: [String]) async

    /// The pictures are shown by a product now, or nobody wants them any more: what is held goes when it is released.
    func forget(_ used: [String]) async
}

extension PictureDraftKeeping {
    /// Does something with drafts that are not to go meanwhile, such as putting their pictures on a product.
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
