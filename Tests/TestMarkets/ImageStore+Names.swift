package import MarketCore
package import MarketModels

extension ImageStore {
    /// Returns the names of all stored images. A test's market is small.
    package func names() async throws(MarketError) -> Set<ImageName> {
        var names: Set<ImageName> = []
        for part in 0..<partCount { names.formUnion(try await self.names(in: part)) }
        return names
    }
}
