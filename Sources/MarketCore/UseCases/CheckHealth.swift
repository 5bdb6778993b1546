public import MarketModels

/// The use case of checking whether the components of the market work.
public struct CheckHealth: Sendable {
    public struct Health: Hashable, Sendable {
        /// The reason why the database doesn't respond, for logs; nil if it does.
        public let databaseFailure: String?
        /// The reason why images can't be stored, for logs; nil if they can.
        public let imagesFailure: String?
        /// The known damage of the database, for logs; nil if there is none.
        public let databaseDamage: String?
        /// The known damage of images, for logs; nil if there is none.
        public let imagesDamage: String?
        /// Whether the whole database has been checked since the start; nil if this process doesn't do that.
        public let databaseCheck: IntegrityMonitor.WholeCheck?
        /// What confines the processes that decode uploads. The market works without it, so it's part of no condition.
        public let sandbox: ImageSandbox?
        public let revision: Revision

        public var isWell: Bool { database == .ok && images == .ok }
        public var database: Condition { Condition(failure: databaseFailure, damage: databaseDamage) }
        public var images: Condition { Condition(failure: imagesFailure, damage: imagesDamage) }
        /// The worse of the two conditions.
        public var all: Condition {
            Condition(failure: databaseFailure ?? imagesFailure, damage: databaseDamage ?? imagesDamage)
        }
    }

    public enum Condition: String, Sendable {
        case ok
        /// The component works, but some of its data is damaged.
        case damaged
        /// The component doesn't work.
        case down

        fileprivate init(failure: String?, damage: String?) {
            self = failure != nil ? .down : damage != nil ? .damaged : .ok
        }
    }

    let store: any StoreLifecycle & RevisionSource & ImageReferences
    let images: any ImageStore
    let processor: any ImageProcessor
    /// The monitor to which the stores report damage.
    let integrity: IntegrityMonitor

    public func callAsFunction() async -> Health {
        async let databaseFailure = failure { () throws(MarketError) in try await store.check() }
        async let imagesFailure = failure { () throws(MarketError) in try await images.check() }
        await forgetUnusedImages()
        return await Health(
            databaseFailure: databaseFailure,
            imagesFailure: imagesFailure,
            databaseDamage: integrity.damage(of: .database),
            imagesDamage: integrity.damage(of: .images),
            databaseCheck: integrity.wholeCheck,
            sandbox: processor.sandbox,
            revision: store.revision
        )
    }

    /// Forgets the damage of images that no product shows any more, whichever server has removed them.
    private func forgetUnusedImages() async {
        let damaged = integrity.damagedImages
        guard !damaged.isEmpty, let unused = try? await store.unusedImages(among: damaged) else { return }
        integrity.imagesAreUnused(unused)
    }
}

/// Returns why a check fails, for logs; nil if it doesn't.
func failure(of check: @Sendable () async throws(MarketError) -> Void) async -> String? {
    do {
        try await check()
        return nil
    } catch {
        return "\(error)"
    }
}
