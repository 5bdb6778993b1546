import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import MarketWeb

/// The routes for feed readers and search engines: Atom feeds, the sitemap, and `robots.txt`.
struct FeedPages: Sendable {
    /// The number of products that a sitemap reads at once. More would be a long read, which may be refused in the middle of
    /// the response (``LongRead``).
    private static let batchSize = 200

    /// The batches of all sitemaps are read one at a time, in turns between networks: a sitemap is as much work as 250 lists.
    /// More than 512 at once end in the middle of a response, those of the network with the most first.
    static let batchLimits = FairQueue.Limits(concurrency: 1, waitingPerKey: 64, waiting: 512)

    private let batches = FairQueue(limits: Self.batchLimits)

    let browseProducts: BrowseProducts
    let clock: any WallClock
    let site: PageResponder
    let responder: CachingPageResponder

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        router.get(.page(.feed), use: feed)
        router.get(.page(.sellerFeed), use: sellerFeed)
        router.get(.page(.robots), use: robots)
        router.get(.page(.sitemap), use: sitemap)
        router.get(.page(.sitemapPart), use: sitemapPart)
    }

    // MARK: Feeds

    @Sendable private func feed(_ request: Request, context: MarketRequestContext) async throws -> Response {
        guard let search = request.queryFields["q"].flatMap({ ProductSearch($0, in: .nameAndDescription) }) else {
            return try await feed(of: .market, .feed, ProductQuery(), request, context)
        }
        return try await feed(of: .search(search.text), .feed, ProductQuery(search: search), request, context)
    }

    @Sendable private func sellerFeed(_ request: Request, context: MarketRequestContext) async throws -> Response {
        guard let id = Int64(context.segment(.id)),
            let vendor = try await browseProducts.vendor(Vendor.ID(rawValue: id))
        else { throw RequestError.unknownPath }
        return try await feed(of: .seller(vendor), .sellerFeed, ProductQuery(vendor: vendor.id), request, context)
    }

    private func feed(
        of source: ProductFeed.Source,
        _ route: WebRoutePattern,
        _ query: ProductQuery,
        _ request: Request,
        _ client: MarketRequestContext
    ) async throws -> Response {
        var query = query
        query.size = ProductFeed.size
        query.includesDescriptions = true
        let path = ProductFeed.path(of: source)
        return try await responder.respond(to: request, site.visitor(request), route: route, path: path) { context in
            let page = try await browseProducts(query, client)
            let feed = ProductFeed(of: source, products: page.products, now: clock.now)
            return CachingPageResponder.EncodedBody(
                subject: .list,
                html: feed.bytes(context),
                revision: page.revision,
                headers: [.contentType: ProductFeed.mediaType]
            )
        }
    }

    // MARK: Search engines

    @Sendable private func robots(_ request: Request, _: MarketRequestContext) -> Response {
        .uncached(Sitemap.robots(origin: origin(request)), type: "text/plain; charset=utf-8", to: request)
    }

    @Sendable private func sitemap(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let index = Sitemap.index(upTo: try await newest(context), origin: origin(request))
        return .uncached(index, type: Sitemap.mediaType, to: request)
    }

    @Sendable private func sitemapPart(_ request: Request, context: MarketRequestContext) async throws -> Response {
        let name = context.segment(.file)
        guard name.hasSuffix(".xml"), let number = Int64(name.dropLast(4)), let ids = Sitemap.ids(of: number),
            number <= Sitemap.count(upTo: try await newest(context))
        else { throw RequestError.unknownPath }
        let origin = origin(request)
        let body = ResponseBody { writer in
            try await writer.write(ByteBuffer(bytes: Sitemap.head(of: number, origin: origin)))
            var query = ProductQuery(order: .oldest, size: Self.batchSize)
            var last = ids.lowerBound - 1
            while last < ids.upperBound {
                query.window = .after(.afterID(Product.ID(rawValue: last)))
                let (page, products, entries) = try await batches.run(for: context.clientAddress) { [query] in
                    let page = try await browseProducts(query, context)
                    let products = page.products.prefix { $0.id.rawValue <= ids.upperBound }
                    return (page, products, Sitemap.entries(products, origin: origin))
                }
                try await writer.write(ByteBuffer(bytes: entries))
                guard page.nextCursor != nil, products.count == page.products.count, let end = products.last
                else { break }
                last = end.id.rawValue
            }
            try await writer.write(ByteBuffer(bytes: Sitemap.footer))
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: Sitemap.mediaType, .cacheControl: "no-store"], body: body)
    }

    private func newest(_ context: MarketRequestContext) async throws -> Product.ID? {
        try await browseProducts(ProductQuery(size: 1), context).products.first?.id
    }

    private func origin(_ request: Request) -> String {
        site.origins.origin(for: site.origins.cacheVariant(of: request.head)).text
    }
}
