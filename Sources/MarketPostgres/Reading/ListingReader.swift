internal import MarketCore
internal import MarketModels

/// A reader of one page of a list.
///
/// A page is read by one statement, which sees one snapshot: the total, the revision and the products belong together
/// without a transaction.
struct ListingReader {
    let connection: PostgresConnection
    let base: RevisionBase

    func page(_ query: ProductQuery) throws -> ProductPage {
        if query.search != nil || query.isInStock || !query.order.isByID || !query.filter.isEmpty {
            return try FilteredReader(connection: connection, base: base, query: query).page()
        }
        var parameters = StatementParameters()
        let statement = PlainListStatement(query, base, &parameters)
        var page = PageRows(query, base, size: query.size)
        try connection.forEachRow(statement.text, parameters.values) { try page.add($0) }
        return page.page { .afterID($0.id) }
    }
}
