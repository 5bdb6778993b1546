// error: cannot convert value of type 'BrowserDigest' to expected argument type 'BrowserProof'
import MarketCore

func leak(_ rights: ListingRights, _ browser: BrowserDigest) async throws -> [SellerBrowser] {
    try await rights.browsers(of: browser)
}
