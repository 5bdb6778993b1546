internal import MarketModels

extension RecordConnection {
    /// Reads all vendors and idempotency records, in parts, so that the memory in use doesn't depend on their number.
    ///
    /// - Parameter limit: the maximum number of findings.
    /// - Returns: what can't be read, and why, for operators and logs.
    package func checkVendorsAndIdempotencyRecords(limit: Int) throws -> [String] {
        var findings: [String] = []
        let identifier = MoveTable.vendor.index(of: "identifier")
        try forEachPart(of: .vendors) { part in
            for row in part.rows[.vendor] ?? [] where findings.count < limit {
                guard let id = row[0].integer else { continue }
                do {
                    let vendor = Vendor.ID(rawValue: id)
                    _ = try vendors.vendor(vendor)
                    // The one of guests has none.
                    guard vendor == Vendor.guestID || VendorIdentifier(row[identifier].text ?? "") != nil else {
                        throw CorruptRowError(reason: "its identifier is impossible")
                    }
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
