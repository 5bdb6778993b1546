/// A line in front of work of which only so much is done at once: visible first, then what is prefetched.
struct WorkLine<Ticket: Hashable & Sendable>: Sendable {
    /// How much may run at once.
    var width: Int
    /// How much of that may be prefetching.
    var prefetchWidth: Int
    let order: VisibleImageOrder

    private var visible = LinkedKeys<Ticket>()
    private var prefetched = LinkedKeys<Ticket>()
    private var running: [Ticket: ImagePriority] = [:]
    private var runningPrefetchCount = 0

    init(width: Int, prefetchWidth: Int, order: VisibleImageOrder) {
        self.width = width
        self.prefetchWidth = prefetchWidth
        self.order = order
    }

    var runningCount: Int { running.count }
    var waitingCount: Int { visible.count + prefetched.count }

    /// Comes as the newest of its priority; what waits already is moved there, and what runs just changes its priority.
    mutating func join(_ ticket: Ticket, as priority: ImagePriority) {
        if running[ticket] != nil { return setRunning(ticket, priority) }
        switch priority {
        case .visible:
            prefetched.remove(ticket)
            // Where the first asked is the first served, asking again doesn't put it behind.
            if order == .oldestFirst, visible.contains(ticket) { return }
            visible.append(ticket)
        case .prefetched:
            guard !prefetched.contains(ticket) else { return }
            visible.remove(ticket)
            prefetched.append(ticket)
        }
    }

    /// Moves what was visible behind all that is, if it is only prefetched now.
    mutating func lower(_ ticket: Ticket, to priority: ImagePriority) {
        guard priority == .prefetched else { return }
        join(ticket, as: priority)
    }

    /// - Returns: whether it was waiting, and now doesn't any more. What runs goes on.
    mutating func leave(_ ticket: Ticket) -> Bool {
        visible.remove(ticket) || prefetched.remove(ticket)
    }

    /// The next to run, which does from now on; nil when nothing may.
    mutating func next() -> Ticket? {
        guard running.count < max(1, width) else { return nil }
        if let ticket = order == .newestFirst ? visible.last : visible.first {
            visible.remove(ticket)
            setRunning(ticket, .visible)
            return ticket
        }
        guard runningPrefetchCount < max(1, prefetchWidth), let ticket = prefetched.first else { return nil }
        prefetched.remove(ticket)
        setRunning(ticket, .prefetched)
        return ticket
    }

    /// Makes room for the next.
    mutating func end(_ ticket: Ticket) {
        setRunning(ticket, nil)
    }

    private mutating func setRunning(_ ticket: Ticket, _ priority: ImagePriority?) {
        if running[ticket] == .prefetched { runningPrefetchCount -= 1 }
        if priority == .prefetched { runningPrefetchCount += 1 }
        running[ticket] = priority
    }
}
