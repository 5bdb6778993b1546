/// A queue for work with limited concurrency. Visible work is dequeued first, the newest before all: in a list that is scrolled
/// fast, the older is about to leave the screen. Then comes prefetching.
struct PriorityQueue<Ticket: Hashable & Sendable>: Sendable {
    /// The maximum number of concurrent operations.
    let width: Int
    /// The maximum number of concurrent prefetches.
    let prefetchWidth: Int

    private var visible = LinkedKeys<Ticket>()
    private var prefetched = LinkedKeys<Ticket>()
    private var running: [Ticket: ImagePriority] = [:]
    private var runningPrefetchCount = 0

    init(width: Int, prefetchWidth: Int) {
        self.width = width
        self.prefetchWidth = prefetchWidth
    }

    var runningCount: Int { running.count }
    var waitingCount: Int { visible.count + prefetched.count }

    /// Enqueues a ticket as the newest of its priority. A queued ticket is moved there; a running one only changes its
    /// priority.
    mutating func enqueue(_ ticket: Ticket, as priority: ImagePriority) {
        if running[ticket] != nil { return setRunning(ticket, priority) }
        switch priority {
        case .visible:
            prefetched.remove(ticket)
            visible.append(ticket)
        case .prefetched:
            guard !prefetched.contains(ticket) else { return }
            visible.remove(ticket)
            prefetched.append(ticket)
        }
    }

    /// Moves a visible ticket to the prefetches if its priority has been lowered to prefetching.
    mutating func lowerPriority(of ticket: Ticket, to priority: ImagePriority) {
        guard priority == .prefetched else { return }
        enqueue(ticket, as: priority)
    }

    /// Removes a queued ticket. A running one continues.
    ///
    /// - Returns: Whether the ticket was queued.
    mutating func remove(_ ticket: Ticket) -> Bool {
        visible.remove(ticket) || prefetched.remove(ticket)
    }

    /// Dequeues the next ticket and marks it as running; nil if none may run.
    mutating func dequeue() -> Ticket? {
        guard running.count < max(1, width) else { return nil }
        if let ticket = visible.last {
            visible.remove(ticket)
            setRunning(ticket, .visible)
            return ticket
        }
        guard runningPrefetchCount < max(1, prefetchWidth), let ticket = prefetched.first else { return nil }
        prefetched.remove(ticket)
        setRunning(ticket, .prefetched)
        return ticket
    }

    /// Marks a running ticket as finished.
    mutating func finish(_ ticket: Ticket) {
        setRunning(ticket, nil)
    }

    private mutating func setRunning(_ ticket: Ticket, _ priority: ImagePriority?) {
        if running[ticket] == .prefetched { runningPrefetchCount -= 1 }
        if priority == .prefetched { runningPrefetchCount += 1 }
        running[ticket] = priority
    }
}
