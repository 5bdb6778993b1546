// error: cannot convert value of type 'OperatorProof' to expected argument type 'RecentOperatorProof'
import MarketCore
import MarketModels

func erased(_ id: Product.ID, _ use: DeleteProduct, _ proof: OperatorProof) async throws -> Product {
    try await use.erase(id, reason: "why", by: proof)
}
