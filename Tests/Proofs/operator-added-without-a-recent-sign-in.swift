// error: cannot convert value of type 'OperatorProof' to expected argument type 'RecentOperatorProof'
import MarketCore
import MarketModels

func add(_ operators: ManageOperators, _ proof: OperatorProof) async throws {
    _ = try await operators.add("Kim", .operator, by: proof)
}
