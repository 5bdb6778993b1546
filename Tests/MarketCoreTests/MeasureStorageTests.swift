import MarketModels
import Synchronization
import Testing

@testable import MarketCore

struct MeasureStorageTests {
    /// A store that is larger each time, and is measured when it is let go on.
    private final class GrowingStore: StoreLifecycle {
        let gate = Checkpoint()
        private let count = Mutex<Int64>(0)
        var measurements: Int64 { count.withLock { $0 } }

        func check() {}
        func readiness() -> StoreReadiness { StoreReadiness() }
        func close() {}
        func storedSize() async throws(MarketError) -> StoredSize? {
            await gate.pass()
            let count = count.withLock { count in
                count += 1
                return count
            }
            if count == 2 { throw .unreachable(reason: "away") }
            return StoredSize(byteCount: count, freeByteCount: nil)
        }
    }

    @Test func itIsMeasuredOnceAnHourIfSomebodyLooks() async throws {
        let (store, clock) = (GrowingStore(), SteppedClock())
        let measure = MeasureStorage(store: store, images: ImageFixture(), clock: clock)
        func look() async -> StorageUse? { await measure(for: OperatorAuthenticator.commandLine) }
        // Nobody waits, and those who look at once start one measurement.
        for _ in 1...3 { #expect(await look() == nil) }
        await store.gate.open()
        await measure.measuring?.value
        let first = StorageUse(database: StoredSize(byteCount: 1, freeByteCount: nil), images: nil)
        #expect(await look() == first && store.measurements == 1)
        clock.advance(seconds: 3599)
        #expect(await look() == first)
        clock.advance(seconds: 1)
        // A failure leaves what is known, and the next look tries again.
        for _ in 1...2 {
            #expect(await look() == first)
            await measure.measuring?.value
        }
        #expect(await look()?.database?.byteCount == 3 && store.measurements == 3)
    }
}
