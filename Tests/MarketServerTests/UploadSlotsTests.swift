import Testing

@testable import MarketServer

struct UploadSlotsTests {
    @Test func moreUploadsThanSlotsAreTurnedAwayAtOnce() async throws {
        let slots = UploadSlots(capacity: 2)
        try await slots.withSlot {
            try await slots.withSlot {
                await #expect(throws: RequestError.tooManyUploads) { try await slots.withSlot {} }
            }
            // A slot that was given back, and one whose upload failed, can be taken again.
            await #expect(throws: CancellationError.self) { try await slots.withSlot { throw CancellationError() } }
            try await slots.withSlot {}
        }
    }
}
