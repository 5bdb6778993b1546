import ArgumentParser
import Foundation
import MarketClient
import UnixSignals

/// Runs long work so that Ctrl-C ends it tidily: the work's task is cancelled, and what it throws then is thrown.
func withStopping<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    return try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            for await _ in signals { return nil }
            return nil
        }
        defer { group.cancelAll() }
        while let outcome = try await group.next() {
            if let outcome { return outcome }
            // A signal: from now on only what the work still has to say counts.
            group.cancelAll()
        }
        throw MarketClientError.cancelled
    }
}
