/// A dictionary with a bounded number of entries. A new entry replaces the one that was set longest ago.
///
/// Every operation takes constant time.
struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node {
        let key: Key
        var value: Value
        var older: Int?
        var newer: Int?
    }

    private let capacity: Int
    private var places: [Key: Int] = [:]
    private var nodes: [Node] = []
    /// The indexes of unused nodes in ``nodes``.
    private var free: [Int] = []
    private var oldest: Int?
    private var newest: Int?

    /// - Parameter capacity: the maximum number of entries, at least 1.
    init(capacity: Int) {
        precondition(capacity >= 1, "A table without room holds nothing.")
        self.capacity = capacity
    }

    subscript(key: Key) -> Value? { places[key].map { nodes[$0].value } }

    /// Sets a value and makes it the newest entry.
    mutating func set(_ value: Value, for key: Key) {
        if let place = places[key] {
            nodes[place].value = value
            unlink(place)
            link(place)
            return
        }
        if places.count >= capacity, let oldest { removeEntry(at: oldest) }
        let node = Node(key: key, value: value)
        let place: Int
        if let last = free.popLast() {
            place = last
            nodes[place] = node
        } else {
            place = nodes.count
            nodes.append(node)
        }
        places[key] = place
        link(place)
    }

    /// Changes the value of an entry without changing its age.
    mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
        guard let place = places[key] else { return }
        change(&nodes[place].value)
    }

    /// Removes up to two of the oldest entries while they satisfy the predicate. Calling it before every insertion
    /// removes all stale entries over time.
    mutating func removeOldest(where isOver: (Value) -> Bool) {
        for _ in 0..<2 {
            guard let oldest, isOver(nodes[oldest].value) else { return }
            removeEntry(at: oldest)
        }
    }

    private mutating func removeEntry(at place: Int) {
        unlink(place)
        places[nodes[place].key] = nil
        free.append(place)
    }

    private mutating func unlink(_ place: Int) {
        let (older, newer) = (nodes[place].older, nodes[place].newer)
        if let older { nodes[older].newer = newer } else { oldest = newer }
        if let newer { nodes[newer].older = older } else { newest = older }
    }

    private mutating func link(_ place: Int) {
        nodes[place].older = newest
        nodes[place].newer = nil
        if let newest { nodes[newest].newer = place } else { oldest = place }
        newest = place
    }
}
