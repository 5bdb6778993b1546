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
        var product = self
        product.listing.attributes = listing.attributes.resolved(by: categories)
        return product
    }
}

extension SellerProduct {
    /// Returns the product in the category to which the products of a removed category belong.
    package func resolved(by categories: CategoryTree) -> SellerProduct {
        var resolved = self
        resolved.product = product.resolved(by: categories)
        return resolved
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
