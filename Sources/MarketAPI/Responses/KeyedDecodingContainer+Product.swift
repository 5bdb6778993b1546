internal import MarketModels

/// The keys of a product in responses. Those of its state and of a reduction are missing where there is nothing to say.
enum ProductKey: String, CodingKey {
    case id, name, description, thumbnail, currency, price, stock, images, version, state
    case vendor = "vendors"
    case vendorID = "vendor_id"
    case discount = "discounted_price"
    case salePrice = "bargain_price"
    case registeredAt = "registered_at"
    case updatedAt = "updated_at"
    case reservedUntil = "reserved_until"
    case soldAt = "sold_at"
    case expiredAt = "expired_at"
    case expiresAt = "expires_at"
    case reducedFrom = "reduced_from"
    case reducedAt = "reduced_at"
}

extension KeyedDecodingContainer<ProductKey> {
    /// Decodes a price and the discount on it. Fractions are read exactly. One product in a currency that this version doesn't know
    /// mustn't lose a whole list.
    func pricing() throws -> Pricing {
        guard let unit = Currency(ofMarket: try value(.currency)) else { throw problem(.currency, "no currency") }
        guard
            let pricing = Pricing(
                currency: unit,
                priceMinorUnits: try amount(.price, in: unit).minorUnits,
                discountMinorUnits: try amount(.discount, in: unit).minorUnits
            )
        else { throw problem(.discount, "a discount above the price") }
        return pricing
    }

    /// Decodes the state. One that this version doesn't know is read as open.
    func state() throws -> ListingState {
        guard let name: String = try optional(.state) else { return .open }
        switch ListingState.Kind(rawValue: name) {
        case .reserved: return .reserved(until: try timestamp(.reservedUntil))
        case .sold: return .sold(at: try timestamp(.soldAt))
        case .expired: return .expired(at: try timestamp(.expiredAt))
        case .hidden: return .hidden
        case .open, nil: return .open
        }
    }

    /// Decodes when the listing expires, which only its seller is told.
    func expiry() throws -> Timestamp? { try hasValue(.expiresAt) ? timestamp(.expiresAt) : nil }

    func reduction(of pricing: Pricing) throws -> PriceReduction? {
        guard try hasValue(.reducedFrom) else { return nil }
        return PriceReduction(
            lowest: try amount(.reducedFrom, in: pricing.currency),
            reducedAt: try timestamp(.reducedAt)
        )
    }
}

extension ListingState {
    /// Encodes the state and its time, unless it is open.
    func encode(to encoder: any Encoder) throws {
        guard self != .open else { return }
        var values = encoder.container(keyedBy: ProductKey.self)
        try values.encode(kind.rawValue, forKey: .state)
        switch self {
        case .open, .hidden: break
        case .reserved(let end): try values.encode(end.responseText, forKey: .reservedUntil)
        case .sold(let time): try values.encode(time.responseText, forKey: .soldAt)
        case .expired(let time): try values.encode(time.responseText, forKey: .expiredAt)
        }
    }
}

extension PriceReduction {
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: ProductKey.self)
        try values.encode(lowest.decimal, forKey: .reducedFrom)
        try values.encode(reducedAt.responseText, forKey: .reducedAt)
    }
}
