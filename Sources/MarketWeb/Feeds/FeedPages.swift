import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The routes for feed readers and search engines: Atom feeds, also those of operators, the sitemap, and `robots.txt`.
struct FeedPages: Sendable {
    /// The batches of all sitemaps are read one at a time, in turns between networks: a sitemap is as much work as 250 lists.
    /// More than 512 at once end in the middle of a response, those of the network with the most first.
    static let batchLimits = FairQueue.Limits(concurrency: 1, waitingPerKey: 64, waiting: 512)

    private let batches = FairQueue(limits: Self.batchLimits)

    let site: PageResponder

    func addRoutes(to router: PageRouter) {
        router.get(.feed, use: feed)
        router.get(.sellerFeed, use: sellerFeed)
        router.get(.operatorFeed, use: operatorFeed)
        router.get(.robots, use: robots)
        router.get(.sitemap, use: sitemap)
        router.get(.sitemapPart, use: sitemapPart)
    }

    // MARK: Feeds

    @Sendable private func feed(_ request: PageRequest) async throws -> Response {
        guard let search = request.queryFields["q"].flatMap({ ProductSearch($0, in: .nameAndDescription) }) else {
            return try await feed(of: .market, .feed, ProductQuery(), request)
        }
        return try await feed(of: .search(search.text), .feed, ProductQuery(search: search), request)
    }

    @Sendable private func sellerFeed(_ request: PageRequest) async throws -> Response {
        guard let id = Int64(request.context.segment(.id)),
            let vendor = try await site.services.store.vendor(Vendor.ID(rawValue: id)), !vendor.isBlocked
        else { throw RequestError.unknownPath }
        return try await feed(of: .seller(vendor), .sellerFeed, ProductQuery(vendor: vendor.id), request)
    }

    private func feed(
        of source: ProductFeed.Source,
        _ route: WebRoutePattern,
        _ query: ProductQuery,
        _ request: PageRequest
    ) async throws -> Response {
        var query = query
        query.size = ProductFeed.size
        query.includesDescriptions = true
        let path = ProductFeed.path(of: source)
        return try await request.cached(route: route, path: path) { context in
            let page = try await site.services.browseProducts(query, request.context)
            // Who follows a search waits for these words. What there is instead would look like it.
            let products = page.correctedSearch == nil ? page.products : []
            let feed = ProductFeed(source: source, products: products, now: site.services.clock.now)
            return PageRequest.EncodedPage(
                subject: .list,
                html: feed.bytes(context),
                revision: page.revision,
                headers: [.contentType: ProductFeed.mediaType]
            )
        }
    }

    /// What waits for an operator, for whoever knows the address. It is read anew for each request, because an operator on
    /// another server may have decided meanwhile.
    @Sendable private func operatorFeed(_ request: PageRequest) async throws -> Response {
        guard let token = request.queryFields["token"], token.isRandomToken,
            let proof = try await site.services.operatorAuthenticator.feed(token, from: request.client)
        else { throw RequestError.unknownPath }
        var page = request.siteContext()
        if let language = request.queryFields["language"].flatMap({ Language(rawValue: $0) }) {
            page.language = language
        }
        let feed = OperatorFeed(
            entries: try await site.services.store.awaited(limit: ModerateListings.pageSize, for: proof),
            madeAt: proof.madeAt
        )
        var response = Response.uncached(feed.bytes(page), type: ProductFeed.mediaType, to: request.base)
            .withSecretAddress
        // The reader's own cache may keep it, to ask whether it has changed.
        response.headers[.cacheControl] = "private, no-cache"
        response.headers[.xRobotsTag] = "noindex"
        return response
    }

    // MARK: Search engines

    @Sendable private func robots(_ request: PageRequest) -> Response {
        .uncached(Sitemap.robots(origin: request.origin.text), type: "text/plain; charset=utf-8", to: request.base)
    }

    @Sendable private func sitemap(_ request: PageRequest) async throws -> Response {
        let productCount = try await site.services.browseProducts(ProductQuery(size: 1), request.context).totalCount
        let index = Sitemap.index(of: productCount, origin: request.origin.text)
        return .uncached(index, type: Sitemap.mediaType, to: request.base)
    }

    @Sendable private func sitemapPart(_ request: PageRequest) async throws -> Response {
        let name = request.context.segment(.file)
        guard name.hasSuffix(".xml"), let number = Int(name.dropLast(4)), let first = Sitemap.firstBatch(of: number)
        else { throw RequestError.unknownPath }
        // More at once would be a long read, which may be refused in the middle of the response (``LongRead``).
        let query = ProductQuery(order: .oldest, window: .page(first), size: Sitemap.batchSize)
        let firstPage = try await site.services.browseProducts(query, request.context)
        guard number == 1 || !firstPage.products.isEmpty else { throw RequestError.unknownPath }
        let origin = request.origin.text
        let pages = site.services.store.profile.pages
        let body = ResponseBody { writer in
            try await writer.write(ByteBuffer(bytes: Sitemap.head(of: number, origin: origin, pages: pages)))
            try await writer.write(ByteBuffer(bytes: Sitemap.entries(firstPage.products, origin: origin)))
            var (query, cursor) = (query, firstPage.nextCursor)
            // What is deleted meanwhile moves no product into another batch.
            for _ in 1..<Sitemap.batchCount {
                guard let place = cursor else { break }
                query.window = .after(place)
                let (page, entries) = try await batches.run(for: request.client) { [query] in
                    let page = try await site.services.browseProducts(query, request.context)
                    return (page, Sitemap.entries(page.products, origin: origin))
                }
                try await writer.write(ByteBuffer(bytes: entries))
                cursor = page.nextCursor
            }
            try await writer.write(ByteBuffer(bytes: Sitemap.footer))
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: Sitemap.mediaType, .cacheControl: "no-store"], body: body)
    }
}
