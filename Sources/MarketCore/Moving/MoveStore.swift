/// A store whose content can be read in parts, to be moved.
package protocol MoveStore: Sendable {
    func productCount() async throws(MarketError) -> Int
    /// Returns the entries behind a key, all as they were at one moment.
    ///
    /// - Parameters:
    ///   - key: the key of the last entry before, or nil to start with the first one.
    ///   - limit: the maximum number of entries. If there are fewer, the part reaches to the end.
    func part(of group: MoveGroup, after key: MoveKey?, limit: Int) async throws(MarketError) -> MovePart
    func part(of group: MoveGroup, in range: MoveRange) async throws(MarketError) -> MovePart
    func state() async throws(MarketError) -> MoveState
}

/// A store that a market is moved to. Nothing else uses it in the meantime.
package protocol MoveDestination: MoveStore {
    /// Takes entries away and stores others, in one transaction. An entry that is referred to (``MoveGroup/isReferredTo``)
    /// is replaced without being taken away.
    ///
    /// - Parameters:
    ///   - keys: the keys of entries to take away. All of them are there.
    ///   - part: the entries to store.
    func replace(_ keys: [MoveKey], with part: MovePart) async throws(MarketError)
    /// Stores the state of the source. The revision becomes a later one, because it names what is shown from now on.
    func setState(_ state: MoveState) async throws(MarketError)
    /// Makes what is derived from the entries: counts and search indexes. It is quick when little has changed since the
    /// last time.
    ///
    /// - Parameter progress: called with what is being made.
    func deriveRest(progress: @escaping @Sendable (String) -> Void) async throws(MarketError)
}
