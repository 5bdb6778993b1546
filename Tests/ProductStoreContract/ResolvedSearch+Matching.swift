package import MarketCore
import MarketModels

extension ResolvedSearch {
    /// Whether the search finds a product. This defines the semantics that every store's index has to implement.
    package func matches(_ product: SearchableProduct) -> Bool {
        let texts =
            switch scope {
            case .name: [product.name]
            case .nameAndSeller: [product.name, product.seller]
            case .nameAndDescription:
                [product.name, product.description, product.seller, product.place, product.initials]
            }
        return !words.isEmpty
            && words.allSatisfy { word in
                word.alternatives.contains { phrases in
                    phrases.allSatisfy { phrase in texts.contains { Self.occurs(phrase, in: $0) } }
                }
            }
    }
}
