internal import MarketModels

/// The number of rows that are in memory at a time.
private let partLimit = 500

extension RecordConnection {
    /// Reads all vendors and idempotency records, in parts, so that the memory in use doesn't depend on their number.
    ///
    /// - Parameter limit: the maximum number of findings.
    /// - Returns: what can't be read, and why, for operators and logs.
    package func checkVendorsAndIdempotencyRecords(limit: Int) throws -> [String] {
        var findings: [String] = []
        try forEachVendor { vendor in
            guard findings.count < limit else { return }
            do {
                // With the identifier, which only the one of guests doesn't have.
                if vendor == Vendor.guestID {
                    _ = try vendors.vendor(vendor)
                } else {
                    _ = try vendors.vendors(after: Vendor.ID(rawValue: vendor.rawValue - 1), limit: 1)
                }
            } catch let error as CorruptRowError {
                findings.append("vendor \(vendor.rawValue) can't be read: \(error.reason)")
            }
        }
        let product = MoveTable.idempotencyRecord.index(of: "product")
        var last: MoveKey?
        repeat {
            let part = try moves.part(of: .idempotencyRecords, after: last, limit: partLimit)
            for row in part.rows[.idempotencyRecord] ?? [] where findings.count < limit {
                do throws(MarketError) {
                    _ = try ProductSnapshot(json: row[product].text ?? "").product
                } catch {
                    findings.append("an idempotency record can't be read: \(error.explanation)")
                }
            }
            last = part.range.through
        } while last != nil
        return findings
    }

    /// Only the ids are read, so that a vendor who can't be read keeps nobody from the others.
    private func forEachVendor(_ body: (Vendor.ID) throws -> Void) throws {
        var ids: [Int64] = [-1]
        while let last = ids.last {
            ids = try all(
                "SELECT id FROM vendor WHERE id > $1 ORDER BY id LIMIT $2",
                [.integer(last), .integer(Int64(partLimit))]
            ) { try $0.integer(0) }
            for id in ids { try body(Vendor.ID(rawValue: id)) }
        }
    }
}
