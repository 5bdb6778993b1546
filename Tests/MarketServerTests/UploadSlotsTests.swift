import Testing

@testable import MarketServer

struct UploadSlotsTests {
    @Test func moreUploadsThanSlotsAreTurnedAwayAtOnce() throws {
        let slots = UploadSlots(capacity: 2)
        try slots.take()
        try slots.take()
        #expect(throws: RequestError.tooManyUploads) { try slots.take() }
        #expect(slots.count == 2)
        slots.giveBack()
        try slots.take()
        #expect(throws: RequestError.tooManyUploads) { try slots.take() }
    }
}
