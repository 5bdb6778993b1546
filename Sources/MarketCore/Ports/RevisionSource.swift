public import MarketModels

/// What a process knows of the store's newest revision.
public protocol RevisionSource: Sendable {
    /// The revision of the newest commit that changed the result of any GET, as far as this process knows. Reading it
    /// does no I/O.
    ///
    /// The revision changes before the write that changed it returns. Issuing a token doesn't change it.
    var revision: Revision { get }

    /// Whether ``revision`` was the newest one at most a second ago. If not, nothing may be answered from memory. Reading
    /// it does no I/O. Always true for a store without writers in other processes.
    var isCurrent: Bool { get }

    /// Whether other processes may write to the store. If none may, ``revision`` is always the newest one, and clients
    /// needn't be told what they have written.
    var hasOtherWriters: Bool { get }

    /// Waits until this process knows a revision that a client was told by another process, at most a second. It returns
    /// at once if it knows the revision already, and soon if the store has no such revision.
    ///
    /// - Parameter revision: as the client sent it; it may be any number.
    func catchUp(with revision: Revision) async
}

extension RevisionSource {
    public var hasOtherWriters: Bool { false }

    public func catchUp(with revision: Revision) async {}
}
