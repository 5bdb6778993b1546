/// Returns the rows of all pages.
///
/// - Parameters:
///   - size: the number of rows on a page. The last one has fewer.
///   - page: returns the page behind a row; nil for the first page.
package func allPages<Row>(
    of size: Int,
    _ page: (_ last: Row?) async throws(MarketError) -> [Row]
) async throws(MarketError) -> [Row] {
    var all: [Row] = []
    while true {
        let next = try await page(all.last)
        all += next
        if next.count < size { return all }
    }
}
