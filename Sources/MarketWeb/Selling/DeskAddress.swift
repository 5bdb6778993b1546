import MarketModels

/// The addresses of the desk.
enum DeskAddress {
    /// Returns the address of a page of the desk.
    ///
    /// - Parameters:
    ///   - state: the only state of the products on the page, or nil for all.
    ///   - page: the page number, from 1.
    static func page(_ state: OwnProduct.State?, _ page: Int = 1) -> String {
        ListAddress(list: .mine(state), query: ListQuery(page: page)).path
    }

    /// Returns the address of the form with which products are reserved.
    ///
    /// - Parameter back: the path and query of the page to return to.
    static func reserve(_ products: [Product.ID], back: String) -> String {
        let list = products.map { String($0.rawValue) }.joined(separator: ",")
        return ListQuery.address("/mine/reserve", [("products", list), ("back", back)])
    }

    /// Returns the address of the page for changing the state of one product.
    static func manage(_ product: Product.ID) -> String { "/products/\(product.rawValue)/manage" }

    /// Returns the address at which a browser without the right for a product is asked for its password, to do what was
    /// tapped.
    static func manage(_ product: Product.ID, doing action: DeskAction, back: String) -> String {
        ListQuery.address(manage(product), [("do", action.rawValue), ("back", back)])
    }
}
