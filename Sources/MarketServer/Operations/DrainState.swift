internal import Synchronization

/// Whether the server is about to stop. It serves on while it drains, but tells load balancers to send no more requests.
public final class DrainState: Sendable {
    private let flag = Atomic<Bool>(false)

    public init() {}

    public var isDraining: Bool { flag.load(ordering: .acquiring) }

    /// Begins to drain, which has no end.
    public func begin() { flag.store(true, ordering: .releasing) }
}
