public import MarketModels

/// What the nodes of one market know of drafts: the images of rejected forms and of copied listings. The images
/// themselves are in the image store.
///
/// A draft that is held is neither dropped nor over. Times are short, so a table may lose everything when its server
/// crashes: people then choose their images again.
public protocol DraftTable: Sendable {
    /// Adds a draft, which lasts for ``DraftImages/lifetime``. Each address may keep a limited number; one that has too
    /// many loses its oldest. When there are too many in total, the address with the most drafts loses its oldest.
    ///
    /// - Returns: the drafts that were dropped. Nobody uses them any more.
    func add(_ draft: Draft, limits: SharedLimit) async throws(MarketError) -> [Draft]

    /// Returns the image of a draft, or nil when it isn't there any more.
    func image(_ token: String) async throws(MarketError) -> NewImage?

    /// Prevents drafts from being dropped until ``release(_:of:)``, or for some minutes if the process ends.
    ///
    /// - Parameter holder: a name that nobody else uses.
    /// - Returns: the tokens of the drafts that are held. The others aren't there any more.
    func hold(_ tokens: [String], for holder: String) async throws(MarketError) -> [String]

    /// Releases what a holder holds.
    ///
    /// - Returns: the drafts that were removed while they were held, and that nobody uses any more.
    func release(_ tokens: [String], of holder: String) async throws(MarketError) -> [Draft]

    /// Removes drafts. Those that are held are removed when they are released.
    ///
    /// - Returns: the drafts that nobody uses any more.
    func remove(_ tokens: [String]) async throws(MarketError) -> [Draft]

    /// Removes the drafts that keep one of the images. Those that are held are removed when they are released.
    ///
    /// - Returns: the drafts that nobody uses any more.
    func remove(keeping images: Set<ImageName>) async throws(MarketError) -> [Draft]

    /// Removes the drafts that are over.
    ///
    /// - Returns: these drafts.
    func removeOld() async throws(MarketError) -> [Draft]
}

/// An image that a form shows and no product yet.
public struct Draft: Hashable, Sendable {
    /// The name of the draft in forms. Whoever knows it has access to the image.
    public let token: String
    /// The lease under which the image is held.
    public let lease: String
    public let image: NewImage
    public let client: ClientAddress

    public init(token: String, lease: String, image: NewImage, client: ClientAddress) {
        self.token = token
        self.lease = lease
        self.image = image
        self.client = client
    }
}
