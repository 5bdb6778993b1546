// error: 'SellerProof' initializer is inaccessible due to 'fileprivate' protection level
@testable import MarketCore
import MarketModels

func forged(_ id: Product.ID) -> SellerProof { SellerProof(id, .password, nil) }
