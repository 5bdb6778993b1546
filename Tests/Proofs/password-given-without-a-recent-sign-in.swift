// error: cannot convert value of type 'OperatorProof' to expected argument type 'RecentOperatorProof'
import MarketCore
import MarketModels

func give(_ id: Product.ID, _ key: String, _ use: AdminOperations, _ proof: OperatorProof) async throws {
    _ = try await use.newSecret(of: id, key: key, reason: "why", by: proof)
}
