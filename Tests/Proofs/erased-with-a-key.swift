// error: cannot convert value of type 'OperatorProof?' to expected argument type 'RecentOperatorProof'
import MarketCore
import MarketModels

func erase(_ delete: DeleteProduct, _ authenticator: OperatorAuthenticator, _ key: String) async throws {
    let proof = try await authenticator.key(key, from: .unknown)
    _ = try await delete.erase(Product.ID(rawValue: 1), reason: "why", by: proof)
}
