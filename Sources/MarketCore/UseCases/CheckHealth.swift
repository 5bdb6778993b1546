public import MarketModels

/// Asks the parts of the market whether they work.
public struct CheckHealth: Sendable {
    /// What was found.
    public struct Health: Hashable, Sendable {
        /// Why the database does not answer; nil if it does. For logs.
        public let databaseFailure: String?
        /// Why pictures can't be stored; nil if they can. For logs.
        public let imagesFailure: String?
        /// What is damaged in the database; nil if nothing is known to be. For logs.
        public let databaseDamage: String?
        /// Which pictures are damaged; nil if none is known to be. For logs.
        public let imagesDamage: String?
        public let revision: Revision

        public var isWell: Bool { database == .ok && images == .ok }
        public var database: Condition { Condition(failure: databaseFailure, damage: databaseDamage) }
        public var images: Condition { Condition(failure: imagesFailure, damage: imagesDamage) }
        /// The worse of both.
        public var all: Condition { max(database, images) }
    }

    /// How a part is.
    public enum Condition: String, Comparable, Sendable {
        case ok
        /// It works, and some of what it holds can't be trusted.
        case damaged
        /// It does not work.
        case down

        fileprivate init(failure: String?, damage: String?) {
            self = failure != nil ? .down : damage != nil ? .damaged : .ok
        }

        private var severity: Int {
            switch self {
            case .ok: 0
            case .damaged: 1
            case .down: 2
            }
        }

        public static func < (left: Condition, right: Condition) -> Bool { left.severity < right.severity }
    }

    private let store: any ProductStore
    private let images: any ImageStore
    private let integrity: IntegrityMonitor

    /// - Parameter integrity: where store and images tell what they find damaged.
    public init(
        store: any ProductStore,
        images: any ImageStore,
        integrity: IntegrityMonitor = IntegrityMonitor()
    ) {
        self.store = store
        self.images = images
        self.integrity = integrity
    }

    public func callAsFunction() async -> Health {
        async let databaseFailure = failure { () throws(StoreError) in try await store.check() }
        async let imagesFailure = failure { () throws(StoreError) in try await images.check() }
        return await Health(
            databaseFailure: databaseFailure,
            imagesFailure: imagesFailure,
            databaseDamage: integrity.damage(of: .database),
            imagesDamage: integrity.damage(of: .images),
            revision: store.revision
        )
    }

    private func failure(of check: @Sendable () async throws(StoreError) -> Void) async -> String? {
        do {
            try await check()
            return nil
        } catch {
            return "\(error)"
        }
    }
}
