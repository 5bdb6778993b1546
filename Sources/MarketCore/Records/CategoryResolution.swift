package import MarketModels

extension ListingAttributes {
    /// Returns the attributes with the category to which the products of a removed category belong.
    package func resolved(by categories: CategoryTree) -> ListingAttributes {
        guard let category, let successor = categories.successor(ofRemoved: category) else { return self }
        var attributes = self
        attributes[.category] = successor?.slug ?? ""
        return attributes
    }
}

extension Product {
    /// Returns the product in the category to which the products of a removed category belong.
    package func resolved(by categories: CategoryTree) -> Product {
        let attributes = listing.attributes.resolved(by: categories)
        guard attributes != listing.attributes else { return self }
        return Product(
            id: id,
            vendor: vendor,
            listing: Listing(
                name: listing.name,
                description: listing.description,
                pricing: listing.pricing,
                stock: listing.stock,
                attributes: attributes
            ),
            images: images,
            thumbnail: thumbnail,
            registeredAt: registeredAt,
            updatedAt: updatedAt,
            version: version,
            lifecycle: lifecycle,
            reduction: reduction
        )
    }
}

extension SellerProduct {
    /// Returns the product in the category to which the products of a removed category belong.
    package func resolved(by categories: CategoryTree) -> SellerProduct {
        SellerProduct(
            product.resolved(by: categories),
            contact: contact,
            reservationNote: reservationNote,
            hold: hold,
            lock: lock
        )
    }
}

extension EditOutcome {
    /// Returns the outcome with its product in the category to which the products of a removed category belong.
    package func resolved(by categories: CategoryTree) -> EditOutcome {
        switch self {
        case .saved(let product, let released): .saved(product.resolved(by: categories), released: released)
        case .conflict(let product): .conflict(product.resolved(by: categories))
        case .held: .held
        case .locked: .locked
        case .gone: .gone
        }
    }
}
