package import MarketCore
package import MarketModels

extension ImageStore {
    /// Every picture that is kept: a test's market is small.
    package func names() async throws(StoreError) -> Set<PictureName> {
        var names: Set<PictureName> = []
        for part in 0..<partCount { names.formUnion(try await self.names(in: part)) }
        return names
    }
}
