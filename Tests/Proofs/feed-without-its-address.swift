// error: cannot convert value of type 'SellerProof' to expected argument type 'OperatorFeedProof'
import MarketCore
import MarketModels

func read(_ store: any ProductStore, _ proof: SellerProof) async throws -> [AwaitedDecision] {
    try await store.awaited(limit: 9, for: proof)
}
