// error: cannot convert value of type 'SellerProof' to expected argument type 'OperatorProof'
import MarketCore
import MarketModels

func read(_ store: any ProductStore, _ proof: SellerProof) async throws -> SellerProduct? {
    try await store.product(proof.product, for: proof)
}
