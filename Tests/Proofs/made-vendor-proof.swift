// error: 'VendorProof' initializer is inaccessible due to 'fileprivate' protection level
@testable import MarketCore
import MarketModels

func forged(_ vendor: Vendor.ID, _ browser: BrowserDigest) -> VendorProof { VendorProof(vendor, browser) }
