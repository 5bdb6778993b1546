import Foundation
import MarketClient
import Synchronization

/// A list on a screen, and what its cells got.
final class ListScreen: Sendable {
    let rig: LoaderRig
    private let size: PixelSize
    private let wrong = Atomic<Int>(0)
    private let failures = Atomic<Int>(0)
    private let shown = Atomic<Int>(0)
    private let peak = Atomic<Int>(0)

    init(disk: any ImageDiskCaching, size: PixelSize, memoryLimit: Int) {
        self.size = size
        rig = LoaderRig(memoryLimit: memoryLimit, disk: disk)
    }

    var shownCount: Int { shown.load(ordering: .relaxed) }
    /// Cells that got another image than theirs.
    var wrongCount: Int { wrong.load(ordering: .relaxed) }
    var failureCount: Int { failures.load(ordering: .relaxed) }
    /// The most bytes that were seen in memory.
    var peakCost: Int { peak.load(ordering: .relaxed) }

    /// What a cell does when it comes onto the screen.
    func show(_ url: URL) -> Task<Void, Never> {
        Task {
            noteMemory()
            if let image = rig.loader.cachedImage(for: url, fitting: size) {
                note(.success(image), url)
            } else {
                note(await rig.outcome(url, fitting: size), url)
            }
            noteMemory()
        }
    }

    func noteMemory() {
        peak.max(rig.memory.totalCost, ordering: .relaxed)
    }

    private func note(_ outcome: LoaderRig.Outcome, _ url: URL) {
        switch outcome {
        case .success(FakeImage(url, size)): shown.add(1, ordering: .relaxed)
        case .success: wrong.add(1, ordering: .relaxed)
        case .failure(.cancelled): break
        case .failure: failures.add(1, ordering: .relaxed)
        }
    }
}
