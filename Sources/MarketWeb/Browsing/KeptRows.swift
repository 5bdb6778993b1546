import MarketModels
import MarketTexts

/// The rows of kept products, each with what has changed since it was kept. It is requested by the page of favorites, the
/// page of recently viewed products, and the foot of the market's page.
struct KeptRows: WebPage {
    /// The products, each as it is now; nil for one that was deleted, or has never existed.
    let products: [(kept: KeptProduct, now: Product?)]
    /// Whether each row has a form that removes it, for browsers without scripts.
    var canRemove = false
    /// How they are shown.
    var view: SiteContext.View = .list
    let now: Timestamp

    func html(_ site: SiteContext) -> String {
        Templates.render("rows", site.language, ["rows": rows(site)])
    }

    func rows(_ site: SiteContext) -> [Templates.Context] {
        products.map { kept, product in
            var row: Templates.Context
            if let product {
                row =
                    RowViewData.of(
                        [ProductSummary(product)],
                        site,
                        now: now,
                        from: ListAddress(list: .favorites),
                        view: view,
                        isStartOfPage: false
                    ).first ?? [:]
                if let change = change(of: product, since: kept, site) { row["change"] = change }
            } else {
                let name = site.texts[.goneProduct(number: kept.id.rawValue)]
                row = ["id": kept.id.rawValue, "isGone": true, "name": name]
            }
            if canRemove { row["removal"] = site.texts[.removeFavorite] }
            return row
        }
    }

    /// Returns how much cheaper or dearer a product has become; nil if its price or its currency isn't comparable.
    private func change(of product: Product, since kept: KeptProduct, _ site: SiteContext) -> String? {
        let price = product.listing.pricing.salePrice
        guard let before = kept.price, before.currency == price.currency, before != price else { return nil }
        let difference = Money(minorUnits: abs(price.minorUnits - before.minorUnits), currency: price.currency)
        let amount = site.productTexts.price(difference)
        return price.minorUnits < before.minorUnits ? site.texts[.cheaper(by: amount)] : site.texts[.dearer(by: amount)]
    }
}

extension ProductSummary {
    init(_ product: Product) {
        self.init(
            id: product.id,
            vendorID: product.vendor.id,
            vendorName: product.vendor.name,
            name: product.listing.name,
            pricing: product.listing.pricing,
            stock: product.listing.stock,
            thumbnail: product.thumbnail?.name,
            registeredAt: product.registeredAt,
            updatedAt: product.updatedAt,
            version: product.version,
            state: product.state,
            reduction: product.reduction,
            attributes: product.listing.attributes.listed
        )
    }
}
