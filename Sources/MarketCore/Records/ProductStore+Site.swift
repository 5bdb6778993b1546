public import MarketModels

extension ProductStore {
    public func areCategoriesFixed() async throws(MarketError) -> Bool {
        try await readRecords { try $0.categories.areFixed() }
    }

    public func categoryCounts() async throws(MarketError) -> [Category.ID: Int] {
        try await readRecords { try $0.categories.counts() }
    }

    public func changeCategories(_ change: CategoryChange) async throws(MarketError) {
        try await writeSite { try $0.categories.apply(change) }
    }

    public func setCategories(_ definitions: [CategoryDefinition]?) async throws(MarketError) {
        // A start with the settings of before writes nothing, which would fail on a full disk.
        let areCurrent = try await readRecords { connection in
            try connection.inSnapshot { try connection.categories.areCurrent(definitions) }
        }
        if !areCurrent { try await writeSite { try $0.categories.set(definitions) } }
    }

    public func changeProfile(
        _ change: ProfileChange,
        by proof: OperatorProof?,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeSite { connection in
            try connection.lock(.site)
            guard try connection.profile.apply(change, by: proof, at: now) else { return false }
            try connection.raiseRevision(changesSite: true)
            return true
        }
    }
}
