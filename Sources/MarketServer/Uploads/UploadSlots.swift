import Synchronization

/// Bounds how many requests may be bringing pictures, or waiting for theirs, at once.
final class UploadSlots: Sendable {
    private let capacity: Int
    private let taken = Atomic<Int>(0)

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many are taken.
    var count: Int { taken.load(ordering: .relaxed) }

    /// - Throws: ``RequestError/tooManyUploads`` when all slots are taken.
    func take() throws(RequestError) {
        guard taken.add(1, ordering: .relaxed).newValue <= capacity else {
            taken.subtract(1, ordering: .relaxed)
            throw .tooManyUploads
        }
    }

    func giveBack() {
        taken.subtract(1, ordering: .relaxed)
    }
}
