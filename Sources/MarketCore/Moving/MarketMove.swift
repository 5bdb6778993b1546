internal import MarketHashing

/// The move of a market's content from one store to another.
///
/// A pass compares the stores in parts and replaces the entries that differ. So the first pass copies everything, also
/// while the source changes; a later one copies what has changed, and one that was stopped is continued by the next.
package struct MarketMove: Sendable {
    /// The reason why a move ended.
    package enum Failure: Error, Sendable {
        case source(MarketError)
        case destination(MarketError)
        /// The destination has something else than what was copied to it.
        case differs(MoveTable)
    }

    /// What a pass has read of a table.
    package struct Sum: Hashable, Sendable {
        package fileprivate(set) var rowCount = 0
        /// A hash of all rows, in order.
        package fileprivate(set) var hash: [UInt8] = []
    }

    package struct Outcome: Sendable {
        package fileprivate(set) var sums: [MoveTable: Sum] = [:]
        /// The number of entries that differed.
        package fileprivate(set) var replacedCount = 0
    }

    private let source: any MoveStore
    private let destination: any MoveDestination

    package init(from source: any MoveStore, to destination: any MoveDestination) {
        self.source = source
        self.destination = destination
    }

    /// Makes the destination like the source.
    ///
    /// - Parameter progress: called with the number of products that have been compared.
    /// - Returns: what was read from the source.
    package func pass(progress: @Sendable (Int) -> Void = { _ in }) async throws(Failure) -> Outcome {
        var outcome = Outcome()
        var superfluous: [(MoveGroup, [MoveKey])] = []
        for group in MoveGroup.allCases {
            var last: MoveKey?
            repeat {
                let part = try await read(group, after: last)
                let (removed, count) = try await copy(part)
                if !removed.isEmpty { superfluous.append((group, removed)) }
                outcome.replacedCount += count
                add(part, to: &outcome.sums)
                if group == .products { progress(part.keys.count) }
                last = part.range.through
            } while last != nil
        }
        // Nothing refers to them any more.
        for (group, keys) in superfluous.reversed() {
            let nothing = MovePart(group: group, range: MoveRange(after: nil, through: nil), rows: [:])
            try await replace(keys, with: nothing)
        }
        return outcome
    }

    /// Stores the state of the source, which must not change any more, and compares everything in the destination with
    /// what the last pass has read.
    ///
    /// - Parameter progress: called with the number of products that have been compared.
    package func complete(
        _ outcome: Outcome,
        progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(Failure) {
        let state: MoveState
        do { state = try await source.state() } catch { throw .source(error) }
        var sums: [MoveTable: Sum] = [:]
        do throws(MarketError) {
            try await destination.setState(state)
            for group in MoveGroup.allCases {
                var last: MoveKey?
                repeat {
                    let part = try await destination.part(of: group, after: last, limit: group.partLimit)
                    add(part, to: &sums)
                    if group == .products { progress(part.keys.count) }
                    last = part.range.through
                } while last != nil
            }
            let stored = try await destination.state()
            guard stored.areCategoriesFixed == state.areCategoriesFixed, stored.revision > state.revision else {
                throw MarketError.damaged(reason: "the state isn't the one that was stored")
            }
            for (table, id) in state.lastIDs where stored.lastIDs[table] ?? 0 < id {
                throw MarketError.damaged(reason: "ids of \(table.rawValue) would be assigned again")
            }
        } catch {
            throw .destination(error)
        }
        for table in MoveTable.allCases where sums[table] != outcome.sums[table] { throw .differs(table) }
    }

    /// Makes a part of the destination like that of the source.
    ///
    /// - Returns: the entries to remove later, because others may still refer to them, and the number that were replaced.
    private func copy(_ part: MovePart) async throws(Failure) -> (removed: [MoveKey], count: Int) {
        let stored: MovePart
        do { stored = try await destination.part(of: part.group, in: part.range) } catch { throw .destination(error) }
        let (wanted, found) = (part.bytesByKey(), stored.bytesByKey())
        let differing = Set(wanted.filter { found[$0.key] != $0.value }.keys)
        let superfluous = found.keys.filter { wanted[$0] == nil }
        let isReferredTo = part.group.isReferredTo
        let removed = isReferredTo ? [] : superfluous + found.keys.filter { differing.contains($0) }
        if !differing.isEmpty || !removed.isEmpty {
            do {
                try await replace(removed, with: part.filtered(to: differing))
            } catch {
                // While the source changes, a product may refer to a vendor or a category that was added meanwhile.
                guard part.group == .products else { throw error }
                for group in MoveGroup.allCases where group.isReferredTo { try await copyAll(of: group) }
                try await replace(removed, with: part.filtered(to: differing))
            }
        }
        return (isReferredTo ? superfluous : [], differing.count)
    }

    private func copyAll(of group: MoveGroup) async throws(Failure) {
        var last: MoveKey?
        repeat {
            let part = try await read(group, after: last)
            _ = try await copy(part)
            last = part.range.through
        } while last != nil
    }

    private func read(_ group: MoveGroup, after key: MoveKey?) async throws(Failure) -> MovePart {
        do {
            return try await source.part(of: group, after: key, limit: group.partLimit)
        } catch {
            throw .source(error)
        }
    }

    private func replace(_ keys: [MoveKey], with part: MovePart) async throws(Failure) {
        do { try await destination.replace(keys, with: part) } catch { throw .destination(error) }
    }

    /// Parts end at the same entries in both stores if these are equal, so the hashes of the parts can be chained.
    private func add(_ part: MovePart, to sums: inout [MoveTable: Sum]) {
        for table in part.group.tables {
            sums[table, default: Sum()].rowCount += part.rows[table]?.count ?? 0
            let bytes = (sums[table]?.hash ?? []) + part.bytes(of: table)
            sums[table, default: Sum()].hash = BLAKE2b.hash(bytes, byteCount: 32)
        }
    }
}
