internal import MarketHashing
internal import MarketModels
internal import Synchronization

/// The objects of a market in a bucket, by their keys without the market's prefix.
///
/// Each object has the SHA-256 hash of its content in its metadata, which Signature V4 needs anyway.
final class S3Bucket: Sendable {
    struct Object: Hashable, Sendable {
        let bytes: [UInt8]
        /// The hash in the metadata; nil for objects that others have stored.
        let hash: String?
    }

    /// Some objects in the order of their keys.
    struct Page: Sendable {
        let objects: [(key: String, changedAt: Timestamp)]
        /// What to go on with; nil at the end.
        let next: String?
    }

    private static let hashHeader = "x-amz-meta-sha256"

    let client: S3Client
    /// Whether the store may be able to refuse to replace an object. Some can't, and say so.
    private let canPutOnce = Atomic<Bool>(true)
    /// Whether the store has shown that it can.
    private let hasPutOnce = Atomic<Bool>(false)

    init(client: S3Client) { self.client = client }

    /// Stores an object unless there is one already with this content.
    ///
    /// - Returns: whether the object was stored by this call, as far as is known.
    @discardableResult
    func put(
        _ key: String,
        _ bytes: [UInt8],
        mediaType: String,
        timeouts: RequestTimeouts = .writing
    ) async throws(S3Failure) -> Bool {
        let hash = SHA256.hash(bytes)
        var request = S3Request(method: .put, key: key, body: bytes, bodyHash: hash, timeouts: timeouts)
        request.headers = [
            ("content-type", mediaType), ("cache-control", "public, max-age=31536000, immutable"),
            (Self.hashHeader, hash.hexDigits),
        ]
        if canPutOnce.load(ordering: .relaxed) {
            var once = request
            once.headers.append(("if-none-match", "*"))
            // A store that can't may say so before it reads the body, which it would then take for the next request.
            once.closesConnection = !hasPutOnce.load(ordering: .relaxed)
            let response = try await client.send(once)
            switch response.status {
            case 200...299:
                hasPutOnce.store(true, ordering: .relaxed)
                return true
            case 501: canPutOnce.store(false, ordering: .relaxed)
            // 409: another request is storing the object now.
            case 409, 412: break
            default: throw Self.refusal(response)
            }
        }
        if try await head(key, timeouts: timeouts)?.hash == hash.hexDigits { return false }
        let response = try await client.send(request)
        guard 200...299 ~= response.status else { throw Self.refusal(response) }
        return true
    }

    func get(_ key: String, timeouts: RequestTimeouts = .reading) async throws(S3Failure) -> Object? {
        let response = try await client.send(S3Request(method: .get, key: key, timeouts: timeouts))
        switch response.status {
        case 200: return Object(bytes: response.body, hash: response.headers[Self.hashHeader])
        case 404 where response.errorCode != "NoSuchBucket": return nil
        default: throw Self.refusal(response)
        }
    }

    /// Returns the hash and the time of the last change of an object, or nil if there is none.
    func head(_ key: String, timeouts: RequestTimeouts = .reading) async throws(S3Failure) -> (
        hash: String?, length: Int?
    )? {
        let response = try await client.send(S3Request(method: .head, key: key, timeouts: timeouts))
        switch response.status {
        case 200: return (response.headers[Self.hashHeader], response.headers["content-length"].flatMap { Int($0) })
        // A HEAD doesn't say whether the object or the whole bucket is missing.
        case 404: return try await get(key, timeouts: timeouts).map { ($0.hash, $0.bytes.count) }
        default: throw Self.refusal(response)
        }
    }

    /// Removes an object if it exists.
    func delete(_ key: String, timeouts: RequestTimeouts = .background) async throws(S3Failure) {
        let response = try await client.send(S3Request(method: .delete, key: key, timeouts: timeouts))
        let isMissing = response.status == 404 && response.errorCode != "NoSuchBucket"
        guard 200...299 ~= response.status || isMissing else { throw Self.refusal(response) }
    }

    /// Copies an object within the bucket, with its metadata.
    ///
    /// - Returns: whether there is such an object.
    @discardableResult
    func copy(_ key: String, to copy: String) async throws(S3Failure) -> Bool {
        let location = client.location
        let source = "/\(location.bucket)/\(S3Encoding.encodePath(location.prefix + key))"
        let response = try await client.send(
            S3Request(
                method: .put,
                key: copy,
                headers: [("x-amz-copy-source", source)],
                timeouts: .writing
            )
        )
        // An error can also come with 200, after the copying has begun.
        if 200...299 ~= response.status, response.errorCode.isEmpty { return true }
        guard response.status == 404, response.errorCode != "NoSuchBucket" else { throw Self.refusal(response) }
        return false
    }

    /// Lists some objects in the order of their keys.
    ///
    /// - Parameter next: what the page before has returned; nil for the first page.
    func list(
        _ prefix: String,
        after next: String? = nil,
        limit: Int = 1000
    ) async throws(S3Failure) -> Page {
        var request = S3Request(method: .get, timeouts: .background)
        request.query = [
            ("list-type", "2"), ("encoding-type", "url"), ("max-keys", String(limit)),
            ("prefix", client.location.prefix + prefix),
        ]
        if let next { request.query.append(("continuation-token", next)) }
        let response = try await client.send(request)
        guard response.status == 200 else { throw Self.refusal(response) }
        let list = XMLElements(response.body)
        let root = client.location.prefix
        var objects: [(key: String, changedAt: Timestamp)] = []
        for entry in list.all("Contents") {
            guard let key = entry.first("Key").flatMap({ S3Encoding.decode($0, plusIsSpace: true) }),
                key.hasPrefix(root), let changedAt = entry.first("LastModified").flatMap(Timestamp.init(listed:))
            else { continue }
            objects.append((String(key.dropFirst(root.count)), changedAt))
        }
        return Page(
            objects: objects,
            next: list.first("IsTruncated") == "true" ? list.first("NextContinuationToken") : nil
        )
    }

    /// Calls `body` with all objects whose keys begin with a text, page by page.
    func forEachPage(
        _ prefix: String,
        _ body: ([(key: String, changedAt: Timestamp)]) async throws(S3Failure) -> Void
    ) async throws(S3Failure) {
        var next: String?
        repeat {
            let page = try await list(prefix, after: next)
            try await body(page.objects)
            next = page.next
        } while next != nil
    }

    private static func refusal(_ response: S3Response) -> S3Failure {
        let code = response.errorCode
        return ["QuotaExceeded", "InsufficientStorage", "XMinioStorageFull"].contains(code)
            ? .full : .refused(status: response.status, code: code)
    }
}
