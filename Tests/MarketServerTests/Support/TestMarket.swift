import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import MarketAPI
import MarketCore
import MarketImages
import MarketModels
import MarketSQLite
import MarketSecrets
import MarketServer
import NIOCore
import ServerFiles
import Synchronization
import Testing

/// A market of a test's own: real store, real pictures, real sockets, in a folder that is gone afterwards.
struct TestMarket: Sendable {
    let client: any TestClientProtocol
    let services: MarketServices
    let store: SQLiteProductStore
    let clock: TestClock
    let folder: String

    /// What sellers of the tests send.
    static let identifier = "680a5dc5-d1b8-11ec-9676-819f7cbd69a2"
    static let secret = "correct horse"

    var port: Int { client.port ?? 0 }

    // MARK: Requests

    /// Fetches what a link in an answer leads to.
    func follow(_ link: String?, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        let components = try #require(link.flatMap { URLComponents(string: $0) })
        return try await get(components.path, headers)
    }

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await execute(.get, path, headers, nil)
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await execute(method, path, headers, body.map { ByteBuffer(string: $0) })
    }

    func post(
        _ form: FormBody,
        to path: String = "/api/products",
        identifier: String? = Self.identifier,
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=\(form.boundary)"
        if let identifier { headers[.field("identifier")] = identifier }
        return try await execute(.post, path, headers, ByteBuffer(bytes: form.bytes))
    }

    /// The API as the server itself describes it.
    static let document: DocumentedAPI = {
        var count = 0
        let start = server_file_openapi(&count)
        guard let document = try? DocumentedAPI(Data(bytes: start, count: count)) else {
            fatalError("openapi.json can't be read")
        }
        return document
    }()

    /// Sends a request, and holds whatever comes back to the API's document.
    private func execute(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ headers: HTTPFields,
        _ body: ByteBuffer?
    ) async throws -> TestResponse {
        let response = try await client.executeRequest(uri: path, method: method, headers: headers, body: body)
        // What is compressed can't be compared; what it says is held by a test of its own.
        guard response.headers[.contentEncoding] == nil else { return response }
        let problems = Self.document.problems(
            method: method.rawValue,
            path: path,
            status: response.status.code,
            contentType: response.headers[.contentType],
            body: Data(response.body.readableBytesView),
            headers: Dictionary(response.headers.map { ($0.name.rawName, $0.value) }) { first, _ in first }
        )
        for problem in problems { Issue.record("openapi.json: \(problem)") }
        return response
    }

    /// Sends a form with any method.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        form: FormBody,
        _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=\(form.boundary)"
        return try await execute(method, path, headers, ByteBuffer(bytes: form.bytes))
    }

    /// Lists an item and returns it as the `items` edition answered.
    @discardableResult
    func item(_ texts: [String: String?] = [:], photos: [String] = ["red"]) async throws -> JSON {
        let response = try await send(.post, "/item", form: .item(texts, photos: photos))
        try #require(response.status == .ok, "\(String(buffer: response.body))")
        return try JSON(response)
    }

    /// Lists a product and returns it as the market answered.
    @discardableResult
    func list(
        _ parameters: [String: Any] = [:],
        photos: [String] = ["red"],
        identifier: String = Self.identifier
    ) async throws -> JSON {
        let response = try await post(.listing(parameters, photos: photos), identifier: identifier)
        try #require(response.status == .created, "\(String(buffer: response.body))")
        return try JSON(response)
    }
}

/// Runs a test against a market.
func withMarket<Value: Sendable>(
    _ setup: TestingSetup = .live,
    registration: ListForSale.Registration = .open,
    limits: ServerLimits = ServerLimits(),
    attempts: AttemptLimiter.Limits = AttemptLimiter.Limits(),
    baseURL: String? = nil,
    trustsForwarded: Bool = false,
    edition: Edition? = nil,
    editionHosts: [String: Edition] = [:],
    prices: PricePolicy = .exact,
    _ test: @escaping @Sendable (TestMarket) async throws -> Value
) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "market-server-tests-\(UUID().uuidString)").path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try await SQLiteProductStore(folder: folder)
    let clock = TestClock()
    let services = MarketServices(
        store: store,
        images: FolderImageStore(folder: folder + "/images"),
        processor: try VipsImageProcessor(),
        hasher: try Argon2SecretHasher(cost: .minimal),
        fingerprints: ContentFingerprints(),
        clock: clock,
        registration: registration,
        prices: prices,
        attemptLimits: attempts
    )
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let origins = OriginPolicy(
        fixed: baseURL.flatMap { Origin(baseURL: $0) },
        trustsForwarded: trustsForwarded,
        isSecure: false,
        fallback: try #require(Origin(scheme: "http", authority: "localhost")),
        editionHosts: editionHosts
    )
    let application = try buildApplication(
        parts: ServerParts(
            services: services,
            spool: try UploadSpool(folder: folder + "/incoming"),
            limits: limits
        ),
        origins: edition.map { origins.restricted(to: $0) } ?? origins,
        address: .hostname("127.0.0.1", port: 0),
        logger: logger
    )
    let value = try await application.test(setup) { client in
        try await test(
            TestMarket(client: client, services: services, store: store, clock: clock, folder: folder)
        )
    }
    try await store.close()
    return value
}

/// A clock that stands still until it is told to go on.
final class TestClock: WallClock {
    /// 2022-01-24T09:30:15Z, when the first apps were written.
    static let start = Timestamp(millisecondsSinceEpoch: 1_643_016_615_000)

    private let time = Mutex(start)

    var now: Timestamp { time.withLock { $0 } }

    func advance(seconds: Int64) {
        time.withLock { $0 = $0.adding(seconds: seconds) }
    }
}

extension HTTPField.Name {
    static func field(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { fatalError("\(name) is no header's name") }
        return field
    }
}
