import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels

/// The history of a market during a walk through one of its lists, and what the list may show as a result.
@MainActor
struct WalkRecord {
    private struct Life {
        let product: ListedProduct
        let birth: Int
        var death: Int?
        /// Whether the app itself has deleted it.
        var isKnownDead = false
        /// Whether the app itself has listed it.
        let isAddedHere: Bool
    }

    /// The number of events so far.
    private(set) var moment = 0
    /// When the first page of the current list was requested, and when the market created it.
    private var walk: (asked: Int, began: Int)?
    private var lives: [Product.ID: Life] = [:]
    private var deathCount = 0
    private var lookedAt: [ListedProduct] = []
    private var deathsLookedAt = 0

    /// The products that can be deleted, oldest first.
    private(set) var living: [Product.ID] = []

    mutating func tick() -> Int {
        moment += 1
        return moment
    }

    /// Records that the first page of another walk is shown from now on.
    mutating func begin(asked: Int, made began: Int) {
        walk = (asked, began)
        deathsLookedAt = -1
    }

    mutating func born(_ product: ListedProduct, inThisApp isAddedHere: Bool = false) {
        lives[product.id] = Life(product: product, birth: tick(), isAddedHere: isAddedHere)
        living.append(product.id)
    }

    mutating func died(_ id: Product.ID, byThisApp: Bool) {
        let now = tick()
        lives[id]?.death = now
        lives[id]?.isKnownDead = byThisApp
        deathCount += 1
        living.removeAll { $0 == id }
    }

    /// Returns whether the shown products differ from those checked last, or one of them was deleted. A check takes
    /// long.
    private mutating func hasNews(_ products: [ListedProduct]) -> Bool {
        let isSame = products.withUnsafeBufferPointer { now in
            lookedAt.withUnsafeBufferPointer { now.baseAddress == $0.baseAddress && now.count == $0.count }
        }
        if isSame, deathCount == deathsLookedAt { return false }
        (lookedAt, deathsLookedAt) = (products, deathCount)
        return true
    }

    /// Returns what is wrong with what the list shows, at any time; nil if nothing is.
    mutating func fault(in model: ProductListModel) -> String? {
        let products = model.products
        guard !products.isEmpty else { return nil }
        if let place = model.restoredPosition, !products.contains(where: { $0.id == place.product }) {
            return "it is to be scrolled to \(place.product.rawValue), which is not there"
        }
        guard hasNews(products) else { return nil }
        let request = ProductListRequest(
            order: model.shownFilter.order,
            search: model.shownFilter.search,
            isInStock: model.shownFilter.isInStock,
            vendor: model.shownFilter.vendor
        )
        guard let walk else { return "nothing was answered, but something is shown" }
        var before: ListedProduct?
        for product in products {
            // The order is strict: no product can occur twice in it.
            if let before, !request.order.puts(before, before: product) {
                return "\(before.id.rawValue) is above \(product.id.rawValue): \(products.map(\.id.rawValue))"
            }
            before = product
            guard let life = lives[product.id] else { return "\(product.id.rawValue) never was there" }
            if !request.admits(product) { return "\(product.id.rawValue) does not belong in this list" }
            if life.isKnownDead { return "\(product.id.rawValue) is shown although this app has deleted it" }
            // What this app has listed since the request is inserted whatever the response says: it may have been
            // created too early.
            let isPutIn = life.isAddedHere && life.birth > walk.asked
            if let death = life.death, death < walk.began, !isPutIn {
                return "\(product.id.rawValue) is shown although it was gone before the first answer"
            }
        }
        return nil
    }

    /// Returns what is missing from a list that was scrolled to its end; nil if nothing is.
    func loss(in model: ProductListModel) -> String? {
        guard let walk else { return "nothing was answered" }
        let shown = Set(model.products.map(\.id))
        let request = ProductListRequest(
            order: model.shownFilter.order,
            search: model.shownFilter.search,
            isInStock: model.shownFilter.isInStock,
            vendor: model.shownFilter.vendor
        )
        let lost = lives.values.filter { life in
            life.birth < walk.began && life.death == nil && request.admits(life.product)
                && !shown.contains(life.product.id)
        }
        guard !lost.isEmpty else { return nil }
        return "lost: \(lost.map(\.product.id.rawValue).sorted()), shown: \(model.products.map(\.id.rawValue))"
    }
}
