/// Values up to a sum of costs, of which the ones go that were not used for longest. Each step takes the same time,
/// however many there are.
struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let cost: Int
    }

    private(set) var totalCost = 0
    let minimumCost: Int
    /// Lowering it drops nothing by itself: see ``trim(to:)``.
    var costLimit: Int
    private var entries: [Key: Entry] = [:]
    private var order = LinkedKeys<Key>()

    /// - Parameter minimumCost: what an entry costs at least, so that free ones can't become any number.
    init(costLimit: Int, minimumCost: Int = 1) {
        self.costLimit = costLimit
        self.minimumCost = minimumCost
    }

    var count: Int { entries.count }
    /// The next to go.
    var oldest: Key? { order.first }

    func contains(_ key: Key) -> Bool { entries[key] != nil }

    /// The value of a key, which counts as a use.
    mutating func value(for key: Key) -> Value? {
        guard let entry = entries[key] else { return nil }
        order.append(key)
        return entry.value
    }

    /// Keeps a value as the one used last. What has to make room goes first, so that the limit holds at every moment; a
    /// value above the limit is not kept, nor is the one that it would have replaced.
    ///
    /// - Returns: what went.
    @discardableResult
    mutating func keep(_ value: Value, cost: Int, for key: Key) -> [Value] {
        let cost = max(minimumCost, cost)
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

    /// Drops the longest unused values until the rest costs no more than this.
    ///
    /// - Returns: what went.
    @discardableResult
    mutating func trim(to cost: Int) -> [Value] {
        var dropped: [Value] = []
        while totalCost > cost, let oldest, let value = remove(oldest) { dropped.append(value) }
        return dropped
    }
}
