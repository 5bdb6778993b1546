/// Hints to other processes that something has changed, so that they look at the log before their next poll.
///
/// A notification delays the commit of its transaction, because such commits come one after the other. So hints have
/// transactions of their own, and writes that come close together share one.
struct ChangeHints {
    static let channel = "openmarket_change"
    /// The time between two hints.
    private static let interval: Duration = .milliseconds(10)

    let pool: PostgresPool
    /// The payload of hints, by which a process knows its own.
    let sender: String
    /// The process's writes.
    let writes: AsyncStream<Void>

    /// Sends hints until the task is cancelled. One that fails is left out, because the poll finds the change, too.
    func run() async {
        for await _ in writes {
            try? await pool.withConnection(isCancellable: false) { [sender] connection in
                try connection.script(
                    "BEGIN; SET LOCAL synchronous_commit = off; NOTIFY \(Self.channel), '\(sender)'; COMMIT"
                )
            }
            try? await Task.sleep(for: Self.interval)
        }
    }
}
