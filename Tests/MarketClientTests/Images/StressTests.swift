import Foundation
import Testing

@testable import MarketClient

/// Everything at once, in any order: at the end nothing is left under way, and everybody has had an answer.
@Suite(.timeLimit(.minutes(30))) struct StressTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>) func nothingIsLeftUnderWay(seed: UInt64) async {
        let transport = PictureTransport(heedsCancellation: !seed.isMultiple(of: 3))
        let limits = ImageLoadingLimits(fetchesAtOnce: 4, prefetchesAtOnce: 2, readsAtOnce: 2, decodesAtOnce: 2)
        let disk: DiskInMemory? = seed.isMultiple(of: 2) ? DiskInMemory() : nil
        let rig = LoaderRig(transport: transport, memoryLimit: 1500, disk: disk, limits: limits)
        var random = NumberSequence(seed: seed)
        var tasks: [Task<LoaderRig.Outcome, Never>] = []
        for _ in 0..<3000 {
            let url = URL.picture(.random(in: 0..<30, using: &random))
            let size = [nil, PixelSize(width: 10, height: 10)].randomElement(using: &random) ?? nil
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8:
                let priority: ImagePriority = Bool.random(using: &random) ? .visible : .prefetched
                tasks.append(Task { await rig.outcome(url, fitting: size, priority: priority) })
            case 8..<12: tasks.randomElement(using: &random)?.cancel()
            case 12: rig.loader.prefetch([url], fitting: size)
            case 13: rig.loader.cancelPrefetch([url], fitting: size)
            case 14:
                if Int.random(in: 0..<20, using: &random) == 0 { rig.loader.handleMemoryPressure() }
            case 15..<18:
                transport.waiting.randomElement(using: &random).map { _ = transport.answer($0) }
            case 18:
                let failure = [TransportError.timedOut, .cancelled, .connectionLost(detail: "")]
                    .randomElement(using: &random)
                if let failure, let waiting = transport.waiting.randomElement(using: &random) {
                    transport.answer(waiting, .failure(failure))
                }
            default:
                rig.loader.limits.fetchesAtOnce = .random(in: 1...6, using: &random)
            }
            if Bool.random(using: &random) { await Task.yield() }
            #expect(rig.memory.totalCost <= 1500)
        }
        for task in tasks where Bool.random(using: &random) { task.cancel() }
        let answering = Task {
            while !Task.isCancelled {
                for url in transport.waiting { transport.answer(url) }
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
        await rig.idle()
        answering.cancel()
        #expect(rig.loader.load.isIdle)
        #expect(transport.waiting.isEmpty)
        #expect(transport.record.mostAtOnce <= 6)
        #expect(rig.decoder.mostAtOnce <= 2)
    }

    /// Tasks that were forgotten would keep the loader alive.
    @Test func loaderGoesWhenItsWorkIsDone() async {
        weak var loader: ImageLoader<FakeDecoder>?
        do {
            let rig = LoaderRig()
            loader = rig.loader
            _ = await rig.load(1)
            let left = await rig.ask(2)
            left.cancel()
            _ = await left.value
            await rig.idle()
        }
        await Eventually.holds { loader == nil }
        #expect(loader == nil)
    }
}
