/// Waits for what other tasks are about to do. The time limit of the suite ends it where they don't.
enum Eventually {
    static func holds(_ condition: () async -> Bool) async {
        while await !condition(), !Task.isCancelled { await Task.yield() }
    }
}
