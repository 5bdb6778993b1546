internal import CPostgres
internal import Synchronization

/// Receives the report that a server doesn't answer a commit in time.
struct CommitWatch: Sendable {
    /// Called once a commit takes too long. The work continues, and its connection stays in use, until the server answers.
    let stalled: @Sendable (UnknownCommitError) -> Void
    /// Called when a commit that has taken too long has ended.
    let ended: @Sendable () -> Void
    /// Whether nobody waits any more.
    let isClosed: @Sendable () -> Bool
}

extension PostgresConnection {
    /// Commits a transaction, and waits until the server answers. It is never cancelled: a server that waits for a synchronous
    /// standby would only stop waiting, and answer that all is well.
    ///
    /// - Throws: ``UnknownCommitError`` if the connection was lost, or the server didn't wait for its standby.
    func commit() throws {
        notices.forget()
        isCommitting = true
        defer {
            isCommitting = false
            if isCommitStalled {
                isCommitStalled = false
                commitWatch?.ended()
            }
        }
        do {
            try execute("COMMIT")
        } catch  where isLost {
            let reason = (error as? PostgresError)?.description ?? "no answer"
            throw UnknownCommitError(reason: "the connection was lost at a commit: \(reason)")
        }
        if notices.tellOfMissingStandby {
            throw UnknownCommitError(reason: "the server didn't wait for a synchronous standby at a commit")
        }
    }

    /// Looks after a commit that the server hasn't answered yet.
    ///
    /// - Throws: an error if there is no answer to wait for.
    func waitForCommit(_ isLate: Bool) throws {
        let isOutOfReach = cancellation?.reachLimit.map { (try? $0.check()) == nil } ?? false
        guard isLate || isOutOfReach else { return }
        if let commitWatch, !isCommitStalled {
            isCommitStalled = true
            commitWatch.stalled(UnknownCommitError(reason: "the server hasn't answered a commit in time"))
        }
        // Nobody waits any more, or another server has taken over.
        if commitWatch?.isClosed() != false || !isToPreferredHost {
            (isLost, isGivenUp) = (true, true)
            throw PostgresError(state: nil, message: "the server doesn't answer", isConnectionLost: true)
        }
    }
}

/// What a server has said besides its answers. Nobody else reads its warnings.
final class ServerNotices: Sendable {
    private let isStandbyMissing = Atomic<Bool>(false)

    /// Whether a transaction is stored, and perhaps on no standby.
    var tellOfMissingStandby: Bool { isStandbyMissing.load(ordering: .relaxed) }

    func forget() { isStandbyMissing.store(false, ordering: .relaxed) }

    /// Takes the notices of a connection. They must live as long.
    func receive(from handle: OpaquePointer) {
        PQsetNoticeReceiver(
            handle,
            { notices, result in
                guard let notices, let result else { return }
                // The function of the server that waits. The text is in the server's language.
                guard let function = PQresultErrorField(result, Int32(UInt8(ascii: "R"))),
                    String(cString: function) == "SyncRepWaitForLSN"
                else { return }
                Unmanaged<ServerNotices>.fromOpaque(notices).takeUnretainedValue()
                    .isStandbyMissing.store(true, ordering: .relaxed)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }
}
