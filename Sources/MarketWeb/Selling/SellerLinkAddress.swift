import MarketModels

/// The addresses of a listing's link, which can renew the listing and mark it as sold.
enum SellerLinkAddress {
    /// Returns the address to which the form that creates a link is sent.
    static func new(_ product: Product.ID) -> String { "/products/\(product.rawValue)/link" }

    /// Returns the address of a link.
    ///
    /// - Parameter token: its secret part, hexadecimal digits.
    static func link(_ token: String) -> String { "/link?token=\(token)" }
}
