extension Array where Element: Identifiable {
    /// Moves an element, for drag and drop and for the keyboard.
    ///
    /// - Parameters:
    ///   - id: The element.
    ///   - place: The new index, clamped to the valid range.
    mutating func move(_ id: Element.ID, to place: Int) {
        guard let from = firstIndex(where: { $0.id == id }) else { return }
        let element = remove(at: from)
        insert(element, at: Swift.min(Swift.max(0, place), count))
    }

    /// Appends elements up to a maximum count.
    ///
    /// - Returns: The number of elements that were left out.
    mutating func add(_ more: [Element], upTo maximum: Int) -> Int {
        let accepted = more.prefix(Swift.max(0, maximum - count))
        append(contentsOf: accepted)
        return more.count - accepted.count
    }
}
