/// Waits until a condition holds. Tests never wait for a time: this asks again and again, and gives up after ten minutes.
package func wait(until condition: () async throws -> Bool) async throws {
    for _ in 1...100_000 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    throw NeverCame()
}

private struct NeverCame: Error {}
