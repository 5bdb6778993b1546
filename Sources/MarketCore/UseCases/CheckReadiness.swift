/// The use case of checking whether this process should be sent requests.
///
/// It differs from ``CheckHealth``: damage that is shown as such keeps nobody from answering, nor does a full disk, and a database
/// that can be read but not written does.
public struct CheckReadiness: Sendable {
    /// How old what a process knows of other processes' changes may be. What is older than 900 ms is never answered from
    /// memory, so a process that is late is slow, not wrong.
    public static let lagLimit = Duration.seconds(5)

    /// The result of a check. Reasons are for logs; nil means that the part works.
    public struct Readiness: Hashable, Sendable {
        public let databaseFailure: String?
        public let schemaFailure: String?
        public let imagesFailure: String?
        /// How old what this process knows of other processes' changes is.
        public let lag: Duration

        public var isLate: Bool { lag > lagLimit }

        public var isReady: Bool {
            databaseFailure == nil && schemaFailure == nil && imagesFailure == nil && !isLate
        }

        /// The parts that aren't ready, with the reasons.
        public var failures: [(part: String, reason: String)] {
            var failures: [(part: String, reason: String)] = []
            if let databaseFailure { failures.append(("database", databaseFailure)) }
            if let schemaFailure { failures.append(("schema", schemaFailure)) }
            if isLate { failures.append(("changes", "other processes' changes aren't known for \(lag)")) }
            if let imagesFailure { failures.append(("images", imagesFailure)) }
            return failures
        }
    }

    let store: any StoreLifecycle
    let images: any ImageStore

    public func callAsFunction() async -> Readiness {
        async let imagesFailure = failure { () throws(MarketError) in
            do throws(MarketError) {
                try await images.check()
            } catch {
                // People read and delete here then, and nobody else has more room.
                guard error == .storageFull else { throw error }
            }
        }
        let store = await store.readiness()
        return Readiness(
            databaseFailure: store.writeFailure,
            schemaFailure: store.schemaFailure,
            imagesFailure: await imagesFailure,
            lag: store.lag
        )
    }
}
