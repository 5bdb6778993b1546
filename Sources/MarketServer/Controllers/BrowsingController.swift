import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// `GET` of lists and products.
struct BrowsingController: Sendable {
    let browse: BrowseProducts
    let show: ShowProduct
    let answers: EncodedAnswers
    let contactLimit: RateLimiter
    let origins: OriginPolicy

    func addRoutes(to router: Router<MarketRequestContext>) {
        router.get(Router.path(.healthChecker), use: health)
        router.get(Router.path(.products), use: list)
        router.get(Router.path(.product), use: detail)
        router.get(Router.path(.contact), use: contact)
    }

    /// The body is `"OK"` with the JSON quotes.
    @Sendable private func health(_: Request, _: MarketRequestContext) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "\"OK\""))
        )
    }

    @Sendable private func list(_ request: Request, _: MarketRequestContext) async throws -> Response {
        try await answers.respond(to: request) { origin in
            let parameters = try ListParameters(request.uri.queryParameters)
            let page = try await browse(parameters.query)
            return CachedAnswer(
                subject: .list,
                tag: EntityTag.list(revision: page.revision, key: Self.fingerprint(of: request.head.path ?? "")),
                body: TrainingEncoder(origin: origin).list(
                    page,
                    number: parameters.pageNumber,
                    size: parameters.query.size
                ),
                revision: page.revision
            )
        }
    }

    @Sendable private func detail(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        return try await answers.respond(to: request) { origin in
            let (product, revision) = try await show(id)
            return CachedAnswer(
                subject: .product(id, version: product.version),
                tag: EntityTag.product(id, version: product.version, edition: .training),
                body: TrainingEncoder(origin: origin).product(product),
                revision: revision
            )
        }
    }

    /// What the seller gave as contact: never in lists or details, and not for harvesting.
    @Sendable private func contact(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let id = try context.productID()
        let source = origins.clientAddress(of: request.head, connection: context.connectionAddress)
        if let seconds = contactLimit.secondsToWait(countingFor: source) {
            throw RequestError.tooManyRequests(retryAfterSeconds: seconds)
        }
        let contact = try await show.contact(of: id)
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        json.member("contact", contact)
        json.endObject()
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes))
        )
    }

    /// FNV-1a: the same in every run, unlike `Hasher`.
    private static func fingerprint(of text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
