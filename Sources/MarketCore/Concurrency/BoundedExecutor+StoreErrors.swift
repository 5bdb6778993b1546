extension BoundedExecutor {
    /// Runs work on a store, and returns its result.
    ///
    /// - Parameters:
    ///   - purpose: what the work needs, for the error of work that didn't run: `the image cache`.
    ///   - work: as in ``run(_:)``.
    /// - Throws: the error of the work, or ``StoreError/unavailable(reason:)`` if it didn't run.
    public func run<Value: Sendable>(
        waitingFor purpose: String,
        _ work: @escaping @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError>
        do {
            result = try await run { Result(catching: work) }
        } catch {
            throw .unavailable(reason: "\(error) while waiting for \(purpose)")
        }
        return try result.get()
    }
}
