internal import MarketCore

/// The reason why a bucket can't be used for a market's images.
public enum S3OpeningError: Error, Hashable, Sendable {
    /// The store can't be reached; `reason` says why.
    case unreachable(place: String, reason: String)
    case noBucket(name: String, endpoint: String)
    case refused(place: String, code: String)
    /// The images of another market are there.
    case otherMarket(place: String)
    /// A copy of the market's database uses the images there, or this is the copy.
    case otherUser(place: String)
    /// There are objects, but none with the name of a market.
    case notEmpty(place: String)
    /// The images are being copied here, and aren't all there.
    case moveIsUnfinished(place: String)
    case failed(place: String, reason: String)
}

/// What a bucket says about the market whose images are in it: an object with a line for the market's name, one for the state, and
/// one for the database that uses them.
public struct S3Mark: Hashable, Sendable {
    /// Whether the images can be used.
    public enum State: String, Sendable {
        case used = ""
        /// They are being copied here.
        case copying
    }

    public let market: String
    public let state: State
    /// What tells the database that uses the images from its copies, which have the same name: to each of them, what the others
    /// have listed since looks unused. Nil if it isn't known.
    public let user: String?

    public init(market: String, state: State = .used, user: String? = nil) {
        self.market = market
        self.state = state
        self.user = user
    }

    init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count > 1, !lines[0].isEmpty, let state = State(rawValue: lines[1]) else { return nil }
        self.init(market: lines[0], state: state, user: lines.count > 2 && !lines[2].isEmpty ? lines[2] : nil)
    }

    fileprivate var bytes: [UInt8] { Array("\(market)\n\(state.rawValue)\n\(user ?? "")\n".utf8) }
}

extension S3ImageStore {
    /// Returns what the bucket says about its market, or nil if it has never been used with one.
    public func mark() async throws(S3OpeningError) -> S3Mark? {
        try await opening {
            guard let object = try await bucket.get(ImageKey.market, timeouts: .background) else { return nil }
            guard let mark = S3Mark(object.bytes) else {
                let place = bucket.client.location.name
                throw S3OpeningError.failed(place: place, reason: "its object 'market' is damaged")
            }
            return mark
        }
    }

    /// Changes what the bucket says about its market.
    public func setMark(_ mark: S3Mark) async throws(S3OpeningError) {
        try await opening {
            try await bucket.put(ImageKey.market, mark.bytes, mediaType: "text/plain", timeouts: .background)
        }
    }

    /// Makes sure that the images here aren't those of another market or of another copy of its database. Nothing is changed.
    ///
    /// Without a user, only the market is compared.
    ///
    /// - Returns: what the bucket says, or nil if it has never been used with a market.
    @discardableResult
    public func checkMark(_ mark: S3Mark) async throws(S3OpeningError) -> S3Mark? {
        guard let found = try await self.mark() else { return nil }
        let place = bucket.client.location.name
        guard found.market == mark.market else { throw .otherMarket(place: place) }
        guard found.state == mark.state else { throw .moveIsUnfinished(place: place) }
        guard mark.user == nil || found.user == nil || mark.user == found.user else { throw .otherUser(place: place) }
        return found
    }

    /// Makes sure that the images here are those of a market and of a database, so that they are never regarded as unused because
    /// of another market's database, or of a copy of its own (``checkMark(_:)``). At the first time nothing may be here.
    public func bind(to mark: S3Mark) async throws(S3OpeningError) {
        if let found = try await checkMark(mark) {
            if found.user == nil, mark.user != nil { try await setMark(mark) }
            return
        }
        let place = bucket.client.location.name
        let isEmpty = try await opening { try await bucket.list("", limit: 1).objects.isEmpty }
        guard isEmpty else { throw .notEmpty(place: place) }
        try await setMark(mark)
        // Two markets may have begun at once.
        guard try await self.mark() == mark else { throw .otherMarket(place: place) }
    }

    /// Sends requests and converts their errors.
    @discardableResult
    private func opening<Value>(_ call: () async throws -> Value) async throws(S3OpeningError) -> Value {
        do {
            return try await call()
        } catch {
            let location = bucket.client.location
            switch error {
            case let error as S3OpeningError: throw error
            case S3Failure.unreachable(let reason): throw .unreachable(place: location.name, reason: reason)
            case S3Failure.refused(404, _):
                throw .noBucket(name: location.bucket, endpoint: location.endpoint.authority)
            case S3Failure.refused(403, let code), S3Failure.refused(401, let code):
                throw .refused(place: location.name, code: code)
            default: throw .failed(place: location.name, reason: "\(error)")
            }
        }
    }
}
