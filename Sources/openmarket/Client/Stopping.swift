import ArgumentParser
import Foundation
import UnixSignals

/// Runs long work so that Ctrl-C ends it tidily: the work's task is cancelled, and has the last word.
///
/// Pressing Ctrl-C a second time ends the program at once.
func withStopping<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let working = Task { try await work() }
    let listening = Task {
        for await _ in signals {
            if working.isCancelled { _exit(CommandExit.interrupted.rawValue) }
            working.cancel()
        }
    }
    defer { listening.cancel() }
    return try await withTaskCancellationHandler {
        try await working.value
    } onCancel: {
        working.cancel()
    }
}
