import Testing

struct NeverCame: Error, CustomStringConvertible {
    let description: String
}

/// Lets other work on the main actor run first. (`Task.yield()` goes through another thread, which takes ten times as
/// long.)
@MainActor
func takeTurns() async {
    await withCheckedContinuation { continuation in
        Task { @MainActor in continuation.resume() }
    }
}

/// Runs other work until a condition holds, and fails if it never does.
@MainActor
func until(
    _ what: String,
    _ location: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
) async throws {
    for turn in 0..<300_000 {
        if condition() { return }
        // Work elsewhere needs a turn there, and on a busy machine some time: it takes minutes before this gives up.
        if turn < 100 { await takeTurns() } else { await Task.yield() }
        if turn > 5000 { try await Task.sleep(for: .milliseconds(1)) }
    }
    Issue.record("never: \(what)", sourceLocation: location)
    throw NeverCame(description: what)
}

/// Runs everything that can run.
@MainActor
func settle() async {
    for _ in 0..<50 { await Task.yield() }
}
