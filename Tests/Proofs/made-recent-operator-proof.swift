// error: 'RecentOperatorProof' initializer is inaccessible due to 'fileprivate' protection level
import MarketModels

@testable import MarketCore

func forged(_ proof: OperatorProof) -> RecentOperatorProof { RecentOperatorProof(proof) }
