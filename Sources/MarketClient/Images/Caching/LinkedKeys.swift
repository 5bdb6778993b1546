/// Different keys in the order in which they were put there. Everything takes the same time, however many there are.
struct LinkedKeys<Key: Hashable & Sendable>: Sendable {
    private struct Link {
        var key: Key
        /// Places in `links`.
        var previous: Int?
        var next: Int?
    }

    private var places: [Key: Int] = [:]
    private var links: [Link] = []
    private var head: Int?
    private var tail: Int?

    var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }
    /// The one that has been there longest.
    var first: Key? { head.map { links[$0].key } }
    /// The one that came last.
    var last: Key? { tail.map { links[$0].key } }

    func contains(_ key: Key) -> Bool { places[key] != nil }

    /// Puts a key at the end, wherever it was.
    mutating func append(_ key: Key) {
        if let tail, links[tail].key == key { return }
        remove(key)
        let place = links.count
        links.append(Link(key: key, previous: tail, next: nil))
        if let tail { links[tail].next = place } else { head = place }
        tail = place
        places[key] = place
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Bool {
        guard let place = places.removeValue(forKey: key) else { return false }
        let link = links[place]
        if let previous = link.previous { links[previous].next = link.next } else { head = link.next }
        if let next = link.next { links[next].previous = link.previous } else { tail = link.previous }
        fill(place)
        return true
    }

    /// Moves the link at the end of the array to a place that has become free, so that the array has no holes.
    private mutating func fill(_ place: Int) {
        let moved = links.removeLast()
        guard place < links.count else { return }
        links[place] = moved
        places[moved.key] = place
        if let previous = moved.previous { links[previous].next = place } else { head = place }
        if let next = moved.next { links[next].previous = place } else { tail = place }
    }
}
