import Foundation
import MarketClient
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct ProgressTests {
    /// What one task has been told.
    private final class Log: Sendable {
        private let told = Mutex<[Int64]>([])

        var all: [Int64] { told.withLock { $0 } }
        var record: @Sendable (TransferProgress) -> Void {
            { progress in self.told.withLock { $0.append(progress.completed) } }
        }
    }

    @Test func everyoneWhoWaitsForAnImageSeesItsProgress() async {
        let fixture = LoaderFixture()
        let (first, second, other) = (Log(), Log(), Log())
        let size = PixelSize(width: 10, height: 10)
        let one = await fixture.ask(1, progress: first.record)
        _ = await fixture.ask(2, progress: other.record)
        await fixture.transport.report(.image(1), TransferProgress(completed: 1, total: 4))
        // Another size shares the fetch, and whoever comes later sees the rest.
        let two = await fixture.ask(1, fitting: size, progress: second.record)
        await fixture.transport.report(.image(1), TransferProgress(completed: 3, total: 4))
        await fixture.transport.answerNext(.image(1))
        #expect(await one.value == .success(FakeImage(.image(1))))
        #expect(await two.value == .success(FakeImage(.image(1), size)))
        #expect(first.all == [1, 3])
        #expect(second.all == [3])
        #expect(other.all.isEmpty)
        await fixture.transport.answerNext(.image(2))
        await fixture.idle()
    }

    @Test func whoHasLeftSeesNoMore() async {
        let fixture = LoaderFixture()
        let (left, stays) = (Log(), Log())
        let leaving = await fixture.ask(1, progress: left.record)
        let staying = await fixture.ask(1, progress: stays.record)
        leaving.cancel()
        #expect(await leaving.value == .failure(.cancelled))
        await fixture.transport.report(.image(1), TransferProgress(completed: 2, total: 4))
        await fixture.transport.answerNext(.image(1))
        _ = await staying.value
        #expect(left.all.isEmpty)
        #expect(stays.all == [2])
        await fixture.idle()
    }
}
