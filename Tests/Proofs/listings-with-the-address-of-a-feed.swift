// error: cannot convert value of type 'OperatorFeedProof' to expected argument type 'OperatorProof'
import MarketCore
import MarketModels

func read(_ moderate: ModerateListings, _ proof: OperatorFeedProof) async throws -> [ModeratedListing] {
    try await moderate.listings(.all, for: proof)
}
