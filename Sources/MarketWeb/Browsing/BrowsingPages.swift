import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The pages with lists of products: of the market, of a category and of a seller.
struct BrowsingPages: Sendable {
    /// The number of products on a page.
    private static let size = 30

    let site: PageResponder
    private let places: PlacesInUse

    init(site: PageResponder) {
        self.site = site
        places = PlacesInUse(store: site.services.store)
    }

    func addRoutes(to router: PageRouter) {
        router.get(.market, use: market)
        router.get(.category, use: category)
        router.get(.seller, use: seller)
    }

    @Sendable private func market(_ request: PageRequest) async throws -> Response {
        var listQuery = self.listQuery(of: request)
        if let slug = listQuery.filter.category {
            // A form sends the category as a field. An unknown one is left out.
            if site.services.store.categories.current(slug) != nil { return Self.moved(to: listQuery, status: .found) }
            listQuery.filter.category = nil
        }
        return try await market(listQuery, request)
    }

    @Sendable private func category(_ request: PageRequest) async throws -> Response {
        let slug = request.context.coreContext.parameters.get("slug") ?? ""
        let categories = site.services.store.categories
        var listQuery = self.listQuery(of: request)
        if let chosen = listQuery.filter.category, chosen != slug, categories.current(chosen) != nil {
            return Self.moved(to: listQuery, status: .found)
        }
        listQuery.filter.category = slug
        if categories.category(slug) != nil { return try await market(listQuery, request) }
        guard let successor = categories.successor(ofRemoved: slug) else { throw RequestError.unknownPath }
        listQuery.filter.category = successor?.slug
        return Self.moved(to: listQuery, status: .movedPermanently)
    }

    private func listQuery(of request: PageRequest) -> ListQuery {
        ListQuery(request.queryFields, currency: site.services.pricesOfForms.defaultCurrency)
    }

