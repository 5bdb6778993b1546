import Synchronization

/// Bounds how many uploads are under way at once.
final class UploadSlots: Sendable {
    private let capacity: Int
    private let taken = Atomic<Int>(0)

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// - Throws: ``RequestError/tooManyUploads`` at once when all slots are taken.
    func withSlot<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        guard taken.add(1, ordering: .relaxed).newValue <= capacity else {
            taken.subtract(1, ordering: .relaxed)
            throw RequestError.tooManyUploads
        }
        defer { taken.subtract(1, ordering: .relaxed) }
        return try await body()
    }
}
