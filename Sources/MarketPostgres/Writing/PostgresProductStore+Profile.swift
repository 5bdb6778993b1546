public import MarketCore
public import MarketModels

extension PostgresProductStore {
    public var profile: MarketProfile { mirror.profile }

    public func changeProfile(
        _ change: ProfileChange,
        by proof: OperatorProof?,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await write { connection in
            // Changes of the profile are rare, and come one after the other.
            try connection.execute("SELECT pg_advisory_xact_lock($1)", [AdvisoryLock.categories])
            guard try connection.profile.apply(change, by: proof, at: now) else { return false }
            try ChangeWriter(connection: connection).raiseRevision(changesSite: true)
            return true
        }
    }
}
