// error: 'IdentifierProof?' initializer is inaccessible due to 'fileprivate' protection level
import MarketModels

@testable import MarketCore

func forged(_ identifier: VendorIdentifier, _ seller: VendorProof, _ browser: BrowserKey) -> IdentifierProof? {
    IdentifierProof(identifier, of: seller, by: browser)
}
