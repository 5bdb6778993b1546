import MarketClient
public import Observation

/// Has models load again what they couldn't load without a network, as soon as there is one again. Nobody has to ask for it.
///
/// An app calls ``networkReturned()`` when the system says so, on Apple's platforms by `NWPathMonitor`.
@Observable
@MainActor
public final class Connectivity {
    /// How often the network has returned, for views that load something themselves, such as pictures.
    public private(set) var returnCount = 0
    /// What to do once, by model.
    @ObservationIgnored private var retries: [ObjectIdentifier: @MainActor () async -> Void] = [:]

    /// Creates one to be shared by all models.
    public nonisolated init() {}

    /// Records that there is a network again, and has those try again that have failed since the last time.
    public func networkReturned() {
        returnCount += 1
        let retries = retries.values
        self.retries = [:]
        for retry in retries { Task { await retry() } }
    }

    /// Has a model try again once when there is a network, in place of what it wanted to do before.
    ///
    /// - Parameter retry: What to do. It must not keep the model.
    func whenReturned(_ model: AnyObject, _ retry: @escaping @MainActor () async -> Void) {
        retries[ObjectIdentifier(model)] = retry
    }

    /// Has a model try again if it has failed without a network; any other error isn't mended by one.
    func whenReturned(
        _ model: AnyObject,
        after error: MarketClientError,
        _ retry: @escaping @MainActor () async -> Void
    ) {
        if error.isLostConnection { whenReturned(model, retry) }
    }
}
