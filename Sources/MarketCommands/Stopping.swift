import ArgumentParser
import Foundation
import UnixSignals

/// Runs long work that Ctrl-C cancels: the task is cancelled and can finish cleanly.
///
/// A second Ctrl-C terminates the program immediately.
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
