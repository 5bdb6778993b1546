import HTTPTypes
import Hummingbird
import Logging
import MarketCore
import MarketModels
import MarketServer

/// The buttons that end browsers which manage the seller's listings.
extension DeskPages {
    /// Ends a browser, or all others. One that ends itself forgets who it was.
    ///
    /// Without the passwords nobody gets the listings back there, so it is asked once.
    func end(_ which: String, _ form: WebForm, _ request: PageRequest) async throws -> Response {
        let mine = WebRoutePattern.mine.rawValue
        guard let key = request.visitor.browser, let proof = try await site.services.authenticator.browser(key) else {
            return request.redirect(to: mine)
        }
        guard form.isConfirmed else {
            guard let question = try await question(which, by: proof) else { return request.redirect(to: mine) }
            return request.form(question).forSellerOnly
        }
        var cookies: [Cookie] = []
        if which == EndBrowserPage.others {
            let vendor = try await site.vendor(of: request.visitor)
            let owned = try await owned(vendor, request.visitor)
            // Where nothing proves whose name it is, the others stay in the list until something does.
            if vendor == nil || owned != nil, try await site.services.rights.endOthers(by: proof) {
                request.context.logger.info("other browsers ended")
                if let owned { cookies = try await newIdentity(owned, request) }
            }
        } else if try await site.services.rights.end(BrowserDigest(rawValue: which), by: proof) {
            request.context.logger.info("browser ended")
            if which == proof.browser.rawValue {
                cookies = [request.cookie(.identity, ""), request.cookie(.browser, "")]
            }
        }
        return request.redirect(to: mine, cookies: cookies)
    }

    /// Returns the page that asks before browsers are ended; nil if there is nothing to end.
    private func question(_ which: String, by proof: BrowserProof) async throws -> EndBrowserPage? {
        let browsers = try await site.services.rights.browsers(of: proof)
        if which == EndBrowserPage.others {
            return browsers.contains { $0.digest != proof.browser } ? EndBrowserPage(ended: .others) : nil
        }
        return browsers.first { $0.digest.rawValue == which }.map { browser in
            EndBrowserPage(ended: browser.digest == proof.browser ? .this(browser) : .another(browser))
        }
    }

    /// Returns proof that the name under which a browser lists is its seller's.
    func owned(_ vendor: Vendor?, _ visitor: Visitor) async throws -> VendorProof? {
        guard let vendor, let identifier = visitor.identifier, let key = visitor.browser else { return nil }
        return try await site.services.authenticator.vendor(vendor.id, identifiedBy: identifier, by: key)
    }

    /// Gives the seller of this browser another identifier. Those that were ended know the former one, and would list under
    /// the seller's name with it.
    private func newIdentity(_ proof: VendorProof, _ request: PageRequest) async throws -> [Cookie] {
        guard let identifier = VendorIdentifier.random() else { return [] }
        try await site.services.rights.replaceIdentifier(of: proof, with: identifier)
        return [request.cookie(.identity, identifier.text)]
    }
}
