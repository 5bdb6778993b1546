package import MarketModels

extension ItemCondition {
    /// The value of the column `condition`.
    package var stored: Int64 {
        switch self {
        case .new: 0
        case .likeNew: 1
        case .good: 2
        case .fair: 3
        case .forParts: 4
        }
    }

    /// Reads the column `condition`. Nil for a number that is never stored.
    package init?(stored: Int64) {
        guard let condition = Self.allCases.first(where: { $0.stored == stored }) else { return nil }
        self = condition
    }
}

extension Handover {
    /// The value of the column `handover`.
    package var stored: Int64 {
        switch self {
        case .pickup: 0
        case .parcel: 1
        case .both: 2
        }
    }

    /// Reads the column `handover`. Nil for a number that is never stored.
    package init?(stored: Int64) {
        guard let handover = Self.allCases.first(where: { $0.stored == stored }) else { return nil }
        self = handover
    }
}

extension ListingAttributes {
    /// Returns the attributes with the category to which the products of a removed category belong.
    package func resolved(by categories: CategoryTree) -> ListingAttributes {
        guard let category, let successor = categories.successor(ofRemoved: category) else { return self }
        return ListingAttributes(condition: condition, handover: handover, place: place, category: successor?.slug)
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
        SellerProduct(product.resolved(by: categories), contact: contact, reservationNote: reservationNote)
    }
}

extension EditOutcome {
    /// Returns the outcome with its product in the category to which the products of a removed category belong.
    package func resolved(by categories: CategoryTree) -> EditOutcome {
        switch self {
        case .saved(let product, let released): .saved(product.resolved(by: categories), released: released)
        case .conflict(let product): .conflict(product.resolved(by: categories))
        case .gone: .gone
        }
    }
}
