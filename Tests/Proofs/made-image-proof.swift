// error: 'ImageProof' initializer is inaccessible due to 'fileprivate' protection level
import MarketModels

@testable import MarketCore

func forged(_ name: ImageName) -> ImageProof { ImageProof(name, isForEverybody: true) }
