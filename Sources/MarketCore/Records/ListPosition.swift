package import MarketModels

extension ProductQuery {
    /// Returns the number of products before a page, or nil beyond the last numbered page.
    ///
    /// - Parameter number: the number of the page, from 1.
    package static func countBefore(page number: Int, size: Int) -> Int? {
        let (count, overflows) = (max(1, number) - 1).multipliedReportingOverflow(by: size)
        return overflows || count >= numberedProducts ? nil : count
    }

    /// Returns the cursor after a product of the list.
    ///
    /// - Parameter bump: returns the position in the list of recently bumped products.
    package func cursor(
        behind product: ProductSummary,
        bump: (Product.ID) throws -> BumpCursor
    ) rethrows -> ListCursor {
        switch order {
        case .newest, .oldest: .afterID(product.id)
        case .bumped: .afterBump(try bump(product.id))
        case .cheapest, .mostExpensive:
            .afterPrice(PriceCursor(firstCurrency: firstCurrency, amount: product.pricing.salePrice, id: product.id))
        }
    }
}
