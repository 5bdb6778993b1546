internal import GRDB
public import MarketCore
public import MarketModels
internal import Synchronization

extension SQLiteProductStore {
    public var profile: MarketProfile { mirroredProfile.withLock(\.self) }

    public func changeProfile(
        _ change: ProfileChange,
        by proof: OperatorProof?,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await write { database in
            guard try database.profile.apply(change, by: proof, at: now) else { return false }
            try database.raiseRevision()
            let profile = try database.profile.profile()
            let changed = try database.marketState().revision
            // Before the revision of the change is known. Commits are serialised on this connection, so no older profile
            // replaces a newer one.
            database.afterNextTransaction { _ in
                self.mirroredProfile.withLock { $0 = profile }
                self.mirroredSiteRevision.store(changed.rawValue, ordering: .releasing)
            }
            return true
        }
    }
}