    private static func moved(to query: ListQuery, status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.location: query.address, .cacheControl: "no-cache"])
    }

    private func market(_ listQuery: ListQuery, _ request: PageRequest) async throws -> Response {
        var query = Self.query(of: listQuery)
        let usual = request.visitor.language.currency
        query.firstCurrency =
            site.services.pricesOfForms.currencies.contains(usual) ? usual : site.services.pricesOfForms.defaultCurrency
        try query.setWindow(from: listQuery)
        let (wanted, client) = (query, request.client)
        let route: WebRoutePattern = listQuery.filter.category == nil ? .market : .category
        let address = ListAddress(list: .market, query: listQuery)
        return try await list(request, route, address, query) { page, now in
            let counts = try await categoryCounts(listQuery, wanted, page, client)
            let shown = if let counts { counts } else { try await site.services.store.categoryCounts() }
            return ListPage(
                page: page,
                query: listQuery,
                categoryCounts: shown,
                countsThisList: counts != nil,
                places: try await places().map { ($0.place, $0.count) },
                remedies: page.totalCount == 0 ? try await remedies(for: listQuery, client) : [],
                now: now
            )
        }
    }

    private static func query(of list: ListQuery) -> ProductQuery {
        ProductQuery(
            order: list.sort.order,
            size: size,
            isInStock: list.inStock,
            filter: list.filter,
            search: ProductSearch(list.text, in: .nameAndDescription)
        )
    }

    /// Returns the numbers of products of exactly each category in a list, or nil if they are too many to count.
    private func categoryCounts(
        _ list: ListQuery,
        _ query: ProductQuery,
        _ page: ProductPage,
        _ client: ClientAddress
    ) async throws -> [MarketModels.Category.ID: Int]? {
        guard list.conditions.contains(where: { $0 != .category }) else {
            return try await site.services.store.categoryCounts()
        }
        guard page.totalCount <= ProductQuery.groupedProducts else { return nil }
        return page.totalCount == 0
            ? [:] : try await site.services.browseProducts.categoryCounts(of: query, for: client)
    }

    /// Returns what an empty list would have without one of its conditions, as far as it isn't empty then. Each condition is
    /// one question.
    private func remedies(for list: ListQuery, _ client: ClientAddress) async throws -> [ListPage.Remedy] {
        var remedies: [ListPage.Remedy] = []
        // Without a search alone, it is the whole list, to which the page leads anyway.
        guard list.conditions.filter(\.narrows) != [.text] else { return [] }
        for condition in list.conditions where condition.narrows {
            var query = Self.query(of: list.without(condition))
            query.order = .newest
            query.size = 1
            let page = try await site.services.browseProducts(query, for: client)
            // A search that had to be corrected would find something else.
            guard page.totalCount > 0, page.correctedSearch == nil else { continue }
            let remedy = ListPage.Remedy(
                condition: condition,
                total: page.totalCount,
                isTotalCapped: page.isTotalCapped
            )
            remedies.append(remedy)
        }
        return remedies
    }

    @Sendable private func seller(_ request: PageRequest) async throws -> Response {
        guard let id = Int64(request.context.segment(.id)),
            let vendor = try await site.services.store.vendor(Vendor.ID(rawValue: id)), !vendor.isBlocked
        else { throw RequestError.unknownPath }
        let listQuery = self.listQuery(of: request)
        var query = ProductQuery(size: Self.size, vendor: vendor.id)
        try query.setWindow(from: listQuery)
        let product = await referringProduct(of: request)
        // A page that leads back to a product isn't shared between visitors.
        return try await list(
            request,
            .seller,
            ListAddress(list: .seller(vendor.id), query: listQuery),
            query,
            isShared: product == nil
        ) { page, now in
            SellerPage(
                vendor: vendor,
                page: page,
                number: listQuery.page,
                product: product,
                from: product == nil ? ListAddress() : request.from,
                now: now
            )
        }
    }

    /// Returns the product whose page led to a seller's page, if it still exists.
    private func referringProduct(of request: PageRequest) async -> Product.ID? {
        guard let id = request.queryFields["product"].flatMap({ Int64($0) }), id >= 0 else { return nil }
        return try? await site.services.showProduct(Product.ID(rawValue: id)).0.id
    }

    private func list(
        _ request: PageRequest,
        _ route: WebRoutePattern,
        _ address: ListAddress,
        _ query: ProductQuery,
        isShared: Bool = true,
        _ make: @Sendable (ProductPage, Timestamp) async throws -> some WebPage
    ) async throws -> Response {
        let now = site.services.clock.now
        let vendor = try await site.vendor(of: request.visitor)
        // The visitor's own listings are marked: such a page isn't shared.
        if vendor != nil || !isShared {
            let page = try await site.services.browseProducts(query, request.context)
            let context = request.siteContext(vendor: vendor?.id)
            if request.wantsFragment { return fragment(page, address, context, request) }
            return request.page(try await make(page, now), context, isCompressed: true)
        }
        let path = request.wantsFragment ? address.fragmentPath : address.path
        return try await request.cached(route: route, path: path) { context in
            let page = try await site.services.browseProducts(query, request.context)
            let html =
                request.wantsFragment
                ? Self.rows(page, address, now).bytes(context) : try await make(page, now).bytes(context)
            return PageRequest.EncodedPage(
                subject: .list,
                html: html,
                revision: page.revision,
                headers: request.wantsFragment ? Self.headers(of: page) : [:]
            )
        }
    }

    private func fragment(
        _ page: ProductPage,
        _ address: ListAddress,
        _ context: SiteContext,
        _ request: PageRequest
    ) -> Response {
        let rows = Self.rows(page, address, site.services.clock.now)
        var response = request.page(rows, context, isCompressed: true)
        for field in Self.headers(of: page) { response.headers[field.name] = field.value }
        return response
    }

    /// Returns the rows of a page. They lead back to the start of the list, from which scripts show it.
    private static func rows(_ page: ProductPage, _ address: ListAddress, _ now: Timestamp) -> RowsFragment {
        var start = address
        start.query.page = 1
        start.query.cursor = nil
        return RowsFragment(products: page.products, list: start, now: now)
    }

    private static func headers(of page: ProductPage) -> HTTPFields {
        var headers: HTTPFields = [.total: String(page.totalCount)]
        headers[.nextCursor] = page.nextCursor.map(CursorCoding.text)
        return headers
    }
}

extension ProductQuery {
    /// Starts at the page or the cursor of an address. An invalid cursor is ignored.
    fileprivate mutating func setWindow(from list: ListQuery) throws(RequestError) {
        window = .page(list.page)
        if let cursor = list.cursor.flatMap({ CursorCoding.cursor(from: $0) }), cursor.fits(order) {
            window = .after(cursor)
            // The list keeps its order even if the language was changed in between.
            if case .afterPrice(let place) = cursor { firstCurrency = place.firstCurrency }
        }
    }
}

extension Request {
    /// Whether only the rows are requested, to be appended to others.
    fileprivate var wantsFragment: Bool { queryFields["fragment"] == "1" }
}
