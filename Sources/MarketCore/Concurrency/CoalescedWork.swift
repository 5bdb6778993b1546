/// Work that is done once for all who ask for it at the same time.
///
/// Work that fails because its task was cancelled is done again by one of those who wait for it.
package actor CoalescedWork<Key: Hashable & Sendable, Value: Sendable> {
    private enum Outcome: Sendable {
        case ended(Result<Value, MarketError>)
        /// The task that did the work was cancelled.
        case abandoned
    }

    private var waiters: [Key: [CheckedContinuation<Outcome, Never>]] = [:]

    package init() {}

    /// Does the work for a key, or waits for the result of the same work.
    package func callAsFunction(
        _ key: Key,
        _ work: @Sendable () async throws(MarketError) -> Value
    ) async throws(MarketError) -> Value {
        while waiters[key] != nil {
            let outcome = await withCheckedContinuation { waiters[key, default: []].append($0) }
            if case .ended(let result) = outcome { return try result.get() }
        }
        waiters[key] = []
        let result: Result<Value, MarketError>
        do throws(MarketError) {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        let outcome = Task.isCancelled ? Outcome.abandoned : .ended(result)
        for waiter in waiters.removeValue(forKey: key) ?? [] { waiter.resume(returning: outcome) }
        return try result.get()
    }
}
