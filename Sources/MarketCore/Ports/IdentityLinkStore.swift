/// A store of one-time links with which another browser receives an identity. The servers of one market share it.
///
/// It knows links only by digests of their tokens, so that whoever reads it can't use them.
public protocol IdentityLinkStore: Sendable {
    /// Stores a link for ``IdentityTransfer/linkLifetime``, and ends an earlier one of the same identifier.
    ///
    /// - Parameters:
    ///   - digest: the digest of the link's token.
    ///   - client: the client whose older links are dropped when it has too many.
    func add(_ digest: [UInt8], for identity: BrowserIdentity, from client: ClientAddress) async throws(StoreError)

    /// Returns the identity of a link, or nil if the link is unknown, has expired, or was used by another browser.
    ///
    /// - Parameter browser: a digest that identifies the browser; nil if it has sent no form yet.
    func identity(of digest: [UInt8], for browser: [UInt8]?) async throws(StoreError) -> BrowserIdentity?

    /// Uses a link and returns its identity. Of concurrent calls from different browsers, only one gets it. The browser
    /// that has used the link may repeat that, because a response may get lost.
    func take(_ digest: [UInt8], for browser: [UInt8]) async throws(StoreError) -> BrowserIdentity?
}
