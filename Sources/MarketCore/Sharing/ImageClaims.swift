public import MarketModels

/// Which images are about to be shown by a product, or are being removed, on any server of a market. Images are named by
/// content, so one server may remove an image while another lists it.
public protocol ImageClaims: Sendable {
    /// Holds an image that a product is about to show, so that no server removes it. While one is removing it, the call
    /// waits.
    ///
    /// - Parameter lease: names the holds that end together.
    func hold(_ name: ImageName, for lease: String) async throws(MarketError)

    /// Ends holds of a lease.
    ///
    /// - Parameter names: some or all images that the lease holds. A hold of the same image for another lease stays.
    func release(_ names: Set<ImageName>, of lease: String) async

    /// Claims the removal of images. Nobody can hold them until ``endRemoval(_:)``.
    ///
    /// - Returns: those of the names that nobody holds and nobody else removes.
    func beginRemoval(of names: Set<ImageName>) async throws(MarketError) -> ImageRemoval

    /// Ends the removal of images, whether they were removed or not.
    ///
    /// - Returns: those of the images whose claim had ended before, so that somebody else may hold them.
    @discardableResult
    func endRemoval(_ removal: ImageRemoval) async -> Set<ImageName>
}

/// Images that one server removes.
public struct ImageRemoval: Hashable, Sendable {
    public let names: Set<ImageName>
    /// Tells removals apart.
    public let remover: String
    /// Whether the claim ends by itself half a minute later, because the server that removes the images may have ended.
    public let endsByItself: Bool

    public init(names: Set<ImageName>, remover: String, endsByItself: Bool) {
        self.names = names
        self.remover = remover
        self.endsByItself = endsByItself
    }
}

/// The claims of a market that is one process.
actor InProcessImageClaims: ImageClaims {
    private var leases: [ImageName: Set<String>] = [:]
    private var removing: Set<ImageName> = []
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func hold(_ name: ImageName, for lease: String) async {
        leases[name, default: []].insert(lease)
        while removing.contains(name) {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    func release(_ names: Set<ImageName>, of lease: String) {
        for name in names {
            leases[name]?.remove(lease)
            if leases[name]?.isEmpty == true { leases[name] = nil }
        }
    }

    func beginRemoval(of names: Set<ImageName>) -> ImageRemoval {
        let removable = names.filter { leases[$0] == nil && !removing.contains($0) }
        removing.formUnion(removable)
        return ImageRemoval(names: removable, remover: "", endsByItself: false)
    }

    func endRemoval(_ removal: ImageRemoval) -> Set<ImageName> {
        removing.subtract(removal.names)
        let woken = waiters
        waiters = []
        for waiter in woken { waiter.resume() }
        return []
    }
}
