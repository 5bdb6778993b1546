/// A value that is computed at most once per interval. Concurrent callers share one computation.
actor ThrottledValue<Value: Sendable> {
    private let interval: Duration
    private var latest: (value: Value, madeAt: ContinuousClock.Instant)?
    private var making: Task<Value, Never>?

    /// - Parameter interval: the maximum age of a value.
    init(for interval: Duration) {
        self.interval = interval
    }

    func get(_ make: @escaping @Sendable () async -> Value) async -> Value {
        if let latest, ContinuousClock.now - latest.madeAt < interval { return latest.value }
        // An unstructured task: the first caller may be cancelled while others wait.
        let task = making ?? Task { await make() }
        making = task
        let value = await task.value
        if making == task {
            making = nil
            latest = (value, .now)
        }
        return value
    }
}
