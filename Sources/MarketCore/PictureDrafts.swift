import MarketModels

/// Keeps the pictures of forms that were refused for an hour, so that nobody has to choose them again.
///
/// They lie on the shelf, held, and belong to whoever has their token.
public actor PictureDrafts {
    /// How long a picture is kept, in seconds.
    public static let lifetime: Int64 = 3600
    /// How many are kept for all browsers together; beyond that the oldest go.
    public static let capacity = 1000

    private struct Draft {
        let held: PictureShelf.Held
        let endsAt: Timestamp
    }

    private let shelf: PictureShelf
    private let clock: any WallClock
    private var drafts: [String: Draft] = [:]
    /// The tokens in the order in which they were given.
    private var tokens: [String] = []

    public init(shelf: PictureShelf, clock: any WallClock) {
        self.shelf = shelf
        self.clock = clock
    }

    /// Keeps what can be kept of a refused form's images.
    ///
    /// - Returns: for each image its token and picture, or why it is none that can be shown.
    public func keep(_ images: [UploadedImage]) async -> [Result<(token: String, picture: NewPicture), MarketError>] {
        await dropOld()
        var outcomes: [Result<(token: String, picture: NewPicture), MarketError>] = []
        for image in images {
            do {
                let held = try await shelf.keep([image])
                guard let picture = held.pictures.first else { continue }
                var generator = SystemRandomNumberGenerator()
                let token = "d" + String.randomUUID(using: &generator)
                drafts[token] = Draft(held: held, endsAt: clock.now.adding(seconds: Self.lifetime))
                tokens.append(token)
                outcomes.append(.success((token, picture)))
            } catch {
                outcomes.append(.failure(error))
            }
        }
        return outcomes
    }

    /// The picture of a token, or nil when it is kept no more.
    public func picture(_ token: String) -> NewPicture? {
        guard let draft = drafts[token], draft.endsAt > clock.now else { return nil }
        return draft.held.pictures.first
    }

    /// The pictures are shown by a product now, or nobody wants them any more.
    public func forget(_ used: [String]) async {
        for token in used {
            guard let draft = drafts.removeValue(forKey: token) else { continue }
            tokens.removeAll { $0 == token }
            await shelf.discard(draft.held)
        }
    }

    private func dropOld() async {
        let now = clock.now
        let over = max(0, tokens.count - Self.capacity)
        let old = tokens.enumerated().filter { index, token in
            index < over || drafts[token].map { $0.endsAt <= now } ?? true
        }
        await forget(old.map(\.element))
    }
}
