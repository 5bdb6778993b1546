extension Array where Element: Identifiable {
    /// Moves an element, for whoever drags it or moves it by keys.
    ///
    /// - Parameter place: where it is afterwards; what is out of bounds counts as the nearest end.
    mutating func move(_ id: Element.ID, to place: Int) {
        guard let from = firstIndex(where: { $0.id == id }) else { return }
        let element = remove(at: from)
        insert(element, at: Swift.min(Swift.max(0, place), count))
    }

    /// Adds as many as there is room for.
    ///
    /// - Returns: how many were left out.
    mutating func add(_ more: [Element], upTo maximum: Int) -> Int {
        let taken = more.prefix(Swift.max(0, maximum - count))
        append(contentsOf: taken)
        return more.count - taken.count
    }
}
