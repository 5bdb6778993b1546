import FieldSamples
import Foundation
import Testing

@testable import MarketClient

/// Everything at once, in any order: at the end nothing is in flight, and every request has had a response.
@Suite(.timeLimit(.minutes(30))) struct StressTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>) func nothingIsLeftUnderWay(seed: UInt64) async {
        let transport = ImageTransport(heedsCancellation: !seed.isMultiple(of: 3))
        let limits = ImageLoadingLimits(fetchesAtOnce: 4, prefetchesAtOnce: 2, readsAtOnce: 2, decodesAtOnce: 2)
        let disk: DiskInMemory? = seed.isMultiple(of: 2) ? DiskInMemory() : nil
        let fixture = LoaderFixture(transport: transport, memoryLimit: 1500, disk: disk, limits: limits)
        var random = SeededGenerator(seed: seed)
        var tasks: [Task<LoaderFixture.Outcome, Never>] = []
        for _ in 0..<3000 {
            let url = URL.image(.random(in: 0..<30, using: &random))
            let size = [nil, PixelSize(width: 10, height: 10)].randomElement(using: &random) ?? nil
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8: tasks.append(Task { await fixture.outcome(url, fitting: size) })
            case 8..<12: tasks.randomElement(using: &random)?.cancel()
            case 12: fixture.loader.prefetch([url], fitting: size)
            case 13: fixture.loader.cancelPrefetch([url], fitting: size)
            case 14:
                if Int.random(in: 0..<20, using: &random) == 0 { fixture.loader.handleMemoryPressure() }
            case 15..<18:
                transport.waiting.randomElement(using: &random).map { _ = transport.response($0) }
            default:
                let failure = [TransportError.timedOut, .cancelled, .connectionLost(detail: "")]
                    .randomElement(using: &random)
                if let failure, let waiting = transport.waiting.randomElement(using: &random) {
                    transport.response(waiting, .failure(failure))
                }
            }
            if Bool.random(using: &random) { await Task.yield() }
            #expect(fixture.memory.totalCost <= 1500)
        }
        for task in tasks where Bool.random(using: &random) { task.cancel() }
        let answering = Task {
            while !Task.isCancelled {
                for url in transport.waiting { transport.response(url) }
                await Task.yield()
            }
        }
        for task in tasks {
            switch await task.value {
            case .success(let image): #expect(image.text.hasPrefix("https://market.test/images/"))
            case .failure(.cancelled), .failure(.transport): break
            case .failure(let error): Issue.record("\(error)")
            }
        }
        await fixture.idle()
        answering.cancel()
        #expect(fixture.loader.load.isIdle)
        #expect(transport.waiting.isEmpty)
        #expect(transport.record.mostAtOnce <= 6)
        #expect(fixture.decoder.mostAtOnce <= 2)
    }

    /// Leaked tasks would keep the loader alive.
    @Test func loaderGoesWhenItsWorkIsDone() async {
        weak var loader: ImageLoader<FakeDecoder>?
        do {
            let fixture = LoaderFixture()
            loader = fixture.loader
            _ = await fixture.load(1)
            let left = await fixture.ask(2)
            left.cancel()
            _ = await left.value
            await fixture.idle()
        }
        await Eventually.holds { loader == nil }
        #expect(loader == nil)
    }
}
