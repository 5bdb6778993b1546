// error: 'VendorProof' initializer is inaccessible due to 'fileprivate' protection level
import MarketModels

@testable import MarketCore

func forged(_ vendor: Vendor.ID, _ browser: BrowserProof) -> VendorProof { VendorProof(vendor, browser) }
