/// An ordered set of keys in insertion order. All operations take constant time.
struct LinkedKeys<Key: Hashable & Sendable>: Sendable {
    private struct Link {
        var key: Key
        /// Indices in `links`.
        var previous: Int?
        var next: Int?
    }

    private var places: [Key: Int] = [:]
    private var links: [Link] = []
    private var head: Int?
    private var tail: Int?

    var count: Int { places.count }
    /// The first key, inserted earliest.
    var first: Key? { head.map { links[$0].key } }
    /// The last key, inserted most recently.
    var last: Key? { tail.map { links[$0].key } }

    func contains(_ key: Key) -> Bool { places[key] != nil }

    /// Inserts a key at the end, or moves it there.
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

    /// Moves the last link of the array to a freed index, so that the array has no gaps.
    private mutating func fill(_ place: Int) {
        let moved = links.removeLast()
        guard place < links.count else { return }
        links[place] = moved
        places[moved.key] = place
        if let previous = moved.previous { links[previous].next = place } else { head = place }
        if let next = moved.next { links[next].previous = place } else { tail = place }
    }
}
