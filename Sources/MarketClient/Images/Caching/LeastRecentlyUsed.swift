/// A least recently used cache with a cost limit. All operations on single values take constant time.
struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let cost: Int
    }

    private(set) var totalCost = 0
    /// The maximum total cost. Lowering it evicts nothing by itself; call ``trim(to:)``.
    var costLimit: Int
    private var entries: [Key: Entry] = [:]
    private var order = LinkedKeys<Key>()

    init(costLimit: Int) {
        self.costLimit = costLimit
    }

    var count: Int { entries.count }
    /// The least recently used key, which is evicted next.
    var oldest: Key? { order.first }

    func contains(_ key: Key) -> Bool { entries[key] != nil }

    /// Returns the value of a key and marks it as used.
    mutating func value(for key: Key) -> Value? {
        guard let entry = entries[key] else { return nil }
        order.append(key)
        return entry.value
    }

    /// Stores a value as the most recently used one. Others are evicted first, so that the limit always holds. A value
    /// above the limit is not stored, but still removes the one with its key.
    ///
    /// - Returns: The removed values.
    @discardableResult
    mutating func insert(_ value: Value, cost: Int, for key: Key) -> [Value] {
        // Nothing is free, so that the limit bounds the number of entries, too.
        let cost = max(1, cost)
        var dropped = [remove(key)].compactMap(\.self)
        guard cost <= costLimit else { return dropped }
        dropped += trim(to: costLimit - cost)
        entries[key] = Entry(value: value, cost: cost)
        order.append(key)
        totalCost += cost
        return dropped
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        order.remove(key)
        totalCost -= entry.cost
        return entry.value
    }

    /// Evicts the least recently used values until the total cost is at most `cost`.
    ///
    /// - Returns: The evicted values.
    @discardableResult
    mutating func trim(to cost: Int) -> [Value] {
        var dropped: [Value] = []
        while totalCost > cost, let oldest, let value = remove(oldest) { dropped.append(value) }
        return dropped
    }
}
