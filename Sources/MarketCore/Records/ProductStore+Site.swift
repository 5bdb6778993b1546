public import MarketModels

extension ProductStore {
    /// Returns whether the operator's settings define the categories.
    public func areCategoriesFixed() async throws(MarketError) -> Bool {
        try await readRecords { try $0.categories.areFixed() }
    }

    /// Returns the numbers of products of exactly each category that lists show. Categories without any are missing, and
    /// removed ones are counted under their own identifier.
    public func categoryCounts() async throws(MarketError) -> [Category.ID: Int] {
        try await readRecords { try $0.categories.counts() }
    }

    public func changeCategories(_ change: CategoryChange) async throws(MarketError) {
        try await writeSite { try $0.categories.apply(change) }
    }

    /// Makes the categories those of the operator's settings, in their order, and remembers that they are. Those that
    /// the settings leave out are removed as by ``CategoryChange/remove(_:)``.
    ///
    /// - Parameter definitions: each top level directly before its second level, each name in addresses once; nil if the
    ///   settings define no categories. Then these stay as they are.
    public func setCategories(_ definitions: [CategoryDefinition]?) async throws(MarketError) {
        // A start with the settings of before writes nothing, which would fail on a full disk.
        let areCurrent = try await readRecords { connection in
            try connection.inSnapshot { try connection.categories.areCurrent(definitions) }
        }
        if !areCurrent { try await writeSite { try $0.categories.set(definitions) } }
    }

    /// Stores a change of the profile, after ``EditProfile`` has checked it, and what was changed in the log.
    ///
    /// - Parameter proof: of who changes it; nil for the settings, which the log leaves out.
    /// - Returns: whether anything was stored: false for what has been changed meanwhile so that the change isn't allowed.
    public func changeProfile(
        _ change: ProfileChange,
        by proof: OperatorProof?,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeSite { connection in
            try connection.lock(.site)
            guard try connection.profile.apply(change, at: now) else { return false }
            for (action, setting) in change.entries {
                try connection.note(action, setting: setting, by: proof, at: now)
            }
            try connection.raiseRevision(changesSite: true)
            return true
        }
    }
}
