/// Works something out at most once in a while, however many ask for it, and once for all who ask meanwhile.
actor RecentValue<Value: Sendable> {
    private let interval: Duration
    private let make: @Sendable () async -> Value
    private var latest: (value: Value, madeAt: ContinuousClock.Instant)?
    private var making: Task<Value, Never>?

    /// - Parameter interval: how old a value may be.
    init(for interval: Duration, make: @escaping @Sendable () async -> Value) {
        self.interval = interval
        self.make = make
    }

    func get() async -> Value {
        if let latest, ContinuousClock.now - latest.madeAt < interval { return latest.value }
        // A task of its own: whoever asked first may go away while others wait.
        let task = making ?? Task { [make] in await make() }
        making = task
        let value = await task.value
        if making == task {
            making = nil
            latest = (value, .now)
        }
        return value
    }
}
