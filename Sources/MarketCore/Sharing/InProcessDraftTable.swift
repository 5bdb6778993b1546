internal import MarketModels
internal import Synchronization

/// The drafts of a market that is one process.
final class InProcessDraftTable: DraftTable {
    private struct Entry {
        let draft: Draft
        let endsAt: Duration
        var holders: Set<String> = []
        var isRemoved = false

        func isAlive(at now: Duration) -> Bool { !holders.isEmpty || !isRemoved && endsAt > now }
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The tokens that are not removed, oldest first.
        var tokens: [ClientAddress: [String]] = [:]

        mutating func remove(_ removed: [String]) -> [Draft] {
            for token in removed {
                guard let client = entries[token]?.draft.client else { continue }
                entries[token]?.isRemoved = true
                tokens[client]?.removeAll { $0 == token }
                if tokens[client]?.isEmpty == true { tokens[client] = nil }
            }
            return takeRemoved(removed)
        }

        mutating func takeRemoved(_ candidates: [String]) -> [Draft] {
            candidates.compactMap { token in
                guard let entry = entries[token], entry.isRemoved, entry.holders.isEmpty else { return nil }
                entries[token] = nil
                return entry.draft
            }
        }

        /// The oldest one that nobody holds.
        func firstFree(_ tokens: [String]) -> String? { tokens.first { entries[$0]?.holders.isEmpty == true } }
    }

    private let clock: any MonotonicClock
    private let state = Mutex(State())

    init(clock: any MonotonicClock) {
        self.clock = clock
    }

    func add(_ draft: Draft, limits: SharedLimit) -> [Draft] {
        let endsAt = clock.elapsed + DraftImages.lifetime
        return state.withLock { state in
            state.entries[draft.token] = Entry(draft: draft, endsAt: endsAt)
            state.tokens[draft.client, default: []].append(draft.token)
            var dropped: [Draft] = []
            if let own = state.tokens[draft.client], own.count > limits.perAddress, let oldest = state.firstFree(own) {
                dropped += state.remove([oldest])
            }
            guard state.tokens.values.reduce(0, { $0 + $1.count }) > limits.total else { return dropped }
            let greediest = state.tokens.values.max { $0.count < $1.count }
            if let oldest = greediest.flatMap(state.firstFree) { dropped += state.remove([oldest]) }
            return dropped
        }
    }

    func image(_ token: String) -> NewImage? {
        let now = clock.elapsed
        return state.withLock { state in
            state.entries[token].flatMap { $0.isAlive(at: now) ? $0.draft.image : nil }
        }
    }

    func hold(_ tokens: [String], for holder: String) -> [String] {
        let now = clock.elapsed
        return state.withLock { state in
            let held = tokens.filter { state.entries[$0]?.isAlive(at: now) ?? false }
            for token in held { state.entries[token]?.holders.insert(holder) }
            return held
        }
    }

    func release(_ tokens: [String], of holder: String) -> [Draft] {
        state.withLock { state in
            for token in tokens { state.entries[token]?.holders.remove(holder) }
            return state.takeRemoved(tokens)
        }
    }

    func remove(_ tokens: [String]) -> [Draft] { state.withLock { $0.remove(tokens) } }

    func remove(keeping images: Set<ImageName>) -> [Draft] {
        state.withLock { state in
            state.remove(state.entries.filter { images.contains($0.value.draft.image.name) }.map(\.key))
        }
    }

    func removeOld() -> [Draft] {
        let now = clock.elapsed
        return state.withLock { state in
            state.remove(state.entries.filter { !$0.value.isAlive(at: now) }.map(\.key))
        }
    }
}
