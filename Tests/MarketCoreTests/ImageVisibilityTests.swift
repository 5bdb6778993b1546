import MarketCore
import MarketModels
import Synchronization
import Testing

/// A store that knows which images are withheld, and counts how often it is asked.
final class WithheldImages: ImageVisibilityReading, RevisionSource {
    private struct State {
        var names: Set<ImageName> = []
        var revision: Int64 = 1
        var isCurrent = true
        var isReachable = true
        var readCount = 0
    }

    private let state = Mutex(State())

    var revision: Revision { state.withLock { Revision(rawValue: $0.revision) } }
    var isCurrent: Bool { state.withLock { $0.isCurrent } }
    var readCount: Int { state.withLock { $0.readCount } }

    func isPublic(_ name: ImageName) async throws(MarketError) -> Bool {
        try state.withLock { state throws(MarketError) in
            guard state.isReachable else { throw .unreachable(reason: "no store") }
            state.readCount += 1
            return !state.names.contains(name)
        }
    }

    /// Withholds exactly these images, with a commit.
    func withhold(_ names: Set<ImageName>) {
        state.withLock {
            $0.names = names
            $0.revision += 1
        }
    }

    func loseTouch(isReachable: Bool) {
        state.withLock { ($0.isCurrent, $0.isReachable) = (false, isReachable) }
    }
}

/// What everybody sees is looked up once for each revision.
struct ImageVisibilityTests {
    private let store = WithheldImages()

    private func name(_ digit: String) throws -> ImageName {
        try #require(ImageName(String(repeating: digit, count: ImageName.digitCount)))
    }

    @Test func anImageIsLookedUpOnceForEachRevision() async throws {
        let visibility = ImageVisibility(store: store)
        let (first, second) = (try name("a"), try name("b"))
        for _ in 0..<5 { #expect(try await visibility.forEverybody(first)?.isForEverybody == true) }
        #expect(store.readCount == 1)
        #expect(try await visibility.forEverybody(second)?.name == second)
        #expect(store.readCount == 2)
        store.withhold([first])
        #expect(try await visibility.forEverybody(first) == nil)
        #expect(try await visibility.forEverybody(second) != nil)
        store.withhold([])
        #expect(try await visibility.forEverybody(first) != nil)
    }

    @Test func nothingIsAnsweredFromAMemoryThatMayBeOld() async throws {
        let visibility = ImageVisibility(store: store)
        let (shown, withheld) = (try name("a"), try name("b"))
        store.withhold([withheld])
        for name in [shown, withheld] { _ = try await visibility.forEverybody(name) }
        store.loseTouch(isReachable: true)
        #expect(try await visibility.forEverybody(shown) != nil)
        #expect(store.readCount == 3)
        // Nothing changes in a store that nobody reaches.
        store.loseTouch(isReachable: false)
        #expect(try await visibility.forEverybody(shown) != nil)
        #expect(try await visibility.forEverybody(withheld) == nil)
        let unknown = try name("c")
        await #expect(throws: MarketError.unreachable(reason: "no store")) {
            try await visibility.forEverybody(unknown)
        }
    }
}
