import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// The pages for printing price tags and notices (UX.md, “On paper”).
struct PrintPages: Sendable {
    /// The value of `products` for all products that were listed from this browser, up to the limit.
    private static let everything = "all"

    let site: PageResponder

    /// A limit, because each page draws up to 96 QR codes and isn't cached.
    private var budget: ClientBudget { site.dependencies.printBudget }

    func addRoutes(to router: PageRouter) {
        router.get(.print, use: show)
    }

    @Sendable private func show(_ request: PageRequest) async throws -> Response {
        let fields = request.queryFields
        let kind = fields["kind"].flatMap { PrintPage.Kind(rawValue: $0) }
        let values = fields.pairs.filter { $0.name == "products" }.map(\.value)
        if values.contains(Self.everything) {
            let all = try await own(request)?.products ?? []
            return request.redirect(to: PrintPage.address(of: all.map(\.id), kind ?? .labels))
        }
        // One more than fit, to tell whether any are left out.
        let ids = [Product.ID](in: values, limit: PrintPage.maximumCount + 1)
        guard !ids.isEmpty else { return try await choice(request, isNothingChosen: kind != nil) }
        // A form sends a field for each checkbox. The address to share has one.
        if values.count > 1 { return request.redirect(to: PrintPage.address(of: ids, kind ?? .labels)) }
        let (products, goneCount) = try await budget.spending(for: request.client) { () throws(MarketError) in
            try await shown(ids.prefix(PrintPage.maximumCount))
        }
        let page = PrintPage(
            kind: kind ?? .labels,
            products: products,
            goneCount: goneCount,
            isCapped: ids.count > PrintPage.maximumCount
        )
        return request.page(page, isCompressed: true)
    }

    /// Returns those of the products that everybody sees, and the number of the others.
    private func shown(_ ids: some Sequence<Product.ID>) async throws(MarketError) -> ([Product], goneCount: Int) {
        var products: [Product] = []
        var goneCount = 0
        for id in ids {
            let product = try await unlessAbsent { () throws(MarketError) in
                try await site.services.showProduct(id).product
            }
            if let product { products.append(product) } else { goneCount += 1 }
        }
        return (products, goneCount)
    }

    private func choice(_ request: PageRequest, isNothingChosen: Bool) async throws -> Response {
        let number = request.queryFields.page
        let page = try await own(request, number: number)
        let choice = PrintChoicePage(
            products: page?.products ?? [],
            total: page?.totalCount ?? 0,
            page: number,
            hasNextPage: page?.nextCursor != nil,
            isNothingChosen: isNothingChosen
        )
        let vendor = try await site.vendor(of: request.visitor)?.id
        return request.page(choice, request.siteContext(vendor: vendor), isCompressed: true)
    }

    /// Returns a page of the products that were listed from this browser, newest first; nil if none was ever listed.
    private func own(_ request: PageRequest, number: Int = 1) async throws -> ProductPage? {
        guard let vendor = try await site.vendor(of: request.visitor) else { return nil }
        let query = ProductQuery(window: .page(number), size: PrintPage.maximumCount, vendor: vendor.id)
        return try await site.services.browseProducts(query, request.context)
    }
}

extension [Product.ID] {
    /// Reads the different ids in lists that are separated by commas; anything else is ignored.
    init(in values: [String], limit: Int) {
        var seen: Set<Product.ID> = []
        self = []
        for part in values.lazy.flatMap({ $0.split(separator: ",") }) {
            guard count < limit else { break }
            guard let number = Int64(part), number >= 0 else { continue }
            let id = Product.ID(rawValue: number)
            if seen.insert(id).inserted { append(id) }
        }
    }
}
