/// Keeps the pictures of refused forms for an hour, on this process's shelf, where they are held.
///
/// They belong to whoever has their token. Each address may keep some; where all together keep too many, the address
/// with the most loses its oldest.
public actor PictureDrafts: PictureDraftKeeping {
    /// How long a picture is kept.
    public static let lifetime = Duration.seconds(3600)

    public struct Limits: Hashable, Sendable {
        /// Drafts of one address: forty forms of five pictures, for people behind one address.
        public var perAddress = 200
        /// Drafts in all: some 500 MB of pictures at most.
        public var total = 1000

        public init() {}
    }

    private struct Draft {
        let held: PictureShelf.Held
        let client: ClientAddress
        let endsAt: Duration
        var holders = 0
        /// Goes as soon as nobody holds it.
        var isForgotten = false
    }

    private let shelf: PictureShelf
    private let limits: Limits
    private let clock: any MonotonicClock
    private var drafts: [String: Draft] = [:]
    /// The tokens that are not forgotten, in the order in which they were given.
    private var tokens: [ClientAddress: [String]] = [:]

    public init(shelf: PictureShelf, limits: Limits = Limits(), clock: any MonotonicClock) {
        self.shelf = shelf
        self.limits = limits
        self.clock = clock
    }

    public func keep(
        _ images: [UploadedImage],
        for client: ClientAddress
    ) async -> [Result<(token: String, picture: NewPicture), MarketError>] {
        await forget(drafts.filter { !isAlive($0.value) }.map(\.key))
        var outcomes: [Result<(token: String, picture: NewPicture), MarketError>] = []
        for image in images {
            do {
                let held = try await shelf.keep([image])
                guard let picture = held.pictures.first else { continue }
                var generator = SystemRandomNumberGenerator()
                let token = "d" + String.randomUUID(using: &generator)
                drafts[token] = Draft(held: held, client: client, endsAt: clock.elapsed + Self.lifetime)
                tokens[client, default: []].append(token)
                outcomes.append(.success((token, picture)))
                await makeRoom(for: client)
            } catch {
                outcomes.append(.failure(error))
            }
        }
        return outcomes
    }

    public func picture(_ token: String) -> NewPicture? {
        guard let draft = drafts[token], isAlive(draft) else { return nil }
        return draft.held.pictures.first
    }

    public func hold(_ tokens: [String]) -> [String] {
        let held = tokens.filter { drafts[$0].map(isAlive) ?? false }
        for token in held { drafts[token]?.holders += 1 }
        return held
    }

    public func release(_ held: [String]) async {
        for token in held { drafts[token]?.holders -= 1 }
        await discardForgotten(held)
    }

    public func forget(_ used: [String]) async {
        for token in used {
            guard let client = drafts[token]?.client else { continue }
            drafts[token]?.isForgotten = true
            tokens[client]?.removeAll { $0 == token }
            if tokens[client]?.isEmpty == true { tokens[client] = nil }
        }
        await discardForgotten(used)
    }

    private func discardForgotten(_ candidates: [String]) async {
        for token in candidates {
            guard let draft = drafts[token], draft.isForgotten, draft.holders <= 0 else { continue }
            drafts[token] = nil
            await shelf.discard(draft.held)
        }
    }

    /// Whoever holds a draft sees it for as long as it does.
    private func isAlive(_ draft: Draft) -> Bool {
        draft.holders > 0 || !draft.isForgotten && draft.endsAt > clock.elapsed
    }

    /// What is held does not go, and makes no room.
    private func makeRoom(for client: ClientAddress) async {
        if let own = tokens[client], own.count > limits.perAddress, let oldest = firstFree(own) {
            await forget([oldest])
        }
        guard tokens.values.reduce(0, { $0 + $1.count }) > limits.total else { return }
        let greediest = tokens.values.max { $0.count < $1.count }
        if let oldest = greediest.flatMap(firstFree) { await forget([oldest]) }
    }

    private func firstFree(_ tokens: [String]) -> String? { tokens.first { drafts[$0]?.holders == 0 } }
}
