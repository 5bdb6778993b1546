internal import MarketModels

/// How many ids are skipped where an older copy of a market replaces it, so that no link to a product that is gone ever leads to
/// another one.
package enum SkippedIDs {
    /// Products listed after the copy was made had ids above those that it has. A million is more than a market lists between two
    /// backups (eleven a second for a day), and the ids last for 500 restores.
    private static let perTable: Int64 = 1_000_000

    package static let counts: [(table: MoveTable, count: Int64)] = [
        (.product, perTable), (.vendor, perTable), (.image, Int64(ListingRules.maximumImageCount) * perTable),
    ]
}
