internal import MarketModels

/// A reader of the columns that all lists select.
enum SummaryReader {
    /// The columns of a list, for the tables `product AS p` and `vendor AS v`.
    ///
    /// The left joins of lists look up the rest for each product. A product whose seller or description is missing is
    /// reported as corrupt rather than silently skipped.
    static let columns = """
        p.id, p.vendor_id, v.name AS vendor_name, p.version, p.currency, p.price, p.discount, p.stock, p.registered_at, \
        p.updated_at, p.thumbnail_name, p.name, p.state, p.state_time, p.reduced_from, p.reduced_at, p.condition, p.place
        """
    /// The number of these columns.
    static let columnCount: Int32 = 18

    /// Returns the columns of a list, with the description and the names of the images if the query includes them.
    static func columns(of query: ProductQuery) -> String {
        let description = "(SELECT d.description FROM product_detail AS d WHERE d.product_id = p.id) AS description"
        let images = """
            (SELECT coalesce(string_agg(i.name, ' ' ORDER BY i.position), '') FROM image AS i WHERE i.product_id = p.id) \
            AS images
            """
        return ([columns] + (query.includesDescriptions ? [description] : []) + (query.includesImages ? [images] : []))
            .joined(separator: ", ")
    }

    /// Reads a product of a list.
    ///
    /// - Parameter column: the first of the columns.
    static func summary(_ row: PostgresRow, from column: Int32, _ query: ProductQuery) throws -> ProductSummary {
        let id = Product.ID(rawValue: try row.positive(column))
        let next = column + columnCount
        return try summary(
            row,
            from: column,
            id,
            description: query.includesDescriptions ? row.text(next) : nil,
            images: query.includesImages
                ? row.text(next + (query.includesDescriptions ? 1 : 0)).split(separator: " ").map {
                    try ProductColumns.imageName(String($0), of: id)
                } : nil
        )
    }

    static func summary(
        _ row: PostgresRow,
        from column: Int32,
        _ id: Product.ID,
        description: String?,
        images: [ImageName]?
    ) throws -> ProductSummary {
        let pricing = try ProductColumns.pricing(row, from: column + 4, of: id)
        return ProductSummary(
            id: id,
            vendorID: Vendor.ID(rawValue: try row.count(column + 1)),
            vendorName: try row.nonEmptyText(column + 2),
            name: try row.nonEmptyText(column + 11),
            pricing: pricing,
            stock: try row.count(column + 7),
            thumbnail: try row.optionalText(column + 10).map { try ProductColumns.imageName($0, of: id) },
            registeredAt: try row.timestamp(column + 8),
            updatedAt: try row.timestamp(column + 9),
            version: try row.positive(column + 3),
            state: try ProductColumns.state(row, from: column + 12, of: id),
            reduction: try ProductColumns.reduction(row, from: column + 14, of: pricing, id),
            condition: try ProductColumns.condition(row, column + 16, of: id),
            place: try row.optionalText(column + 17) ?? "",
            description: description,
            images: images
        )
    }
}
