// error: 'BrowserProof' initializer is inaccessible due to 'fileprivate' protection level
@testable import MarketCore

func forged(_ browser: BrowserDigest, _ owner: RightsOwner) -> BrowserProof { BrowserProof(browser, owner) }
