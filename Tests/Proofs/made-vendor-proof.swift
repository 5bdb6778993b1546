// error: 'VendorProof' initializer is inaccessible due to 'fileprivate' protection level
import MarketModels

@testable import MarketCore

func forged(_ vendor: Vendor.ID, _ browser: BrowserDigest) -> VendorProof { VendorProof(vendor, browser) }
