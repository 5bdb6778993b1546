/// Waits for the work of other tasks. The time limit of the suite ends the wait otherwise.
enum Eventually {
    static func holds(_ condition: () async -> Bool) async {
        while await !condition(), !Task.isCancelled { await Task.yield() }
    }
}
