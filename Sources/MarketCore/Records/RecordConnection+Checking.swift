internal import MarketModels

extension RecordConnection {
    /// Reads all vendors and idempotency records, in parts, so that the memory in use doesn't depend on their number.
    ///
    /// - Parameter limit: the maximum number of findings.
    /// - Returns: what can't be read, and why, for operators and logs.
    package func checkVendorsAndIdempotencyRecords(limit: Int) throws -> [String] {
        var findings: [String] = []
        try forEachPart(of: .vendors) { part in
            for case .integer(let id)? in part.keys.map(\.first) where findings.count < limit {
                do {
                    _ = try vendors.vendor(Vendor.ID(rawValue: id))
                } catch let error as CorruptRowError {
                    findings.append("vendor \(id) can't be read: \(error.reason)")
                }
            }
        }
        let product = MoveTable.idempotencyRecord.index(of: "product")
        try forEachPart(of: .idempotencyRecords) { part in
            for row in part.rows[.idempotencyRecord] ?? [] where findings.count < limit {
                do throws(MarketError) {
                    _ = try ProductSnapshot(json: row[product].text ?? "").product
                } catch {
                    findings.append("an idempotency record can't be read: \(error.explanation)")
                }
            }
        }
        return findings
    }

    private func forEachPart(of group: MoveGroup, _ body: (MovePart) throws -> Void) throws {
        var last: MoveKey?
        repeat {
            let part = try moves.part(of: group, after: last, limit: 500)
            try body(part)
            last = part.range.through
        } while last != nil
    }
}
