// error: 'OperatorFeedProof' initializer is inaccessible due to 'fileprivate' protection level
import MarketModels

@testable import MarketCore

func forged(_ time: Timestamp) -> OperatorFeedProof { OperatorFeedProof(madeAt: time) }
