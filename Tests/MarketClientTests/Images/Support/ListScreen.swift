import Foundation
import MarketClient
import Synchronization

/// A list on a screen, and what its cells received.
final class ListScreen: Sendable {
    let fixture: LoaderFixture
    private let size: PixelSize
    private let wrong = Atomic<Int>(0)
    private let failures = Atomic<Int>(0)
    private let shown = Atomic<Int>(0)
    private let peak = Atomic<Int>(0)

    init(disk: any ImageDiskCaching, size: PixelSize, memoryLimit: Int) {
        self.size = size
        fixture = LoaderFixture(memoryLimit: memoryLimit, disk: disk)
    }

    var shownCount: Int { shown.load(ordering: .relaxed) }
    /// The number of cells that received another cell's image.
    var wrongCount: Int { wrong.load(ordering: .relaxed) }
    var failureCount: Int { failures.load(ordering: .relaxed) }
    /// The maximum number of bytes seen in memory.
    var peakCost: Int { peak.load(ordering: .relaxed) }

    /// Does what a cell does when it appears on the screen.
    func show(_ url: URL) -> Task<Void, Never> {
        Task {
            noteMemory()
            if let image = fixture.loader.cachedImage(for: url, fitting: size) {
                note(.success(image), url)
            } else {
                note(await fixture.outcome(url, fitting: size), url)
            }
            noteMemory()
        }
    }

    func noteMemory() {
        peak.max(fixture.memory.totalCost, ordering: .relaxed)
    }

    private func note(_ outcome: LoaderFixture.Outcome, _ url: URL) {
        switch outcome {
        case .success(FakeImage(url, size)): shown.add(1, ordering: .relaxed)
        case .success: wrong.add(1, ordering: .relaxed)
        case .failure(.cancelled): break
        case .failure: failures.add(1, ordering: .relaxed)
        }
    }
}
