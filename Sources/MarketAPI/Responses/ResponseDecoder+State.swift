import MarketModels

/// The keys of a product's state in responses.
enum StateKey: String, CodingKey {
    case state
    case reservedUntil = "reserved_until"
    case soldAt = "sold_at"
    case expiredAt = "expired_at"
    case expiresAt = "expires_at"
}

extension ResponseDecoder<StateKey> {
    /// Decodes the state of a product, which responses leave out for an open one. A state that this version doesn't know
    /// is read as open.
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
    func expiry() throws -> Timestamp? {
        guard (try optional(.expiresAt) as String?) != nil else { return nil }
        return try timestamp(.expiresAt)
    }
}
