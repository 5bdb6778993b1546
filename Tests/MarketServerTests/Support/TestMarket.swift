import Foundation
import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketSecrets
import MarketServer
import NIOCore
import ServerFiles
import TestMarkets
import Testing

/// A market for one test: real store, real images, real sockets, in a folder that is deleted afterwards.
struct TestMarket: Sendable {
    let client: TestClient
    let services: MarketServices
    let store: any ProductStore
    let dependencies: ServerDependencies
    let clock: TestClock
    let folder: String

    /// The identifier that sellers of the tests send.
    static let identifier = "680a5dc5-d1b8-11ec-9676-819f7cbd69a2"
    static let secret = "correct horse"

    var port: Int { client.port }

    // MARK: Requests

    /// Requests the target of a link in a response.
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

    /// Asks for what the API's document doesn't describe, such as a page, as a program does.
    func page(_ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await client.execute(uri: path, method: .get, headers: headers, body: nil)
    }

    /// Sends a request, and checks the response against the API's document.
    private func execute(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ headers: HTTPFields,
        _ body: ByteBuffer?
    ) async throws -> TestResponse {
        let response = try await client.execute(uri: path, method: method, headers: headers, body: body)
        // A compressed body can't be compared; a separate test covers its content.
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

    /// Lists an item and returns it as in the response of the `items` edition.
    @discardableResult
    func item(_ texts: [String: String?] = [:], photos: [String] = ["red"]) async throws -> JSON {
        let response = try await send(.post, "/item", form: .item(texts, photos: photos))
        try #require(response.status == .ok, "\(String(buffer: response.body))")
        return try JSON(response)
    }

    /// Stores a product of the guests' seller, with the password of the tests, that no request would list.
    func addGuestProduct(currency: Currency = .krw, price: Int64 = 1000, discount: Int64 = 0) async throws {
        let pricing = Pricing(currency: currency, priceMinorUnits: price, discountMinorUnits: discount)
        let product = NewProduct(
            seller: .vendor(Vendor.guestID),
            listing: Listing(name: "의자", description: "", pricing: try #require(pricing), stock: 1),
            contact: nil,
            secretHash: try await Argon2SecretHasher(cost: .minimal).hash(Self.secret),
            images: [],
            registeredAt: clock.now
        )
        _ = try await store.add(product)
    }

    /// Lists a product and returns it as in the market's response.
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
    registration: MarketProfile.Registration = .open,
    limits: ServerLimits = ServerLimits(),
    baseURL: String? = nil,
    imagesURL: ImagesURL? = nil,
    proxies: TrustedProxies = .none,
    edition: Edition? = nil,
    editionHosts: [String: Edition] = [:],
    prices: PricePolicy = .exact,
    places: [String] = [],
    lifecycles: LifecycleRules = LifecycleRules(),
    readLimit: Duration? = nil,
    isTraced: Bool = false,
    iosApp: AppIdentifier? = nil,
    hasher: (any SecretHasher)? = nil,
    _ test: @escaping @Sendable (TestMarket) async throws -> Value
) async throws -> Value {
    var setting = TestMarketSetting()
    setting.registration = registration
    setting.limits = limits
    setting.baseURL = baseURL
    setting.imagesURL = imagesURL
    setting.proxies = proxies
    setting.edition = edition
    setting.editionHosts = editionHosts
    setting.policy = ListingPolicy(prices: prices, places: places, lifecycles: lifecycles)
    setting.readLimit = readLimit
    setting.isTraced = isTraced
    setting.iosApp = iosApp
    setting.hasher = hasher
    return try await withOpenMarket(setting) { market in
        try await market.application.test { client in
            try await test(
                TestMarket(
                    client: client,
                    services: market.services,
                    store: market.store,
                    dependencies: market.dependencies,
                    clock: market.clock,
                    folder: market.folder
                )
            )
        }
    }
}

extension HTTPField.Name {
    static func field(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { fatalError("\(name) is no header's name") }
        return field
    }
}
