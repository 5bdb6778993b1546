// error: cannot convert value of type 'OperatorProof' to expected argument type 'RecentOperatorProof'
import MarketCore
import MarketModels

func save(_ profile: EditProfile, _ typed: TypedProfile, _ proof: OperatorProof) async throws {
    _ = try await profile.save(typed, by: proof)
}
