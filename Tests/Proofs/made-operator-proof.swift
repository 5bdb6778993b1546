// error: 'OperatorProof' initializer is inaccessible due to 'fileprivate' protection level
import MarketModels

@testable import MarketCore

func forged() -> OperatorProof { OperatorProof(.operator, nil) }
