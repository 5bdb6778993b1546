internal import MarketModels

/// How many ids are skipped where an older copy of a market replaces it, so that no link to a product that is gone ever leads to
/// another one.
package enum SkippedIDs {
    /// Products listed after the copy was made had ids above those that it has. A million is more than a market lists between two
    /// backups (eleven a second for a day). The random part tells two restores of one copy apart that know nothing of each other,
    /// as into a new folder or from a dump. The ids last for 400 restores.
    private static let perTable: ClosedRange<Int64> = 1_000_000...1_250_000

    /// Draws how many ids each table skips.
    package static func counts() -> [(table: MoveTable, count: Int64)] {
        let factors: [(MoveTable, Int64)] = [
            (.product, 1), (.vendor, 1), (.image, Int64(ListingRules.maximumImageCount)),
        ]
        return factors.map { (table: $0, count: $1 * Int64.random(in: perTable)) }
    }
}
