/// A store of drafts that keeps the images of rejected forms for an hour, in this process, with a lease on each.
///
/// A draft is accessible to every client that has its token. Each address may keep a limited number. When the total
/// limit is exceeded, the oldest draft of the address with the most drafts is dropped.
public actor InProcessDraftImages: DraftImageStore {
    /// The lifetime of a draft.
    public static let lifetime = Duration.seconds(3600)

    /// The limits of the store.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of drafts per address. It allows forty forms of five images, for the users behind one
        /// address.
        public var perAddress = 200
        /// The maximum number of drafts in total, which take at most about 500 MB.
        public var total = 1000

        public init() {}
    }

    private struct Draft {
        let lease: ImageLifecycle.Lease
        let client: ClientAddress
        let endsAt: Duration
        var holders = 0
        /// Whether the draft is to be deleted as soon as it isn't held.
        var isRemoved = false
    }

    private let imageLifecycle: ImageLifecycle
    private let limits: Limits
    private let clock: any MonotonicClock
    private var drafts: [String: Draft] = [:]
    /// The tokens that are not removed, oldest first.
    private var tokens: [ClientAddress: [String]] = [:]

    public init(imageLifecycle: ImageLifecycle, limits: Limits = Limits(), clock: any MonotonicClock) {
        self.imageLifecycle = imageLifecycle
        self.limits = limits
        self.clock = clock
    }

    public func save(
        _ images: [UploadedImage],
        for client: ClientAddress
    ) async -> [Result<(token: String, image: NewImage), MarketError>] {
        await remove(drafts.filter { !isAlive($0.value) }.map(\.key))
        var outcomes: [Result<(token: String, image: NewImage), MarketError>] = []
        for upload in images {
            do {
                let lease = try await imageLifecycle.save([upload])
                guard let image = lease.images.first else { continue }
                outcomes.append(.success((await add(lease, for: client), image)))
            } catch {
                outcomes.append(.failure(error))
            }
        }
        return outcomes
    }

    public func copy(
        _ images: [NewImage],
        for client: ClientAddress
    ) async throws(MarketError) -> [(token: String, image: NewImage)] {
        await remove(drafts.filter { !isAlive($0.value) }.map(\.key))
        var copies: [(token: String, image: NewImage)] = []
        for image in images {
            let lease = try await imageLifecycle.lease([image])
            if !lease.images.isEmpty { copies.append((await add(lease, for: client), image)) }
        }
        return copies
    }

    /// Adds a draft, and returns its token.
    private func add(_ lease: ImageLifecycle.Lease, for client: ClientAddress) async -> String {
        let token = "d" + String.randomUUID()
        drafts[token] = Draft(lease: lease, client: client, endsAt: clock.elapsed + Self.lifetime)
        tokens[client, default: []].append(token)
        await evictIfNeeded(for: client)
        return token
    }

    public func image(_ token: String) -> NewImage? {
        guard let draft = drafts[token], isAlive(draft) else { return nil }
        return draft.lease.images.first
    }

    public func hold(_ tokens: [String]) -> [String] {
        let held = tokens.filter { drafts[$0].map(isAlive) ?? false }
        for token in held { drafts[token]?.holders += 1 }
        return held
    }

    public func release(_ held: [String]) async {
        for token in held { drafts[token]?.holders -= 1 }
        await discardRemoved(held)
    }

    public func remove(_ used: [String]) async {
        for token in used {
            guard let client = drafts[token]?.client else { continue }
            drafts[token]?.isRemoved = true
            tokens[client]?.removeAll { $0 == token }
            if tokens[client]?.isEmpty == true { tokens[client] = nil }
        }
        await discardRemoved(used)
    }

    private func discardRemoved(_ candidates: [String]) async {
        for token in candidates {
            guard let draft = drafts[token], draft.isRemoved, draft.holders <= 0 else { continue }
            drafts[token] = nil
            await imageLifecycle.discard(draft.lease)
        }
    }

    /// A draft that is held stays alive until it is released.
    private func isAlive(_ draft: Draft) -> Bool {
        draft.holders > 0 || !draft.isRemoved && draft.endsAt > clock.elapsed
    }

    /// Drops the oldest drafts until the limits are met. Drafts that are held are skipped.
    private func evictIfNeeded(for client: ClientAddress) async {
        if let own = tokens[client], own.count > limits.perAddress, let oldest = firstFree(own) {
            await remove([oldest])
        }
        guard tokens.values.reduce(0, { $0 + $1.count }) > limits.total else { return }
        let greediest = tokens.values.max { $0.count < $1.count }
        if let oldest = greediest.flatMap(firstFree) { await remove([oldest]) }
    }

    private func firstFree(_ tokens: [String]) -> String? { tokens.first { drafts[$0]?.holders == 0 } }
}
