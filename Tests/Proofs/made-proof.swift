// error: 'SellerProof' initializer is inaccessible due to 'fileprivate' protection level
import MarketModels

@testable import MarketCore

func forged(_ id: Product.ID) -> SellerProof { SellerProof(id, .password, nil) }
