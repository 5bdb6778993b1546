/// Checks passwords of networks that have tried too many for other products.
///
/// Such a password may be right, so it is checked, but one at a time for each network, and after a wrong one the network
/// waits for a while.
public struct SlowAttempts: Sendable {
    /// Others wait elsewhere for their hashes, so many may wait here.
    static let limits = FairQueue.Limits(
        concurrency: 256,
        concurrencyPerKey: 1,
        waitingPerKey: 16,
        waiting: 1024
    )

    private let pause: Duration
    private let queue = FairQueue(limits: Self.limits)

    /// - Parameter pause: the time after a wrong password. A second leaves 60 guesses a minute to a network, and isn't too
    ///   long for a neighbour who waits behind one of them.
    public init(pause: Duration = .seconds(1)) {
        self.pause = pause
    }

    func check(
        for client: ClientAddress,
        _ isRight: () async throws(MarketError) -> Bool
    ) async throws(MarketError) -> Bool {
        do {
            return try await queue.inTurn(of: client) { () throws(MarketError) in
                let outcome = try await isRight()
                if !outcome { await waitForPause() }
                return outcome
            }
        } catch .interrupted {
            throw .unavailable(reason: "cancelled while waiting for a check")
        }
    }

    /// Waits in a task of its own: whoever hangs up doesn't shorten it.
    private func waitForPause() async {
        await Task { [pause] in try? await Task.sleep(for: pause) }.value
    }
}
