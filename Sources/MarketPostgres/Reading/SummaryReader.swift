internal import MarketCore
internal import MarketModels

/// A reader of the columns of lists.
///
/// The left joins of lists look up the rest for each product. A product whose seller or description is missing is
/// reported as corrupt rather than silently skipped.
enum SummaryReader {
    /// Returns the columns of a list, with the description and the names of the images if the query includes them.
    static func columns(of query: ProductQuery) -> String {
        let description = "(SELECT d.description FROM product_detail AS d WHERE d.product_id = p.id) AS description"
        let images = """
            (SELECT coalesce(string_agg(i.name, ' ' ORDER BY i.position), '') FROM image AS i WHERE i.product_id = p.id) \
            AS images
            """
        return
            ([ProductColumns.summary] + (query.includesDescriptions ? [description] : [])
            + (query.includesImages ? [images] : []))
            .joined(separator: ", ")
    }

    /// Reads a product of a list.
    ///
    /// - Parameter column: the first of the columns.
    static func summary(_ row: PostgresRow, from column: Int32, _ query: ProductQuery) throws -> ProductSummary {
        let id = Product.ID(rawValue: try row.positive(column))
        let next = column + ProductColumns.summaryCount
        return try row.summary(
            id,
            from: column,
            description: query.includesDescriptions ? row.text(next) : nil,
            images: query.includesImages
                ? row.text(next + (query.includesDescriptions ? 1 : 0)).split(separator: " ").map {
                    try row.imageName(String($0), of: id)
                } : nil
        )
    }
}
