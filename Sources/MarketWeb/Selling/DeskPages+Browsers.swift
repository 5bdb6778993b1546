import HTTPTypes
import Hummingbird
import Logging
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

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
            guard let question = try await question(which, by: proof, request.visitor) else {
                return request.redirect(to: mine)
            }
            return request.form(question).forSellerOnly
        }
        var cookies: [Cookie] = []
        if which == EndBrowserPage.others {
            let name = try await name(of: request.visitor)
            if name.canEnd, try await site.services.store.endOtherBrowsers(of: proof, replacing: name.proof) {
                request.context.logger.info("other browsers ended")
                if let proof = name.proof { cookies = [request.cookie(.identity, proof.successor.text)] }
            }
        } else if try await site.services.store.endBrowser(BrowserDigest(rawValue: which), of: proof) {
            request.context.logger.info("browser ended")
            if which == proof.browser.rawValue {
                cookies = [request.cookie(.identity, ""), request.cookie(.browser, "")]
            }
        }
        return request.redirect(to: mine, cookies: cookies)
    }

    /// Returns the page that asks before browsers are ended; nil if there is nothing to end.
    private func question(
        _ which: String,
        by proof: BrowserProof,
        _ visitor: Visitor
    ) async throws -> EndBrowserPage? {
        if which == EndBrowserPage.others {
            let isOffered = try await canEndOthers(proof, try await name(of: visitor))
            return isOffered ? EndBrowserPage(browser: nil) : nil
        }
        let browsers = try await site.services.rights.browsers(of: proof)
        return browsers.first { $0.digest.rawValue == which }.map { browser in
            EndBrowserPage(browser: browser, isThis: browser.digest == proof.browser)
        }
    }

    /// The name under which a browser lists.
    struct Name: Sendable {
        let seller: Vendor?
        /// That it is this browser's; nil if nothing proves that, or it has none.
        let proof: IdentifierProof?
        /// Whether it is built into an app, so that nothing ever proves whose it is.
        var isBuiltIn = false

        /// Whether all others can be ended. Where nothing proves whose name it is, they stay in the list until something does.
        var canEnd: Bool { seller == nil || proof != nil }

        /// What to say above the list of browsers.
        func advice(_ canEndOthers: Bool, hasListing: Bool) -> [InterfaceString] {
            if canEndOthers { return [.browsersAdvice, .endingOthers] }
            if canEnd || isBuiltIn { return [.browsersAdvice] }
            return hasListing ? [.browsersAdvice, .endingOthersTakesEarlierListing] : [.browsersAdviceWithoutListing]
        }
    }

    func name(of visitor: Visitor) async throws -> Name {
        let seller = try await site.vendor(of: visitor)
        guard let seller, let identifier = visitor.identifier, let key = visitor.browser else {
            return Name(seller: seller, proof: nil)
        }
        let proof = try await site.services.authenticator.vendor(seller.id, identifiedBy: identifier, by: key)
        return Name(seller: seller, proof: proof, isBuiltIn: KnownVendors.contains(identifier))
    }

    func canEndOthers(_ proof: BrowserProof, _ name: Name) async throws -> Bool {
        guard name.canEnd else { return false }
        return try await site.services.store.hasOtherBrowsers(of: proof, knowing: name.proof)
    }
}

extension PageRequest {
    /// Returns a redirect to the same page that gives this browser the identifier that it has got by ending all others, if the
    /// answer that said so got lost; nil for others. Without it, what is listed next would be somebody else's.
    func redirect(toReplacedIdentityAt page: WebRoutePattern) async throws -> Response? {
        guard let former = visitor.identifier, let key = visitor.browser, let identifier = key.successor(of: former),
            let seller = try await site.services.store.vendor(identifiedBy: identifier),
            try await site.services.authenticator.vendor(seller.id, identifiedBy: identifier, by: key) != nil
        else { return nil }
        let query = base.uri.query.map { "?\($0)" } ?? ""
        return redirect(to: page.rawValue + query, cookies: [cookie(.identity, identifier.text)])
    }
}
