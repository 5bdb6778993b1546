/// A store of one-time links with which another browser receives an identity. The nodes of one market share it.
///
/// It knows links by digests of their tokens, and identities encrypted with them, so that whoever reads it can use neither.
/// It may lose everything when its server crashes.
public protocol IdentityLinkStore: Sendable {
    /// Stores a link for ``IdentityTransfer/linkLifetime``, and ends an earlier one of the same owner.
    ///
    /// Each address may have a limited number; one that has too many loses its oldest. When there are too many in total,
    /// the address with the most links loses its oldest.
    ///
    /// - Parameters:
    ///   - digest: the digest of the link's token.
    ///   - contents: the encrypted identity.
    ///   - owner: a digest of the key of the browser that gives its identity.
    func add(
        _ digest: [UInt8],
        contents: [UInt8],
        owner: [UInt8],
        from client: ClientAddress
    ) async throws(StoreError)

    /// Returns the contents of a link, or nil if the link is unknown, has expired, or was used by another browser.
    ///
    /// - Parameter browser: a digest that identifies the browser; nil if it has sent no form yet.
    func contents(of digest: [UInt8], for browser: [UInt8]?) async throws(StoreError) -> [UInt8]?

    /// Uses a link and returns its contents. Of concurrent calls from different browsers, only one gets them. The browser
    /// that has used the link may repeat that, because a response may get lost.
    func take(_ digest: [UInt8], for browser: [UInt8]) async throws(StoreError) -> [UInt8]?
}
